// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  private func attribute(_ name: String, _ value: String) -> some View { changing { $0.attribute(name, value) } }

  public func accessibilityLabel(_ label: Text) -> some View { attribute("aria-label", label.plain) }
  public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { attribute("aria-label", key.plain) }
  @_disfavoredOverload
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { attribute("aria-label", String(label)) }
  public func accessibilityValue(_ value: Text) -> some View { attribute("aria-valuetext", value.plain) }
  public func accessibilityValue(_ key: LocalizedStringKey) -> some View { attribute("aria-valuetext", key.plain) }
  @_disfavoredOverload
  public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
    attribute("aria-valuetext", String(value))
  }
  public func accessibilityHint(_ hint: Text) -> some View { attribute("aria-description", hint.plain) }
  public func accessibilityHint(_ key: LocalizedStringKey) -> some View { attribute("aria-description", key.plain) }
  @_disfavoredOverload
  public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
    attribute("aria-description", String(hint))
  }
  public func accessibilityIdentifier(_ identifier: String) -> some View { attribute("data-identifier", identifier) }
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    changing { if hidden { $0.attribute("aria-hidden", "true") } }
  }
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
    changing { if $0.tag == "div" { $0.attribute("role", "group") } }
  }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    changing { element in
      if traits.contains(.isHeader) { element.attribute("role", "heading") }
      if traits.contains(.isButton), element.tag != "button" { element.attribute("role", "button") }
      if traits.contains(.isLink) { element.attribute("role", "link") }
      if traits.contains(.isImage) { element.attribute("role", "img") }
      if traits.contains(.isSelected) { element.attribute("aria-selected", "true") }
    }
  }
  /// Has no effect in the browser.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// Has no effect in the browser.
  public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View { attribute("role", "heading") }
  /// Has no effect in the browser.
  public func accessibilityAction(_ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func accessibilityAction(named name: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View { self }
  /// Has no effect in the browser.
  @_disfavoredOverload
  public func accessibilityAction<S: StringProtocol>(named name: S, _ handler: @escaping () -> Void) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func accessibilityActions<C: View>(@ViewBuilder _ content: () -> C) -> some View { self }
  /// Has no effect in the browser.
  public func accessibilityAdjustableAction(_ handler: @escaping (AccessibilityAdjustmentDirection) -> Void)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func accessibilityInputLabels(_ labels: [LocalizedStringKey]) -> some View { self }
  /// Has no effect in the browser.
  public func accessibilityShowsLargeContentViewer() -> some View { self }
  /// Has no effect in the browser.
  public func accessibilityRespondsToUserInteraction(_ responds: Bool = true) -> some View { self }
  /// Text that appears when the pointer rests on the view.
  public func help(_ key: LocalizedStringKey) -> some View { attribute("title", key.plain) }
  public func help(_ text: Text) -> some View { attribute("title", text.plain) }
  @_disfavoredOverload
  public func help<S: StringProtocol>(_ text: S) -> some View { attribute("title", String(text)) }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  public static let ignore = Self(name: "ignore")
  public static let contain = Self(name: "contain")
  public static let combine = Self(name: "combine")
}
public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let isButton = Self(rawValue: 1)
  public static let isHeader = Self(rawValue: 2)
  public static let isSelected = Self(rawValue: 4)
  public static let isLink = Self(rawValue: 8)
  public static let isSearchField = Self(rawValue: 16)
  public static let isImage = Self(rawValue: 32)
  public static let playsSound = Self(rawValue: 64)
  public static let isKeyboardKey = Self(rawValue: 128)
  public static let isStaticText = Self(rawValue: 256)
  public static let isSummaryElement = Self(rawValue: 512)
  public static let updatesFrequently = Self(rawValue: 1024)
  public static let startsMediaSession = Self(rawValue: 2048)
  public static let allowsDirectInteraction = Self(rawValue: 4096)
  public static let causesPageTurn = Self(rawValue: 8192)
  public static let isModal = Self(rawValue: 16384)
  public static let isToggle = Self(rawValue: 32768)
  public static let isTabBar = Self(rawValue: 65536)
}
public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }
public enum AccessibilityAdjustmentDirection: Sendable { case increment, decrement }
public struct AccessibilityActionKind: Equatable, Sendable {
  let name: String
  public static let `default` = Self(name: "default")
  public static let escape = Self(name: "escape")
  public static let magicTap = Self(name: "magicTap")
  public static let delete = Self(name: "delete")
}
