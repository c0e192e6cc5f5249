// SPDX-License-Identifier: Apache-2.0

/// One page of a stack: a bar with a title and buttons, and the content.
struct NavigationPage<Content: View>: WrappingView {
  let content: Content
  let isRoot: Bool

  func update(_ node: Node) { node.child(0, content, environment: node.environment { $0.hasBar = true }) }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    var preferences = content.preferences
    let page = node.element(.box, [.navigationPage])
    let entries = preferences[ToolbarKey.self]
    let title = preferences[TitleKey.self]
    func items(_ placements: ToolbarItemPlacement.Area...) -> [Rendered] {
      entries.filter { placements.contains($0.placement.area) }.flatMap(\.elements)
    }
    let isHidden = preferences[ToolbarHiddenKey.self]
    var leading = items(.leading)
    var isOnlyBack = false
    let goBack = OwnWords.text("Back", node.environment.locale)
    if !isRoot, !preferences[BackHiddenKey.self] {
      let back = node.element(.button, [.button, .back], key: 2, text: goBack)
      back.attribute(.label, goBack)
      let dismiss = node.environment.dismiss
      back.on(.click) { _ in dismiss() }
      leading.insert(back, at: 0)
    } else if isRoot, let column = node.environment.splitColumn,
      content.elements.first?.classes.first != .navigationStack
    {
      isOnlyBack = title == nil && leading.isEmpty
      let back = node.element(.button, [.button, .back, .splitBack], key: 2, text: goBack)
      back.attribute(.label, goBack)
      back.on(.click) { _ in column.selection.leave(column.index) }
      leading.insert(back, at: 0)
    }
    let trailing = items(.trailing)
    let middle = items(.principal)
    if !isHidden, !(leading.isEmpty && trailing.isEmpty && middle.isEmpty && title == nil) {
      let bar = node.element(.header, [.navigationBar], key: 3)
      if preferences[InlineTitleKey.self] { bar.add(.navigationBarInline) }
      if isOnlyBack, trailing.isEmpty, middle.isEmpty { bar.add(.splitBack) }
      bar.children.append(node.element(.box, [.barLeading], key: 4, children: leading))
      var heading = middle
      if heading.isEmpty, let title { heading = [node.element(.title, [.navigationTitle], key: 5, text: title)] }
      bar.children.append(node.element(.box, [.barTitle], key: 6, children: heading))
      bar.children.append(node.element(.box, [.barTrailing], key: 7, children: trailing))
      page.children.append(bar)
    }
    page.children += preferences[SearchKey.self]
    var bleeding = Bleeding()
    let inner = bleeding.take(from: content.elements)
    if let layer = node.bleed(bleeding, key: 10) { page.children.insert(layer, at: 0) }
    let body = node.element(.box, [.navigationContent], key: 8, children: inner)
    body.grows = [.horizontal, .vertical]
    page.children.append(body)
    let bottom = items(.bottom)
    if !bottom.isEmpty {
      let bar = node.element(.box, [.bottomBar], key: 9, children: bottom)
      bar.role(.toolbar)
      page.children.append(bar)
    }
    page.grows = [.horizontal, .vertical]
    if let title { node.environment.session?.show(title: title) }
    let presentations = preferences[PresentationKey.self]
    var outer = PreferenceValues()
    let addresses = preferences[AddressKey.self]
    if !addresses.isEmpty { outer[AddressKey.self] = addresses }
    if !presentations.isEmpty { outer[PresentationKey.self] = presentations }
    if preferences.has(InteractiveDismissKey.self) {
      outer[InteractiveDismissKey.self] = preferences[InteractiveDismissKey.self]
    }
    if preferences.has(SheetLookKey.self) { outer[SheetLookKey.self] = preferences[SheetLookKey.self] }
    preferences = outer
    return Output(page, preferences)
  }
}

private enum HasBarKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
  /// Whether a bar shows the toolbar items of the view.
  var hasBar: Bool {
    get { self[HasBarKey.self] }
    set { self[HasBarKey.self] = newValue }
  }
}
