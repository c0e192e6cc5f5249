// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Draws a colour, a gradient, a shape or a picture behind the bars of its page, too, if it takes all the room of the
  /// page and the edges include the upper one. What somebody reads or uses stays between the bars. See Apple's
  /// documentation of `ignoresSafeArea(_:edges:)`.
  ///
  ///     ZStack {
  ///       Color.indigo.ignoresSafeArea()
  ///       Text("In the middle, over indigo that reaches behind the bars")
  ///     }
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View {
    let isIgnored = regions.contains(.container) && edges.contains(.top)
    return ChangedElements(content: self, isPlain: true) { element, _ in
      if !isIgnored || element.traits.isGap { return element }
      return element.changed { $0.traits.safeArea.insert(.isIgnored) }
    }
  }
  /// The same as ``ignoresSafeArea(_:edges:)`` for all regions.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { ignoresSafeArea(edges: edges) }
  /// Lays views above or below this one, which leaves them room; it does not scroll under them.
  public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content().changing { element in
      if alignment != .center, !element.grows.contains(.horizontal) {
        element.style(.ownStackAlignment(alignment.place))
      }
    }
    return VStack(spacing: spacing ?? 0) {
      if edge == .top { inset }
      self
      if edge == .bottom { inset }
    }
    .changing { $0.traits.safeArea.insert(.isInset) }
  }
  /// Lays views before or after this one, which leaves them room; it does not scroll under them.
  public func safeAreaInset<V: View>(
    edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content().changing { element in
      if alignment != .center, !element.grows.contains(.vertical) { element.style(.ownStackAlignment(alignment.place)) }
    }
    return HStack(spacing: spacing ?? 0) {
      if edge == .leading { inset }
      self
      if edge == .trailing { inset }
    }
    .changing { $0.traits.safeArea.insert(.isInset) }
  }
  /// Lays a bar above or below this one: the same as ``safeAreaInset(edge:alignment:spacing:content:)`` here.
  public func safeAreaBar<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View { safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content) }
  /// Takes away the background of a list or a form, if hidden; those within keep theirs.
  public func scrollContentBackground(_ visibility: Visibility) -> some View {
    styling(visibility == .hidden ? .background(_Fill(Color.clear)) : nil)
  }
  /// Hides the bars of a scrolling view, in whatever direction; those within keep theirs.
  public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
    -> some View
  {
    changing { if visibility != .automatic && visibility != .visible { $0.add(.scrollIndicatorsHidden) } }
  }
  /// Keeps a scrolling view from doing so; those within it scroll on.
  public func scrollDisabled(_ disabled: Bool) -> some View { styling(disabled ? .isClipped : nil) }
  /// Has no effect in the browser.
  public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View {
    withoutEffect("scrollDismissesKeyboard")
  }
  /// Has no effect in the browser.
  public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View {
    withoutEffect("scrollBounceBehavior")
  }
  /// Has no effect in the browser.
  public func scrollClipDisabled(_ disabled: Bool = true) -> some View { withoutEffect("scrollClipDisabled") }
  /// Has no effect in the browser.
  public func scrollTargetBehavior(_ behavior: ScrollTargetBehaviorName) -> some View {
    withoutEffect("scrollTargetBehavior")
  }
  /// Has no effect in the browser.
  public func scrollTargetLayout(isEnabled: Bool = true) -> some View { withoutEffect("scrollTargetLayout") }
  /// Has no effect in the browser.
  public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View {
    withoutEffect("scrollPosition")
  }
  /// Has no effect in the browser.
  public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> some View {
    withoutEffect("scrollPosition")
  }
  /// Has no effect in the browser.
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { withoutEffect("defaultScrollAnchor") }
  /// Has no effect in the browser.
  public func scrollEdgeEffectStyle(_ style: ScrollEdgeEffectStyle?, for edges: Edge.Set) -> some View {
    withoutEffect("scrollEdgeEffectStyle")
  }
  /// Lets the view take all the room in some directions. The nearest container is what lies around it, not what
  /// scrolls.
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
    frame(maxWidth: axes.contains(.horizontal) ? .infinity : nil, maxHeight: axes.contains(.vertical) ? .infinity : nil)
  }
  /// Lets the view take all the room in some directions, however many were to share it.
  public func containerRelativeFrame(
    _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
  ) -> some View {
    inPart("containerRelativeFrame", "a view takes all the room, however many were to share it")
      .containerRelativeFrame(axes, alignment: alignment)
  }
  /// Sets a length relative to the container: the result of the closure for 100 points, in percent.
  public func containerRelativeFrame(
    _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
  ) -> some View {
    func size(_ dimension: Element.Style.Dimension, _ axis: Axis) -> Element.Style? {
      let value = length(100, axis)
      return value.isFinite && value >= 0 ? .size(dimension, .part(min(value, 1000) / 100)) : nil
    }
    let sizes = [
      axes.contains(.horizontal) ? size(.width, .horizontal) : nil,
      axes.contains(.vertical) ? size(.height, .vertical) : nil,
    ]
    return styling(sizes.compactMap(\.self))
  }
  /// Fills what lies behind the view, not the container.
  public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
    background(style)
  }
  /// Has no effect in the browser.
  public func coordinateSpace<T: Hashable>(name: T) -> some View { withoutEffect("coordinateSpace") }
  /// Has no effect in the browser.
  public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { withoutEffect("coordinateSpace") }
  /// Does something with each new value that is made of the view's size, as soon as the browser has reported it.
  public func onGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (T) -> Void
  ) -> some View { SizeObserver(content: self, transform: transform, action: { _, new in action(new) }) }
  /// Does something with the value before and after each change of the view's size; the first time both are the same.
  public func onGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (_ old: T, _ new: T) -> Void
  ) -> some View { SizeObserver(content: self, transform: transform, action: action) }
}

