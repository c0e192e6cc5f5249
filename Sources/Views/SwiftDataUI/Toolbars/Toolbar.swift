// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The placement of a toolbar item. See Apple's documentation of `ToolbarItemPlacement`.
public struct ToolbarItemPlacement: Hashable, Sendable {
  enum Area { case leading, principal, trailing, bottom, keyboard }
  let area: Area
  public static let automatic = Self(area: .trailing)
  public static let principal = Self(area: .principal)
  public static let title = Self(area: .principal)
  public static let subtitle = Self(area: .principal)
  public static let largeTitle = Self(area: .principal)
  public static let navigation = Self(area: .leading)
  public static let navigationBarLeading = Self(area: .leading)
  public static let topBarLeading = Self(area: .leading)
  public static let cancellationAction = Self(area: .leading)
  public static let primaryAction = Self(area: .trailing)
  public static let secondaryAction = Self(area: .trailing)
  public static let navigationBarTrailing = Self(area: .trailing)
  public static let topBarTrailing = Self(area: .trailing)
  public static let confirmationAction = Self(area: .trailing)
  public static let destructiveAction = Self(area: .trailing)
  public static let status = Self(area: .bottom)
  public static let bottomBar = Self(area: .bottom)
  public static let bottomOrnament = Self(area: .bottom)
  public static let keyboard = Self(area: .bottom)
}

/// Parts of a toolbar. See Apple's documentation of `ToolbarContent`.
@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder var body: Body { get }
  /// The items as a view.
  var _view: AnyView { get }
}

public protocol CustomizableToolbarContent: ToolbarContent {}

extension Never: ToolbarContent {}

extension ToolbarContent {
  public var _view: AnyView { body._view }
}

extension ToolbarContent where Body == Never {
  // Never called: items have a '_view' of their own, and 'Never' has no value to return.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

public struct ToolbarItem<Content: View>: CustomizableToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content
  public typealias Body = Never
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.init(placement: placement, content: content)
  }
  public var _view: AnyView { AnyView(ToolbarItemView(content: content, placement: placement)) }
}

public struct ToolbarItemGroup<Content: View>: CustomizableToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content
  public typealias Body = Never
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  public var _view: AnyView { AnyView(ToolbarItemView(content: content, placement: placement)) }
}

public struct ToolbarSpacer: CustomizableToolbarContent {
  public typealias Body = Never
  let placement: ToolbarItemPlacement
  public init(_ sizing: SpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {
    self.placement = placement
  }
  public var _view: AnyView { AnyView(EmptyView()) }
}

public struct SpacerSizing: Hashable, Sendable {
  let name: String
  public static let flexible = Self(name: "flexible")
  public static let fixed = Self(name: "fixed")
}

/// Several items, as the builder makes them.
public struct _ToolbarItems: CustomizableToolbarContent {
  public typealias Body = Never
  public let _view: AnyView
  init<V: View>(_ view: V) { _view = AnyView(view) }
}

/// Items that may be missing: an `if` without `else`.
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  public var _view: AnyView { AnyView(self?._view) }
}

@resultBuilder @MainActor
public enum ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock() -> _ToolbarItems { _ToolbarItems(EmptyView()) }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarItems {
    var views: [AnyView] = []
    for item in repeat each content { views.append(item._view) }
    return _ToolbarItems(ViewSequence(views: views))
  }
  // With the type of the content in the result: the compiler calls this with nil, too, and infers it from there.
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: ToolbarContent>(first: First) -> _ToolbarItems {
    _ToolbarItems(_ConditionalContent<AnyView, AnyView>(.first(first._view)))
  }
  public static func buildEither<Second: ToolbarContent>(second: Second) -> _ToolbarItems {
    _ToolbarItems(_ConditionalContent<AnyView, AnyView>(.second(second._view)))
  }
  public static func buildLimitedAvailability<Content: ToolbarContent>(_ content: Content) -> _ToolbarItems {
    _ToolbarItems(content._view)
  }
}

/// Views in a row, whose number does not change.
struct ViewSequence: PrimitiveView {
  let views: [AnyView]
  func update(_ node: Node) { for (index, view) in views.enumerated() { node.child(index, view) } }
}

struct ToolbarItemView<Content: View>: PrimitiveView {
  let content: Content
  let placement: ToolbarItemPlacement

  func update(_ node: Node) {
    let environment = node.environment {
      $0.container = nil
      $0.stackAxis = .horizontal
    }
    node.child(0, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = Output([], node.content.preferences)
    if !node.content.elements.isEmpty {
      output.preferences[ToolbarKey.self].append(ToolbarEntry(placement: placement, elements: node.content.elements))
    }
    return output
  }
}

struct ToolbarEntry {
  let placement: ToolbarItemPlacement
  let elements: [Rendered]
}

enum ToolbarKey: PreferenceKey {
  static var defaultValue: [ToolbarEntry] { [] }
  static func reduce(value: inout [ToolbarEntry], nextValue: () -> [ToolbarEntry]) { value += nextValue() }
}

enum TitleKey: PreferenceKey {
  static var defaultValue: String? { nil }
  static func reduce(value: inout String?, nextValue: () -> String?) { value = value ?? nextValue() }
}

enum InlineTitleKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

enum BackHiddenKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

enum ToolbarHiddenKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

/// A view with items for the bar of its page.
struct ToolbarView<Content: View>: PrimitiveView {
  let content: Content
  let items: AnyView

