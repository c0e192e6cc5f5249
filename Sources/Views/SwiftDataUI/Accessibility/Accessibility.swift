// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  private func attribute(_ name: Element.Attribute.Name, _ value: String) -> some View {
    changing { element in
      let hasRole = element.ownRole != nil
      let hasRange = element.kind == .slider || element.kind == .progress || element.ownRole == .progress
      switch name {
      case .label where !hasRole && element.kind == .text:
        // Read in place of the text: only what has a role has a name.
        element.role(.image)
        element.attribute(.label, value)
      case .label where !hasRole && element.kind == .box:
        element.role(.group)
        element.attribute(.label, value)
      case .valueText where !hasRange:
        // Only what has a range has a value in words.
        element.attribute(.hint, value)
      default: element.attribute(name, value)
      }
    }
  }

  /// Sets what screen readers call the view: a text without its styles, as the attribute `aria-label`.
  public func accessibilityLabel(_ label: Text) -> some View { attribute(.label, label.plain) }
  /// Sets what screen readers call the view; marks of Markdown are left out.
  public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { attribute(.label, key.plain) }
  /// Sets what screen readers call the view, as it is.
  @_disfavoredOverload
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { attribute(.label, String(label)) }
  /// Sets how screen readers say the value of the view, as the attribute `aria-valuetext`: sliders and the like have
  /// one. Of other views it is what they add, as with ``accessibilityHint(_:)``.
  public func accessibilityValue(_ value: Text) -> some View { attribute(.valueText, value.plain) }
  /// Sets how screen readers say the value of the view; marks of Markdown are left out.
  public func accessibilityValue(_ key: LocalizedStringKey) -> some View { attribute(.valueText, key.plain) }
  /// Sets how screen readers say the value of the view, as it is.
  @_disfavoredOverload
  public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
    attribute(.valueText, String(value))
  }
  /// Sets what screen readers add about the view, as the attribute `aria-description`.
  public func accessibilityHint(_ hint: Text) -> some View { attribute(.hint, hint.plain) }
  /// Sets what screen readers add about the view; marks of Markdown are left out.
  public func accessibilityHint(_ key: LocalizedStringKey) -> some View { attribute(.hint, key.plain) }
  /// Sets what screen readers add about the view, as it is.
  @_disfavoredOverload
  public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
    attribute(.hint, String(hint))
  }
  /// Names the view for tests, as the attribute `data-identifier`.
  public func accessibilityIdentifier(_ identifier: String) -> some View { attribute(.identifier, identifier) }
  /// Hides the view from screen readers; `false` has no effect.
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    changing { if hidden { $0.attribute(.isHidden, true) } }
  }
  /// Makes a box a group to screen readers. With `ignore` what is within is not read: give the group a label. Otherwise it
  /// is read by itself.
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
    changing { element in
      guard element.kind == .box else { return }
      element.role(.group)
      guard children == .ignore else { return }
      element.children = element.children.map { child in
        child.key.derived(.of(.unread), of: child) { child.changed { $0.attribute(.isHidden, true) } }
      }
    }
  }
  /// Tells screen readers that the view is a header, a button, a link, an image or selected; other traits have no
  /// effect.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    changing { element in
      if traits.contains(.isHeader) { element.role(.heading) }
      if traits.contains(.isButton), element.kind != .button { element.role(.button) }
      if traits.contains(.isLink) { element.role(.link) }
      if traits.contains(.isImage) { element.role(.image) }
      if traits.contains(.isSelected) { element.attribute(.isSelected, true) }
    }
  }
  /// Has no effect in the browser.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
    withoutEffect("accessibilityRemoveTraits")
  }
  /// Has no effect in the browser.
  public func accessibilitySortPriority(_ sortPriority: Double) -> some View {
    withoutEffect("accessibilitySortPriority")
  }
  /// Tells screen readers that the view is a heading, and of which level.
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    changing { element in
      element.role(.heading)
      if level != .unspecified { element.attribute(.level, String(level.rawValue)) }
    }
  }
  /// Has no effect in the browser.
  public func accessibilityAction(_ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void)
    -> some View
  { withoutEffect("accessibilityAction") }
  /// Has no effect in the browser.
  public func accessibilityAction(named name: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
    withoutEffect("accessibilityAction")
  }
  /// Has no effect in the browser.
  @_disfavoredOverload
  public func accessibilityAction<S: StringProtocol>(named name: S, _ handler: @escaping () -> Void) -> some View {
    withoutEffect("accessibilityAction")
  }
  /// Has no effect in the browser.
  public func accessibilityActions<C: View>(@ViewBuilder _ content: () -> C) -> some View {
    withoutEffect("accessibilityActions")
  }
  /// Has no effect in the browser.
  public func accessibilityAdjustableAction(_ handler: @escaping (AccessibilityAdjustmentDirection) -> Void)
    -> some View
  { withoutEffect("accessibilityAdjustableAction") }
  /// Has no effect in the browser.
  public func accessibilityInputLabels(_ labels: [LocalizedStringKey]) -> some View {
    withoutEffect("accessibilityInputLabels")
  }
  /// Has no effect in the browser.
  public func accessibilityShowsLargeContentViewer() -> some View {
    withoutEffect("accessibilityShowsLargeContentViewer")
  }
  /// Has no effect in the browser.
  public func accessibilityRespondsToUserInteraction(_ responds: Bool = true) -> some View {
    withoutEffect("accessibilityRespondsToUserInteraction")
  }
  /// Text that appears when the pointer rests on the view.
  public func help(_ key: LocalizedStringKey) -> some View { attribute(.help, key.plain) }
  /// Text that appears when the pointer rests on the view, without its styles.
  public func help(_ text: Text) -> some View { attribute(.help, text.plain) }
  /// Text as it is that appears when the pointer rests on the view.
  @_disfavoredOverload
  public func help<S: StringProtocol>(_ text: S) -> some View { attribute(.help, String(text)) }
}

