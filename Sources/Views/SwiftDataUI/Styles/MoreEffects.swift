// SPDX-License-Identifier: Apache-2.0

import Foundation

// Modifiers that an app may use and that change nothing here, each with the phrase by which the table of what is
// supported finds it.

extension View {
  /// Has no effect in the browser.
  public func scrollTransition(
    _ configuration: ScrollTransitionConfiguration = .interactive, axis: Axis? = nil,
    transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
  ) -> some View { withoutEffect("scrollTransition") }
  /// Has no effect in the browser.
  public func scrollTransition(
    topLeading: ScrollTransitionConfiguration, bottomTrailing: ScrollTransitionConfiguration, axis: Axis? = nil,
    transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
  ) -> some View { withoutEffect("scrollTransition") }
  /// Has no effect in the browser.
  public func visualEffect(_ effect: @escaping (EmptyVisualEffect, GeometryProxy) -> some VisualEffect) -> some View {
    withoutEffect("visualEffect")
  }
  /// Has no effect in the browser.
  public func geometryGroup() -> some View { withoutEffect("geometryGroup") }
  /// Has no effect in the browser.
  public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View {
    withoutEffect("flipsForRightToLeftLayoutDirection")
  }
  /// Has no effect in the browser.
  public func invalidatableContent(_ invalidatable: Bool = true) -> some View { withoutEffect("invalidatableContent") }
  /// Has no effect in the browser.
  public func scrollInputBehavior(_ behavior: ScrollInputBehavior, for input: ScrollInputKind) -> some View {
    withoutEffect("scrollInputBehavior")
  }
  /// Has no effect in the browser.
  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T, action: @escaping (T, T) -> Void
  ) -> some View { withoutEffect("onScrollGeometryChange") }
  /// Has no effect in the browser.
  public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: @escaping (Bool) -> Void) -> some View {
    withoutEffect("onScrollVisibilityChange")
  }
  /// Has no effect in the browser.
  public func onScrollPhaseChange(_ action: @escaping (ScrollPhase, ScrollPhase) -> Void) -> some View {
    withoutEffect("onScrollPhaseChange")
  }
  /// Has no effect in the browser.
  public func scrollIndicatorsFlash(onAppear: Bool) -> some View { withoutEffect("scrollIndicatorsFlash") }
  /// Has no effect in the browser.
  public func scrollIndicatorsFlash(trigger value: some Equatable) -> some View {
    withoutEffect("scrollIndicatorsFlash")
  }
  /// Has no effect in the browser.
  public func tabBarMinimizeBehavior(_ behavior: TabBarMinimizeBehavior) -> some View {
    withoutEffect("tabBarMinimizeBehavior")
  }
  /// Has no effect in the browser.
  public func searchToolbarBehavior(_ behavior: SearchToolbarBehavior) -> some View {
    withoutEffect("searchToolbarBehavior")
  }
  /// Has no effect in the browser.
  public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> some View {
    withoutEffect("writingToolsBehavior")
  }
  /// Has no effect in the browser.
  public func springLoadingBehavior(_ behavior: SpringLoadingBehavior) -> some View {
    withoutEffect("springLoadingBehavior")
  }
  /// Has no effect in the browser.
  public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View {
    withoutEffect("buttonRepeatBehavior")
  }
  /// Has no effect in the browser.
  public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View {
    withoutEffect("menuActionDismissBehavior")
  }
  /// Has no effect in the browser.
  public func pointerStyle(_ style: PointerStyle?) -> some View { withoutEffect("pointerStyle") }
  /// Has no effect in the browser.
  public func textEditorStyle(_ style: TextEditorStyleName) -> some View { withoutEffect("textEditorStyle") }
  /// Has no effect in the browser.
  public func navigationDocument(_ url: URL) -> some View { withoutEffect("navigationDocument") }
  /// Has no effect in the browser.
  public func findNavigator(isPresented: Binding<Bool>) -> some View { withoutEffect("findNavigator") }
  /// Has no effect in the browser.
  public func badgeProminence(_ prominence: BadgeProminence) -> some View { withoutEffect("badgeProminence") }
  /// Has no effect in the browser.
  public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View {
    withoutEffect("listSectionSeparatorTint")
  }
  /// Has no effect in the browser.
  public func symbolColorRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
    withoutEffect("symbolColorRenderingMode")
  }
  /// Has no effect in the browser.
  public func glassEffectUnion<ID: Hashable & Sendable>(id: ID?, namespace: Namespace.ID) -> some View {
    withoutEffect("glassEffectUnion")
  }
  /// Has no effect in the browser.
  public func previewLayout(_ value: PreviewLayout) -> some View { withoutEffect("previewLayout") }
  /// Has no effect in the browser.
  public func previewDisplayName(_ value: String?) -> some View { withoutEffect("previewDisplayName") }
  /// Has no effect in the browser.
  public func previewDevice(_ value: PreviewDevice?) -> some View { withoutEffect("previewDevice") }
  /// Has no effect in the browser.
  public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View {
    withoutEffect("previewInterfaceOrientation")
  }
  /// Has no effect in the browser.
  public func onDrag(_ data: @escaping () -> NSItemProvider) -> some View { withoutEffect("onDrag") }
  /// Has no effect in the browser.
  public func onDrop(
    of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?, perform action: @escaping ([NSItemProvider]) -> Bool
  ) -> some View { withoutEffect("onDrop") }
  /// Has no effect in the browser.
  public func speechSpellsOutCharacters(_ value: Bool = true) -> some View {
    withoutEffect("speechSpellsOutCharacters")
  }
  /// Has no effect in the browser.
  public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View {
    withoutEffect("accessibilityRepresentation")
  }
  /// Has no effect in the browser.
  public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View {
    withoutEffect("accessibilityChildren")
  }
  /// Has no effect in the browser.
  public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> some View {
    withoutEffect("typesettingLanguage")
  }
  /// Has no effect in the browser.
  public func tabViewBottomAccessory<V: View>(@ViewBuilder content: () -> V) -> some View {
    withoutEffect("tabViewBottomAccessory")
  }
  /// Has no effect in the browser.
  public func navigationLinkIndicatorVisibility(_ visibility: Visibility) -> some View {
    withoutEffect("navigationLinkIndicatorVisibility")
  }
  /// Has no effect in the browser.
  public func sliderThumbVisibility(_ visibility: Visibility) -> some View { withoutEffect("sliderThumbVisibility") }
  /// Has no effect in the browser.
  public func alternatingRowBackgrounds(_ behavior: AlternatingRowBackgroundBehavior = .enabled) -> some View {
    withoutEffect("alternatingRowBackgrounds")
  }
}

