// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// The attributes of HTML and SVG for what views say of elements.
  ///
  /// The set of names is closed, and none is an attribute that runs something. Addresses and styles come from people:
  /// those that are not harmless are left out here.
  extension Element.Attribute {
    /// The value of the attribute; nil if it may not be written, or need not.
    func text(_ icons: Icons) -> String? {
      switch value {
      case .text(let text):
        switch name {
        case .destination: MarkupRules.isAddress(text) ? text : nil
        case .source: MarkupRules.isAddress(text, ofImage: true) ? text : nil
        case .symbol: icons.symbol(text)
        // Styles are values, never text.
        case .style: nil
        default: text
        }
      case .flag(let flag): name.text(flag)
      case .role(let role): role.name
      case .keyboard(let keyboard): keyboard.name
      case .styles(let styles): StyleText.of(styles).nilIfEmpty
      case .guides(let guides): guides.map(\.text).joined(separator: ";")
      }
    }
  }

  extension Element.Attribute.Name {
    /// The name of the attribute, in the spelling of the standards.
    var html: String {
      switch self {
      case .style: "style"
      case .role: "role"
      case .transition: "data-transition"
      case .direction: "dir"
      case .label: "aria-label"
      case .help: "title"
      case .hint: "aria-description"
      case .alternative: "alt"
      case .identifier: "data-identifier"
      case .level: "aria-level"
      case .isHidden: "aria-hidden"
      case .isDisabled: "disabled"
      case .isUnavailable: "aria-disabled"
      case .isFocusable: "tabindex"
      case .isOn: "checked"
      case .isChosen: "selected"
      case .isChecked: "aria-checked"
      case .isSelected: "aria-selected"
      case .isPressed: "aria-pressed"
      case .isExpanded: "aria-expanded"
      case .isOpen: "open"
      case .isCurrent: "aria-current"
      case .isModal: "aria-modal"
      case .staysOpen: "data-modal"
      case .opensMenu: "aria-haspopup"
      case .selectsSeveral: "aria-multiselectable"
      case .isDraft: "data-draft"
      case .value: "value"
      case .fieldKey: "data-key"
      case .placeholder: "placeholder"
      case .minimum: "min"
      case .maximum: "max"
      case .step: "step"
      case .lines: "rows"
      case .keyboard: "inputmode"
      case .contentType: "autocomplete"
      case .capitalization: "autocapitalize"
      case .returnKey: "enterkeyhint"
      case .correctsText: "autocorrect"
      case .checksSpelling: "spellcheck"
      case .valueText: "aria-valuetext"
      case .currentValue: "aria-valuenow"
      case .leastValue: "aria-valuemin"
      case .greatestValue: "aria-valuemax"
      case .destination: "href"
      case .opensNewWindow: "target"
      case .isForeign: "rel"
      case .tapsFirst: "data-tap"
      case .pressDuration: "data-press"
      case .dragDistance: "data-drag"
      case .tellsPlace: "data-at"
      case .pastes: "data-paste"
      case .isDraggable: "draggable"
      case .acceptedFiles: "accept"
      case .takesSeveralFiles: "multiple"
      case .alignment: "data-align"
      case .guides: "data-guide"
      case .truncation: "data-cut"
      case .leastScale: "data-shrink"
      case .fitting: "data-fits"
      case .askedWidths: "data-widths"
      case .sheetHeights: "data-heights"
      case .shortcut: "data-shortcut"
      case .keys: "data-keys"
      case .firstRow: "data-first"
      case .lastRow: "data-last"
      case .allRows: "data-count"
      case .missingRows: "data-rows"
      case .rowCount: "aria-rowcount"
      case .order: "aria-sort"
      case .isRowHeader: "scope"
      case .symbol: "data-symbol"
      case .asset: "data-asset"
      case .source: "src"
      case .width: "width"
      case .height: "height"
      case .coordinates: "viewBox"
      case .keepsProportions: "preserveAspectRatio"
      case .keepsLineWidth: "vector-effect"
      case .outline: "d"
      case .length: "pathLength"
      case .x: "x"
      case .y: "y"
      case .centerX: "cx"
      case .centerY: "cy"
      case .radius: "r"
      case .cornerRadius: "rx"
      case .endsThere: "text-anchor"
      }
    }

    /// What a flag is as a value.
    fileprivate func text(_ flag: Bool) -> String? {
      switch self {
      // Attributes whose presence says yes.
      case .isDisabled, .isOn, .isChosen, .isOpen, .staysOpen, .isDraft, .tellsPlace, .pastes, .takesSeveralFiles:
        flag ? "" : nil
      case .isFocusable: flag ? "0" : "-1"
      case .isCurrent: flag ? "page" : nil
      case .opensMenu: flag ? "menu" : nil
      case .opensNewWindow: flag ? "_blank" : nil
      case .isForeign: flag ? "noopener noreferrer" : nil
      case .correctsText: flag ? "on" : "off"
      case .tapsFirst: flag ? "first" : "along"
      case .isRowHeader: flag ? "row" : "col"
      case .keepsProportions: flag ? "xMidYMid meet" : "none"
      case .keepsLineWidth: flag ? "non-scaling-stroke" : nil
      case .endsThere: flag ? "end" : nil
      default: flag ? "true" : "false"
      }
    }
  }

  extension AlignmentGuide {
    /// The name and the factors, for the script of the page.
    fileprivate var text: String {
      ([name] + form.factors.map { String(Double(($0 * 1e6).rounded() / 1e6)) }).joined(separator: " ")
    }
  }

  extension Element.Role {
    fileprivate var name: String {
      switch self {
      case .alert: "alert"
      case .alertDialog: "alertdialog"
      case .button: "button"
      case .choice: "radio"
      case .choices: "radiogroup"
      case .grid: "grid"
      case .gridCell: "gridcell"
      case .gridRow: "row"
      case .group: "group"
      case .heading: "heading"
      case .image: "img"
      case .link: "link"
      case .list: "list"
      case .listItem: "listitem"
      case .menu: "menu"
      case .menuItem: "menuitem"
      case .note: "note"
      case .progress: "progressbar"
      case .search: "search"
      case .status: "status"
      case .switch: "switch"
      case .tab: "tab"
      case .tabs: "tablist"
      case .toolbar: "toolbar"
      }
    }
  }

  extension Element.Keyboard {
    fileprivate var name: String {
      switch self {
      case .text: "text"
      case .numbers: "numeric"
      case .decimals: "decimal"
      case .phone: "tel"
      case .mail: "email"
      case .address: "url"
      case .search: "search"
      }
    }
  }

  extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
  }
#endif
