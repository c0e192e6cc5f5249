// SPDX-License-Identifier: Apache-2.0

import Foundation

// Modifiers that an app may use and that change nothing here, each with the phrase by which the table of what is
// supported finds it.

extension View {
  /// Has no effect in the browser.
  public func scrollTransition(
    _ configuration: ScrollTransitionConfiguration = .interactive, axis: Axis? = nil,
    transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
  ) -> some View { self }
  /// Has no effect in the browser.
  public func scrollTransition(
    topLeading: ScrollTransitionConfiguration, bottomTrailing: ScrollTransitionConfiguration, axis: Axis? = nil,
    transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
  ) -> some View { self }
  /// Has no effect in the browser.
  public func visualEffect(_ effect: @escaping (EmptyVisualEffect, GeometryProxy) -> some VisualEffect) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func geometryGroup() -> some View { self }
  /// Has no effect in the browser.
  public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View { self }
  /// Has no effect in the browser.
  public func invalidatableContent(_ invalidatable: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func scrollInputBehavior(_ behavior: ScrollInputBehavior, for input: ScrollInputKind) -> some View { self }
  /// Has no effect in the browser.
  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T, action: @escaping (T, T) -> Void
  ) -> some View { self }
  /// Has no effect in the browser.
  public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: @escaping (Bool) -> Void) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func onScrollPhaseChange(_ action: @escaping (ScrollPhase, ScrollPhase) -> Void) -> some View { self }
  /// Has no effect in the browser.
  public func scrollIndicatorsFlash(onAppear: Bool) -> some View { self }
  /// Has no effect in the browser.
  public func scrollIndicatorsFlash(trigger value: some Equatable) -> some View { self }
  /// Has no effect in the browser.
  public func tabBarMinimizeBehavior(_ behavior: TabBarMinimizeBehavior) -> some View { self }
  /// Has no effect in the browser.
  public func searchToolbarBehavior(_ behavior: SearchToolbarBehavior) -> some View { self }
  /// Has no effect in the browser.
  public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> some View { self }
  /// Has no effect in the browser.
  public func springLoadingBehavior(_ behavior: SpringLoadingBehavior) -> some View { self }
  /// Has no effect in the browser.
  public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { self }
  /// Has no effect in the browser.
  public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View { self }
  /// Has no effect in the browser.
  public func pointerStyle(_ style: PointerStyle?) -> some View { self }
  /// Has no effect in the browser.
  public func textEditorStyle(_ style: TextEditorStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func navigationDocument(_ url: URL) -> some View { self }
  /// Has no effect in the browser.
  public func findNavigator(isPresented: Binding<Bool>) -> some View { self }
  /// Has no effect in the browser.
  public func badgeProminence(_ prominence: BadgeProminence) -> some View { self }
  /// Has no effect in the browser.
  public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
  /// Has no effect in the browser.
  public func symbolColorRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
  /// Has no effect in the browser.
  public func glassEffectUnion<ID: Hashable & Sendable>(id: ID?, namespace: Namespace.ID) -> some View { self }
  /// Has no effect in the browser.
  public func previewLayout(_ value: PreviewLayout) -> some View { self }
  /// Has no effect in the browser.
  public func previewDisplayName(_ value: String?) -> some View { self }
  /// Has no effect in the browser.
  public func previewDevice(_ value: PreviewDevice?) -> some View { self }
  /// Has no effect in the browser.
  public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View { self }
  /// Has no effect in the browser.
  public func onDrag(_ data: @escaping () -> NSItemProvider) -> some View { self }
  /// Has no effect in the browser.
  public func onDrop(
    of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?, perform action: @escaping ([NSItemProvider]) -> Bool
  ) -> some View { self }
  /// Has no effect in the browser.
  public func speechSpellsOutCharacters(_ value: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View { self }
  /// Has no effect in the browser.
  public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View { self }
  /// Has no effect in the browser.
  public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func tabViewBottomAccessory<V: View>(@ViewBuilder content: () -> V) -> some View { self }
  /// Has no effect in the browser.
  public func navigationLinkIndicatorVisibility(_ visibility: Visibility) -> some View { self }
  /// Has no effect in the browser.
  public func sliderThumbVisibility(_ visibility: Visibility) -> some View { self }
  /// Has no effect in the browser.
  public func alternatingRowBackgrounds(_ behavior: AlternatingRowBackgroundBehavior = .enabled) -> some View { self }
}

/// The content that a visual effect changes. See Apple's documentation of `VisualEffect`.
public protocol VisualEffect {}
public struct EmptyVisualEffect: VisualEffect, Sendable {}

extension VisualEffect {
  public func opacity(_ opacity: Double) -> some VisualEffect { self }
  public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect { self }
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { self }
  public func offset(_ offset: CGSize) -> some VisualEffect { self }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect { self }
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
    perspective: CGFloat = 1
  ) -> some VisualEffect { self }
  public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { self }
  public func brightness(_ amount: Double) -> some VisualEffect { self }
  public func saturation(_ amount: Double) -> some VisualEffect { self }
  public func grayscale(_ amount: Double) -> some VisualEffect { self }
  public func hueRotation(_ angle: Angle) -> some VisualEffect { self }
}

