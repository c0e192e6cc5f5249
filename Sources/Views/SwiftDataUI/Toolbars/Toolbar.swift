// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The placement of a toolbar item. See Apple's documentation of `ToolbarItemPlacement`.
public struct ToolbarItemPlacement: Hashable, Sendable {
  enum Area { case leading, principal, trailing, bottom, keyboard }
  let area: Area
  /// At the end of the bar.
  public static let automatic = Self(area: .trailing)
  /// In the middle of the bar, in place of the title.
  public static let principal = Self(area: .principal)
  /// In place of the title.
  public static let title = Self(area: .principal)
  /// In place of the title, as ``principal``: there is no second line.
  public static let subtitle = Self(area: .principal)
  /// In place of the title.
  public static let largeTitle = Self(area: .principal)
  /// At the beginning of the bar, after the button that goes back.
  public static let navigation = Self(area: .leading)
  /// At the beginning of the bar.
  public static let navigationBarLeading = Self(area: .leading)
  /// At the beginning of the bar.
  public static let topBarLeading = Self(area: .leading)
  /// At the beginning of the bar, for what takes everything back.
  public static let cancellationAction = Self(area: .leading)
  /// At the end of the bar, for what the page is mainly for.
  public static let primaryAction = Self(area: .trailing)
  /// At the end of the bar, with the others: there is no menu for what is less important.
  public static let secondaryAction = Self(area: .trailing)
  /// At the end of the bar.
  public static let navigationBarTrailing = Self(area: .trailing)
  /// At the end of the bar.
  public static let topBarTrailing = Self(area: .trailing)
  /// At the end of the bar, for what confirms. It is drawn as other items.
  public static let confirmationAction = Self(area: .trailing)
  /// At the end of the bar, for what destroys.
  public static let destructiveAction = Self(area: .trailing)
  /// In the bar at the bottom of the page.
  public static let status = Self(area: .bottom)
  /// In the bar at the bottom of the page.
  public static let bottomBar = Self(area: .bottom)
  /// In the bar at the bottom of the page.
  public static let bottomOrnament = Self(area: .bottom)
  /// In the bar at the bottom of the page, since a browser cannot show items over its keyboard. They are shown whether
  /// or not a field has the focus.
  public static let keyboard = Self(area: .bottom)
}

/// Parts of a toolbar. See Apple's documentation of `ToolbarContent`.
@MainActor @preconcurrency public protocol ToolbarContent {
  /// The items that this content is made of; `Never` for those that are made of views.
  associatedtype Body: ToolbarContent
  /// The items that this content is made of.
  @ToolbarContentBuilder var body: Body { get }
  /// The items as a view.
  var _view: AnyView { get }
}

/// Items that could be rearranged. In a browser they stay where they are.
public protocol CustomizableToolbarContent: ToolbarContent {}

extension Never: ToolbarContent {}

extension ToolbarContent {
  /// The items of the body as a view.
  public var _view: AnyView { body._view }
}

extension ToolbarContent where Body == Never {
  // Never called: items have a '_view' of their own, and 'Never' has no value to return.
  /// Never called, since such content has a view of its own.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A view in a bar of its page. See Apple's documentation of `ToolbarItem`.
///
/// Items are shown by the pages of stacks and by the columns of split views. What is in neither shows none.
public struct ToolbarItem<Content: View>: CustomizableToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content
  public typealias Body = Never
  /// Creates an item in a place of a bar.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  /// Creates an item in a place of a bar. The identifier is not used, since items cannot be rearranged.
  public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.init(placement: placement, content: content)
  }
  /// The item as a view, which hands it on to its page.
  public var _view: AnyView { AnyView(ToolbarItemView(content: content, placement: placement)) }
}

/// Several views in the same place of a bar. See Apple's documentation of `ToolbarItemGroup`.
public struct ToolbarItemGroup<Content: View>: CustomizableToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content
  public typealias Body = Never
  /// Creates a group of items in a place of a bar.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  /// The items as a view, which hands them on to its page.
  public var _view: AnyView { AnyView(ToolbarItemView(content: content, placement: placement)) }
}

/// A space between items. It is not drawn in a browser, where items have equal distances.
public struct ToolbarSpacer: CustomizableToolbarContent {
  public typealias Body = Never
  let placement: ToolbarItemPlacement
  /// Creates a space; neither its size nor its place is used.
  public init(_ sizing: SpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {
    self.placement = placement
  }
  /// A view that shows nothing.
  public var _view: AnyView { AnyView(EmptyView()) }
}

/// How wide a space between items would be.
public struct SpacerSizing: Hashable, Sendable {
  let name: String
  /// As wide as there is room.
  public static let flexible = Self(name: "flexible")
  /// As wide as a usual space.
  public static let fixed = Self(name: "fixed")
}

/// Several items, as the builder makes them.
public struct _ToolbarItems: CustomizableToolbarContent {
  public typealias Body = Never
  /// The items as a view.
  public let _view: AnyView
  init<V: View>(_ view: V) { _view = AnyView(view) }
}

/// Items that may be missing: an `if` without `else`.
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  /// The items as a view; none for nil.
  public var _view: AnyView { AnyView(self?._view) }
}

