// SPDX-License-Identifier: Apache-2.0

extension Element {
  /// Something that is said of an element, in the words of views. The host decides how it says it: with which attribute
  /// of HTML, for example.
  package struct Attribute: Hashable, Sendable {
    package var name: Name
    package var value: Value

    package init(_ name: Name, _ value: Value) {
      self.name = name
      self.value = value
    }

    package init(_ name: Name, _ text: String) { self.init(name, .text(text)) }

    package init(_ name: Name, _ flag: Bool) { self.init(name, .flag(flag)) }

    package init(_ role: Role) { self.init(.role, .role(role)) }

    package init(_ styles: [Element.Style]) { self.init(.style, .styles(styles)) }

    package static func styles(_ styles: Element.Style...) -> Self { Self(styles) }

    /// What is said. Texts are not escaped.
    package enum Value: Hashable, Sendable {
      case text(String)
      case flag(Bool)
      case role(Role)
      case keyboard(Keyboard)
      case styles([Element.Style])
      case guides([AlignmentGuide])

      /// The words of a text.
      var words: [String] {
        if case .text(let text) = self { text.split(separator: " ").map(String.init) } else { [] }
      }
    }
  }
}

extension Element.Attribute {
  /// What can be said of an element. Nothing else can: there is no name for what would run or load something.
  package enum Name: CaseIterable, Hashable, Sendable {
    /// How it is laid out and looks: ``Element/Style``s.
    case style
    case role
    /// From what it appears, and to what it disappears, where that is animated.
    case transition
    /// In which direction text and layout run: "rtl" or "ltr".
    case direction

    // MARK: Names and descriptions

    /// What the element is called, where its content does not say it.
    case label
    /// What is shown while the pointer rests on it.
    case help
    /// What happens when it is used.
    case hint
    /// What stands for a picture that is not shown.
    case alternative
    /// The name that tests of an app know it by.
    case identifier
    /// The level of a heading, from 1.
    case level
    /// A flag: whether screen readers pass it over.
    case isHidden

    // MARK: States, as flags

    /// A control that cannot be used.
    case isDisabled
    /// An element other than a form control that cannot be used (`aria-disabled`).
    case isUnavailable
    /// Whether keys reach it.
    case isFocusable
    /// A toggle.
    case isOn
    /// The option of a picker that is chosen.
    case isChosen
    /// A choice among others that are all shown.
    case isChecked
    /// A row or a tab.
    case isSelected
    /// A button that stays down.
    case isPressed
    /// What the button opens and closes is open.
    case isExpanded
    /// A disclosure or a dialog.
    case isOpen
    /// The place that is shown.
    case isCurrent
    /// Nothing else can be used while it is open.
    case isModal
    /// A dialog that is closed by its own buttons only.
    case staysOpen
    case opensMenu
    /// A grid of which several rows can be selected.
    case selectsSeveral
    /// A field with text that no value was made of yet.
    case isDraft

    // MARK: Fields

    case value
    /// By what a field is recognized on another page.
    case fieldKey
    case placeholder
    case minimum
    case maximum
    case step
    /// How many lines of text it shows.
    case lines
    /// A ``Element/Keyboard``.
    case keyboard
    /// What is typed there, as ``UITextContentType`` names it.
    case contentType
    /// What begins with a capital letter: "none", "words", "sentences" or "characters".
    case capitalization
    /// What the Return key of a keyboard on the screen says.
    case returnKey
    /// A flag.
    case correctsText
    /// A flag.
    case checksSpelling

    // MARK: Values that are shown

    /// The value in words.
    case valueText
    case currentValue
    case leastValue
    case greatestValue

    /// Where text within is cut that is too long: "head" or "middle". Without it, the end is.
    case truncation
    /// The heights that a sheet may have: of each its name and a part of the window or a number of pixels.
    case sheetHeights

    /// In which directions what lies in it has to fit, "x", "y" or "xy": the first that does is shown.
    case fitting

    /// In which widths the views of a ``StyleClass/placed`` are measured, for each view separated by commas, with
    /// semicolons between views.
    case askedWidths

    /// How small text within may be where it is too long: a part of its size.
    case leastScale

    // MARK: Alignment

    /// The guides that what lies in it is aligned by, where that takes a script: ``AlignmentGuide``s.
    case alignment
    /// The guides that it has set: ``AlignmentGuide``s.
    case guides

    // MARK: Links

    /// The address that it leads to.
    case destination
    /// A flag.
    case opensNewWindow
    /// A flag: what it leads to is no part of the app, and learns nothing of it.
    case isForeign

    // MARK: Clicks and keys

    /// A flag: whether a tap on it comes before those of what is in it, or goes along with them.
    case tapsFirst
    /// For how long it is held until that is a long press, in milliseconds.
    case pressDuration
    /// How far a pointer that is down moves until that is a drag, in points.
    case dragDistance
    /// A flag: clicks and double clicks tell where they were.
    case tellsPlace
    /// A flag of a button: a click reads the browser's clipboard.
    case pastes
    /// A flag: it can be dragged to an element that hears of drops.
    case isDraggable
    /// Which files a field takes: kinds and suffixes, separated by commas.
    case acceptedFiles
    /// A flag of a field for files.
    case takesSeveralFiles
    /// The keys that click it.
    case shortcut
    /// The keys whose events it hears, separated by spaces.
    case keys

    // MARK: Rows

    /// The first of the rows that are there.
    case firstRow
    /// The last of the rows that are there.
    case lastRow
    /// How many rows there are, with those that are not there.
    case allRows
    /// How many rows it stands for, which are not there.
    case missingRows
    /// The number of rows of a table.
    case rowCount
    /// "ascending", "descending" or "none".
    case order
    /// A flag of a header: of a row, or of a column.
    case isRowHeader

    // MARK: Pictures

    /// The name of a symbol.
    case symbol
    /// The name of an image of the app.
    case asset
    /// The address of a picture.
    case source
    case width
    case height

    // MARK: Drawings

    /// The coordinates that are shown: left, top, width and height.
    case coordinates
    /// A flag.
    case keepsProportions
    /// A flag: lines are as wide as they say, however large the drawing is.
    case keepsLineWidth
    /// The segments of a path.
    case outline
    /// The length that a path is said to have.
    case length
    case x
    case y
    case centerX
    case centerY
    case radius
    case cornerRadius
    /// A flag of a text: its position is where it ends.
    case endsThere
  }
}

extension Element {
  /// What an element is for screen readers, where its kind does not say it.
  package enum Role: CaseIterable, Sendable {
    case alert
    case alertDialog
    case button
    case choice
    case choices
    /// A list of which rows can be selected.
    case grid
    case gridCell
    case gridRow
    case group
    case heading
    case image
    case link
    case list
    case listItem
    case menu
    case menuItem
    case note
    case progress
    case search
    case status
    case `switch`
    case tab
    case tabs
    case toolbar
  }

  /// The keyboard that a phone shows.
  package enum Keyboard: CaseIterable, Sendable {
    case text
    case numbers
    case decimals
    case phone
    case mail
    case address
    case search
  }
}
