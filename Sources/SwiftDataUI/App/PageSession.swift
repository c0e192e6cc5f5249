import Foundation
import SwiftData

/// What all pages of an app share.
@MainActor package final class AppServices {
  /// Containers that modifiers have made, by what they are for: pages share a store.
  private var containers: [String: ModelContainer] = [:]
  /// Whether all pages share the main context of a container instead of each having one of its own.
  package var sharesContext = false

  package init() {}

  func container(_ key: String, make: () throws -> ModelContainer) rethrows -> ModelContainer {
    if let known = containers[key] { return known }
    let made = try make()
    containers[key] = made
    return made
  }
}

/// What belongs to one page: its contexts, its undo manager.
@MainActor final class PageSession {
  let services: AppServices
  unowned let graph: Graph
  let location: String
  let undoManager = UndoManager()
  private var contexts: [ObjectIdentifier: ModelContext] = [:]
  /// What `@SceneStorage` keeps.
  var stored: [String: AnyObject] = [:]

  init(services: AppServices, graph: Graph, location: String) {
    self.services = services
    self.graph = graph
    self.location = location
  }

  func environment(_ values: EnvironmentValues) -> EnvironmentValues {
    var values = values
    values.session = self
    values.undoManager = undoManager
    return values
  }

  /// The page's context of a container.
  func context(of container: ModelContainer, options: ContextOptions) -> ModelContext {
    if services.sharesContext { return container.mainContext }
    if let known = contexts[ObjectIdentifier(container)] { return known }
    let context = ModelContext(_onMainActor: container)
    context.autosaveEnabled = options.isAutosaveEnabled
    if options.isUndoEnabled { context.undoManager = undoManager }
    contexts[ObjectIdentifier(container)] = context
    return context
  }

  func afterUpdate() {}

  /// The title of the window.
  private(set) var title: String?

  func show(title: String) {
    guard title != self.title else { return }
    self.title = title
    graph.send(.title(title))
  }

  func end() {
    for context in contexts.values where context.autosaveEnabled && context.hasChanges {
      do { try context.save() } catch {
        Diagnostics.note("A page was closed with changes that cannot be saved: \(error)")
      }
    }
    contexts = [:]
  }
}

struct ContextOptions {
  var isAutosaveEnabled = true
  var isUndoEnabled = false
}

private enum SessionKey: EnvironmentKey { static var defaultValue: PageSession? { nil } }
private enum UndoManagerKey: EnvironmentKey { static var defaultValue: UndoManager? { nil } }

extension EnvironmentValues {
  var session: PageSession? {
    get { self[SessionKey.self] }
    set { self[SessionKey.self] = newValue }
  }

  /// Undoes and redoes what is done on the page.
  public var undoManager: UndoManager? {
    get { self[UndoManagerKey.self] }
    set { self[UndoManagerKey.self] = newValue }
  }
}
