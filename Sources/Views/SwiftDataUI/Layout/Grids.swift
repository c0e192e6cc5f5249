// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A row or column of a grid. See Apple's documentation of `GridItem`.
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public var size: Size
  public var spacing: CGFloat?
  public var alignment: Alignment?
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
  var css: String {
    func limit(_ value: CGFloat) -> String { value.isFinite ? value.pixels : "1fr" }
    switch size {
    case .fixed(let length): return length.pixels
    case .flexible(let minimum, let maximum): return "minmax(\(minimum.pixels),\(limit(maximum)))"
    case .adaptive(let minimum, let maximum): return "repeat(auto-fill,minmax(\(minimum.pixels),\(limit(maximum))))"
    }
  }
}

public struct LazyVGrid<Content: View>: View {
  let columns: [GridItem]
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
  public var body: some View {
    GridElement(
      tracks: ("grid-template-columns", columns.map(\.css).joined(separator: " ")), rowGap: spacing,
      columnGap: columns.first?.spacing,
      alignment: columns.first?.alignment ?? Alignment(horizontal: alignment, vertical: .center), content: content)
  }
}

public struct LazyHGrid<Content: View>: View {
  let rows: [GridItem]
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
  public var body: some View {
    GridElement(
      tracks: ("grid-template-rows", rows.map(\.css).joined(separator: " ")), rowGap: rows.first?.spacing,
      columnGap: spacing,
      alignment: rows.first?.alignment ?? Alignment(horizontal: .center, vertical: alignment), content: content)
  }
}

struct GridElement<Content: View>: PrimitiveView {
  let tracks: (String, String)?
  let rowGap: CGFloat?
  let columnGap: CGFloat?
  let alignment: Alignment
  let content: Content

  func update(_ node: Node) { node.child(0, content, environment: node.environment(inStack: .vertical)) }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element("div", [.grid], children: content.elements)
    // In the middle of its cell is what does not fill it.
    if alignment.horizontal != .center { element.style("justify-items", alignment.horizontal.grid) }
    if alignment.vertical != .center { element.style("align-items", alignment.vertical.grid) }
    if let tracks {
      element.style(tracks.0, tracks.1)
      if tracks.0 == "grid-template-rows" { element.style("grid-auto-flow", "column") }
      element.grows = tracks.0 == "grid-template-rows" ? .vertical : .horizontal
    } else {
      let columns = content.elements.map { $0.traits.isGridRow ? $0.children.count : 1 }.max() ?? 1
      element.style("grid-template-columns", "repeat(\(max(columns, 1)),auto)")
      // What is in no row goes over all columns.
      element.children = content.elements.map { child in
        child.traits.isGridRow || child.traits.isGap
          ? child : child.changed { $0.styleUnlessSet("grid-column", "1/-1") }
      }
    }
    if let rowGap { element.style("row-gap", rowGap.pixels) }
    if let columnGap { element.style("column-gap", columnGap.pixels) }
    return Output(element, content.preferences)
  }
}

public struct Grid<Content: View>: View {
  let alignment: Alignment
  let horizontalSpacing: CGFloat?
  let verticalSpacing: CGFloat?
  let content: Content
  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }
  public var body: some View {
    GridElement(
      tracks: nil, rowGap: verticalSpacing, columnGap: horizontalSpacing, alignment: alignment, content: content)
  }
}

public struct GridRow<Content: View>: View {
  let content: Content
  public typealias Body = Never
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}

extension GridRow: PrimitiveView {
  func update(_ node: Node) { node.child(0, content, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output {
    let element = node.element("div", [.gridRow], children: node.content.elements)
    element.traits.isGridRow = true
    return Output(element, node.content.preferences)
  }
}

extension View {
  public func gridCellColumns(_ count: Int) -> some View { styling("grid-column", "span \(max(count, 1))") }
  public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { styling("justify-self", guide.grid) }
  /// Has no effect in the browser.
  public func gridCellAnchor(_ anchor: UnitPoint) -> some View { self }
  /// Has no effect in the browser.
  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }
}
