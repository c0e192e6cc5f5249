// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A row or column of a grid. See Apple's documentation of `GridItem`.
public struct GridItem: Sendable {
  /// How wide a column or how high a row is, in points.
  public enum Size: Sendable {
    /// As wide as it says.
    case fixed(CGFloat)
    /// A part of the room there is, between two limits.
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// As many columns as there is room for, each between two limits.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  /// How wide the column or how high the row is.
  public var size: Size
  /// The distance to the next column or row in points; nil for 8 points. That of the first one counts for all.
  public var spacing: CGFloat?
  /// Where views lie in their cells; nil for the grid's own. That of the first one counts for all.
  public var alignment: Alignment?
  /// Creates a column or a row.
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
  var track: Element.Style.Track {
    switch size {
    case .fixed(let length): .fixed(length)
    case .flexible(let minimum, let maximum): .flexible(minimum, maximum)
    case .adaptive(let minimum, let maximum): .adaptive(minimum, maximum)
    }
  }
}

/// A grid that grows downwards, of columns of given sizes. Of a ``ForEach`` with more than 300 elements only the views
/// around what is in sight are evaluated.
public struct LazyVGrid<Content: View>: View {
  let columns: [GridItem]
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content
  /// Creates a grid of columns.
  ///
  /// - Parameters:
  ///   - spacing: The distance between rows in points; nil for 8 points.
  ///   - pinnedViews: Has no effect in the browser.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
  /// A grid of the columns.
  public var body: some View {
    GridElement(
      tracks: .columns(columns.map(\.track)), lazyColumns: GridColumns.of(columns), rowGap: spacing,
      columnGap: columns.first?.spacing,
      alignment: columns.first?.alignment ?? Alignment(horizontal: alignment, vertical: .center), content: content)
  }
}

/// A grid that grows to the side, of rows of given sizes. Its views are all evaluated at once, unless a list or a
/// ``LazyVStack`` is around it.
public struct LazyHGrid<Content: View>: View {
  let rows: [GridItem]
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content
  /// Creates a grid of rows.
  ///
  /// - Parameters:
  ///   - spacing: The distance between columns in points; nil for 8 points.
  ///   - pinnedViews: Has no effect in the browser.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
  /// A grid of the rows.
  public var body: some View {
    GridElement(
      tracks: .rows(rows.map(\.track)), rowGap: rows.first?.spacing,
      columnGap: spacing,
      alignment: rows.first?.alignment ?? Alignment(horizontal: .center, vertical: alignment), content: content)
  }
}

struct GridElement<Content: View>: PrimitiveView {
  /// The columns or the rows; nil for columns as wide as what is in them.
  let tracks: Element.Style?
  /// How many columns there are, if only some rows need be evaluated.
  var lazyColumns: Int?
  let rowGap: CGFloat?
  let columnGap: CGFloat?
  let alignment: Alignment
  let content: Content

  func update(_ node: Node) {
    var environment = node.environment(inStack: .vertical)
    if let lazyColumns {
      environment = node.environment("\(lazyColumns) columns") {
        $0.enterStack(.vertical)
        $0.leaveRowsOut(columns: lazyColumns)
      }
    }
    node.child(0, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element(.box, [.grid], children: content.elements)
    // In the middle of its cell is what does not fill it.
    if alignment.horizontal != .center { element.style(.cellAlignment(.horizontal, alignment.horizontal.place)) }
    if alignment.vertical != .center { element.style(.cellAlignment(.vertical, alignment.vertical.place)) }
    if let tracks {
      element.style(tracks)
      if case .rows = tracks { element.grows = .vertical } else { element.grows = .horizontal }
    } else {
      let growing = Self.growing(content.elements)
      element.style(.columnsByContent(growing.columns))
      if growing.columns.contains(true) { element.grows.insert(.horizontal) }
      if growing.rows.contains(true) {
        element.style(.rowsByContent(growing.rows))
        element.grows.insert(.vertical)
      }
      let alignments = Self.columnAlignments(content.elements)
      // What is in no row goes over all columns.
      element.children = content.elements.map { child in
        if child.traits.isGap { return child }
        if child.traits.isGridRow { return alignments.isEmpty ? child : child.aligned(alignments) }
        return child.changed { $0.styleUnlessSet(.columnSpan(nil)) }
      }
    }
    if let rowGap { element.style(.rowSpacing(rowGap)) }
    if let columnGap { element.style(.columnSpacing(columnGap)) }
    return Output(element, content.preferences)
  }
}

extension GridElement {
  /// Which columns and rows take all the room there is, as some cell in them does. A cell that goes over several columns
  /// makes none of them do so.
  private static func growing(_ rows: [Rendered]) -> (columns: [Bool], rows: [Bool]) {
    let count = rows.map { $0.traits.isGridRow ? $0.cellColumns.last?.upperBound ?? 0 : 1 }.max() ?? 1
    var columns = Array(repeating: false, count: max(count, 1))
    var grows = rows.map { _ in false }
    for (number, row) in rows.enumerated() where row.traits.isGridRow {
      // A line is as long as its row is high.
      for (cell, place) in zip(row.children, row.cellColumns) where !cell.traits.isDivider {
        let axes = cell.grows.subtracting(cell.traits.isUnsized)
        if axes.contains(.horizontal), place.count == 1 { columns[place.lowerBound] = true }
        if axes.contains(.vertical) { grows[number] = true }
      }
    }
    return (columns, grows)
  }

