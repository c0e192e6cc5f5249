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

  /// A plain area of colour.
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
  /// Buttons that appear when the row is swiped, hovered or focused; with ``leading`` or ``trailing``.
  case rowActions = "s-row-actions"
  case rowDelete = "s-row-delete"
  /// The row can be dragged.
  case rowMovable = "s-row-movable"
  case leading = "s-leading"
  case trailing = "s-trailing"
  case badge = "s-badge"
  case selectable = "s-selectable"
  case selected = "s-selected"
}
