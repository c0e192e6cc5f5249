// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One window of a session: the views of a scene, and what belongs to the session alone.
@MainActor package final class ViewPage: Page {
  private let graph: Graph
  let session: PageSession

  package var onUpdate: (([Operation]) -> Void)? {
    get { graph.onUpdate }
    set { graph.onUpdate = newValue }
  }

  /// Shows a view.
  package init(
    _ view: some View, services: AppServices = AppServices(), at location: String = "/", user: PageUser? = nil,
    settings: PageSettings = PageSettings()
  ) {
    graph = Graph(turns: services.turns)
    session = PageSession(services: services, graph: graph, location: location, user: user, settings: settings)
    let environment = session.environment(EnvironmentValues())
    graph.onStart = { [weak session] in
      // Without a path the app begins with what it shows by itself.
      if !Address.segments(location).isEmpty { session?.restore(location) }
    }
    graph.afterEvaluating = { [weak session] in session?.noteAddress(push: $0) }
    graph.beforeEvent = { [weak session] in session?.endUndoEvents() }
    graph.afterEvent = { [weak session] in session?.settleDeletions() }
    graph.start(PageRoot(content: AnyView(view)), environment: environment)
  }

  package var root: Element {
    graph.shown?.element ?? Element(id: ElementID(), kind: .box)
  }

  @discardableResult
  package func handle(_ event: Event) -> Bool { graph.handle(event) }

  package func update() { graph.update() }

  package func apply(_ settings: PageSettings) {
    if session.settings.value != settings { session.settings.value = settings }
  }

  package var beginsAnimated: Bool { graph.beginsAnimated }

  package var holdsInput: Bool { graph.holdsInput || session.hasUnsavedChanges }

  package func close() {
    graph.end()
    session.end()
  }

  /// How often the body of each type of view was evaluated since ``resetEvaluations()``, by the type's name.
  package var evaluations: [String: Int] { graph.evaluations }
  /// How often queries have asked the store since then, by the model's name.
  package var fetches: [String: Int] { graph.fetches }
  /// How many rounds the last update took: more than a few mean that views change each other.
  package var rounds: Int { graph.rounds }
  /// How many views the page remembers something of.
  package var nodeCount: Int { graph.nodeCount }
  package func resetEvaluations() { graph.resetEvaluations() }
}

/// The outermost view: the content, then what is presented over it.
struct PageRoot: WrappingView {
  let content: AnyView

  final class Shown {
    var settings = PageSettings()
    var count = 0
  }

  func update(_ node: Node) {
    guard let session = node.environment.session else {
      node.child(0, content)
      return
    }
    let shown = node.remember { Shown() }
    let settings = node.track { session.settings.value }
    if settings != shown.settings {
      shown.settings = settings
      shown.count += 1
    }
    node.child(0, content, environment: node.environment("\(shown.count)") { shown.settings.set(&$0) })
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let main = node.element(.main, [.pageContent], key: 1, children: content.elements)
    main.grows = [.horizontal, .vertical]
    let root = node.element(.box, [.page], children: [main] + content.preferences[PresentationKey.self])
    let session = node.environment.session
    var values = EnvironmentValues()
    node.remember { Shown() }.settings.set(&values)
    if values.layoutDirection == .rightToLeft { root.attribute(.direction, "rtl") }
    root.on(.location) { [weak session] location in session?.go(to: String((location ?? "/").prefix(4_096))) }
    var preferences = PreferenceValues()
    preferences[AddressKey.self] = content.preferences[AddressKey.self]
    return Output(root, preferences)
  }
}

/// Dialogs and sheets, which are shown over the whole page.
enum PresentationKey: PreferenceKey {
  static var defaultValue: [Rendered] { [] }
  static func reduce(value: inout [Rendered], nextValue: () -> [Rendered]) { value += nextValue() }
}
