// SPDX-License-Identifier: Apache-2.0

/// Tabs, one of which is shown. See Apple's documentation of `TabView`.
public struct TabView<SelectionValue: Hashable, Content: View>: View {
  let selection: Binding<SelectionValue>?
  let content: Content
  public typealias Body = Never
}

extension TabView {
  /// Creates a tab view whose selection is behind a binding: the value of a ``Tab``, or the tag of a page, or the
  /// number of a page without tag. If no page has the value, the one chosen last is shown.
  public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }
}

extension TabView where SelectionValue == Int {
  /// Creates a tab view that keeps its selection itself. The first page is shown first.
  public init(@ViewBuilder content: () -> Content) {
    selection = nil
    self.content = content()
  }
}

/// A page of a ``TabView``. See Apple's documentation of `Tab`.
public struct Tab<Value, Content: View, Label: View>: View {
  let content: Content
  let label: Label
  let value: AnyHashable?
  public typealias Body = Never
}

extension Tab where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a page with a title and a symbol, without a value. The role is not used.
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
  )
  where Value == Never {
    self.init(content: content(), label: Label(titleKey, systemImage: systemImage), value: nil)
  }
  /// Creates a page with a title, which is taken as it is, and a symbol, without a value. The role is not used.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
  )
  where Value == Never { self.init(content: content(), label: Label(title, systemImage: systemImage), value: nil) }
  /// Creates a page with a title and a symbol, which a value selects. The role is not used.
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, role: TabRole? = nil,
    @ViewBuilder content: () -> Content
  ) where Value: Hashable {
    self.init(content: content(), label: Label(titleKey, systemImage: systemImage), value: AnyHashable(value))
  }
  /// Creates a page with a title, which is taken as it is, and a symbol, which a value selects. The role is not used.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content
  ) where Value: Hashable {
    self.init(content: content(), label: Label(title, systemImage: systemImage), value: AnyHashable(value))
  }
}

extension Tab where Value: Hashable {
  /// Creates a page with a label of its own, which a value selects. The role is not used.
  public init(value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label)
  {
    self.init(content: content(), label: label(), value: AnyHashable(value))
  }
}

extension Tab where Value == Never {
  /// Creates a page with a label of its own, without a value.
  public init(role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.init(content: content(), label: label(), value: nil)
  }
}

extension Tab where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a page whose label is that of its role, which a value selects.
  public init(value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content) where Value: Hashable {
    self.init(content: content(), label: TabRole.label(role), value: AnyHashable(value))
  }
  /// Creates a page whose label is that of its role, without a value.
  public init(role: TabRole? = nil, @ViewBuilder content: () -> Content) where Value == Never {
    self.init(content: content(), label: TabRole.label(role), value: nil)
  }
  /// Creates a page with a title and an image of the app's assets, which a value selects.
  public init(
    _ titleKey: LocalizedStringKey, image: String, value: Value, role: TabRole? = nil,
    @ViewBuilder content: () -> Content
  ) where Value: Hashable {
    self.init(content: content(), label: Label(titleKey, image: image), value: AnyHashable(value))
  }
  /// Creates a page with a title and an image of the app's assets, without a value.
  public init(
    _ titleKey: LocalizedStringKey, image: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
  ) where Value == Never { self.init(content: content(), label: Label(titleKey, image: image), value: nil) }
}

/// Pages of a tab view that belong together. See Apple's documentation of `TabSection`.
public struct TabSection<Content: View>: View {
  let content: Content
  /// Creates a section with a title, which a row of tabs has no room for: its pages are tabs like others.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.content = content() }
  /// Creates a section with a title, which a row of tabs has no room for: its pages are tabs like others.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { self.content = content() }
  /// Creates a section without a title.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// The pages.
  public var body: some View { content }
}

/// What a page of a tab view is for.
public struct TabRole: Hashable, Sendable {
  let name: String
  /// For searching: without a label of its own the page is called "Search", with a magnifying glass.
  public static let search = TabRole(name: "search")

  @MainActor static func label(_ role: TabRole?) -> Label<Text, Image> {
    role == .search ? Label("Search", systemImage: "magnifyingglass") : Label("Page", systemImage: "circle")
  }
}