  func update(_ node: Node) {
    let editing = node.environment.editMode
    let memory = node.remember { StoredLocation(EditMode.inactive) }
    // An edit button works on the lists of its page.
    let environment = node.environment { if editing == nil { $0.editMode = Binding(location: memory) } }
    node.child(0, content, environment: environment)
    node.child(1, items, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let items = node.content(1)
    output.preferences.merge(items.preferences)
    // What is no item goes to the end of the bar.
    if !items.elements.isEmpty {
      output.preferences[ToolbarKey.self].append(ToolbarEntry(placement: .automatic, elements: items.elements))
    }
    return output
  }
}

extension View {
  /// Adds items to the bar of the page. See Apple's documentation of `toolbar(content:)`.
  public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, items: content()._view)
  }
  public func toolbar<Content: ToolbarContent>(id: String, @ToolbarContentBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, items: content()._view)
  }
  @_disfavoredOverload
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, items: AnyView(content()))
  }
  public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View {
    toolbar {
      ToolbarItem(placement: .topBarLeading) { leading }
      ToolbarItem(placement: .topBarTrailing) { trailing }
    }
  }
  public func navigationBarItems<T: View>(trailing: T) -> some View {
    toolbar { ToolbarItem(placement: .topBarTrailing) { trailing } }
  }
  public func navigationBarItems<L: View>(leading: L) -> some View {
    toolbar { ToolbarItem(placement: .topBarLeading) { leading } }
  }

  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { titled(titleKey.plain) }
  @_disfavoredOverload
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { titled(String(title)) }
  public func navigationTitle(_ title: Text) -> some View { titled(title.plain) }
  public func navigationTitle(_ title: Binding<String>) -> some View { titled(title.wrappedValue) }
  public func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View { titled(titleKey.plain) }
  public func navigationBarTitle(_ title: Text) -> some View { titled(title.plain) }
  public func navigationBarTitle(
    _ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { titled(titleKey.plain) }
  /// Has no effect in the browser.
  public func navigationSubtitle(_ subtitleKey: LocalizedStringKey) -> some View { self }
  private func titled(_ title: String) -> some View { PreferenceWriter<Self, TitleKey>(content: self) { _ in title } }

  public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View {
    PreferenceWriter<Self, InlineTitleKey>(content: self) { _ in mode == .inline }
  }
  public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
    PreferenceWriter<Self, InlineTitleKey>(content: self) { _ in mode == .inline }
  }
  /// Has no effect in the browser.
  public func toolbarRole(_ role: ToolbarRole) -> some View { self }
  public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
    PreferenceWriter<Self, BackHiddenKey>(content: self) { _ in hidesBackButton }
  }
  public func navigationBarHidden(_ hidden: Bool) -> some View {
    PreferenceWriter<Self, ToolbarHiddenKey>(content: self) { _ in hidden }
  }
  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    let hides = visibility == .hidden && (bars.isEmpty || bars.contains(.navigationBar) || bars.contains(.automatic))
    return PreferenceWriter<Self, ToolbarHiddenKey>(content: self) { $0 || hides }
  }
  public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    let hides = visibility == .hidden && (bars.isEmpty || bars.contains(.navigationBar) || bars.contains(.automatic))
    return PreferenceWriter<Self, ToolbarHiddenKey>(content: self) { $0 || hides }
  }
  /// Has no effect in the browser.
  public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View { self }
  /// Has no effect in the browser.
  public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  /// Has no effect in the browser.
  public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  /// Has no effect in the browser.
  public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }
}

public struct NavigationBarItem: Hashable, Sendable {
  public enum TitleDisplayMode: Hashable, Sendable { case automatic, inline, large }
}
public struct ToolbarTitleDisplayMode: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let inline = Self(name: "inline")
  public static let inlineLarge = Self(name: "inlineLarge")
  public static let large = Self(name: "large")
}
public struct ToolbarRole: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let browser = Self(name: "browser")
  public static let editor = Self(name: "editor")
  public static let navigationStack = Self(name: "navigationStack")
}
public struct ToolbarPlacement: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let navigationBar = Self(name: "navigationBar")
  public static let tabBar = Self(name: "tabBar")
  public static let bottomBar = Self(name: "bottomBar")
  public static let windowToolbar = Self(name: "windowToolbar")
}

/// A button that starts and ends editing. See Apple's documentation of `EditButton`.
public struct EditButton: View {
  @Environment(\.editMode) private var editMode
  public init() {}
  public var body: some View {
    let isEditing = editMode?.wrappedValue.isEditing ?? false
    Button(isEditing ? "Done" : "Edit") { editMode?.wrappedValue = isEditing ? .inactive : .active }
  }
}
