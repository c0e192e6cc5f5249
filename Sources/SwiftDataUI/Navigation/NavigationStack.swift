import SwiftData

/// Pages over a first one. See Apple's documentation of `NavigationStack`.
public struct NavigationStack<Data, Root: View>: View {
  let path: Binding<[AnyHashable]>?
  let root: Root
  public typealias Body = Never
}

extension NavigationStack where Data == NavigationPath {
  public init(@ViewBuilder root: () -> Root) {
    path = nil
    self.root = root()
  }
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
    self.path = Binding(get: { path.wrappedValue.elements }, set: { path.wrappedValue.elements = $0 })
    self.root = root()
  }
}

extension NavigationStack
where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
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
    var environment = node.environment
    environment.navigation = navigator
    environment.stackAxis = nil
    node.child(0, NavigationPage(content: AnyView(root), isRoot: true), environment: environment)
    let values = node.track { navigator.values }
    for (index, value) in values.enumerated() {
      environment.dismiss = DismissAction { [weak navigator] in
        guard let navigator, navigator.values.count > index else { return }
        navigator.values.removeSubrange(index...)
      }
      environment.isPresented = true
      let view = node.track { navigator.view(for: value) }
      node.child(
        .id(AnyHashable([AnyHashable(index), value])), NavigationPage(content: AnyView.of(view), isRoot: false),
        environment: environment)
    }
    navigator.hasPages = true
  }

  func assemble(_ node: Node) -> Output {
    let element = node.element("div", [.navigationStack])
    // Only the last page is shown; those below keep what they remember.
    var presentations: [Rendered] = []
    for child in node.children { presentations += child.node.output.preferences[PresentationKey.self] }
    element.children = node.children.last?.node.output.elements ?? []
    element.grows = [.horizontal, .vertical]
    var preferences = node.children.last?.node.output.preferences ?? PreferenceValues()
    preferences[PresentationKey.self] = presentations
    return Output(element, preferences)
  }
}

/// One page of a stack: a bar with a title and buttons, and the content.
struct NavigationPage: WrappingView {
  let content: AnyView
  let isRoot: Bool

  func assemble(_ node: Node) -> Output {
    let content = node.content
    var preferences = content.preferences
    let page = node.element("div", [.navigationPage])
    let entries = preferences[ToolbarKey.self]
    let title = preferences[TitleKey.self]
    func items(_ placements: ToolbarItemPlacement.Area...) -> [Rendered] {
      entries.filter { placements.contains($0.placement.area) }.flatMap(\.elements)
    }
    let isHidden = preferences[ToolbarHiddenKey.self]
    var leading = items(.leading)
    if !isRoot, !preferences[BackHiddenKey.self] {
      let back = node.element("button", [.button, .back], key: 2, text: "Back")
      back.attribute("type", "button")
      back.attribute("aria-label", "Back")
      let dismiss = node.environment.dismiss
      back.on(.click) { _ in dismiss() }
      leading.insert(back, at: 0)
    }
    let trailing = items(.trailing)
    let middle = items(.principal)
    if !isHidden, !(leading.isEmpty && trailing.isEmpty && middle.isEmpty && title == nil) {
      let bar = node.element("header", [.navigationBar], key: 3)
      if preferences[InlineTitleKey.self] { bar.add(.navigationBarInline) }
      bar.children.append(node.element("div", [.barLeading], key: 4, children: leading))
      var heading = middle
      if heading.isEmpty, let title { heading = [node.element("h1", [.navigationTitle], key: 5, text: title)] }
      bar.children.append(node.element("div", [.barTitle], key: 6, children: heading))
      bar.children.append(node.element("div", [.barTrailing], key: 7, children: trailing))
      page.children.append(bar)
    }
    page.children += preferences[SearchKey.self]
    let body = node.element("div", [.navigationContent], key: 8, children: content.elements)
    body.grows = [.horizontal, .vertical]
    page.children.append(body)
    let bottom = items(.bottom)
    if !bottom.isEmpty {
      let bar = node.element("footer", [.bottomBar], key: 9, children: bottom)
      bar.attribute("role", "toolbar")
      page.children.append(bar)
    }
    page.grows = [.horizontal, .vertical]
    if let title { node.environment.session?.show(title: title) }
    let presentations = preferences[PresentationKey.self]
    var outer = PreferenceValues()
    if !presentations.isEmpty { outer[PresentationKey.self] = presentations }
    if preferences.has(InteractiveDismissKey.self) {
      outer[InteractiveDismissKey.self] = preferences[InteractiveDismissKey.self]
    }
    if preferences.has(DetentsKey.self) { outer[DetentsKey.self] = preferences[DetentsKey.self] }
    preferences = outer
    return Output(page, preferences)
  }
}

/// The form of stacks before `NavigationStack`. See Apple's documentation of `NavigationView`.
public struct NavigationView<Content: View>: View {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { NavigationStack { content } }
}

