// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Light or dark appearance.
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }
/// How much room there is in one direction.
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }
/// Whether the app is in front, as `scenePhase` says it.
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
/// In which direction text runs.
public enum LayoutDirection: CaseIterable, Hashable, Sendable { case leftToRight, rightToLeft }

private enum ColorSchemeKey: EnvironmentKey { static let defaultValue = ColorScheme.light }
private enum HorizontalKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
private enum VerticalKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
private enum PhaseKey: EnvironmentKey { static let defaultValue = ScenePhase.active }
private enum LocaleKey: EnvironmentKey { static var defaultValue: Locale? { nil } }
private enum CalendarKey: EnvironmentKey { static var defaultValue: Calendar? { nil } }
private enum TimeZoneKey: EnvironmentKey { static var defaultValue: TimeZone? { nil } }
private enum DirectionKey: EnvironmentKey { static let defaultValue = LayoutDirection.leftToRight }
private enum OpenURLKey: EnvironmentKey { static var defaultValue: OpenURLAction? { nil } }
private enum LessMotionKey: EnvironmentKey { static let defaultValue = false }
private enum TypeSizeKey: EnvironmentKey { static let defaultValue = DynamicTypeSize.large }

extension EnvironmentValues {
  /// That of the browser, unless a view above has said otherwise; light until the browser has told.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
  /// How much room there is in width: compact where the page is narrower than 600 pixels, unless a view above says
  /// otherwise; regular until the browser has told. A page whose window is made wider or narrower follows.
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[HorizontalKey.self] }
    set { self[HorizontalKey.self] = newValue }
  }
  /// How much room there is in height: compact where the page is lower than 450 pixels, as on a phone on its side, unless
  /// a view above says otherwise; regular until the browser has told.
  public var verticalSizeClass: UserInterfaceSizeClass? {
    get { self[VerticalKey.self] }
    set { self[VerticalKey.self] = newValue }
  }
  /// The phase of the scene: always active here, unless a view above says otherwise.
  public var scenePhase: ScenePhase {
    get { self[PhaseKey.self] }
    set { self[PhaseKey.self] = newValue }
  }
  /// The language and region of the browser, unless a view above says otherwise.
  ///
  /// Texts, fields and pickers write numbers and dates by it if their formats name no locale. What an app formats itself,
  /// with `formatted()` for example, is written by the server's unless the app hands this one over.
  public var locale: Locale {
    get { self[LocaleKey.self] ?? .current }
    set { self[LocaleKey.self] = newValue }
  }
  /// The calendar of the browser's language and time zone, unless a view above says otherwise.
  public var calendar: Calendar {
    get { self[CalendarKey.self] ?? .current }
    set { self[CalendarKey.self] = newValue }
  }
  /// The time zone of the browser, unless a view above says otherwise. Texts and date pickers go by it; see ``locale``.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] ?? .current }
    set { self[TimeZoneKey.self] = newValue }
  }
  /// Whether texts are written in another way than where the host runs.
  var isElsewhere: Bool {
    self[LocaleKey.self] != nil || self[TimeZoneKey.self] != nil || self[CalendarKey.self] != nil
  }
  /// The direction of text and of the layout: that of the browser's language if the app has texts in it, unless a view
  /// above says otherwise.
  public var layoutDirection: LayoutDirection {
    get { self[DirectionKey.self] }
    set { self[DirectionKey.self] = newValue }
  }
  /// The size of text: large unless a view above says otherwise. Fonts do not follow it.
  public var dynamicTypeSize: DynamicTypeSize {
    get { self[TypeSizeKey.self] }
    set { self[TypeSizeKey.self] = newValue }
  }
  /// Whether somebody has asked the browser for less motion; false until it has told. The style sheet shortens
  /// animations then, whether views look at this or not.
  public internal(set) var accessibilityReduceMotion: Bool {
    get { self[LessMotionKey.self] }
    set { self[LessMotionKey.self] = newValue }
  }
  /// Always false: the browser does not tell.
  public var accessibilityReduceTransparency: Bool { false }
  /// Always false: the browser does not tell.
  public var accessibilityDifferentiateWithoutColor: Bool { false }
  /// Always false: browsers do not tell whether someone uses a screen reader.
  public var accessibilityVoiceOverEnabled: Bool { false }
  /// Always 2, whatever the screen of the browser.
  public var displayScale: CGFloat { 2 }
  /// Always false.
  public var supportsMultipleWindows: Bool { false }

  /// Opens an address: in a new window, unless a view above has set an action that does something else. Links and those
  /// in texts use that one, too.
  public var openURL: OpenURLAction {
    get {
      let session = session
      var action = ownOpenURL ?? OpenURLAction { _ in .systemAction }
      action.system = { url in
        guard SafeAddress.isSafe(url.absoluteString) else { return false }
        MainActor.assumeIsolated { session?.graph?.send(.open(url.absoluteString)) }
        return session != nil
      }
      return action
    }
    set { ownOpenURL = newValue }
  }
  /// What a view above has set to open addresses.
  var ownOpenURL: OpenURLAction? {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
  /// An action that opens another window of the app: a page in a tab of its own, with an address.
  @MainActor public var openWindow: OpenWindowAction { OpenWindowAction(session: session) }
  /// An action that would close a window. Notes that a page closes no other one.
  public var dismissWindow: DismissWindowAction { DismissWindowAction() }
  /// An action that opens the app's settings: a page in a tab of its own.
  @MainActor public var openSettings: OpenSettingsAction { OpenSettingsAction(session: session) }
}

