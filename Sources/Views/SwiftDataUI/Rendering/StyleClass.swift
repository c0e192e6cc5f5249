// SPDX-License-Identifier: Apache-2.0

/// The classes of elements: what a style sheet can rely on.
///
/// How much room an element takes is said by two classes that may be on any element: ``growsHorizontally`` and
/// ``growsVertically``. Along a stack, such elements share the room that others leave; across it, and in a box that holds
/// one element, they take all of it.
package enum StyleClass: CaseIterable, Sendable {
  /// Takes all the width there is.
  case growsHorizontally
  /// Takes all the height there is.
  case growsVertically

  // MARK: Page

  /// The root: what is shown, then dialogs.
  case page
  /// What the root shows beside dialogs.
  case pageContent
  /// Names what is not supported.
  case unsupported

  // MARK: Layout

  /// Above each other: in the middle and 8 points apart, unless a style says otherwise.
  case vstack
  /// Beside each other: in the middle and 8 points apart, unless a style says otherwise.
  case hstack
  /// Over each other, in one cell.
  case zstack
  /// Room that grows; see the two classes above.
  case spacer
  /// A horizontal line.
  case divider
  /// An upright line in a row.
  case verticalDivider
  /// A box around one element, which is in the middle.
  case box
  /// A box with a size of its own, around an element in the middle, unless a style says otherwise.
  case frame
  /// The frame has a fixed width: no growing or shrinking.
  case fixedWidth
  case fixedHeight
  /// The frame has a greatest width: it lies where its container has others.
  case limitedWidth
  /// A box with layers of its own.
  case layers
  /// Behind the content, as large as it: views over each other.
  case layerBehind
  /// Before the content; lets clicks through where it has nothing.
  case layerBefore
  /// Behind a page and its bars, also those around the page: views over each other.
  case bleed
  /// An image is shown whole.
  case fit
  /// An image fills its room; what goes beyond is cut off.
  case fill
  /// Shows as many lines as ``Element/Style/lineLimit(_:)`` says at most.
  case lineLimit
  /// All the room there is, with one element at its beginning, from where it is moved.
  case room
  /// Views that the program places: one box, in which they are. Hears of ``Event/Kind/measure``.
  case placed
  /// The box around them, as large as the program says. Before that it is a row that wraps.
  case placedArea
  /// The box around one of them.
  case placedItem
  /// Scrolls vertically.
  case scroll
  /// Scrolls horizontally.
  case scrollHorizontal
  /// Without scroll bars.
  case scrollIndicatorsHidden
  /// A grid; its styles say of which columns or rows.
  case grid
  /// A row of a grid, whose children are the cells.
  case gridRow
  /// Rows that are not evaluated, as high as ``Element/Style/missingRows(_:)`` rows.
  case gap

  // MARK: Text and images

  case text
  /// A part of a text with a style of its own.
  case run
  case link
  /// A symbol; ``Element/Attribute/Name/symbol`` is its name.
  case symbol
  case image
  case resizable
  case label
  case labelIcon
  case labelTitle
  case labelTitleAndIcon
  /// The title is for screen readers only.
  case labelIconOnly

  // MARK: Shapes

  /// A plain area of color.
  case color
  /// A box with a background, a border and round corners.
  case shape
  /// As wide as high.
  case square
  /// An SVG drawing that fills the room there is.
  case drawing

  // MARK: Controls

  case button
  case buttonBordered
  case buttonProminent
  case buttonBorderless
  case buttonPlain
  case buttonLink
  /// Styled by the program: nothing of the button's own.
  case buttonCustom
  case destructive
  case cancel
  case controlSmall
  case controlLarge

  // MARK: Lists

  /// Scrolls; one of the styles below goes with it.
  case list
  case listPlain
  case listGrouped
  case listInset
  case listInsetGrouped
  case listSidebar
  /// In lists: header, rows, footer.
  case section
  case sectionHeader
  case sectionFooter
  /// A header that opens and closes its section.
  case sectionToggle
  case rows
  /// A row: maybe a background, the content, a badge, actions.
  case row
  case rowContent
  case rowBackground
  case rowCustomBackground
  case rowWithoutSeparator
  /// Buttons beside the content, which come into sight when the row is swiped, opened or a button has the focus.
  case rowActions
  case rowDelete
  /// In rows that are edited: brings the actions into sight.
  case rowRemove
  /// In rows that are edited: whether the row is selected.
  case rowChoice
  /// The row can be dragged.
  case rowMovable
  case badge
  case selectable
  case selected

  // MARK: Fields and other controls

  /// A label and a control at both ends of the room there is.
  case control
  case controlLabel
  case textField
  case textFieldRounded
  case textFieldPlain
  case textEditor
  /// A checkbox with the role of a switch.
  case toggle
  case select
  /// A row of choices, of which one is ``selected``.
  case segmented
  /// Choices above each other.
  case pickerInline
  /// A choice within.
  case option
  /// A date, a number, a color.
  case input
  case stepper
  case progress
  case spinner
  /// A ring of which ``Element/Style/part(_:)`` is filled.
  case ring
  case groupBox
  /// Opens and closes, with a label.
  case disclosure
  case disclosureLabel
  /// Fills its container, centred: there is nothing to show.
  case unavailable
  case unavailableLabel
  case form
  /// Opens a list of buttons over the page.
  case menu
  case menuLabel
  case menuItems
  /// Opened by a secondary click or a long press on its parent.
  case contextMenu

  // MARK: Navigation

  case navigationStack
  /// One page: bar, search, content, bottom bar.
  case navigationPage
  case navigationBar
  /// The title is small and between the buttons; otherwise large and below them.
  case navigationBarInline
  case barLeading
  case barTitle
  case barTrailing
  case navigationTitle
  case navigationContent
  case bottomBar
  case back
  /// A button that opens a page: in a row it has a chevron.
  case navigationLink
  case split
  case splitSidebar
  case splitContent
  case splitDetail
  /// Where there is room for one column, the second of three or the last one is shown instead of the first.
  case splitAtContent
  case splitAtDetail
  /// Leads to the column before; shown where there is room for one.
  case splitBack
  case tabs
  case tabBar
  case tab
  case tabContent
  /// Pages beside each other, one of which is in sight: a strip of them that scrolls, maybe dots.
  case pager
  /// Its pages; the one that is shown is ``selected``. Hears of the page that somebody scrolls to.
  case pagerStrip
  case pagerPage
  case pagerDots
  case pagerDot

  /// Views of which the first one that has room is shown: ``Element/Attribute/Name/fitting``.
  case fitting
  /// What has a button above it that reloads it, and the bar with the button.
  case refreshable
  case refreshBar

  // MARK: Search

  case search
  case searchField
  case searchScopes
  case searchSuggestions
  /// A search field above its content, where there is no bar.
  case searchBox

  // MARK: Presentation

  /// Over the page, and last in it; one of the kinds below. ``Element/Attribute/Name/staysOpen`` keeps it from being closed by a click beside it.
  case dialog
  case sheet
  /// A sheet whose height is ``Element/Style/sheetHeight(_:)``.
  case sheetSized
  /// A sheet with a mark at its upper edge.
  case sheetGrip
  /// The control at the upper edge of a sheet that has several heights.
  case sheetHandle
  case cover
  case popover
  case alert
  case confirmation
  case dialogTitle
  case dialogMessage
  case dialogActions
  case dialogContent

  // MARK: Others

  case table
  case tableRow
  /// Scrolls a table whose cells are reached with the arrow keys: it is one stop of the Tab key.
  case tableCells
  /// The edge of a column's header: dragged, it makes the column wider. Hears of the width as a change.
  case columnEdge
  /// A name with a field for files over it.
  case fileChooser
  /// A thing of a chart, a map, …: a placeholder.
  case placeholder
  /// Not shown, but in its place.
  case hidden
  /// A button that reloads: shown above a list.
  case refresh

  // MARK: Charts

  /// A drawing of values with its axes.
  case chart
  /// The plot with its axes.
  case chartBody
  /// Where the marks are.
  case chartPlot
  /// The lines behind the marks.
  case chartGrid
  /// Marks, placed by percentages.
  case chartMarks
  /// Views behind or before the marks.
  case chartLayer
  /// Sectors around a middle.
  case chartPie
  /// A bar, a rectangle or a rule.
  case chartBar
  /// The area below a line.
  case chartArea
  /// A point.
  case chartDot
  /// An annotation of a mark.
  case chartNote
  /// The labels of the vertical axis.
  case chartY
  /// The vertical axis comes first.
  case chartLeading
  /// The labels of the horizontal axis.
  case chartX
  /// What the colors stand for.
  case chartLegend
  /// The values, for screen readers only.
  case chartTable
}
