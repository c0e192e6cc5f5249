// SPDX-License-Identifier: Apache-2.0

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
    // An edit button works on the lists of its page; where there is no page, on those of the view.
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
