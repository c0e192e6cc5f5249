// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Has no effect in the browser.
  public func statusBarHidden(_ hidden: Bool = true) -> some View { withoutEffect("statusBarHidden") }
  /// Has no effect in the browser.
  public func persistentSystemOverlays(_ visibility: Visibility) -> some View {
    withoutEffect("persistentSystemOverlays")
  }
  /// Has no effect in the browser.
  public func defersSystemGestures(on edges: Edge.Set) -> some View { withoutEffect("defersSystemGestures") }
  /// Has no effect in the browser.
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { withoutEffect("buttonBorderShape") }
  /// Has no effect in the browser.
  public func buttonSizing(_ sizing: SpacerSizing) -> some View { withoutEffect("buttonSizing") }
  /// Has no effect in the browser.
  public func datePickerStyle(_ style: DatePickerStyleName) -> some View { withoutEffect("datePickerStyle") }
  /// Has no effect in the browser.
  public func controlGroupStyle(_ style: FormStyleName) -> some View { withoutEffect("controlGroupStyle") }
  /// Has no effect in the browser.
  public func tableStyle(_ style: TableStyleName) -> some View { withoutEffect("tableStyle") }
  /// Has no effect in the browser.
  public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { withoutEffect("hoverEffect") }
  /// Has no effect in the browser.
  public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View {
    withoutEffect("handlesExternalEvents")
  }
  /// Has no effect in the browser.
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { withoutEffect("onOpenURL") }
  /// Has no effect in the browser.
  public func userActivity(_ activityType: String, isActive: Bool = true, _ update: @escaping (Any) -> Void)
    -> some View
  { withoutEffect("userActivity") }
  /// Has no effect in the browser.
  public func onContinueUserActivity(_ activityType: String, perform action: @escaping (Any) -> Void) -> some View {
    withoutEffect("onContinueUserActivity")
  }
  /// Has no effect in the browser.
  public func labelIconToTitleSpacing(_ spacing: CGFloat) -> some View { withoutEffect("labelIconToTitleSpacing") }
  /// Has no effect in the browser.
  public func windowResizeBehavior(_ behavior: FormStyleName) -> some View { withoutEffect("windowResizeBehavior") }
  /// Has no effect in the browser.
  public func luminanceToAlpha() -> some View { withoutEffect("luminanceToAlpha") }
  /// Has no effect in the browser.
  public func projectionEffect(_ transform: Any) -> some View { withoutEffect("projectionEffect") }
}

/// The outline of a button's border. Has no effect in the browser. See Apple's documentation of `ButtonBorderShape`.
public struct ButtonBorderShape: Sendable {
  /// The outline that goes with the button. Has no effect in the browser.
  public static let automatic = Self()
  /// Half circles at the ends. Has no effect in the browser.
  public static let capsule = Self()
  /// Round corners. Has no effect in the browser.
  public static let roundedRectangle = Self()
  /// A circle. Has no effect in the browser.
  public static let circle = Self()
  /// Round corners of a radius. Has no effect in the browser.
  public static func roundedRectangle(radius: CGFloat) -> Self { Self() }
}

/// The looks of date pickers. Has no effect in the browser, which shows a picker of its own.
public struct DatePickerStyleName: Sendable {
  /// The usual look. Has no effect in the browser.
  public static let automatic = Self()
  /// A field that opens a calendar. Has no effect in the browser.
  public static let compact = Self()
  /// A calendar on the page. Has no effect in the browser.
  public static let graphical = Self()
  /// Wheels to turn. Has no effect in the browser.
  public static let wheel = Self()
  /// A field. Has no effect in the browser.
  public static let field = Self()
  /// A field with arrows. Has no effect in the browser.
  public static let stepperField = Self()
}

/// The looks of tables. Has no effect in the browser.
public struct TableStyleName: Sendable {
  /// The usual look. Has no effect in the browser.
  public static let automatic = Self()
  /// Rows that keep a distance from the edge. Has no effect in the browser.
  public static let inset = Self()
  /// Lines around the table. Has no effect in the browser.
  public static let bordered = Self()
}

/// What happens to a view under the pointer. Has no effect in the browser. See Apple's documentation of `HoverEffect`.
public struct HoverEffect: Sendable {
  /// The effect that goes with the view. Has no effect in the browser.
  public static let automatic = Self()
  /// A lit background. Has no effect in the browser.
  public static let highlight = Self()
  /// A view that rises. Has no effect in the browser.
  public static let lift = Self()
}
