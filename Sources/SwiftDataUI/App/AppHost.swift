import Foundation

/// An app that runs: made once, with a page for each session.
///
/// ```swift
/// let host = AppHost(MyApp())
/// let page = host.makePage(at: "/")
/// ```
@MainActor package final class AppHost {
  private let describe: () -> [WindowDescription]
  package let services = AppServices()

  package init<A: App>(_ app: A) {
    describe = {
      var windows: [WindowDescription] = []
      WindowDescription.collect(app.body, &windows, SceneEnvironment())
      return windows
    }
  }

  /// What a window is called unless a view gives it a title.
  package var title: String? { describe().first?.title }

  /// A page that shows the app's first window.
  package func makePage(at location: String) -> ViewPage {
    let windows = describe()
    guard let window = windows.first(where: { $0.kind == .main }) ?? windows.first else {
      return ViewPage(EmptyView(), services: services, at: location)
    }
    return ViewPage(
      SceneContent(content: AnyView(window.content), environment: window.environment), services: services, at: location)
  }
}

/// The content of a scene, with what the scene's modifiers have set.
struct SceneContent: PrimitiveView {
  let content: AnyView
  let environment: SceneEnvironment

  func update(_ node: Node) {
    var values = node.environment
    for change in environment.changes { change(&values) }
    node.child(0, content, environment: values)
  }
}