public enum ScrollTransitionPhase: Hashable, Sendable {
  case topLeading, identity, bottomTrailing
  public var isIdentity: Bool { self == .identity }
  public var value: Double { self == .identity ? 0 : self == .topLeading ? -1 : 1 }
}
public struct ScrollTransitionConfiguration: Sendable {
  public static let interactive = Self()
  public static let animated = Self()
  public static let identity = Self()
  public static func animated(_ animation: Animation) -> Self { Self() }
  public func threshold(_ threshold: Threshold) -> Self { self }
  public struct Threshold: Sendable {
    public static let visible = Self()
    public static let hidden = Self()
    public static let centered = Self()
    public static func visible(_ amount: Double) -> Self { Self() }
  }
}
public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset: CGPoint
  public var contentSize: CGSize
  public var containerSize: CGSize
  public var contentInsets: EdgeInsets
  public var visibleRect: CGRect { CGRect(origin: contentOffset, size: containerSize) }
  public var bounds: CGRect { visibleRect }
}
public enum ScrollPhase: Hashable, Sendable {
  case idle, tracking, interacting, decelerating, animating
  public var isScrolling: Bool { self != .idle }
}
public struct ScrollInputBehavior: Sendable {
  public static let automatic = Self()
  public static let enabled = Self()
  public static let disabled = Self()
}
public struct ScrollInputKind: Sendable {
  public static let handGestureShortcut = Self()
}
public enum TabBarMinimizeBehavior: Sendable { case automatic, onScrollDown, onScrollUp, never }
public struct SearchToolbarBehavior: Sendable {
  public static let automatic = Self()
  public static let minimize = Self()
}
public enum WritingToolsBehavior: Sendable { case automatic, complete, limited, disabled }
public enum SpringLoadingBehavior: Sendable { case automatic, enabled, disabled }
public enum ButtonRepeatBehavior: Sendable { case automatic, enabled, disabled }
public enum MenuActionDismissBehavior: Sendable { case automatic, enabled, disabled }
public enum BadgeProminence: Sendable { case decreased, standard, increased }
public enum AlternatingRowBackgroundBehavior: Sendable { case automatic, enabled, disabled }
public struct PointerStyle: Sendable {
  public static let `default` = Self()
  public static let link = Self()
  public static let grabIdle = Self()
  public static let grabActive = Self()
  public static let horizontalText = Self()
  public static let zoomIn = Self()
  public static let zoomOut = Self()
  public static let columnResize = Self()
  public static let rowResize = Self()
}
public struct TextEditorStyleName: Sendable {
  public static let automatic = Self()
  public static let plain = Self()
  public static let roundedBorder = Self()
}
public enum PreviewLayout: Sendable {
  case device, sizeThatFits
  case fixed(width: CGFloat, height: CGFloat)
}
public struct PreviewDevice: Sendable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}
public enum InterfaceOrientation: Sendable { case portrait, portraitUpsideDown, landscapeLeft, landscapeRight }

/// A dragged item; nothing can be dropped here. See Apple's documentation of `NSItemProvider`.
public final class NSItemProvider: NSObject {
  public override init() {}
  public init(object: Any) {}
  public init(contentsOf fileURL: URL) {}
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool { false }
}

extension EnvironmentValues {
  public var legibilityWeight: LegibilityWeight? { .regular }
  public var controlActiveState: ControlActiveState { .active }
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
  public var pixelLength: CGFloat { 1 }
  public var accessibilityInvertColors: Bool { false }
  public var isLuminanceReduced: Bool { false }
}
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }
public enum ControlActiveState: Hashable, Sendable { case key, active, inactive }
public enum ColorSchemeContrast: Hashable, Sendable { case standard, increased }
