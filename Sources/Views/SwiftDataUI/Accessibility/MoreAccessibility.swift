// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Has no effect in the browser.
  public func accessibilityScrollAction(_ handler: @escaping (Edge) -> Void) -> some View {
    withoutEffect("accessibilityScrollAction")
  }
  /// Has no effect in the browser.
  public func accessibilityLinkedGroup<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View {
    withoutEffect("accessibilityLinkedGroup")
  }
  /// Has no effect in the browser.
  public func accessibilityLabeledPair<ID: Hashable>(
    role: AccessibilityLabeledPairRole, id: ID, in namespace: Namespace.ID
  ) -> some View { withoutEffect("accessibilityLabeledPair") }
  /// Has no effect in the browser.
  public func accessibilityTextContentType(_ value: AccessibilityTextContentType) -> some View {
    withoutEffect("accessibilityTextContentType")
  }
  /// Has no effect in the browser.
  public func accessibilityActivationPoint(_ activationPoint: CGPoint) -> some View {
    withoutEffect("accessibilityActivationPoint")
  }
  /// Has no effect in the browser.
  public func accessibilityActivationPoint(_ activationPoint: UnitPoint) -> some View {
    withoutEffect("accessibilityActivationPoint")
  }
  /// Has no effect in the browser.
  public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View {
    withoutEffect("accessibilityIgnoresInvertColors")
  }
  /// Has no effect in the browser.
  public func accessibilityDirectTouch(_ isDirectTouchArea: Bool = true) -> some View {
    withoutEffect("accessibilityDirectTouch")
  }
  /// Has no effect in the browser.
  public func speechAdjustedPitch(_ value: Double) -> some View { withoutEffect("speechAdjustedPitch") }
  /// Has no effect in the browser.
  public func speechAlwaysIncludesPunctuation(_ value: Bool = true) -> some View {
    withoutEffect("speechAlwaysIncludesPunctuation")
  }
  /// Has no effect in the browser.
  public func speechAnnouncementsQueued(_ value: Bool = true) -> some View {
    withoutEffect("speechAnnouncementsQueued")
  }

  /// Adds a pair of a name and a value to what screen readers say of the view, after what else is said.
  public func accessibilityCustomContent(
    _ labelKey: LocalizedStringKey, _ value: Text, importance: AccessibilityCustomContentImportance = .default
  ) -> some View { describing(labelKey.plain, value.plain) }
  /// Adds a pair of a name and a value to what screen readers say of the view, after what else is said.
  public func accessibilityCustomContent(
    _ label: Text, _ value: Text, importance: AccessibilityCustomContentImportance = .default
  ) -> some View { describing(label.plain, value.plain) }
  /// Adds a pair of a name and a value to what screen readers say of the view, after what else is said.
  public func accessibilityCustomContent(
    _ labelKey: LocalizedStringKey, _ valueKey: LocalizedStringKey,
    importance: AccessibilityCustomContentImportance = .default
  ) -> some View { describing(labelKey.plain, valueKey.plain) }
  /// Adds a pair of a name and a value as it is to what screen readers say of the view, after what else is said.
  @_disfavoredOverload
  public func accessibilityCustomContent<V: StringProtocol>(
    _ labelKey: LocalizedStringKey, _ value: V, importance: AccessibilityCustomContentImportance = .default
  ) -> some View { describing(labelKey.plain, String(value)) }

  private func describing(_ label: String, _ value: String) -> some View {
    changing { element in
      let known = element.attributes.first { $0.name == .hint }
      var text = "\(label): \(value)"
      if case .text(let hint)? = known?.value, !hint.isEmpty { text = hint + ", " + text }
      element.attribute(.hint, text)
    }
  }
}

/// Which of a pair a view is. See Apple's documentation of `AccessibilityLabeledPairRole`.
public enum AccessibilityLabeledPairRole: Hashable, Sendable { case label, content }

/// How much what is said of a view matters; all of it is said here. See Apple's documentation of
/// `AXCustomContent.Importance`.
public enum AccessibilityCustomContentImportance: Hashable, Sendable { case `default`, high }

/// What kind of text a view has, which screen readers for browsers are not told. See Apple's documentation of
/// `AccessibilityTextContentType`.
public struct AccessibilityTextContentType: Hashable, Sendable {
  let name: String
  /// Text like any other.
  public static let plain = Self(name: "plain")
  /// What a console writes.
  public static let console = Self(name: "console")
  /// Names of files.
  public static let fileSystem = Self(name: "fileSystem")
  /// Messages.
  public static let messaging = Self(name: "messaging")
  /// A story.
  public static let narrative = Self(name: "narrative")
  /// A program.
  public static let sourceCode = Self(name: "sourceCode")
  /// Cells.
  public static let spreadsheet = Self(name: "spreadsheet")
  /// A document.
  public static let wordProcessing = Self(name: "wordProcessing")
}
