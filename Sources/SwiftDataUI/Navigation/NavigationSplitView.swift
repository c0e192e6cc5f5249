import Foundation

/// Columns of which one chooses what the next shows. See Apple's documentation of `NavigationSplitView`.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  let sidebar: Sidebar
  let content: Content?
  let detail: Detail
  public typealias Body = Never

  public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, content: content, detail: detail) }
  public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, content: content, detail: detail) }
}

extension NavigationSplitView where Content == EmptyView {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    self.sidebar = sidebar()
    content = nil
    self.detail = detail()
  }
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, detail: detail) }
  public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, detail: detail) }
}

/// What a link in one column does to the next.
@MainActor final class SplitSelection {
  weak var node: Node?
  let navigator = Navigator()
  private(set) var shown: (id: AnyHashable, view: () -> any View)?
  private var count = 0

  func choose(_ value: AnyHashable) {
    shown = (value, { [navigator] in navigator.view(for: value) })
    node?.invalidate()
  }

  func show(_ view: @escaping () -> any View) {
    count += 1
    shown = (AnyHashable(Navigator.DirectPage(number: count)), view)
    node?.invalidate()
  }
}

private enum SplitKey: EnvironmentKey { static var defaultValue: SplitSelection? { nil } }
extension EnvironmentValues {
  var splitSelection: SplitSelection? {
    get { self[SplitKey.self] }
    set { self[SplitKey.self] = newValue }
  }
}

extension NavigationSplitView: PrimitiveView {
  func update(_ node: Node) {
    let selection = node.remember { SplitSelection() }
    selection.node = node
    var environment = node.environment
    environment.stackAxis = nil
    var side = environment
    side.splitSelection = selection
    side.navigation = selection.navigator
    side.listStyle = ListStyleName(name: "sidebar")
    node.child(0, NavigationPage(content: AnyView(sidebar), isRoot: true), environment: side)
    if let content {
      side.listStyle = environment.listStyle
      node.child(1, NavigationPage(content: AnyView(content), isRoot: true), environment: side)
    }
    if let shown = selection.shown {
      node.child(.id(shown.id), NavigationStack { node.track { AnyView.of(shown.view()) } }, environment: environment)
    } else {
      node.child(2, NavigationPage(content: AnyView(detail), isRoot: true), environment: environment)
    }
  }

  func assemble(_ node: Node) -> Output {
    let element = node.element("div", [.split])
    var preferences = PreferenceValues()
    for (index, child) in node.children.enumerated() {
      let isLast = index == node.children.count - 1
      let column = node.element(
        index == 0 ? "nav" : isLast ? "main" : "div",
        [index == 0 ? .splitSidebar : isLast ? .splitDetail : .splitContent],
        key: index + 1, children: child.node.output.elements)
      element.children.append(column)
      preferences[PresentationKey.self] += child.node.output.preferences[PresentationKey.self]
    }
    element.grows = [.horizontal, .vertical]
    return Output(element, preferences)
  }
}

public struct NavigationSplitViewVisibility: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let all = Self(name: "all")
  public static let doubleColumn = Self(name: "doubleColumn")
  public static let detailOnly = Self(name: "detailOnly")
}
public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  public static let sidebar = Self(name: "sidebar")
  public static let content = Self(name: "content")
  public static let detail = Self(name: "detail")
}
public struct NavigationSplitViewStyleName: Sendable {
  public static let automatic = Self()
  public static let balanced = Self()
  public static let prominentDetail = Self()
}
extension View {
  public func navigationSplitViewStyle(_ style: NavigationSplitViewStyleName) -> some View { self }
  public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { self }
  public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
    self
  }
}
