// SPDX-License-Identifier: Apache-2.0

enum TitleKey: PreferenceKey {
  static var defaultValue: String? { nil }
  static func reduce(value: inout String?, nextValue: () -> String?) { value = value ?? nextValue() }
}

enum InlineTitleKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

extension View {
  /// Sets the title of the page, which the browser's window shows, too. Markdown is taken out. A modifier further out
  /// replaces titles within; of views beside each other the first one's title counts. Pages are those of stacks and
  /// split views.
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { titled(titleKey.plain) }
  /// Sets the title of the page to a string, as it is.
  @_disfavoredOverload
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { titled(String(title)) }
  /// Sets the title of the page to a text, without its styles.
  public func navigationTitle(_ title: Text) -> some View { titled(title.plain) }
  /// Sets the title of the page to the value of a binding. One cannot change the title in the browser.
  public func navigationTitle(_ title: Binding<String>) -> some View { titled(title.wrappedValue) }
  /// Sets the title of the page, as ``navigationTitle(_:)`` does.
  public func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View { titled(titleKey.plain) }
  /// Sets the title of the page to a text, without its styles.
  public func navigationBarTitle(_ title: Text) -> some View { titled(title.plain) }
  /// Sets the title of the page; how it is displayed is not used. Use ``navigationBarTitleDisplayMode(_:)`` for it.
  public func navigationBarTitle(
    _ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { titled(titleKey.plain) }
  /// Has no effect in the browser.
  public func navigationSubtitle(_ subtitleKey: LocalizedStringKey) -> some View { withoutEffect("navigationSubtitle") }
  /// Sets the title of the page, as it is: the older form of `navigationTitle(_:)`.
  @_disfavoredOverload
  public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(title) }
  /// Sets the title of the page, as it is, and how large it is.
  @_disfavoredOverload
  public func navigationBarTitle<S: StringProtocol>(_ title: S, displayMode: NavigationBarItem.TitleDisplayMode)
    -> some View
  { navigationTitle(title).navigationBarTitleDisplayMode(displayMode) }
  private func titled(_ title: String) -> some View { PreferenceWriter<Self, TitleKey>(content: self) { _ in title } }

  /// Sets whether the title is small and beside the buttons (`inline`) or large and below them (all others). It does
  /// not become small when one scrolls.
  public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View {
    PreferenceWriter<Self, InlineTitleKey>(content: self) { _ in mode == .inline }
  }
  /// Sets whether the title is small and beside the buttons (`inline`) or large and below them (all others).
  public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
    PreferenceWriter<Self, InlineTitleKey>(content: self) { _ in mode == .inline }
  }
}

/// The bar of a page, which has the modes of its title.
public struct NavigationBarItem: Hashable, Sendable {
  /// How the title of a page is displayed: in a browser small for `inline`, large for the others.
  public enum TitleDisplayMode: Hashable, Sendable { case automatic, inline, large }
}
/// How the title of a page is displayed: in a browser small for `inline`, large for the others.
public struct ToolbarTitleDisplayMode: Hashable, Sendable {
  let name: String
  /// As usual: large in a browser.
  public static let automatic = Self(name: "automatic")
  /// Small and beside the buttons.
  public static let inline = Self(name: "inline")
  /// Large and beside the buttons; drawn as ``large`` in a browser.
  public static let inlineLarge = Self(name: "inlineLarge")
  /// Large and below the buttons.
  public static let large = Self(name: "large")
}
