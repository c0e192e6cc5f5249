// SPDX-License-Identifier: Apache-2.0

extension Element {
  /// What an element is, in the words of views. The host decides how it shows each kind: as which element of HTML, for
  /// example.
  ///
  /// A kind says what an element means and how it is used. How it looks is said by a ``StyleClass``.
  package enum Kind: String, CaseIterable, Sendable {
    // MARK: Parts of a page

    /// A place for other elements, without a meaning of its own.
    case box
    /// A part of a page with a heading.
    case section
    case header
    case footer
    /// What leads to other pages.
    case navigation
    /// What the page is about.
    case main
    /// What goes with the main part.
    case aside
    /// A drawing with what explains it.
    case figure
    /// Lies over the page until it is closed.
    case dialog
    case divider

    // MARK: Text

    /// Text within a line.
    case text
    case paragraph
    /// The heading of a page.
    case title
    /// The heading of a part.
    case heading
    /// The heading of a part of a part.
    case subheading
    /// Important text.
    case strong
    /// Remarks.
    case small
    /// Names and values of a program, within a line.
    case code
    /// Text whose spaces and line ends are kept.
    case preformatted
    /// What is not valid any more.
    case deletion
    /// What is valid now.
    case insertion
    case time
    /// A spot of color, in a legend.
    case swatch

    // MARK: Lists and tables

    case bulletedList
    case numberedList
    case item
    /// A list of terms with their definitions.
    case terms
    case term
    case definition
    case table
    /// The widths of a table's columns.
    case columns
    case column
    case tableHead
    case tableBody
    case tableRow
    /// A cell that says what is in a column or a row.
    case columnHeader
    case cell

    // MARK: Controls

    case button
    case link
    /// A line of text that can be typed.
    case textField
    /// A text field that hides what is typed, for passwords.
    case secretField
    /// A line of text that is searched for.
    case searchField
    /// Lines of text that can be typed.
    case textArea
    /// Is on or off.
    case toggle
    case dateField
    case timeField
    case dateTimeField
    case colorField
    /// Offers a file of the person's own, which is sent in parts (``Event/Kind/upload``).
    case fileField
    /// A number within bounds, chosen by moving something.
    case slider
    /// Offers options, of which one is chosen.
    case picker
    case option
    /// Shows its content on demand.
    case disclosure
    /// What opens and closes a disclosure.
    case disclosureLabel
    case progress
    /// A control with its name.
    case label

    // MARK: Pictures

    case image
    /// A drawing made of shapes.
    case drawing
    case path
    case rectangle
    case circle
    /// Text in a drawing.
    case drawnText
    /// What a shape of a drawing stands for.
    case drawingTitle

    /// Whether somebody can give the focus to it.
    package var takesFocus: Bool {
      switch self {
      case .textField, .secretField, .searchField, .dateField, .timeField, .dateTimeField, .colorField, .fileField,
        .slider, .toggle,
        .textArea, .button, .picker, .link:
        true
      default: false
      }
    }

    /// Whether it does something when it is clicked, without being told what.
    package var isControl: Bool {
      switch self {
      case .disclosure, .disclosureLabel, .label: true
      default: takesFocus
      }
    }
  }
}
