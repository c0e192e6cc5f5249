// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Has no effect in the browser.
  public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }
  /// Has no effect in the browser.
  public func defersSystemGestures(on edges: Edge.Set) -> some View { self }
  /// Has no effect in the browser.
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
  /// Has no effect in the browser.
  public func buttonSizing(_ sizing: SpacerSizing) -> some View { self }
  /// Has no effect in the browser.
  public func datePickerStyle(_ style: DatePickerStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func disclosureGroupStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func groupBoxStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func labeledContentStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func controlGroupStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func tableStyle(_ style: TableStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { self }
  /// Has no effect in the browser.
  public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View { self }
  /// Has no effect in the browser.
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  /// Has no effect in the browser.
  public func userActivity(_ activityType: String, isActive: Bool = true, _ update: @escaping (Any) -> Void)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func onContinueUserActivity(_ activityType: String, perform action: @escaping (Any) -> Void) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func labelIconToTitleSpacing(_ spacing: CGFloat) -> some View { self }
  /// Has no effect in the browser.
  public func windowResizeBehavior(_ behavior: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func luminanceToAlpha() -> some View { self }
  /// Has no effect in the browser.
  public func projectionEffect(_ transform: Any) -> some View { self }
}

/// See Apple's documentation of `ButtonBorderShape`.
public struct ButtonBorderShape: Sendable {
  public static let automatic = Self()
  public static let capsule = Self()
  public static let roundedRectangle = Self()
  public static let circle = Self()
  public static func roundedRectangle(radius: CGFloat) -> Self { Self() }
}

/// See Apple's documentation of `DatePickerStyleName`.
public struct DatePickerStyleName: Sendable {
  public static let automatic = Self()
  public static let compact = Self()
  public static let graphical = Self()
  public static let wheel = Self()
  public static let field = Self()
  public static let stepperField = Self()
}

/// See Apple's documentation of `TableStyleName`.
public struct TableStyleName: Sendable {
  public static let automatic = Self()
  public static let inset = Self()
  public static let bordered = Self()
}

/// See Apple's documentation of `HoverEffect`.
public struct HoverEffect: Sendable {
  public static let automatic = Self()
  public static let highlight = Self()
  public static let lift = Self()
}
