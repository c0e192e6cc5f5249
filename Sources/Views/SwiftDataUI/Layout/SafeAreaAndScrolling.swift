// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Has no effect in the browser.
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
  /// Has no effect in the browser.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content()
    return VStack(spacing: spacing ?? 0) {
      if edge == .top { inset }
      self
      if edge == .bottom { inset }
    }
  }
  public func safeAreaInset<V: View>(
    edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content()
    return HStack(spacing: spacing ?? 0) {
      if edge == .leading { inset }
      self
      if edge == .trailing { inset }
    }
  }
  public func safeAreaBar<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View { safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content) }
  public func scrollContentBackground(_ visibility: Visibility) -> some View {
    styling(visibility == .hidden ? [.init("background", "transparent")] : [])
  }
  public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
    -> some View
  {
    changing { if visibility != .automatic && visibility != .visible { $0.add(.scrollIndicatorsHidden) } }
  }
  public func scrollDisabled(_ disabled: Bool) -> some View { styling(disabled ? [.init("overflow", "hidden")] : []) }
  /// Has no effect in the browser.
  public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
  /// Has no effect in the browser.
  public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View { self }
  /// Has no effect in the browser.
  public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func scrollTargetBehavior(_ behavior: ScrollTargetBehaviorName) -> some View { self }
  /// Has no effect in the browser.
  public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View { self }
  /// Has no effect in the browser.
  public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> some View { self }
  /// Has no effect in the browser.
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
  /// Has no effect in the browser.
  public func scrollEdgeEffectStyle(_ style: ScrollEdgeEffectStyle?, for edges: Edge.Set) -> some View { self }
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
    frame(maxWidth: axes.contains(.horizontal) ? .infinity : nil, maxHeight: axes.contains(.vertical) ? .infinity : nil)
  }
  public func containerRelativeFrame(
    _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
  ) -> some View { containerRelativeFrame(axes, alignment: alignment) }
  /// Sets a length relative to the container: the result of the closure for 100 points, in percent.
  public func containerRelativeFrame(
    _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
  ) -> some View {
    func part(_ axis: Axis) -> String? {
      let value = length(100, axis)
      return value.isFinite && value >= 0 ? "\(min(value, 1000).number)%" : nil
    }
    let sizes = [
      axes.contains(.horizontal) ? part(.horizontal).map { Font.CSSProperty("width", $0) } : nil,
      axes.contains(.vertical) ? part(.vertical).map { Font.CSSProperty("height", $0) } : nil,
    ]
    return styling(sizes.compactMap(\.self))
  }
  public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
    background(style)
  }
  /// Has no effect in the browser.
  public func alignmentGuide(_ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> some View
  { self }
  /// Has no effect in the browser.
  public func alignmentGuide(_ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func coordinateSpace<T: Hashable>(name: T) -> some View { self }
  /// Has no effect in the browser.
  public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { self }
  public func onGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (T) -> Void
  ) -> some View { SizeObserver(content: self, transform: transform, action: { _, new in action(new) }) }
  public func onGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (_ old: T, _ new: T) -> Void
  ) -> some View { SizeObserver(content: self, transform: transform, action: action) }
}

/// See Apple's documentation of `SafeAreaRegions`.
public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let container = Self(rawValue: 1)
  public static let keyboard = Self(rawValue: 2)
  public static let all = Self(rawValue: 3)
}

/// See Apple's documentation of `ScrollIndicatorVisibility`.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let visible = Self(name: "visible")
  public static let hidden = Self(name: "hidden")
  public static let never = Self(name: "never")
}

/// See Apple's documentation of `ScrollDismissesKeyboardMode`.
public struct ScrollDismissesKeyboardMode: Sendable {
  public static let automatic = Self()
  public static let immediately = Self()
  public static let interactively = Self()
  public static let never = Self()
}

/// See Apple's documentation of `ScrollBounceBehavior`.
public struct ScrollBounceBehavior: Sendable {
  public static let automatic = Self()
  public static let always = Self()
  public static let basedOnSize = Self()
}

/// See Apple's documentation of `ScrollTargetBehaviorName`.
public struct ScrollTargetBehaviorName: Sendable {
  public static let paging = Self()
  public static let viewAligned = Self()
  public static func viewAligned(limitBehavior: ScrollBounceBehavior) -> Self { Self() }
}

/// See Apple's documentation of `ScrollPosition`.
public struct ScrollPosition: Hashable, Sendable {
  public init() {}
  public init(edge: Edge) {}
  public mutating func scrollTo(edge: Edge) {}
  public mutating func scrollTo<ID: Hashable & Sendable>(id: ID, anchor: UnitPoint? = nil) {}
}

/// See Apple's documentation of `ScrollEdgeEffectStyle`.
public struct ScrollEdgeEffectStyle: Sendable {
  public static let automatic = Self()
  public static let soft = Self()
  public static let hard = Self()
}

/// See Apple's documentation of `ContainerBackgroundPlacement`.
public struct ContainerBackgroundPlacement: Sendable {
  public static let navigation = Self()
  public static let tabView = Self()
  public static let widget = Self()
  public static let window = Self()
  public static let navigationSplitView = Self()
}
