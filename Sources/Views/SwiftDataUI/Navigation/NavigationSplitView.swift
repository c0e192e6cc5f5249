// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Columns in which a selection determines the next column. See Apple's documentation of `NavigationSplitView`.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  let sidebar: Sidebar
  let content: Content?
  let detail: Detail
  public typealias Body = Never

  /// Creates three columns.
  ///
  /// In a browser they stand beside each other. In windows that are at most 760 pixels wide one of them is shown: the
  /// one behind the last choice.
  public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }
  /// Creates three columns. The binding to those that are visible is neither read nor set: the window's width decides.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, content: content, detail: detail) }
  /// Creates three columns. The binding to the column that is preferred is neither read nor set: the last choice
  /// decides.
  public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, content: content, detail: detail) }
  /// Creates three columns. Neither binding is read or set: the window's width and the last choice decide.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, content: content, detail: detail) }
}

extension NavigationSplitView where Content == EmptyView {
  /// Creates two columns: one chooses in the sidebar what the detail shows.
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    self.sidebar = sidebar()
    content = nil
    self.detail = detail()
  }
  /// Creates two columns. The binding to those that are visible is neither read nor set: the window's width decides.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, detail: detail) }
  /// Creates two columns. The binding to the column that is preferred is neither read nor set: the last choice decides.
  public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, detail: detail) }
  /// Creates two columns. Neither binding is read or set: the window's width and the last choice decide.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar, detail: detail) }
}

/// What a link in one column does to the next.
@MainActor final class SplitSelection {
  weak var node: Node?
  let navigator = Navigator()
  private(set) var shown: AnyHashable?

  func choose(_ value: AnyHashable?) {
    guard value != shown else { return }
    let left = shown?.base as? DirectPage
    shown = value
    node?.invalidate()
    left?.wasLeft()
  }

  func show(_ page: DirectPage) { choose(AnyHashable(page)) }

  // MARK: One column

  /// Rows that are selected in the columns before the last one.
  fileprivate var choices: [ListAddress?] = []

  /// Which column is shown where there is room for one: the one behind the last choice.
  fileprivate var depth: Int {
    if shown != nil { return max(choices.count, 1) }
    return (choices.lastIndex { $0?.selected != nil } ?? -1) + 1
  }

  /// Takes back what has led to a column.
  func leave(_ column: Int) {
    for choice in choices.dropFirst(column - 1) { choice?.set?(nil) }
    choose(nil)
  }
}

/// A column that has another one before it.
struct SplitColumn: Equatable {
  let selection: SplitSelection
  let index: Int

  static func == (lhs: SplitColumn, rhs: SplitColumn) -> Bool {
    lhs.selection === rhs.selection && lhs.index == rhs.index
  }
}

private enum SplitColumnKey: EnvironmentKey { static var defaultValue: SplitColumn? { nil } }

extension SplitSelection: AddressPart {
  var segments: [String] { shown.flatMap { AddressValue.segment(for: $0) }.map { [$0] } ?? [] }

  func restore(_ segments: inout [String], isFirst: Bool) -> Bool {
    guard let next = segments.first else {
      choose(nil)
      return true
    }
    if let shown, AddressValue.segment(for: shown) == next {
      segments.removeFirst()
    } else if let node, let value = navigator.value(next, offeredBy: columns, node.environment) {
      segments.removeFirst()
      choose(value)
    } else if let link = columns.lazy.compactMap({ $0.firstLink(where: { $0.segment(from: $1) == next }) }).first {
      segments.removeFirst()
      link.0.open(from: link.1)
    }
    return true
  }

  /// Those whose links lead to the last one.
  private var columns: [Node] { node?.children.filter { $0.environment.navigation === navigator } ?? [] }
}

private enum SplitKey: EnvironmentKey { static var defaultValue: SplitSelection? { nil } }
extension EnvironmentValues {
  var splitSelection: SplitSelection? {
    get { self[SplitKey.self] }
    set { self[SplitKey.self] = newValue }
  }

  /// The column that the page is the first one of, if that has one before it.
  var splitColumn: SplitColumn? {
    get { self[SplitColumnKey.self] }
    set { self[SplitColumnKey.self] = newValue }
  }
}