/// What screen readers make of the views within.
public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  /// Leaves them out.
  public static let ignore = Self(name: "ignore")
  /// Reads each by itself.
  public static let contain = Self(name: "contain")
  /// Would read them as one; in a browser each is read by itself.
  public static let combine = Self(name: "combine")
}
/// What a view is to screen readers. Those without a note have no effect in a browser.
public struct AccessibilityTraits: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt64
  /// Creates a set of its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// A button; told as the role `button`.
  public static let isButton = Self(rawValue: 1)
  /// A header; told as the role `heading`.
  public static let isHeader = Self(rawValue: 2)
  /// Selected; told as `aria-selected`.
  public static let isSelected = Self(rawValue: 4)
  /// A link; told as the role `link`.
  public static let isLink = Self(rawValue: 8)
  /// A field for what is searched.
  public static let isSearchField = Self(rawValue: 16)
  /// An image; told as the role `img`.
  public static let isImage = Self(rawValue: 32)
  /// A view that plays a sound when it is activated.
  public static let playsSound = Self(rawValue: 64)
  /// A key of a keyboard.
  public static let isKeyboardKey = Self(rawValue: 128)
  /// A text that does not change.
  public static let isStaticText = Self(rawValue: 256)
  /// A summary of the app's state.
  public static let isSummaryElement = Self(rawValue: 512)
  /// A view whose value changes often.
  public static let updatesFrequently = Self(rawValue: 1024)
  /// A view that starts sound or video when it is activated.
  public static let startsMediaSession = Self(rawValue: 2048)
  /// A view that is touched directly.
  public static let allowsDirectInteraction = Self(rawValue: 4096)
  /// A view that turns the page when it has been read.
  public static let causesPageTurn = Self(rawValue: 8192)
  /// A view beside which nothing else is read.
  public static let isModal = Self(rawValue: 16384)
  /// A switch.
  public static let isToggle = Self(rawValue: 32768)
  /// A bar of tabs.
  public static let isTabBar = Self(rawValue: 65536)
}
/// The level of a heading.
public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }
/// In which direction a value is changed, which a browser does not say.
public enum AccessibilityAdjustmentDirection: Sendable { case increment, decrement }
/// What a screen reader does with a view, which has no effect in a browser.
public struct AccessibilityActionKind: Equatable, Sendable {
  let name: String
  /// Activating it.
  public static let `default` = Self(name: "default")
  /// Leaving it.
  public static let escape = Self(name: "escape")
  /// What the app does first of all.
  public static let magicTap = Self(name: "magicTap")
  /// Deleting it.
  public static let delete = Self(name: "delete")
}