  /// By column, what a cell in it says of all of them.
  private static func columnAlignments(_ rows: [Rendered]) -> [Int: HorizontalAlignment] {
    var alignments: [Int: HorizontalAlignment] = [:]
    for row in rows where row.traits.isGridRow {
      for (cell, columns) in zip(row.children, row.cellColumns) {
        if let alignment = cell.traits.gridAlignment { alignments[columns.lowerBound] = alignment }
      }
    }
    return alignments
  }
}

extension Rendered {
  /// Of a row of a grid: which columns each cell takes.
  fileprivate var cellColumns: [Range<Int>] {
    var start = 0
    return children.map { cell in
      let end = start + (cell.traits.gridColumns ?? 1)
      defer { start = end }
      return start..<end
    }
  }

  /// A row of a grid with its cells aligned as their columns are.
  fileprivate func aligned(_ alignments: [Int: HorizontalAlignment]) -> Rendered {
    changed { row in
      row.children = zip(children, cellColumns).map { cell, columns in
        guard let alignment = alignments[columns.lowerBound], !cell.grows.contains(.horizontal) else { return cell }
        return cell.changed { $0.styleUnlessSet(.ownCellAlignment(.horizontal, alignment.place)) }
      }
    }
  }
}

/// A grid whose columns are as wide as what is in them. See Apple's documentation of `Grid`.
public struct Grid<Content: View>: View {
  let alignment: Alignment
  let horizontalSpacing: CGFloat?
  let verticalSpacing: CGFloat?
  let content: Content
  /// Creates a grid. Views in it that are in no ``GridRow`` go over all columns.
  ///
  /// - Parameters:
  ///   - horizontalSpacing: The distance between columns in points; nil for 8 points.
  ///   - verticalSpacing: The distance between rows in points; nil for 8 points.
  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }
  /// A grid with as many columns as the longest row has views.
  public var body: some View {
    GridElement(
      tracks: nil, rowGap: verticalSpacing, columnGap: horizontalSpacing, alignment: alignment, content: content)
  }
}

/// A row of a ``Grid``. See Apple's documentation of `GridRow`.
public struct GridRow<Content: View>: View {
  let alignment: VerticalAlignment?
  let content: Content
  /// None: its views are the cells of the grid.
  public typealias Body = Never
  /// Creates a row.
  ///
  /// - Parameter alignment: Where views lie in the height of the row; nil for the grid's own.
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }
}

extension GridRow: PrimitiveView {
  func update(_ node: Node) { node.child(0, content, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output {
    let cells = node.content.elements.map { cell in
      let columns = cell.traits.gridColumns
      guard columns != nil || alignment != nil else { return cell }
      return cell.changed { cell in
        if let columns { cell.style(.columnSpan(columns)) }
        if let alignment, !cell.grows.contains(.vertical) { cell.style(.ownCellAlignment(.vertical, alignment.place)) }
      }
    }
    let element = node.element(.box, [.gridRow], children: cells)
    element.traits.isGridRow = true
    return Output(element, node.content.preferences)
  }
}

extension View {
  /// Lets the view, in a ``GridRow``, take several columns of its grid: 1000 at most.
  public func gridCellColumns(_ count: Int) -> some View {
    changing { $0.traits.gridColumns = min(max(count, 1), 1000) }
  }
  /// Sets where the views of the column lie in their cells.
  public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
    changing { $0.traits.gridAlignment = guide }
  }
  /// Has no effect in the browser.
  public func gridCellAnchor(_ anchor: UnitPoint) -> some View { withoutEffect("gridCellAnchor") }
  /// Keeps the view, in a ``GridRow``, from making its grid take all the room there is in some directions.
  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { changing { $0.traits.isUnsized.formUnion(axes) } }
}