/// The content that a visual effect changes. See Apple's documentation of `VisualEffect`.
public protocol VisualEffect {}
/// The effect that closures of `visualEffect(_:)` and its like would begin with. They are not called here.
public struct EmptyVisualEffect: VisualEffect, Sendable {}

extension VisualEffect {
  /// Returns the effect as it is. Has no effect in the browser.
  public func opacity(_ opacity: Double) -> some VisualEffect { self }
  /// Returns the effect as it is, whatever the factor. Has no effect in the browser.
  public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect { self }
  /// Returns the effect as it is, whatever the two factors. Has no effect in the browser.
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect { self }
  /// Returns the effect as it is, whatever the distances. Has no effect in the browser.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { self }
  /// Returns the effect as it is, whatever the size. Has no effect in the browser.
  public func offset(_ offset: CGSize) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
    perspective: CGFloat = 1
  ) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func brightness(_ amount: Double) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func saturation(_ amount: Double) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func grayscale(_ amount: Double) -> some VisualEffect { self }
  /// Returns the effect as it is. Has no effect in the browser.
  public func hueRotation(_ angle: Angle) -> some VisualEffect { self }
}

/// Where in a scroll view a view stands. No transition is told of it in the browser.
public enum ScrollTransitionPhase: Hashable, Sendable {
  /// About to appear at the start, fully visible, or about to disappear at the end.
  case topLeading, identity, bottomTrailing
  /// Whether the view is fully visible.
  public var isIdentity: Bool { self == .identity }
  /// The phase as a number: -1, 0 or 1.
  public var value: Double { self == .identity ? 0 : self == .topLeading ? -1 : 1 }
}
/// How a transition goes with scrolling. Has no effect in the browser.
public struct ScrollTransitionConfiguration: Sendable {
  /// A transition that follows the finger.
  public static let interactive = Self()
  /// A transition that runs when a view is far enough.
  public static let animated = Self()
  /// No transition.
  public static let identity = Self()
  /// A transition with an animation, which is not kept.
  public static func animated(_ animation: Animation) -> Self { Self() }
  /// Returns the configuration as it is: a threshold has no effect.
  public func threshold(_ threshold: Threshold) -> Self { self }
  /// How much of a view must be visible for a transition. Has no effect in the browser.
  public struct Threshold: Sendable {
    /// The whole view.
    public static let visible = Self()
    /// Nothing of the view.
    public static let hidden = Self()
    /// The view in the middle of the scroll view.
    public static let centered = Self()
    /// A part of the view, which is not kept.
    public static func visible(_ amount: Double) -> Self { Self() }
  }
}
/// Where a scroll view stands. No closure is called with it in the browser.
public struct ScrollGeometry: Equatable, Sendable {
  /// How far the content is scrolled.
  public var contentOffset: CGPoint
  /// The size of the content.
  public var contentSize: CGSize
  /// The size of the scroll view.
  public var containerSize: CGSize
  /// The distances of the content from the edges.
  public var contentInsets: EdgeInsets
  /// The part of the content that is visible.
  public var visibleRect: CGRect { CGRect(origin: contentOffset, size: containerSize) }
  /// The visible part of the content; equals ``visibleRect``.
  public var bounds: CGRect { visibleRect }
}
/// What a scroll view is doing. No closure is told of it in the browser.
public enum ScrollPhase: Hashable, Sendable {
  /// At rest, touched, moved by a finger, slowing down, or moved by the app.
  case idle, tracking, interacting, decelerating, animating
  /// Whether it is not at rest.
  public var isScrolling: Bool { self != .idle }
}
/// Whether a kind of input scrolls. Has no effect in the browser.
public struct ScrollInputBehavior: Sendable {
  /// As the system does. Has no effect in the browser.
  public static let automatic = Self()
  /// It scrolls. Has no effect in the browser.
  public static let enabled = Self()
  /// It does not scroll. Has no effect in the browser.
  public static let disabled = Self()
}
/// A kind of input that scrolls. Has no effect in the browser.
public struct ScrollInputKind: Sendable {
  /// The double tap of two fingers, with a watch. Has no effect in the browser.
  public static let handGestureShortcut = Self()
}
/// When the tab bar gets smaller. Has no effect in the browser.
public enum TabBarMinimizeBehavior: Sendable { case automatic, onScrollDown, onScrollUp, never }
/// How a search field stands in a toolbar. Has no effect in the browser.
public struct SearchToolbarBehavior: Sendable {
  /// As there is room. Has no effect in the browser.
  public static let automatic = Self()
  /// As a button until it is used. Has no effect in the browser.
  public static let minimize = Self()
}
/// How much of the writing tools a text field offers. Has no effect in the browser.
public enum WritingToolsBehavior: Sendable { case automatic, complete, limited, disabled }
/// Whether a control opens under something that is dragged. Has no effect in the browser.
public enum SpringLoadingBehavior: Sendable { case automatic, enabled, disabled }
/// Whether a button acts again while it is held. Has no effect in the browser.
public enum ButtonRepeatBehavior: Sendable { case automatic, enabled, disabled }
/// Whether a menu closes when something was chosen. Has no effect in the browser.
public enum MenuActionDismissBehavior: Sendable { case automatic, enabled, disabled }
/// How much a badge stands out. Has no effect in the browser.
public enum BadgeProminence: Sendable { case decreased, standard, increased }
/// Whether every other row has another background. Has no effect in the browser.
public enum AlternatingRowBackgroundBehavior: Sendable { case automatic, enabled, disabled }
/// How the pointer looks over a view. Has no effect in the browser.
public struct PointerStyle: Sendable {
  /// An arrow. Has no effect in the browser.
  public static let `default` = Self()
  /// The pointer over a link. Has no effect in the browser.
  public static let link = Self()
  /// An open hand. Has no effect in the browser.
  public static let grabIdle = Self()
  /// A closed hand. Has no effect in the browser.
  public static let grabActive = Self()
  /// The pointer over text. Has no effect in the browser.
  public static let horizontalText = Self()
  /// A magnifying glass that enlarges. Has no effect in the browser.
  public static let zoomIn = Self()
  /// A magnifying glass that makes smaller. Has no effect in the browser.
  public static let zoomOut = Self()
  /// Arrows to the sides. Has no effect in the browser.
  public static let columnResize = Self()
  /// Arrows up and down. Has no effect in the browser.
  public static let rowResize = Self()
}
/// The looks of text editors. Has no effect in the browser.
public struct TextEditorStyleName: Sendable {
  /// The usual look. Has no effect in the browser.
  public static let automatic = Self()
  /// No border. Has no effect in the browser.
  public static let plain = Self()
  /// A border with round corners. Has no effect in the browser.
  public static let roundedBorder = Self()
}
/// How large Xcode shows a preview. Has no effect in the browser.
public enum PreviewLayout: Sendable {
  /// As large as a device, or as the view needs.
  case device, sizeThatFits
  /// As large as given, in points.
  case fixed(width: CGFloat, height: CGFloat)
}
/// The device on which Xcode shows a preview. Has no effect in the browser.
public struct PreviewDevice: Sendable, ExpressibleByStringLiteral {
  /// The name of the device.
  public let rawValue: String
  /// Creates a device by its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a device from a literal: its name.
  public init(stringLiteral value: String) { rawValue = value }
}
/// How Xcode holds a device in a preview. Has no effect in the browser.
public enum InterfaceOrientation: Sendable { case portrait, portraitUpsideDown, landscapeLeft, landscapeRight }