extension Tab: PrimitiveView {
  func update(_ node: Node) {
    node.child(0, content, environment: node.environmentOfTab)
    node.child(1, label)
  }
  func assemble(_ node: Node) -> Output {
    let output = node.content(0)
    let page = node.element(.box, [.tabContent], children: output.elements)
    page.grows = [.horizontal, .vertical]
    page.traits.tab = node.elements(1)
    page.traits.presence = node.tabPresence
    var preferences = output.preferences
    page.traits.addresses = preferences[AddressKey.self]
    preferences.remove(AddressKey.self)
    if let value { page.traits.tags = [value] }
    return Output(page, preferences)
  }
}

extension TabView: PrimitiveView {

  func update(_ node: Node) {
    // What is within has a style of its own.
    let environment = node.environment {
      $0.enterStack(nil)
      $0.tabStyle = .automatic
    }
    node.child(0, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let memory = node.remember { TabChoice() }
    let pages = node.content.elements
    var current = min(memory.index, max(pages.count - 1, 0))
    if let selection {
      // The page of a model has another tag since the model was saved.
      let value = CurrentIdentity.of(node.track { selection.wrappedValue })
      current =
        pages.enumerated().first { index, page in
          page.traits.tags.isEmpty
            ? (index as? SelectionValue) == value
            : page.traits.tags.contains { ($0.base as? SelectionValue).map { CurrentIdentity.of($0) } == value }
        }?.offset ?? current
    }
    memory.shown = current
    for (index, page) in pages.enumerated() { page.traits.presence?.set(index == current) }
    if memory.initial == nil, !pages.isEmpty { memory.initial = current }
    let look = node.environment.tabStyle
    let bar = node.element(.navigation, [look.isPaged ? .pagerDots : .tabBar], key: 1)
    bar.role(.tabs)
    let selection = selection
    bar.children = pages.enumerated().map { index, page in
      let button = Rendered(page.key.companion(.of(.tab)), .button, [look.isPaged ? .pagerDot : .tab])
      if look.isPaged {
        button.attribute(.label, "Page \(index + 1) of \(pages.count)")
      } else {
        button.children = page.traits.tab ?? []
      }
      button.role(.tab)
      button.attribute(.isSelected, index == current)
      if index == current { button.add(.selected) }
      if !look.isPaged, let badge = page.traits.badge {
        button.children.append(Rendered(page.key.companion(.of(.tabBadge)), .text, [.badge], text: badge))
      }
      button.on(.click) { _ in memory.choose?(index) }
      return button
    }
    memory.names = pages.map { page in
      (page.traits.tab ?? []).map(\.allText).joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber }
        .joined(separator: "-")
    }
    memory.choose = { [weak node] index in
      guard pages.indices.contains(index) else { return }
      memory.index = index
      if let selection {
        let tags = pages[index].traits.tags
        if let value = tags.lazy.compactMap({ $0.base as? SelectionValue }).first ?? index as? SelectionValue {
          selection.wrappedValue = value
        }
      }
      node?.invalidate()
    }
    let element = node.element(.box, look.isPaged ? [.pager] : [.tabs])
    if look.isPaged {
      element.children.append(strip(of: pages, current, memory, node))
    } else if pages.indices.contains(current) {
      var bleeding = Bleeding()
      let shown = (bleeding.take(from: [pages[current]]).first ?? pages[current]).boxed(node, .tabContent, as: .tabBox)
      shown.grows = [.horizontal, .vertical]
      if let layer = node.bleed(bleeding, key: 4) { shown.children.insert(layer, at: 0) }
      element.children.append(shown)
    }
    if !look.isPaged || look.dots == .always || (look.dots == .automatic && pages.count > 1) {
      element.children.append(bar)
    }
    element.grows = [.horizontal, .vertical]
    var preferences = node.content.preferences
    preferences[AddressKey.self] = [memory] + (pages.indices.contains(current) ? pages[current].traits.addresses : [])
    return Output(element, preferences)
  }
}

extension TabView {
  /// All pages beside each other: the browser scrolls from one to the next, and tells where it has come to.
  private func strip(of pages: [Rendered], _ current: Int, _ memory: TabChoice, _ node: Node) -> Rendered {
    let strip = node.element(.box, [.pagerStrip], key: 2)
    strip.children = pages.enumerated().map { index, page in
      let shown = page.boxed(node, .pagerPage, as: .tabBox)
      shown.grows = [.horizontal, .vertical]
      if index == current { shown.add(.selected) }
      return shown
    }
    strip.grows = [.horizontal, .vertical]
    // For those who scroll by keys: there may be neither dots nor anything else to go to.
    strip.attribute(.isFocusable, true)
    let names = strip.children.map(\.id)
    strip.onAimed(.change) { value in
      guard let name = value.flatMap({ ElementID($0) }), let index = names.firstIndex(of: name) else { return false }
      memory.choose?(index)
      return true
    }
    return strip
  }
}