/// Opens an address. See Apple's documentation of `OpenURLAction`.
public struct OpenURLAction {
  /// What became of an address.
  public struct Result: Sendable {
    fileprivate enum Outcome { case handled, discarded, system(URL?) }
    fileprivate let outcome: Outcome
    /// The action has done what there was to do.
    public static let handled = Result(outcome: .handled)
    /// The address is not opened.
    public static let discarded = Result(outcome: .discarded)
    /// The browser opens the address in a new window, unless it would run something, such as `javascript:`.
    public static let systemAction = Result(outcome: .system(nil))
    /// The browser opens another address instead.
    public static func systemAction(_ url: URL) -> Result { Result(outcome: .system(url)) }
  }
  let action: (URL) -> Result
  /// Lets the browser open an address, and returns whether it does. There is no browser where no page is shown.
  var system: (URL) -> Bool = { _ in false }

  /// Creates an action that hands the address to a closure.
  public init(handler: @escaping (URL) -> Result) { action = handler }

  private func open(_ url: URL) -> Bool {
    switch action(url).outcome {
    case .handled: true
    case .discarded: false
    case .system(let other): system(other ?? url)
    }
  }

  /// Opens an address.
  public func callAsFunction(_ url: URL) { _ = open(url) }
  /// Opens an address and tells at once whether that was done.
  public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) { completion(open(url)) }
}

extension Rendered {
  /// Makes an `a` element lead to an address: the browser opens it, or the action that a view above has set for that.
  func lead(to address: String, inNewWindow: Bool, _ environment: EnvironmentValues) {
    attribute(.destination, SafeAddress.isSafe(address) ? address : "#")
    if environment.ownOpenURL != nil, let url = URL(string: address) {
      on(.click) { _ in environment.openURL(url) }
    } else if inNewWindow {
      attribute(.opensNewWindow, true)
    }
    attribute(.isForeign, true)
  }
}
extension View {
  /// Shows the page in light or dark appearance; nil leaves that to the browser.
  ///
  /// The whole page changes as long as the view is shown; of several views that say something the innermost counts. Views
  /// within find the appearance in their environment.
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    ColorSchemeView(content: self, scheme: colorScheme)
  }
  /// Sets the appearance that views within find in their environment. Their colours do not follow.
  public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
}

struct ColorSchemeView<Content: View>: WrappingView {
  let content: Content
  let scheme: ColorScheme?

  func update(_ node: Node) {
    let wish = node.remember { AppearanceWish(depth: node.depth) }
    let appearance = node.remember { Appearance() }
    let isOther = wish.scheme != scheme
    wish.scheme = scheme
    if !wish.isFollowed {
      wish.isFollowed = true
      let session = node.environment.session
      appearance.appear = { [weak session] in session?.add(wish) }
      appearance.disappear = { [weak session] in session?.remove(wish) }
      appearance.follow(node)
    } else if isOther {
      node.environment.session?.showAppearance()
    }
    guard let scheme else {
      node.child(0, content)
      return
    }
    node.child(0, content, environment: node.environment("\(scheme)") { $0.colorScheme = scheme })
  }
}

/// The appearance that a view prefers.
@MainActor final class AppearanceWish {
  let depth: Int
  var scheme: ColorScheme?
  var isFollowed = false

  init(depth: Int) { self.depth = depth }
}