/// A dragged item; nothing can be dropped here. See Apple's documentation of `NSItemProvider`.
public final class NSItemProvider: NSObject {
  /// Creates a provider of nothing.
  public override init() {}
  /// Creates a provider of an object, which is not kept.
  public init(object: Any) {}
  /// Creates a provider of a file, which is not read.
  public init(contentsOf fileURL: URL) {}
  /// Always false: a provider has nothing to offer here.
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool { false }
}

extension EnvironmentValues {
  /// Always regular: browsers do not tell whether people asked for bold text.
  public var legibilityWeight: LegibilityWeight? { .regular }
  /// Always active, also when the window of the browser is behind others.
  public var controlActiveState: ControlActiveState { .active }
  /// Always standard. The style sheet itself raises the contrast for people who asked their browser for more.
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
  /// Always 1 point, whatever the screen of the browser.
  public var pixelLength: CGFloat { 1 }
  /// Always false: the browser does not tell.
  public var accessibilityInvertColors: Bool { false }
  /// Always false: browsers know no dimmed display.
  public var isLuminanceReduced: Bool { false }
}
/// Whether text is bold for the sake of those who see less well.
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }
/// Whether the window of a control is in front.
public enum ControlActiveState: Hashable, Sendable { case key, active, inactive }
/// Whether colours stand out more from each other.
public enum ColorSchemeContrast: Hashable, Sendable { case standard, increased }
