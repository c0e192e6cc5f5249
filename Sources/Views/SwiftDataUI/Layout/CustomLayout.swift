// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom layout. Its methods are not called, because the browser computes the layout; its views are shown in a row
/// that wraps, which is the purpose of most custom layouts. See Apple's documentation of `Layout`.
@MainActor @preconcurrency public protocol Layout {
  /// What the layout would keep between its calls.
  associatedtype Cache = Void
  /// The views that would be laid out.
  typealias Subviews = LayoutSubviews
  /// What is known of the layout before it is asked; not read here.
  static var layoutProperties: LayoutProperties { get }
  /// Makes what is kept between calls; never called here.
  func makeCache(subviews: Subviews) -> Cache
  /// Brings what is kept up to date; never called here.
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  /// Returns how large the layout would be; never called here.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  /// Places the views; never called here.
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
  /// Properties without a direction, for layouts that name none.
  public static var layoutProperties: LayoutProperties { LayoutProperties() }
  /// Changes nothing, for layouts that keep nothing.
  public func updateCache(_ cache: inout Cache, subviews: Subviews) {}

  /// The views, laid out.
  public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    LaidOut(kind: LayoutKind(of: self), content: content())
  }
}

extension LayoutKind {
  /// What the browser lays out in the place of a layout; a program's own is said to be left out, once.
  @MainActor init(of layout: some Layout) {
    if let stack = layout as? any StackLayout {
      self = stack.kind
    } else {
      let name = String(describing: type(of: layout))
      Diagnostics.noteOnce("The layout '\(name)' is not asked: its views are shown in a row that wraps.")
      self = .wrapping
    }
  }
}

extension Layout where Cache == Void {
  /// Keeps nothing, for layouts without a cache.
  public func makeCache(subviews: Subviews) {}
}

/// What is known of a layout before it is asked.
public struct LayoutProperties: Sendable {
  /// The direction of the layout, if it is a stack; not read here.
  public var stackOrientation: Axis?
  /// Creates properties without a direction.
  public init() {}
}

/// A proposed size. See Apple's documentation of `ProposedViewSize`.
public struct ProposedViewSize: Equatable, Sendable {
  /// The width that is offered; nil if it is up to the view.
  public var width: CGFloat?
  /// The height that is offered; nil if it is up to the view.
  public var height: CGFloat?
  /// As little as the view can do with.
  public static let zero = ProposedViewSize(width: 0, height: 0)
  /// Whatever the view wants.
  public static let unspecified = ProposedViewSize(width: nil, height: nil)
  /// As much as the view can take.
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

  /// Creates a proposal of a width and a height.
  public init(width: CGFloat?, height: CGFloat?) {
    self.width = width
    self.height = height
  }
  /// Creates a proposal of a size.
  public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
  /// Returns the size with numbers in place of what is nil.
  public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
    CGSize(width: width ?? size.width, height: height ?? size.height)
  }
}

/// The subviews of a custom layout: always empty, because custom layouts do not run.
public struct LayoutSubviews: RandomAccessCollection, Sendable {
  /// The number of a view.
  public typealias Index = Int
  /// Always zero.
  public var startIndex: Int { 0 }
  /// Always zero: there are no views.
  public var endIndex: Int { 0 }
  /// A view without size; never called, since there are no views.
  public subscript(position: Int) -> LayoutSubview { LayoutSubview() }
}

/// A view that a layout of the app's would lay out; there is none, since the layout is not asked.
public struct LayoutSubview: Equatable, Sendable {
  /// Always zero.
  public var priority: Double { 0 }
  /// The distance to other views that all have.
  public var spacing: ViewSpacing { ViewSpacing() }
  /// Returns no size: only the browser knows it.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { .zero }
  /// Returns no size: only the browser knows it.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions { ViewDimensions() }
  /// Has no effect in the browser.
  public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {}
  /// The value of the key that all views have: ``View/layoutValue(key:value:)`` sets none.
  public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { K.defaultValue }
}

/// The distance that a view keeps from others.
public struct ViewSpacing: Sendable {
  /// Creates the distance that all views have.
  public init() {}
  /// Returns 8 points, the browser's distance in stacks.
  public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
}

/// A value that a view hands to its layout. See Apple's documentation of `LayoutValueKey`.
public protocol LayoutValueKey {
  /// The type of the value.
  associatedtype Value
  /// The value of views that do not set one, which here is that of all views.
  static var defaultValue: Value { get }
}

extension View {
  /// Has no effect in the browser.
  public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View { withoutEffect("layoutValue") }
}

/// Content, laid out.
struct LaidOut<Content: View>: View {
  let kind: LayoutKind
  let content: Content

  var body: some View {
    switch kind {
    case .vertical(let alignment, let spacing): VStack(alignment: alignment, spacing: spacing) { content }
    case .horizontal(let alignment, let spacing): HStack(alignment: alignment, spacing: spacing) { content }
    case .layers(let alignment): ZStack(alignment: alignment) { content }
    case .wrapping:
      HStack { content }.changing { $0.style(.wraps) }
    }
  }
}

enum LayoutKind {
  case vertical(HorizontalAlignment, CGFloat?)
  case horizontal(VerticalAlignment, CGFloat?)
  case layers(Alignment)
  case wrapping
}

/// A layout that the browser knows.
@MainActor protocol StackLayout: Layout where Cache == Void {
  var kind: LayoutKind { get }
}

extension StackLayout {
  /// Returns no size, since the browser lays out; never called.
  public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize { .zero }
  /// Places nothing, since the browser lays out; never called.
  public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {}
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

/// A type-erased layout. See Apple's documentation of `AnyLayout`.
public struct AnyLayout: StackLayout {
  let kind: LayoutKind
  /// Creates a layout that is one of the stacks, if it is made of one; others are rows that wrap.
  public init<L: Layout>(_ layout: L) { kind = LayoutKind(of: layout) }
}
