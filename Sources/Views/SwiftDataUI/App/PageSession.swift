// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// What all pages of an app share.
@MainActor package final class AppServices {
  /// Containers that modifiers have made, by what they are for: pages share a store.
  private var containers: [String: ModelContainer] = [:]
  /// The containers of scenes that could not be opened, once the app was told.
  var reportedFailures: Set<String> = []
  /// So long a page does not try again to open a container that it could not open.
  var pauseOfTries = Duration.seconds(30)
  let turns = Turns()
  /// The documents that pages show.
  let documents = DocumentShelf()

  /// A picture of the app's assets, as the host serves it.
  package struct Picture: Sendable {
    let address: String
    /// In points; nil if the file's own size is that.
    let width: Int?
    /// Whether it is drawn in the colour of the text around it, and as large as that.
    let isSymbol: Bool
    /// Where the picture for dark pages is; nil if it is the same.
    let darkAddress: String?

    package init(address: String, width: Int?, isSymbol: Bool = false, darkAddress: String? = nil) {
      self.address = address
      self.width = width
      self.isSymbol = isSymbol
      self.darkAddress = darkAddress
    }

    func address(in scheme: ColorScheme) -> String { scheme == .dark ? darkAddress ?? address : address }
  }

  /// The pictures of the app's assets by name.
  package var pictures: [String: Picture] = [:]

  package init() {}

  // MARK: What pages leave

  /// Contexts of pages that are gone, whose changes cannot be saved yet, since the store is busy or full.
  private(set) var unsaved: [ModelContext] = []
  private static let mostUnsaved = 100

  /// Saves the changes of a page that ends, and as long as others are in the way, again and again.
  func save(_ context: ModelContext) {
    unsaved.append(context)
    // A context that goes makes a last attempt, and reports what it loses.
    if unsaved.count > Self.mostUnsaved { unsaved.removeFirst() }
    context._autosaveNow { [weak self, weak context] in self?.unsaved.removeAll { $0 === context } }
  }

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
  /// Nil after the page's end: a task of a view may outlive it.
  private(set) weak var graph: Graph?
  /// The address that was asked for, and then the one of what is shown.
  private(set) var location: String
  /// Which of the app's windows the page is.
  let window: WindowAddress
  /// Whether the app has settings, which are a window of their own.
  var hasSettings = false
  /// Whether the app is one for the Mac: some controls look otherwise there.
  var isForMac = false
  let undoManager = UndoManager()
  private var contexts: [ObjectIdentifier: ModelContext] = [:]
  /// Containers whose main context the page uses.
  private var shared: [ObjectIdentifier: ModelContainer] = [:]
  /// Contexts that the app has given to views of the page.
  private nonisolated let given = Mutex<[ObjectIdentifier: GivenContext]>([:])

  // Unchecked: only looked at on the main actor.
  private struct GivenContext: @unchecked Sendable {
    weak var context: ModelContext?
  }

  /// Whether all pages share the main context of a container instead of each having one of its own.
  var sharesContext = false
  /// What `@FocusedValue` reads.
  let focused = FocusedContributions()
  /// The files that somebody has sent.
  let uploads = Uploads()
  /// Containers of the scene that could not be opened.
  let failedContainers = FailedContainers()
  /// What `@SceneStorage` keeps.
  var stored: [String: AnyObject] = [:]

  /// The user of the page, if the host knows.
  let user: PageUser?
  /// What is set in the browser, as far as it has told.
  let settings: StoredLocation<PageSettings>

  init(services: AppServices, graph: Graph, location: String, user: PageUser? = nil, settings: PageSettings) {
    self.services = services
    self.settings = StoredLocation(settings)
    self.user = user
    self.graph = graph
    self.location = location
    window = WindowAddress(location)
  }

  func environment(_ values: EnvironmentValues) -> EnvironmentValues {
    var values = values
    values.session = self
    values.undoManager = undoManager
    values.pageUser = user
    values.defaultAppStorage = user?.defaults
    return values
  }

  /// The page's context of a container.
  func context(of container: ModelContainer, options: ContextOptions) -> ModelContext {
    if sharesContext {
      let context = container.mainContext
      // The app may have set it since.
      if shared.updateValue(container, forKey: ObjectIdentifier(container)) == nil {
        context.autosaveEnabled = options.isAutosaveEnabled
      }
      if options.isUndoEnabled, context.undoManager == nil { context.undoManager = UndoManager() }
      return context
    }
    if let known = contexts[ObjectIdentifier(container)] { return known }
    let context = ModelContext(_onMainActor: container)
    context.autosaveEnabled = options.isAutosaveEnabled
    if options.isUndoEnabled { context.undoManager = undoManager }
    contexts[ObjectIdentifier(container)] = context
    return context
  }

  /// What undoes the changes of a context that pages share, if anything does: the page's own undo manager has none.
  func sharedUndoManager(of context: ModelContext) -> UndoManager? { sharesContext ? context.undoManager : nil }

  /// The app has given views a context of its own.
  nonisolated func use(_ context: ModelContext) {
    let (key, entry) = (ObjectIdentifier(context), GivenContext(context: context))
    given.withLock { given in
      guard given[key]?.context == nil else { return }
      given = given.filter { $0.value.context != nil }
      given[key] = entry
    }
  }

  /// What the event that follows changes is undone by itself. What tasks, effects and automatic saves have changed
  /// since the last event is undone with that one.
  func endUndoEvents() {
    #if !canImport(Darwin)
      undoManager.endEvent()
    #endif
    for context in contexts.values { context._endUndoEvent() }
    for container in shared.values { container.mainContext._endUndoEvent() }
    for entry in given.withLock({ Array($0.values) }) { entry.context?._endUndoEvent() }
  }

  /// Lets go of a container that nothing on the page shows any more; what was changed is saved.
  func close(_ container: ModelContainer) {
    shared[ObjectIdentifier(container)] = nil
    guard let context = contexts.removeValue(forKey: ObjectIdentifier(container)) else { return }
    // It could undo nothing but changes of what is closed.
    undoManager.removeAllActions()
    if context.autosaveEnabled, context.hasChanges { services.save(context) }
  }

  /// Deleted models leave the lists that still hold them, so that no view shows one after the event that deleted it.
  func settleDeletions() {
    for context in contexts.values { context._settleDeletions() }
    for container in shared.values { container.mainContext._settleDeletions() }
  }

  // MARK: The address

  /// The browser has gone to an address. Where the page is already it stays, with what it has opened without a name.
  func go(to location: String) {
    if location != self.location { restore(location) }
  }

  /// Shows what an address says, as far as it can be shown.
  func restore(_ location: String) {
    var segments = Address.segments(location)
    if segments.starts(with: window.segments) { segments.removeFirst(window.segments.count) }
    var done: Set<ObjectIdentifier> = []
    // Each part is shown before the next one, which may be within it.
    var asked: Set<ObjectIdentifier> = []
    for _ in 0..<64 {
      guard let graph, let part = graph.addressParts.first(where: { !done.contains(ObjectIdentifier($0)) }) else {
        break
      }
      let isFirst = asked.insert(ObjectIdentifier(part)).inserted
      if part.restore(&segments, isFirst: isFirst) { done.insert(ObjectIdentifier(part)) }
      graph.settleNow()
    }
    self.location = location
  }

  /// Tells the browser the address of what is shown now, if it is another one.
  func noteAddress(push: Bool) {
    guard let graph else { return }
    let path = Address.path(window.segments, graph.addressParts)
    guard path != location else { return }
    location = path
    graph.send(.location(path, push: push))
  }

  /// The title of the window.
  private(set) var title: String?

  func show(title: String) {
    guard title != self.title else { return }
    self.title = title
    graph?.send(.title(title))
  }

  // MARK: The appearance

  /// What views that are shown prefer.
  private var wishes: [AppearanceWish] = []
  private var shownScheme: ColorScheme?

  func add(_ wish: AppearanceWish) {
    wishes.append(wish)
    showAppearance()
  }

  func remove(_ wish: AppearanceWish) {
    wishes.removeAll { $0 === wish }
    // The page of a browser that is left has nothing more to be told.
    if graph?.isRunning == true { showAppearance() }
  }

  /// Tells the browser what the innermost view prefers, the latest one of several, if it is something else now.
  func showAppearance() {
    var chosen: AppearanceWish?
    for wish in wishes where wish.scheme != nil && wish.depth >= chosen?.depth ?? 0 { chosen = wish }
    guard chosen?.scheme != shownScheme else { return }
    shownScheme = chosen?.scheme
    graph?.send(.colorScheme(shownScheme.map { $0 == .dark ? "dark" : "light" }))
  }

  /// Whether a context has changes that nothing will save by itself, or that could not be saved so far.
  var hasUnsavedChanges: Bool {
    contexts.values.contains { $0.hasChanges && (!$0.autosaveEnabled || $0.autosaveError != nil) }
  }

  func end() {
    for context in contexts.values where context.autosaveEnabled && context.hasChanges { services.save(context) }
    contexts = [:]
    shared = [:]
    given.withLock { $0 = [:] }
    uploads.end()
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

  /// Undoes and redoes the changes of the page.
  public var undoManager: UndoManager? {
    get { self[UndoManagerKey.self] }
    set { self[UndoManagerKey.self] = newValue }
  }
}
