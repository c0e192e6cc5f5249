// SPDX-License-Identifier: Apache-2.0

/// A stack of pages over a root page. See Apple's documentation of `NavigationStack`.
public struct NavigationStack<Data, Root: View>: View {
  let path: Binding<[AnyHashable]>?
  let root: Root
  public typealias Body = Never
}

extension NavigationStack where Data == NavigationPath {
  /// Creates a stack that keeps its path itself.
  public init(@ViewBuilder root: () -> Root) {
    path = nil
    self.root = root()
  }
  /// Creates a stack whose path is behind a binding, with values of any types. Pages without a value lie over those of
  /// the path, and are not part of it.
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
    self.path = Binding(get: { path.wrappedValue.elements }, set: { path.wrappedValue.elements = $0 })
    self.root = root()
  }
}

extension NavigationStack
where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
  /// Creates a stack whose path is a collection of values of one type. Values of other types open no page that stays.
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
    self.path = Binding(
      get: { path.wrappedValue.map { AnyHashable($0) } },
      set: { values in path.wrappedValue = Data(values.compactMap { $0.base as? Data.Element }) })
    self.root = root()
  }
}

extension NavigationStack: PrimitiveView {
  func update(_ node: Node) {
    let navigator = node.remember { Navigator() }
    navigator.node = node
    navigator.path = path
    let places = node.remember { NavigationPlaces() }
    let inner = places.environment(0, node, navigator)
    node.child(0, NavigationPage(content: root, isRoot: true), environment: inner)
    let values = node.track { navigator.values }
    navigator.forgetPages(except: values)
    // The last page is the one that is shown.
    defer { places.show(values.count) }
    for (index, value) in values.enumerated() {
      node.child(
        .named(AnyHashable([AnyHashable(index), value])),
        NavigationPage(content: OpenPage(value: value, navigator: navigator, index: index + 1), isRoot: false),
        environment: places.environment(index + 1, node, navigator))
    }
  }

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.navigationStack])
    // Only the last page is shown; those below keep what they remember.
    var presentations: [Rendered] = []
    for child in node.children { presentations += child.output.preferences[PresentationKey.self] }
    element.children = node.children.last?.output.elements ?? []
    element.grows = [.horizontal, .vertical]
    var preferences = node.children.last?.output.preferences ?? PreferenceValues()
    preferences[PresentationKey.self] = presentations
    let inner = preferences[AddressKey.self]
    preferences[AddressKey.self] = [node.remember { Navigator() }] + inner
    return Output(element, preferences)
  }
}

/// What the pages of a stack inherit: the same values as before as long as those of the stack are.
@MainActor final class NavigationPlaces {
  private var pages: [Page] = []

  private struct Page {
    let source: EnvironmentValues
    let values: EnvironmentValues
    let presence: Presence
  }

  func show(_ index: Int) {
    for (place, page) in pages.enumerated() { page.presence.set(place == index) }
  }

  func environment(_ index: Int, _ node: Node, _ navigator: Navigator) -> EnvironmentValues {
    if pages.indices.contains(index), pages[index].source.isSame(as: node.environment) { return pages[index].values }
    var values = node.environment
    values.navigation = navigator
    values.pageIndex = index
    values.stackAxis = nil
    let outer = node.environment.presence
    var presence = Presence(outer: outer, isHere: true)
    if pages.indices.contains(index), pages[index].presence.outer === outer { presence = pages[index].presence }
    values.presence = presence
    if index > 0 {
      values.splitColumn = nil
      values.dismiss = DismissAction { [weak navigator] in navigator?.leave(index) }
      values.isPresented = true
    }
    let page = Page(source: node.environment, values: values, presence: presence)
    if pages.indices.contains(index) { pages[index] = page } else { pages.append(page) }
    return values
  }
}

/// The API for stacks before `NavigationStack`. See Apple's documentation of `NavigationView`.
public struct NavigationView<Content: View>: View {
  let content: Content
  /// Creates a stack around a first page. Columns are made by ``NavigationSplitView`` alone.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { NavigationStack { content } }
}

/// Whether a `NavigationView` would be a stack or columns. It is not used in a browser, where it is a stack.
public struct NavigationViewStyleName: Sendable {
  /// What is usual for the platform.
  public static let automatic = Self()
  /// A stack of pages.
  public static let stack = Self()
  /// Columns.
  public static let columns = Self()
}
/// The style of a stack, which has no effect.
public typealias StackNavigationViewStyle = NavigationViewStyleName
extension View {
  /// Has no effect in the browser.
  public func navigationViewStyle(_ style: NavigationViewStyleName) -> some View {
    withoutEffect("navigationViewStyle")
  }
}

/// The values of the open pages. See Apple's documentation of `NavigationPath`.
public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []
  /// Creates a path without pages over the first one.
  public init() {}
  /// Creates a path with the values of a sequence, the lowest page first.
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable { self.elements = elements.map { AnyHashable($0) } }
  /// How many pages lie over the first one.
  public var count: Int { elements.count }
  /// Whether the first page is shown.
  public var isEmpty: Bool { elements.isEmpty }
  /// Opens a page for a value.
  public mutating func append<V: Hashable>(_ value: V) { elements.append(AnyHashable(value)) }
  /// Closes pages from the top, all of them if there are fewer than said.
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(min(k, elements.count)) }
}
