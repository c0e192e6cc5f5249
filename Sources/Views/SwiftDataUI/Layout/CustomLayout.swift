// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom layout. See Apple's documentation of `Layout`.
///
/// The browser measures the views and tells the host, which asks the layout where they are. Until then, and without
/// scripts, the views are shown in a row that wraps. The layout has all the width there is around it, also if it says
/// that it needs less: what it says is where its views are, in that width as the container aligns its views. It has all
/// the height if it says that it takes it.
///
/// ```swift
/// struct Steps: Layout {
///   func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
///     let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
///     return CGSize(width: sizes.map(\.width).reduce(0, +), height: sizes.map(\.height).reduce(0, +))
///   }
///   func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
///     var place = bounds.origin
///     for view in subviews {
///       let size = view.sizeThatFits(.unspecified)
///       view.place(at: place, proposal: ProposedViewSize(size))
///       place = CGPoint(x: place.x + size.width, y: place.y + size.height)
///     }
///   }
/// }
/// ```
@MainActor @preconcurrency public protocol Layout {
  /// What the layout keeps between its calls.
  associatedtype Cache = Void
  /// The views that are laid out.
  typealias Subviews = LayoutSubviews
  /// What is known of the layout before it is asked; not read here.
  static var layoutProperties: LayoutProperties { get }
  /// Makes what is kept between calls.
  func makeCache(subviews: Subviews) -> Cache
  /// Brings what is kept up to date, whenever views or their sizes may have changed.
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  /// Returns how large the layout is for a size that it is offered.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  /// Places the views by ``LayoutSubview/place(at:anchor:proposal:)``. Those that are not placed are in the middle.
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
  /// Properties without a direction, for layouts that name none.
  public static var layoutProperties: LayoutProperties { LayoutProperties() }
  /// Makes anew what is kept.
  public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

  /// The views, laid out.
  public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    LaidOut(kind: LayoutKind(of: self), content: content())
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

/// The views of a custom layout. See Apple's documentation of `LayoutSubviews`.
public struct LayoutSubviews: RandomAccessCollection, Sendable {
  let views: ArraySlice<LayoutSubview>
  /// In which direction text and layout run. Places count from the leading side in both.
  public let layoutDirection: LayoutDirection

  init(_ views: ArraySlice<LayoutSubview>, _ layoutDirection: LayoutDirection = .leftToRight) {
    self.views = views
    self.layoutDirection = layoutDirection
  }

  /// The number of a view.
  public typealias Index = Int
  /// Some of the views.
  public typealias SubSequence = LayoutSubviews
  /// The number of the first view.
  public var startIndex: Int { views.startIndex }
  /// The number after that of the last view.
  public var endIndex: Int { views.endIndex }
  /// The view with a number.
  public subscript(position: Int) -> LayoutSubview { views[position] }
  /// The views with some numbers.
  public subscript(bounds: Range<Int>) -> LayoutSubviews { LayoutSubviews(views[bounds], layoutDirection) }
}

/// A view that a layout of the app's lays out. See Apple's documentation of `LayoutSubview`.
///
/// What is asked of it has been measured by the browser. How high a view is in a width that nobody has asked about before
/// is estimated at first; the browser is asked, and so is the layout, once more.
public struct LayoutSubview: Equatable, Sendable {
  let view: MeasuredSubview

  /// Whether both are the same view of the page, wherever it has been placed.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.view === rhs.view }
  /// What ``View/layoutPriority(_:)`` says of the view, or zero.
  public var priority: Double { view.priority }
  /// The distance to other views that all have.
  public var spacing: ViewSpacing { ViewSpacing() }
  /// Returns how large the view is for a size that it is offered.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { view.size(proposal) }
  /// Returns how large the view is for a size that it is offered, with the guides of a view without text.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
    let size = view.size(proposal)
    return ViewDimensions(size.width, size.height, size.height, size.height)
  }
  /// Places the view: a point of it, and how large it is offered to be.
  public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
    view.placement = .init(position: position, anchor: anchor, proposal: proposal)
  }
  /// What ``View/layoutValue(key:value:)`` says of the view, or the key's default.
  public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { view.values?[key] ?? K.defaultValue }
}

/// The distance that a view keeps from others.
public struct ViewSpacing: Sendable {
  /// No distance is kept as that of a view: ``distance(to:along:)`` is the same for all.
  public static let zero = ViewSpacing()
  /// Creates the distance that all views have.
  public init() {}
  /// Returns 8 points, the browser's distance in stacks.
  public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
}

/// A value that a view hands to its layout. See Apple's documentation of `LayoutValueKey`.
public protocol LayoutValueKey {
  /// The type of the value.
  associatedtype Value
  /// The value of views that do not set one.
  static var defaultValue: Value { get }
}

extension View {
  /// Hands a value to the layout that the view is in, which reads it from the ``LayoutSubview``.
  public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
    changing { element in
      var values = element.traits.containerEntries ?? ContainerValues()
      values[key] = value
      element.traits.containerEntries = values
    }
  }
}