/// Which page of a tab view is shown.
@MainActor final class TabChoice: AddressPart {
  var index = 0
  var shown = 0
  /// The one that was shown first: it needs no name in the address.
  var initial: Int?
  var names: [String] = []
  var choose: ((Int) -> Void)?

  private func name(_ index: Int) -> String {
    let name = names.indices.contains(index) ? names[index] : ""
    return name.isEmpty || names.firstIndex(of: name) != index ? "tab-\(index + 1)" : name
  }

  var segments: [String] { shown == initial ? [] : [name(shown)] }

  func restore(_ segments: inout [String], isFirst: Bool) -> Bool {
    let index = names.indices.first { name($0) == segments.first }
    if index != nil { segments.removeFirst() }
    if let wanted = index ?? initial, wanted != shown { choose?(wanted) }
    return true
  }
}

struct TabItemView<Content: View, Label: View>: PrimitiveView {
  let content: Content
  let label: Label
  func update(_ node: Node) {
    node.child(0, content, environment: node.environmentOfTab)
    node.child(1, label)
  }
  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let presence = node.tabPresence
    let label = node.elements(1)
    let addresses = output.preferences[AddressKey.self]
    output.preferences.remove(AddressKey.self)
    output.elements = output.elements.enumerated().map { index, element in
      guard index == 0 else { return element }
      return element.changed {
        $0.traits.tab = label
        $0.traits.presence = presence
        $0.traits.addresses = addresses
      }
    }
    return output
  }
}

extension Node {
  /// Whether the page that this node makes is the one that its tab view shows. The tab view says so.
  fileprivate var tabPresence: Presence {
    let outer = environment.presence
    return remember { Presence(outer: outer, isHere: false) }
  }

  fileprivate var environmentOfTab: EnvironmentValues {
    let presence = tabPresence
    return environment("tab") { $0.presence = presence }
  }
}

/// How a tab view looks. A bar with the labels is at the bottom, unless pages are beside each other.
public struct TabViewStyleName: Sendable, Equatable {
  var isPaged = false
  var dots = IndexDisplayMode.automatic
  /// What is usual for the platform: a bar.
  public static let automatic = Self()
  /// Pages beside each other, which one swipes.
  public static let page = Self(isPaged: true)
  /// A bar.
  public static let sidebarAdaptable = Self()
  /// A bar.
  public static let tabBarOnly = Self()
  /// Pages below each other; they are beside each other here.
  public static let verticalPage = Self(isPaged: true)
  /// Pages beside each other, which one swipes, on a watch.
  public static let carousel = Self(isPaged: true)
  /// Pages beside each other, with or without dots that tell which one is shown.
  public static func page(indexDisplayMode: IndexDisplayMode) -> Self { Self(isPaged: true, dots: indexDisplayMode) }
  /// When dots tell which page is shown.
  public struct IndexDisplayMode: Sendable, Equatable {
    let name: String
    /// If there are several pages.
    public static let automatic = Self(name: "automatic")
    /// Always.
    public static let always = Self(name: "always")
    /// Never.
    public static let never = Self(name: "never")
  }
}

private enum TabStyleKey: EnvironmentKey { static var defaultValue: TabViewStyleName { .automatic } }

extension EnvironmentValues {
  fileprivate var tabStyle: TabViewStyleName {
    get { self[TabStyleKey.self] }
    set { self[TabStyleKey.self] = newValue }
  }
}

extension View {
  /// The label of the page in its tab view.
  public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
    TabItemView(content: self, label: label())
  }
  /// Sets how tab views look: with a bar, or as pages beside each other, all of which are evaluated at once.
  public func tabViewStyle(_ style: TabViewStyleName) -> some View { environment(\.tabStyle, style) }
  /// Has no effect in the browser.
  public func indexViewStyle(_ style: TabViewStyleName) -> some View { withoutEffect("indexViewStyle") }
}
