// SPDX-License-Identifier: Apache-2.0

import Foundation

// Modifiers for windows, devices and details of appearance, which a browser has no like of.

extension View {
  /// Has no effect in the browser.
  public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View { withoutEffect("symbolEffectsRemoved") }
  /// Has no effect in the browser.
  public func allowedDynamicRange(_ range: Image.DynamicRange?) -> some View { withoutEffect("allowedDynamicRange") }
  /// Has no effect in the browser.
  public func focusSection() -> some View { withoutEffect("focusSection") }
  /// Has no effect in the browser.
  public func focusScope(_ namespace: Namespace.ID) -> some View { withoutEffect("focusScope") }
  /// Has no effect in the browser.
  public func digitalCrownRotation<V: BinaryFloatingPoint>(_ binding: Binding<V>) -> some View {
    withoutEffect("digitalCrownRotation")
  }
  /// Has no effect in the browser.
  public func defaultHoverEffect(_ effect: HoverEffect?) -> some View { withoutEffect("defaultHoverEffect") }
  /// Has no effect in the browser.
  public func listRowHoverEffect(_ effect: HoverEffect?) -> some View { withoutEffect("listRowHoverEffect") }
  /// Has no effect in the browser.
  public func inspectorColumnWidth(_ width: CGFloat) -> some View { withoutEffect("inspectorColumnWidth") }
  /// Has no effect in the browser.
  public func inspectorColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
    withoutEffect("inspectorColumnWidth")
  }
  /// Has no effect in the browser.
  public func dialogIcon(_ icon: Image?) -> some View { withoutEffect("dialogIcon") }
  /// Has no effect in the browser.
  public func dialogSeverity(_ severity: DialogSeverity) -> some View { withoutEffect("dialogSeverity") }
  /// Has no effect in the browser.
  public func fileDialogMessage(_ messageKey: LocalizedStringKey) -> some View { withoutEffect("fileDialogMessage") }
  /// Has no effect in the browser.
  public func fileDialogConfirmationLabel(_ labelKey: LocalizedStringKey) -> some View {
    withoutEffect("fileDialogConfirmationLabel")
  }
  /// Has no effect in the browser.
  public func fileExporterFilenameLabel(_ labelKey: LocalizedStringKey) -> some View {
    withoutEffect("fileExporterFilenameLabel")
  }
  /// Has no effect in the browser.
  public func windowDismissBehavior(_ behavior: WindowInteractionBehavior) -> some View {
    withoutEffect("windowDismissBehavior")
  }
  /// Has no effect in the browser.
  public func windowMinimizeBehavior(_ behavior: WindowInteractionBehavior) -> some View {
    withoutEffect("windowMinimizeBehavior")
  }
  /// Has no effect in the browser.
  public func windowFullScreenBehavior(_ behavior: WindowInteractionBehavior) -> some View {
    withoutEffect("windowFullScreenBehavior")
  }
  /// Has no effect in the browser.
  public func typeSelectEquivalent(_ stringKey: LocalizedStringKey) -> some View {
    withoutEffect("typeSelectEquivalent")
  }
  /// Has no effect in the browser.
  public func labelReservedIconWidth(_ value: CGFloat) -> some View { withoutEffect("labelReservedIconWidth") }
  /// Has no effect in the browser.
  public func interactionActivityTrackingTag(_ tag: String) -> some View {
    withoutEffect("interactionActivityTrackingTag")
  }
  /// Has no effect in the browser.
  public func scrollEdgeEffectHidden(_ hidden: Bool = true, for edges: Edge.Set = .all) -> some View {
    withoutEffect("scrollEdgeEffectHidden")
  }

  /// Draws the view as a transform says, from its upper left corner, while its room stays as it was.
  public func transformEffect(_ transform: CGAffineTransform) -> some View {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let box = element.boxed(node)
      box.stage = .effect
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      box.style(.transform([.matrix(numbers)]))
      box.style(.transformAnchor(.topLeading))
      return box
    }
  }
}

extension Image {
  /// How bright pictures may be, which the browser decides. See Apple's documentation of `Image.DynamicRange`.
  public struct DynamicRange: Hashable, Sendable {
    let name: String
    /// No brighter than white.
    public static let standard = Self(name: "standard")
    /// Somewhat brighter than white.
    public static let constrainedHigh = Self(name: "constrainedHigh")
    /// As bright as the screen can be.
    public static let high = Self(name: "high")
  }
}

/// How grave the matter of a dialog is; dialogs look the same here. See Apple's documentation of `DialogSeverity`.
public struct DialogSeverity: Hashable, Sendable {
  let name: String
  /// Names what is usual.
  public static let automatic = Self(name: "automatic")
  /// Names a matter that may be lost.
  public static let critical = Self(name: "critical")
  /// Names a matter like others.
  public static let standard = Self(name: "standard")
}

/// Whether somebody can do something with a window, which the browser decides. See Apple's documentation of
/// `WindowInteractionBehavior`.
public struct WindowInteractionBehavior: Hashable, Sendable {
  let name: String
  /// Names what is usual.
  public static let automatic = Self(name: "automatic")
  /// Names what is possible.
  public static let enabled = Self(name: "enabled")
  /// Names what is not possible.
  public static let disabled = Self(name: "disabled")
}
