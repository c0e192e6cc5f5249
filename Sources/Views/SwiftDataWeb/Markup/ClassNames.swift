// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// The classes of `style.css` for those of views.
  extension StyleClass {
    /// The name of the class.
    var name: String {
      switch self {
      case .growsHorizontally: "s-grow-x"
      case .growsVertically: "s-grow-y"
      case .page: "s-page"
      case .pageContent: "s-page-content"
      case .unsupported: "s-unsupported"
      case .vstack: "s-vstack"
      case .hstack: "s-hstack"
      case .zstack: "s-zstack"
      case .spacer: "s-spacer"
      case .divider: "s-divider"
      case .verticalDivider: "s-divider-v"
      case .box: "s-box"
      case .frame: "s-frame"
      case .fixedWidth: "s-fixed-x"
      case .fixedHeight: "s-fixed-y"
      case .layers: "s-layers"
      case .layerBehind: "s-layer-behind"
      case .layerBefore: "s-layer-before"
      case .fit: "s-fit"
      case .fill: "s-fill"
      case .lineLimit: "s-line-limit"
      case .room: "s-room"
      case .scroll: "s-scroll"
      case .scrollHorizontal: "s-scroll-x"
      case .scrollIndicatorsHidden: "s-scroll-bare"
      case .grid: "s-grid"
      case .gridRow: "s-grid-row"
      case .gap: "s-gap"
      case .text: "s-text"
      case .run: "s-run"
      case .link: "s-link"
      case .symbol: "s-symbol"
      case .image: "s-image"
      case .resizable: "s-resizable"
      case .label: "s-label"
      case .labelIcon: "s-label-icon"
      case .labelTitle: "s-label-title"
      case .labelTitleAndIcon: "s-label-both"
      case .labelIconOnly: "s-label-icon-only"
      case .color: "s-color"
      case .shape: "s-shape"
      case .square: "s-square"
      case .drawing: "s-drawing"
      case .button: "s-button"
      case .buttonBordered: "s-button-bordered"
      case .buttonProminent: "s-button-prominent"
      case .buttonBorderless: "s-button-borderless"
      case .buttonPlain: "s-button-plain"
      case .buttonLink: "s-button-link"
      case .buttonCustom: "s-button-custom"
      case .destructive: "s-destructive"
      case .cancel: "s-cancel"
      case .controlSmall: "s-control-small"
      case .controlLarge: "s-control-large"
      case .list: "s-list"
      case .listPlain: "s-list-plain"
      case .listGrouped: "s-list-grouped"
      case .listInset: "s-list-inset"
      case .listInsetGrouped: "s-list-inset-grouped"
      case .listSidebar: "s-list-sidebar"
      case .section: "s-section"
      case .sectionHeader: "s-section-header"
      case .sectionFooter: "s-section-footer"
      case .sectionToggle: "s-section-toggle"
      case .rows: "s-rows"
      case .row: "s-row"
      case .rowContent: "s-row-content"
      case .rowBackground: "s-row-background"
      case .rowCustomBackground: "s-row-custom-background"
      case .rowWithoutSeparator: "s-row-bare"
      case .rowActions: "s-row-actions"
      case .rowDelete: "s-row-delete"
      case .rowMovable: "s-row-movable"
      case .badge: "s-badge"
      case .selectable: "s-selectable"
      case .selected: "s-selected"
      case .control: "s-control"
      case .controlLabel: "s-control-label"
      case .textField: "s-field"
      case .textFieldRounded: "s-field-rounded"
      case .textFieldPlain: "s-field-plain"
      case .textEditor: "s-editor"
      case .toggle: "s-toggle"
      case .select: "s-select"
      case .segmented: "s-segmented"
      case .pickerInline: "s-choices"
      case .option: "s-option"
      case .input: "s-input"
      case .stepper: "s-stepper"
      case .progress: "s-progress"
      case .spinner: "s-spinner"
      case .ring: "s-ring"
      case .groupBox: "s-group-box"
      case .disclosure: "s-disclosure"
      case .disclosureLabel: "s-disclosure-label"
      case .unavailable: "s-unavailable"
      case .unavailableLabel: "s-unavailable-label"
      case .form: "s-form"
      case .menu: "s-menu"
      case .menuLabel: "s-menu-label"
      case .menuItems: "s-menu-items"
      case .contextMenu: "s-context-menu"
      case .navigationStack: "s-nav-stack"
      case .navigationPage: "s-nav-page"
      case .navigationBar: "s-nav-bar"
      case .navigationBarInline: "s-nav-bar-inline"
      case .barLeading: "s-bar-leading"
      case .barTitle: "s-bar-title"
      case .barTrailing: "s-bar-trailing"
      case .navigationTitle: "s-nav-title"
      case .navigationContent: "s-nav-content"
      case .bottomBar: "s-bottom-bar"
      case .back: "s-back"
      case .navigationLink: "s-nav-link"
      case .split: "s-split"
      case .splitSidebar: "s-split-sidebar"
      case .splitContent: "s-split-content"
      case .splitDetail: "s-split-detail"
      case .splitAtContent: "s-split-at-content"
      case .splitAtDetail: "s-split-at-detail"
      case .splitBack: "s-split-back"
      case .tabs: "s-tabs"
      case .tabBar: "s-tab-bar"
      case .tab: "s-tab"
      case .tabContent: "s-tab-content"
      case .search: "s-search"
      case .searchField: "s-search-field"
      case .searchScopes: "s-search-scopes"
      case .searchSuggestions: "s-search-suggestions"
      case .searchBox: "s-search-box"
      case .dialog: "s-dialog"
      case .sheet: "s-sheet"
      case .sheetMedium: "s-sheet-medium"
      case .cover: "s-cover"
      case .popover: "s-popover"
      case .alert: "s-alert"
      case .confirmation: "s-confirmation"
      case .dialogTitle: "s-dialog-title"
      case .dialogMessage: "s-dialog-message"
      case .dialogActions: "s-dialog-actions"
      case .dialogContent: "s-dialog-content"
      case .table: "s-table"
      case .tableRow: "s-table-row"
      case .placeholder: "s-placeholder"
      case .hidden: "s-hidden"
      case .refresh: "s-refresh"
      case .chart: "s-chart"
      case .chartBody: "s-chart-body"
      case .chartPlot: "s-chart-plot"
      case .chartGrid: "s-chart-grid"
      case .chartMarks: "s-chart-marks"
      case .chartLayer: "s-chart-layer"
      case .chartPie: "s-chart-pie"
      case .chartBar: "s-chart-bar"
      case .chartArea: "s-chart-area"
      case .chartDot: "s-chart-dot"
      case .chartNote: "s-chart-note"
      case .chartY: "s-chart-y"
      case .chartLeading: "s-chart-leading"
      case .chartX: "s-chart-x"
      case .chartLegend: "s-chart-legend"
      case .chartTable: "s-chart-table"
      }
    }
  }

  extension Element.Look {
    /// Appends the value of the attribute `class`. Names of the program's own are escaped as they are appended.
    func write(to output: inout [UInt8], escaped append: (inout [UInt8], String) -> Void) {
      var isFirst = true
      func separate() {
        if !isFirst { output.append(UInt8(ascii: " ")) }
        isFirst = false
      }
      for each in classes {
        separate()
        output.append(verbatim: each.name)
      }
      if !names.isEmpty {
        separate()
        append(&output, names)
      }
      if grows.contains(.horizontal) {
        separate()
        output.append(verbatim: StyleClass.growsHorizontally.name)
      }
      if grows.contains(.vertical) {
        separate()
        output.append(verbatim: StyleClass.growsVertically.name)
      }
    }
  }
#endif
