// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// The elements of HTML and SVG that show the kinds of elements that views have.
  ///
  /// The set of kinds is closed, and none is shown by an element that runs, loads or sends something.
  extension Element.Kind {
    /// The name of the element, in the spelling of the standard.
    var tag: String {
      switch self {
      case .box: "div"
      case .section: "section"
      case .header: "header"
      case .footer: "footer"
      case .navigation: "nav"
      case .main: "main"
      case .aside: "aside"
      case .figure: "figure"
      case .dialog: "dialog"
      case .divider: "hr"
      case .text: "span"
      case .paragraph: "p"
      case .title: "h1"
      case .heading: "h2"
      case .subheading: "h3"
      case .strong: "strong"
      case .small: "small"
      case .code: "code"
      case .preformatted: "pre"
      case .deletion: "del"
      case .insertion: "ins"
      case .time: "time"
      case .swatch: "i"
      case .bulletedList: "ul"
      case .numberedList: "ol"
      case .item: "li"
      case .terms: "dl"
      case .term: "dt"
      case .definition: "dd"
      case .table: "table"
      case .columns: "colgroup"
      case .column: "col"
      case .tableHead: "thead"
      case .tableBody: "tbody"
      case .tableRow: "tr"
      case .columnHeader: "th"
      case .cell: "td"
      case .button: "button"
      case .link: "a"
      case .textField, .secretField, .searchField, .toggle, .dateField, .timeField, .dateTimeField, .colorField,
        .fileField, .slider:
        "input"
      case .textArea: "textarea"
      case .picker: "select"
      case .option: "option"
      case .disclosure: "details"
      case .disclosureLabel: "summary"
      case .progress: "progress"
      case .label: "label"
      case .image: "img"
      case .drawing: "svg"
      case .path: "path"
      case .rectangle: "rect"
      case .circle: "circle"
      case .drawnText: "text"
      case .drawingTitle: "title"
      }
    }

    /// The value of the attribute `type`, where the kind has one.
    var type: String? {
      switch self {
      case .button: "button"
      case .textField: "text"
      case .secretField: "password"
      case .searchField: "search"
      case .toggle: "checkbox"
      case .dateField: "date"
      case .timeField: "time"
      case .dateTimeField: "datetime-local"
      case .colorField: "color"
      case .fileField: "file"
      case .slider: "range"
      default: nil
      }
    }

    /// Whether the element has neither an end tag nor content.
    var isVoid: Bool {
      switch self {
      case .column, .divider, .image, .textField, .secretField, .searchField, .toggle, .dateField, .timeField,
        .dateTimeField, .colorField, .fileField, .slider:
        true
      default: false
      }
    }
  }
#endif