/// What the safe area is kept from; not told apart here. See Apple's documentation of `SafeAreaRegions`.
public struct SafeAreaRegions: OptionSet, Sendable {
  /// The bits of the regions.
  public let rawValue: Int
  /// Creates regions of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The edges of the device and bars.
  public static let container = Self(rawValue: 1)
  /// A keyboard on the screen.
  public static let keyboard = Self(rawValue: 2)
  /// Both.
  public static let all = Self(rawValue: 3)
}

/// Whether a scrolling view has bars. See Apple's documentation of `ScrollIndicatorVisibility`.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
  let name: String
  /// As the browser shows them.
  public static let automatic = Self(name: "automatic")
  /// As the browser shows them.
  public static let visible = Self(name: "visible")
  /// No bars.
  public static let hidden = Self(name: "hidden")
  /// No bars.
  public static let never = Self(name: "never")
}

/// How scrolling closes a keyboard; without effect here. See Apple's documentation of `ScrollDismissesKeyboardMode`.
public struct ScrollDismissesKeyboardMode: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let immediately = Self()
  /// Has no effect in the browser.
  public static let interactively = Self()
  /// Has no effect in the browser.
  public static let never = Self()
}

/// Whether a scrolling view bounces; without effect here. See Apple's documentation of `ScrollBounceBehavior`.
public struct ScrollBounceBehavior: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let always = Self()
  /// Has no effect in the browser.
  public static let basedOnSize = Self()
}

/// Where scrolling ends; without effect here. See Apple's documentation of `ScrollTargetBehavior`.
public struct ScrollTargetBehaviorName: Sendable {
  /// Has no effect in the browser.
  public static let paging = Self()
  /// Has no effect in the browser.
  public static let viewAligned = Self()
  /// Has no effect in the browser.
  public static func viewAligned(limitBehavior: ScrollBounceBehavior) -> Self { Self() }
}

/// Where a scrolling view is; not known here. See Apple's documentation of `ScrollPosition`.
public struct ScrollPosition: Hashable, Sendable {
  /// Creates a position that says nothing.
  public init() {}
  /// Creates a position that says nothing; the edge is not kept.
  public init(edge: Edge) {}
  /// Has no effect in the browser.
  public mutating func scrollTo(edge: Edge) {}
  /// Has no effect in the browser; use ``ScrollViewProxy/scrollTo(_:anchor:)``.
  public mutating func scrollTo<ID: Hashable & Sendable>(id: ID, anchor: UnitPoint? = nil) {}
}

/// How content fades at bars; without effect here. See Apple's documentation of `ScrollEdgeEffectStyle`.
public struct ScrollEdgeEffectStyle: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let soft = Self()
  /// Has no effect in the browser.
  public static let hard = Self()
}

/// What has a background; not told apart here. See Apple's documentation of `ContainerBackgroundPlacement`.
public struct ContainerBackgroundPlacement: Sendable {
  /// The page of a navigation.
  public static let navigation = Self()
  /// The page of a tab view.
  public static let tabView = Self()
  /// A widget; there are none here.
  public static let widget = Self()
  /// A window.
  public static let window = Self()
  /// A navigation in columns.
  public static let navigationSplitView = Self()
}