extension NavigationSplitView: PrimitiveView {
  func update(_ node: Node) {
    let selection = node.remember { SplitSelection() }
    selection.node = node
    let inherited = node.environment.listStyle
    func editMode(_ index: Int) -> StoredLocation<EditMode> {
      node.remember("column \(index)") { StoredLocation(EditMode.inactive) }
    }
    func side(_ index: Int, _ style: ListStyleName) -> EnvironmentValues {
      let editMode = editMode(index)
      return node.environment("column \(index)") {
        $0.enterStack(nil)
        $0.setEditMode(ofPage: editMode)
        $0.splitSelection = selection
        $0.navigation = selection.navigator
        $0.pageIndex = 0
        $0.listStyle = style
        $0.splitColumn = index > 0 ? SplitColumn(selection: selection, index: index) : nil
      }
    }
    node.child(
      0, NavigationPage(content: sidebar, isRoot: true), environment: side(0, ListStyleName(name: "sidebar")))
    if let content {
      node.child(1, NavigationPage(content: content, isRoot: true), environment: side(1, inherited))
    }
    let last = content == nil ? 1 : 2
    let lastEditMode = editMode(last)
    let environment = node.environment("detail") {
      $0.enterStack(nil)
      $0.setEditMode(ofPage: lastEditMode)
      $0.splitColumn = SplitColumn(selection: selection, index: last)
    }
    if let shown = selection.shown {
      let page = OpenPage(value: shown, navigator: selection.navigator, index: 1)
      node.child(.named(shown), NavigationStack { page }, environment: environment)
    } else {
      node.child(2, NavigationPage(content: detail, isRoot: true), environment: environment)
    }
  }

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.split])
    var preferences = PreferenceValues()
    var addresses: [any AddressPart] = []
    for (index, child) in node.children.enumerated() {
      let isLast = index == node.children.count - 1
      let column = node.element(
        index == 0 ? .navigation : isLast ? .main : .box,
        [index == 0 ? .splitSidebar : isLast ? .splitDetail : .splitContent],
        key: index + 1, children: child.output.elements)
      element.children.append(column)
      preferences[PresentationKey.self] += child.output.preferences[PresentationKey.self]
      if isLast { addresses.append(node.remember { SplitSelection() }) }
      addresses += child.output.preferences[AddressKey.self]
    }
    let selection = node.remember { SplitSelection() }
    selection.choices = node.children.dropLast().map { child in
      child.output.preferences[AddressKey.self].lazy.compactMap { $0 as? ListAddress }.first
    }
    let depth = min(selection.depth, node.children.count - 1)
    if depth > 0 { element.add(depth == node.children.count - 1 ? .splitAtDetail : .splitAtContent) }
    element.grows = [.horizontal, .vertical]
    preferences[AddressKey.self] = addresses
    return Output(element, preferences)
  }
}

/// Which columns would be visible. It is not used in a browser, where the window's width decides.
public struct NavigationSplitViewVisibility: Hashable, Sendable {
  let name: String
  /// What is usual for the window's width.
  public static let automatic = Self(name: "automatic")
  /// All columns.
  public static let all = Self(name: "all")
  /// The last two of three columns.
  public static let doubleColumn = Self(name: "doubleColumn")
  /// The last column alone.
  public static let detailOnly = Self(name: "detailOnly")
}
/// A column of a split view. It is not used in a browser.
public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  /// The first column.
  public static let sidebar = Self(name: "sidebar")
  /// The second of three columns.
  public static let content = Self(name: "content")
  /// The last column.
  public static let detail = Self(name: "detail")
}
/// How columns would share the window. It is not used in a browser.
public struct NavigationSplitViewStyleName: Sendable {
  /// What is usual for the platform.
  public static let automatic = Self()
  /// The detail becomes narrower for the others.
  public static let balanced = Self()
  /// The detail keeps its size, and others lie over it.
  public static let prominentDetail = Self()
}
extension View {
  /// Has no effect in the browser.
  public func navigationSplitViewStyle(_ style: NavigationSplitViewStyleName) -> some View {
    withoutEffect("navigationSplitViewStyle")
  }
  /// Has no effect in the browser.
  public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View {
    withoutEffect("navigationSplitViewColumnWidth")
  }
  /// Has no effect in the browser.
  public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
    withoutEffect("navigationSplitViewColumnWidth")
  }
}