public struct NavigationViewStyleName: Sendable {
  public static let automatic = Self()
  public static let stack = Self()
  public static let columns = Self()
}
public typealias StackNavigationViewStyle = NavigationViewStyleName
extension View {
  public func navigationViewStyle(_ style: NavigationViewStyleName) -> some View { self }
}

/// Opens a page. See Apple's documentation of `NavigationLink`.
public struct NavigationLink<Label: View, Destination: View>: View {
  let label: Label
  let value: AnyHashable?
  let destination: (() -> Destination)?
  var isActive: Binding<Bool>?
  public typealias Body = Never
}

extension NavigationLink {
  public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: nil, destination: destination)
  }
  public init(destination: Destination, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: nil, destination: { destination })
  }
  public init(
    isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label
  ) {
    self.init(label: label(), value: nil, destination: destination, isActive: isActive)
  }
}

extension NavigationLink where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
    self.init(label: Text(titleKey), value: nil, destination: destination)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: @escaping () -> Destination) {
    self.init(label: Text(title), value: nil, destination: destination)
  }
  public init(_ titleKey: LocalizedStringKey, destination: Destination) {
    self.init(label: Text(titleKey), value: nil, destination: { destination })
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, destination: Destination) {
    self.init(label: Text(title), value: nil, destination: { destination })
  }
}

extension NavigationLink where Destination == Never {
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: value.map { AnyHashable($0) }, destination: nil)
  }
  public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
    self.init(label: Text(titleKey), value: value.map { AnyHashable($0) }, destination: nil)
  }
  @_disfavoredOverload
  public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
    self.init(label: Text(title), value: value.map { AnyHashable($0) }, destination: nil)
  }
}

extension NavigationLink: PrimitiveView {
  func update(_ node: Node) { node.child(0, label, environment: node.environment(inStack: .horizontal)) }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element("button", [.navigationLink], children: content.elements)
    element.attribute("type", "button")
    element.attribute("role", "link")
    let environment = node.environment
    let canOpen = environment.isEnabled && (value != nil || destination != nil)
    if !canOpen { element.attribute("disabled", "") }
    let (value, destination, isActive) = (value, destination, isActive)
    element.on(.click) { _ in
      isActive?.wrappedValue = true
      if let selection = environment.splitSelection {
        if let value { selection.choose(value) } else if let destination { selection.show { destination() } }
      } else if let navigation = environment.navigation {
        if let value { navigation.push(value) } else if let destination { navigation.push { destination() } }
      }
      environment.closeMenu?()
    }
    switch environment.buttonStyleBox.kind {
    case .bordered: element.add(.buttonBordered)
    case .borderedProminent: element.add(.buttonProminent)
    case .plain: element.add(.buttonPlain)
    default: break
    }
    element.grows = environment.container == .list || environment.container == .form ? .horizontal : content.grows
    if let value { element.traits.tags.append(value) }
    return Output(element, content.preferences)
  }
}

extension View {
  /// Says how pages for values of a type look. See Apple's documentation of `navigationDestination(for:destination:)`.
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    DestinationView(content: self, type: ObjectIdentifier(data)) { ($0.base as? D).map { destination($0) } }
  }

  public func navigationDestination<V: View>(isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> V)
    -> some View
  {
    PushedView(
      content: self, isPresented: { isPresented.wrappedValue }, dismiss: { isPresented.wrappedValue = false },
      destination: { destination() })
  }

  public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    PushedView(
      content: self, isPresented: { item.wrappedValue != nil }, dismiss: { item.wrappedValue = nil },
      destination: { item.wrappedValue.map { AnyView(destination($0)) } ?? AnyView(EmptyView()) })
  }
}

struct DestinationView<Content: View>: WrappingView {
  let content: Content
  let type: ObjectIdentifier
  let destination: (AnyHashable) -> (any View)?

  func update(_ node: Node) {
    if let navigation = node.environment.navigation {
      navigation.destinations[type] = destination
      // Pages that are open already get what the closure makes now.
      if navigation.hasPages, !navigation.values.isEmpty { navigation.node?.invalidate() }
    }
    node.child(0, content)
  }
}

/// Opens a page as long as a condition holds.
struct PushedView<Content: View>: WrappingView {
  let content: Content
  let isPresented: () -> Bool
  let dismiss: () -> Void
  let destination: () -> any View

  @MainActor final class Memory { var value: AnyHashable? }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    node.child(0, content)
    let isPresented = node.track { self.isPresented() }
    guard let navigation = node.environment.navigation else { return }
    let (dismiss, destination) = (dismiss, destination)
    node.graph.afterEvaluation {
      if isPresented, memory.value == nil {
        navigation.push(destination)
        memory.value = navigation.values.last
        navigation.onPop[memory.value!] = dismiss
      } else if !isPresented, let value = memory.value {
        memory.value = nil
        navigation.onPop[value] = nil
        if let index = navigation.values.firstIndex(of: value) { navigation.values.removeSubrange(index...) }
      } else if isPresented, let value = memory.value, !navigation.values.contains(value) {
        memory.value = nil
        dismiss()
      }
    }
  }
}
