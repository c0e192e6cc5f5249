// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom layout. Its methods are not called, because the browser computes the layout; its views are shown in a row
/// that wraps, which is the purpose of most custom layouts. See Apple's documentation of `Layout`.
@MainActor @preconcurrency public protocol Layout {
  associatedtype Cache = Void
  typealias Subviews = LayoutSubviews
  static var layoutProperties: LayoutProperties { get }
  func makeCache(subviews: Subviews) -> Cache
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
  public static var layoutProperties: LayoutProperties { LayoutProperties() }
  public func updateCache(_ cache: inout Cache, subviews: Subviews) {}

  /// The views, laid out.
  public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    LaidOut(kind: (self as? any StackLayout)?.kind ?? .wrapping, content: content())
  }
}

extension Layout where Cache == Void {
  public func makeCache(subviews: Subviews) {}
}

public struct LayoutProperties: Sendable {
  public var stackOrientation: Axis?
  public init() {}
}

/// A proposed size. See Apple's documentation of `ProposedViewSize`.
public struct ProposedViewSize: Equatable, Sendable {
  public var width: CGFloat?
  public var height: CGFloat?
  public static let zero = ProposedViewSize(width: 0, height: 0)
  public static let unspecified = ProposedViewSize(width: nil, height: nil)
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

  public init(width: CGFloat?, height: CGFloat?) {
    self.width = width
    self.height = height
  }
  public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
  public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
    CGSize(width: width ?? size.width, height: height ?? size.height)
  }
}

/// The subviews of a custom layout: always empty, because custom layouts do not run.
public struct LayoutSubviews: RandomAccessCollection, Sendable {
  public typealias Index = Int
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(position: Int) -> LayoutSubview { LayoutSubview() }
}

public struct LayoutSubview: Equatable, Sendable {
  public var priority: Double { 0 }
  public var spacing: ViewSpacing { ViewSpacing() }
  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { .zero }
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions { ViewDimensions() }
  public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {}
  public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { K.defaultValue }
}

public struct ViewSpacing: Sendable {
  public init() {}
  public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
}

/// A value that a view hands to its layout. See Apple's documentation of `LayoutValueKey`.
public protocol LayoutValueKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

extension View {
  /// Has no effect in the browser.
  public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View { self }
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
      HStack { content }.changing { element in
        element.style("flex-wrap", "wrap")
        element.style("justify-content", "flex-start")
      }
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
  public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize { .zero }
  public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {}
}

/// ``VStack`` as a layout. See Apple's documentation of `VStackLayout`.
public struct VStackLayout: StackLayout {
  public var alignment: HorizontalAlignment
  public var spacing: CGFloat?
  public nonisolated init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }
  var kind: LayoutKind { .vertical(alignment, spacing) }
}

/// ``HStack`` as a layout. See Apple's documentation of `HStackLayout`.
public struct HStackLayout: StackLayout {
  public var alignment: VerticalAlignment
  public var spacing: CGFloat?
  public nonisolated init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }
  var kind: LayoutKind { .horizontal(alignment, spacing) }
}

/// ``ZStack`` as a layout. See Apple's documentation of `ZStackLayout`.
public struct ZStackLayout: StackLayout {
  public var alignment: Alignment
  public nonisolated init(alignment: Alignment = .center) { self.alignment = alignment }
  var kind: LayoutKind { .layers(alignment) }
}

/// A type-erased layout. See Apple's documentation of `AnyLayout`.
public struct AnyLayout: StackLayout {
  let kind: LayoutKind
  public init<L: Layout>(_ layout: L) { kind = (layout as? any StackLayout)?.kind ?? .wrapping }
}
