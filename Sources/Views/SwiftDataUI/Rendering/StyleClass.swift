// SPDX-License-Identifier: Apache-2.0

/// The classes of elements: what a style sheet can rely on.
///
/// How much room an element takes is said by two classes that may be on any element: ``growsHorizontally`` and
/// ``growsVertically``. In a vertical stack the first means `align-self: stretch`, the second `flex: 1 1 0`; in a
/// horizontal one the other way round; in a box that holds one element, stretching.
package enum StyleClass: String, CaseIterable, Sendable {
  /// Takes all the width there is.
  case growsHorizontally = "s-grow-x"
  /// Takes all the height there is.
  case growsVertically = "s-grow-y"

  // MARK: Page

  /// The root: what is shown, then dialogs.
  case page = "s-page"
  /// What the root shows beside dialogs.
  case pageContent = "s-page-content"
  /// Names what is not supported.
  case unsupported = "s-unsupported"

  // MARK: Layout

  /// Above each other: a flexible column; centred, gap 8px unless a style says otherwise.
  case vstack = "s-vstack"
  /// Beside each other: a flexible row; centred, gap 8px unless a style says otherwise.
  case hstack = "s-hstack"
  /// Over each other: a grid with one cell.
  case zstack = "s-zstack"
  /// Room that grows; see the two classes above.
  case spacer = "s-spacer"
  /// A horizontal line.
  case divider = "s-divider"
  /// An upright line in a row.
  case verticalDivider = "s-divider-v"
  /// A box around one element: a flexible column, centred.
  case box = "s-box"
  /// A box with a size of its own: a flexible column, centred unless a style says otherwise.
  case frame = "s-frame"
  /// The frame has a fixed width: no growing or shrinking.
  case fixedWidth = "s-fixed-x"
  case fixedHeight = "s-fixed-y"
  /// A box with a layer: `position: relative; isolation: isolate`, else like a box.
  case layers = "s-layers"
  /// Behind the content: `position: absolute; inset: 0; z-index: -1; display: grid`.
  case layerBehind = "s-layer-behind"
  /// Before the content; lets clicks through where it has nothing.
  case layerBefore = "s-layer-before"
  /// `object-fit: contain`.
  case fit = "s-fit"
  /// `object-fit: cover`.
  case fill = "s-fill"
  /// Shows `--lines` lines at most.
  case lineLimit = "s-line-limit"
  /// All the room there is, with one element at its beginning, from where it is moved.
  case room = "s-room"
  /// Scrolls vertically.
  case scroll = "s-scroll"
  /// Scrolls horizontally.
  case scrollHorizontal = "s-scroll-x"
  /// Without scroll bars.
  case scrollIndicatorsHidden = "s-scroll-bare"
  /// A grid; `grid-template-columns` or `-rows` in its style.
  case grid = "s-grid"
  /// A row of a grid: `display: contents`.
  case gridRow = "s-grid-row"
  /// Rows that are not evaluated: `height: calc(var(--rows) * var(--row-height, 44px))`.
  case gap = "s-gap"

  // MARK: Text and images

  case text = "s-text"
  /// A part of a text with a style of its own.
  case run = "s-run"
  case link = "s-link"
  /// A symbol; `data-symbol` has its name.
  case symbol = "s-symbol"
  case image = "s-image"
  case resizable = "s-resizable"
  case label = "s-label"
  case labelIcon = "s-label-icon"
  case labelTitle = "s-label-title"
  case labelTitleAndIcon = "s-label-both"
  /// The title is for screen readers only.
  case labelIconOnly = "s-label-icon-only"

  // MARK: Shapes

  /// A plain area of color.
  case color = "s-color"
  /// A box with a background, a border and round corners.
  case shape = "s-shape"
  /// As wide as high.
  case square = "s-square"
  /// An SVG drawing that fills the room there is.
  case drawing = "s-drawing"

  // MARK: Controls

  case button = "s-button"
  case buttonBordered = "s-button-bordered"
  case buttonProminent = "s-button-prominent"
  case buttonBorderless = "s-button-borderless"
  case buttonPlain = "s-button-plain"
  case buttonLink = "s-button-link"
  /// Styled by the program: nothing of the button's own.
  case buttonCustom = "s-button-custom"
  case destructive = "s-destructive"
  case cancel = "s-cancel"
  case controlSmall = "s-control-small"
  case controlLarge = "s-control-large"

  // MARK: Lists

  /// Scrolls; one of the styles below goes with it.
  case list = "s-list"
  case listPlain = "s-list-plain"
  case listGrouped = "s-list-grouped"
  case listInset = "s-list-inset"
  case listInsetGrouped = "s-list-inset-grouped"
  case listSidebar = "s-list-sidebar"
  /// In lists: header, rows, footer.
  case section = "s-section"
  case sectionHeader = "s-section-header"
  case sectionFooter = "s-section-footer"
  /// A header that opens and closes its section.
  case sectionToggle = "s-section-toggle"
  case rows = "s-rows"
  /// A row: maybe a background, the content, a badge, actions.
  case row = "s-row"
  case rowContent = "s-row-content"
  case rowBackground = "s-row-background"
  case rowCustomBackground = "s-row-custom-background"
  case rowWithoutSeparator = "s-row-bare"
  /// Buttons beside the content, which come into sight when the row is swiped, opened or a button has the focus.
  case rowActions = "s-row-actions"
  case rowDelete = "s-row-delete"
  /// The row can be dragged.
  case rowMovable = "s-row-movable"
  case badge = "s-badge"
  case selectable = "s-selectable"
  case selected = "s-selected"

  // MARK: Fields and other controls

  /// A label beside a control, as wide as there is room: `display: flex; justify-content: space-between`.
  case control = "s-control"
  case controlLabel = "s-control-label"
  case textField = "s-field"
  case textFieldRounded = "s-field-rounded"
  case textFieldPlain = "s-field-plain"
  case textEditor = "s-editor"
  /// A checkbox with the role of a switch.
  case toggle = "s-toggle"
  case select = "s-select"
  /// A row of choices, of which one is ``selected``.
  case segmented = "s-segmented"
  /// Choices above each other.
  case pickerInline = "s-choices"
  /// A choice within.
  case option = "s-option"
  /// A date, a number, a color.
  case input = "s-input"
  case stepper = "s-stepper"
  case progress = "s-progress"
  case spinner = "s-spinner"
  /// A ring of which `--part`, in percent, is filled.
  case ring = "s-ring"
  case groupBox = "s-group-box"
  /// `details` with a summary.
  case disclosure = "s-disclosure"
  case disclosureLabel = "s-disclosure-label"
  /// Fills its container, centred: there is nothing to show.
  case unavailable = "s-unavailable"
  case unavailableLabel = "s-unavailable-label"
  case form = "s-form"
  /// `details` that open a list of buttons over the page.
  case menu = "s-menu"
  case menuLabel = "s-menu-label"
  case menuItems = "s-menu-items"
  /// Opened by a secondary click or a long press on its parent.
  case contextMenu = "s-context-menu"

  // MARK: Navigation

  case navigationStack = "s-nav-stack"
  /// One page: bar, search, content, bottom bar.
  case navigationPage = "s-nav-page"
  case navigationBar = "s-nav-bar"
  /// The title is small and between the buttons; otherwise large and below them.
  case navigationBarInline = "s-nav-bar-inline"
  case barLeading = "s-bar-leading"
  case barTitle = "s-bar-title"
  case barTrailing = "s-bar-trailing"
  case navigationTitle = "s-nav-title"
  case navigationContent = "s-nav-content"
  case bottomBar = "s-bottom-bar"
  case back = "s-back"
  /// A button that opens a page: in a row it has a chevron.
  case navigationLink = "s-nav-link"
  case split = "s-split"
  case splitSidebar = "s-split-sidebar"
  case splitContent = "s-split-content"
  case splitDetail = "s-split-detail"
  /// Where there is room for one column, the second of three or the last one is shown instead of the first.
  case splitAtContent = "s-split-at-content"
  case splitAtDetail = "s-split-at-detail"
  /// Leads to the column before; shown where there is room for one.
  case splitBack = "s-split-back"
  case tabs = "s-tabs"
  case tabBar = "s-tab-bar"
  case tab = "s-tab"
  case tabContent = "s-tab-content"

  // MARK: Search

  case search = "s-search"
  case searchField = "s-search-field"
  case searchScopes = "s-search-scopes"
  case searchSuggestions = "s-search-suggestions"
  /// A search field above its content, where there is no bar.
  case searchBox = "s-search-box"

  // MARK: Presentation

  /// A `dialog`, last in the page; one of the kinds below. `data-modal` keeps it from being closed by a click beside it.
  case dialog = "s-dialog"
  case sheet = "s-sheet"
  /// A sheet of half the height.
  case sheetMedium = "s-sheet-medium"
  case cover = "s-cover"
  case popover = "s-popover"
  case alert = "s-alert"
  case confirmation = "s-confirmation"
  case dialogTitle = "s-dialog-title"
  case dialogMessage = "s-dialog-message"
  case dialogActions = "s-dialog-actions"
  case dialogContent = "s-dialog-content"

  // MARK: Others

  case table = "s-table"
  case tableRow = "s-table-row"
  /// A thing of a chart, a map, …: a placeholder.
  case placeholder = "s-placeholder"
  /// Not shown, but in its place: `visibility: hidden`.
  case hidden = "s-hidden"
  /// A button that reloads: shown above a list.
  case refresh = "s-refresh"
}
