// SPDX-License-Identifier: Apache-2.0

import Foundation

public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
public enum LayoutDirection: CaseIterable, Hashable, Sendable { case leftToRight, rightToLeft }

private enum ColorSchemeKey: EnvironmentKey { static let defaultValue = ColorScheme.light }
private enum HorizontalKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
private enum VerticalKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
private enum PhaseKey: EnvironmentKey { static let defaultValue = ScenePhase.active }
private enum LocaleKey: EnvironmentKey { static var defaultValue: Locale { .current } }
private enum CalendarKey: EnvironmentKey { static var defaultValue: Calendar { .current } }
private enum TimeZoneKey: EnvironmentKey { static var defaultValue: TimeZone { .current } }
private enum DirectionKey: EnvironmentKey { static let defaultValue = LayoutDirection.leftToRight }
private enum TypeSizeKey: EnvironmentKey { static let defaultValue = DynamicTypeSize.large }

extension EnvironmentValues {
  /// Light, unless a view above has said otherwise: the browser decides, and the style sheet goes with it.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[HorizontalKey.self] }
    set { self[HorizontalKey.self] = newValue }
  }
  public var verticalSizeClass: UserInterfaceSizeClass? {
    get { self[VerticalKey.self] }
    set { self[VerticalKey.self] = newValue }
  }
  public var scenePhase: ScenePhase {
    get { self[PhaseKey.self] }
    set { self[PhaseKey.self] = newValue }
  }
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
  public var layoutDirection: LayoutDirection {
    get { self[DirectionKey.self] }
    set { self[DirectionKey.self] = newValue }
  }
  public var dynamicTypeSize: DynamicTypeSize {
    get { self[TypeSizeKey.self] }
    set { self[TypeSizeKey.self] = newValue }
  }
  public var accessibilityReduceMotion: Bool { false }
  public var accessibilityReduceTransparency: Bool { false }
  public var accessibilityDifferentiateWithoutColor: Bool { false }
  public var accessibilityVoiceOverEnabled: Bool { false }
  public var displayScale: CGFloat { 2 }
  public var supportsMultipleWindows: Bool { false }

  /// Opens an address in a new window.
  public var openURL: OpenURLAction {
    let session = session
    return OpenURLAction { url in
      guard SafeAddress.isSafe(url.absoluteString) else { return .discarded }
      MainActor.assumeIsolated { session?.graph.send(.open(url.absoluteString)) }
      return .handled
    }
  }
  public var requestReview: RequestReviewAction { RequestReviewAction() }
  public var openWindow: OpenWindowAction { OpenWindowAction() }
  public var dismissWindow: OpenWindowAction { OpenWindowAction() }
  public var openSettings: OpenWindowAction { OpenWindowAction() }
  public var refresh: (() async -> Void)? { nil }
}

public struct OpenURLAction {
  public enum Result { case handled, discarded, systemAction }
  let action: (URL) -> Result
  public init(handler: @escaping (URL) -> Result) { action = handler }
  public func callAsFunction(_ url: URL) { _ = action(url) }
  public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
    let result = action(url)
    completion({ if case .handled = result { true } else { false } }())
  }
}
public struct RequestReviewAction: Sendable { public func callAsFunction() {} }
public struct OpenWindowAction: Sendable {
  public func callAsFunction() { Diagnostics.note("Not supported: another window") }
  public func callAsFunction(id: String) { callAsFunction() }
  public func callAsFunction<D: Hashable>(value: D) { callAsFunction() }
  public func callAsFunction<D: Hashable>(id: String, value: D) { callAsFunction() }
}

extension View {
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    ColorSchemeView(content: self, scheme: colorScheme)
  }
  public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
}

struct ColorSchemeView<Content: View>: WrappingView {
  let content: Content
  let scheme: ColorScheme?

  final class Memory { var told: ColorScheme?? }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    if memory.told != .some(scheme) {
      memory.told = .some(scheme)
      node.graph.send(.colorScheme(scheme.map { $0 == .dark ? "dark" : "light" }))
    }
    guard let scheme else {
      node.child(0, content)
      return
    }
    node.child(0, content, environment: node.environment("\(scheme)") { $0.colorScheme = scheme })
  }
}