/// Makes the content of a toolbar from a closure with items and conditions.
@resultBuilder @MainActor
public enum ToolbarContentBuilder {
  /// Takes an item as it is.
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// Makes the content of an empty closure.
  public static func buildBlock() -> _ToolbarItems { _ToolbarItems(EmptyView()) }
  /// Takes the only item as it is.
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// Makes one content of several items.
  @_disfavoredOverload
  public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarItems {
    var views: [AnyView] = []
    for item in repeat each content { views.append(item._view) }
    return _ToolbarItems(ViewSequence(views: views))
  }
  // With the type of the content in the result: the compiler calls this with nil, too, and infers it from there.
  /// Takes the items of an `if` without `else`, which may be missing.
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
  /// Takes the items of the first branch of a condition.
  public static func buildEither<First: ToolbarContent>(first: First) -> _ToolbarItems {
    _ToolbarItems(_ConditionalContent<AnyView, AnyView>(.first(first._view)))
  }
  /// Takes the items of the second branch of a condition.
  public static func buildEither<Second: ToolbarContent>(second: Second) -> _ToolbarItems {
    _ToolbarItems(_ConditionalContent<AnyView, AnyView>(.second(second._view)))
  }
  /// Takes items that need a version of a platform, without their type.
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
  ///
  /// The page is one of a ``NavigationStack`` or a ``NavigationSplitView``; elsewhere the items are not shown.
  public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, items: content()._view)
  }
  /// Adds items to the bar of the page. The identifier is not used, since items cannot be rearranged.
  public func toolbar<Content: ToolbarContent>(id: String, @ToolbarContentBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, items: content()._view)
  }
  /// Adds views to the end of the page's bar. A ``ToolbarItem`` among them is not needed.
  @_disfavoredOverload
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, items: AnyView(content()))
  }
  /// Adds a view to the beginning and one to the end of the page's bar.
  public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View {
    toolbar {
      ToolbarItem(placement: .topBarLeading) { leading }
      ToolbarItem(placement: .topBarTrailing) { trailing }
    }
  }
  /// Adds a view to the end of the page's bar.
  public func navigationBarItems<T: View>(trailing: T) -> some View {
    toolbar { ToolbarItem(placement: .topBarTrailing) { trailing } }
  }
  /// Adds a view to the beginning of the page's bar.
  public func navigationBarItems<L: View>(leading: L) -> some View {
    toolbar { ToolbarItem(placement: .topBarLeading) { leading } }
  }

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
  /// Has no effect in the browser.
  public func toolbarRole(_ role: ToolbarRole) -> some View { withoutEffect("toolbarRole") }
  /// Hides the button "Back" in the page's bar. The browser's own button still goes back.
  public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
    PreferenceWriter<Self, BackHiddenKey>(content: self) { _ in hidesBackButton }
  }
  /// Hides the page's bar, with its title and buttons.
  public func navigationBarHidden(_ hidden: Bool) -> some View {
    PreferenceWriter<Self, ToolbarHiddenKey>(content: self) { _ in hidden }
  }
  /// Hides the page's bar, if `hidden` is said for no bars, `automatic` or `navigationBar`. Other values change
  /// nothing: tab bars and bars at the bottom stay.
  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    let hides = visibility == .hidden && (bars.isEmpty || bars.contains(.navigationBar) || bars.contains(.automatic))
    return PreferenceWriter<Self, ToolbarHiddenKey>(content: self) { $0 || hides }
  }
  /// Hides the page's bar, if `hidden` is said for no bars, `automatic` or `navigationBar`. Other values change
  /// nothing: tab bars and bars at the bottom stay.
  public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    let hides = visibility == .hidden && (bars.isEmpty || bars.contains(.navigationBar) || bars.contains(.automatic))
    return PreferenceWriter<Self, ToolbarHiddenKey>(content: self) { $0 || hides }
  }
  /// Has no effect in the browser.
  public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View {
    withoutEffect("toolbarBackground")
  }
  /// Has no effect in the browser.
  public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    withoutEffect("toolbarBackground")
  }
  /// Has no effect in the browser.
  public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    withoutEffect("toolbarBackgroundVisibility")
  }
  /// Has no effect in the browser.
  public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View {
    withoutEffect("toolbarColorScheme")
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
/// What a bar is mainly for. It is not used in a browser.
public struct ToolbarRole: Hashable, Sendable {
  let name: String
  /// What is usual for the page.
  public static let automatic = Self(name: "automatic")
  /// For going back and forth.
  public static let browser = Self(name: "browser")
  /// For a document that one edits.
  public static let editor = Self(name: "editor")
  /// For the pages of a stack.
  public static let navigationStack = Self(name: "navigationStack")
}
/// A bar that a modifier is about.
public struct ToolbarPlacement: Hashable, Sendable {
  let name: String
  /// The bars that the modifier is usually about: here that of the page.
  public static let automatic = Self(name: "automatic")
  /// The bar of the page.
  public static let navigationBar = Self(name: "navigationBar")
  /// The bar of a tab view, which is always shown in a browser.
  public static let tabBar = Self(name: "tabBar")
  /// The bar at the bottom of the page, which is shown in a browser if it has items.
  public static let bottomBar = Self(name: "bottomBar")
  /// The bar of a window, which a browser does not have.
  public static let windowToolbar = Self(name: "windowToolbar")
}

/// A button that starts and ends editing. See Apple's documentation of `EditButton`.
public struct EditButton: View {
  @Environment(\.editMode) private var editMode
  /// Creates a button "Edit", which says "Done" while one edits. It works in a view with a `toolbar` and in its items,
  /// or where ``EnvironmentValues/editMode`` is set.
  public init() {}
  public var body: some View {
    let isEditing = editMode?.wrappedValue.isEditing ?? false
    Button(isEditing ? "Done" : "Edit") { editMode?.wrappedValue = isEditing ? .inactive : .active }
  }
}
