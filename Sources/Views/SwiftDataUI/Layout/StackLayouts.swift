// SPDX-License-Identifier: Apache-2.0

import Foundation

// Layouts that the browser knows: they need no measuring.

/// What lays out the views of a layout.
enum LayoutKind {
  case vertical(HorizontalAlignment, CGFloat?)
  case horizontal(VerticalAlignment, CGFloat?)
  case layers(Alignment)
  case grid(Alignment, CGFloat?, CGFloat?)
  /// The program.
  case custom(CustomLayout)

  @MainActor init(of layout: some Layout) {
    self = (layout as? any StackLayout)?.kind ?? .custom(CustomLayout(layout))
  }
}

/// Content, laid out. It keeps its states when the layout becomes another one.
struct LaidOut<Content: View>: PrimitiveView {
  let kind: LayoutKind
  let content: Content

  func update(_ node: Node) {
    let axis: Axis? =
      switch kind {
      case .vertical, .grid: .vertical
      case .horizontal: .horizontal
      case .layers, .custom: nil
      }
    node.child(0, content, environment: node.environment(inStack: axis))
  }

  func assemble(_ node: Node) -> Output {
    switch kind {
    case .vertical(let alignment, let spacing):
      Stack(axis: .vertical, alignment: alignment.guide, spacing: spacing, content: content).assemble(node)
    case .horizontal(let alignment, let spacing):
      Stack(axis: .horizontal, alignment: alignment.guide, spacing: spacing, content: content).assemble(node)
    case .layers(let alignment): ZStack(alignment: alignment) { content }.assemble(node)
    case .grid(let alignment, let columnGap, let rowGap):
      GridElement(tracks: nil, rowGap: rowGap, columnGap: columnGap, alignment: alignment, content: content)
        .assemble(node)
    case .custom(let layout): layout.assemble(node)
    }
  }
}

/// A layout that the browser knows.
@MainActor protocol StackLayout: Layout where Cache == Void {
  var kind: LayoutKind { get }
}

extension StackLayout {
  /// Returns no size, since the browser lays out: a layout of a program that asks is told so in the log.
  public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    noteIsNotAsked()
    return .zero
  }
  /// Places nothing, since the browser lays out: a layout of a program that asks is told so in the log.
  public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    noteIsNotAsked()
  }

  private func noteIsNotAsked() {
    Diagnostics.noteOnce(
      "'\(Self.self)' has no size and places nothing within another layout: the browser lays it out.")
  }
}

/// ``VStack`` as a layout. See Apple's documentation of `VStackLayout`.
public struct VStackLayout: StackLayout {
  /// How the views are aligned from side to side.
  public var alignment: HorizontalAlignment
  /// The distance between the views in points; nil for 8 points.
  public var spacing: CGFloat?
  /// Creates a layout of views above each other.
  public nonisolated init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }
  var kind: LayoutKind { .vertical(alignment, spacing) }
}

/// ``HStack`` as a layout. See Apple's documentation of `HStackLayout`.
public struct HStackLayout: StackLayout {
  /// How the views are aligned from top to bottom.
  public var alignment: VerticalAlignment
  /// The distance between the views in points; nil for 8 points.
  public var spacing: CGFloat?
  /// Creates a layout of views beside each other.
  public nonisolated init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }
  var kind: LayoutKind { .horizontal(alignment, spacing) }
}

/// ``ZStack`` as a layout. See Apple's documentation of `ZStackLayout`.
public struct ZStackLayout: StackLayout {
  /// How the views are aligned over each other.
  public var alignment: Alignment
  /// Creates a layout of views over each other.
  public nonisolated init(alignment: Alignment = .center) { self.alignment = alignment }
  var kind: LayoutKind { .layers(alignment) }
}

/// ``Grid`` as a layout. See Apple's documentation of `GridLayout`.
public struct GridLayout: StackLayout {
  /// Where views lie in their cells.
  public var alignment: Alignment
  /// The distance between columns in points; nil for 8 points.
  public var horizontalSpacing: CGFloat?
  /// The distance between rows in points; nil for 8 points.
  public var verticalSpacing: CGFloat?
  /// Creates a layout of rows whose columns are as wide as what is in them.
  public nonisolated init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }
  var kind: LayoutKind { .grid(alignment, horizontalSpacing, verticalSpacing) }
}

/// A type-erased layout: its views keep their states when it becomes another layout. See Apple's documentation of
/// `AnyLayout`.
public struct AnyLayout: StackLayout {
  let kind: LayoutKind
  /// Creates a layout that is another one.
  public init<L: Layout>(_ layout: L) { kind = LayoutKind(of: layout) }
}
