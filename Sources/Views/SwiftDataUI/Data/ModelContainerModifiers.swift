// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The containers that a view, or the scene of a page, could not open. It tries again when it is evaluated after a while:
/// each evaluation would take too long.
@MainActor final class FailedContainers {
  /// When it was last tried.
  fileprivate var tries: [String: ContinuousClock.Instant] = [:]

  fileprivate func rests(_ key: String, for pause: Duration) -> Bool {
    tries[key].map { $0.duration(to: .now) < pause } ?? false
  }
}

/// A container and what its contexts are to do, as a modifier has set them.
@MainActor struct ContainerSetting {
  private let make: @MainActor (PageSession, FailedContainers?) -> ModelContainer?
  private let options: ContextOptions

  init(_ container: ModelContainer) {
    make = { _, _ in container }
    options = ContextOptions()
  }

  init(
    _ types: [any PersistentModel.Type], inMemory: Bool, options: ContextOptions,
    onSetup: @escaping @MainActor (Result<ModelContainer, any Error>) -> Void
  ) {
    let key = Self.key(types, inMemory: inMemory)
    self.options = options
    make = { session, failed in
      let services = session.services
      let known = failed ?? session.failedContainers
      if known.rests(key, for: services.pauseOfTries) { return nil }
      // The closure may change what is being evaluated.
      @MainActor func report(_ result: Result<ModelContainer, any Error>) {
        if let graph = session.graph { graph.afterEvaluation { onSetup(result) } } else { onSetup(result) }
      }
      do {
        return try services.container(key) {
          let container = try ModelContainer(
            for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: inMemory))
          report(.success(container))
          return container
        }
      } catch {
        let isFirst = known.tries.updateValue(.now, forKey: key) == nil
        Diagnostics.noteOnce("'modelContainer(for:)' cannot open a container: \(error)")
        // That of a scene is asked once for the app.
        if failed != nil ? isFirst : services.reportedFailures.insert(key).inserted { report(.failure(error)) }
        return nil
      }
    }
  }

  /// By what pages find a container that another one has opened.
  static func key(_ types: [any PersistentModel.Type], inMemory: Bool) -> String {
    types.map { "\(ObjectIdentifier($0).hashValue)" }.joined(separator: ",") + (inMemory ? " in memory" : "")
  }

  /// - Parameter failed: What the view could not open; nil for a scene.
  func apply(to values: inout EnvironmentValues, failed: FailedContainers? = nil) {
    guard let session = values.session, let container = make(session, failed) else { return }
    let context = session.context(of: container, options: options)
    values.containerContext = context
    if let undoManager = session.sharedUndoManager(of: context) { values.undoManager = undoManager }
  }
}

private enum ContextKey: EnvironmentKey { static var defaultValue: ModelContext? { nil } }

extension EnvironmentValues {
  /// The context of the container that is set above, if one is.
  var containerContext: ModelContext? {
    get { self[ContextKey.self] }
    set { self[ContextKey.self] = newValue }
  }

  /// The context that views fetch from and change. Each page has its own context, which saves automatically.
  public var modelContext: ModelContext {
    get { containerContext ?? MainActor.assumeIsolated { Unchecked(value: MissingContainer.context) }.value }
    set {
      containerContext = newValue
      session?.use(newValue)
    }
  }
}

/// Handed from the main actor to code that is on it, too.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
}

extension View {
  /// Opens a container for models, and sets a context of it. See Apple's documentation of `modelContainer(for:…)`.
  public func modelContainer(
    for modelType: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false, onSetup: @escaping @MainActor (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some View {
    modelContainer(
      for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled, isUndoEnabled: isUndoEnabled,
      onSetup: onSetup)
  }

  /// Opens a container for several models, and sets a context of it.
  ///
  /// All pages of the app share the container; each has a context of its own, unless the scene shares one. Without a
  /// container, since it cannot be opened, the views find no models; when they are evaluated half a minute later, they
  /// try again.
  ///
  /// - Parameter onSetup: Called with the container when it is opened, once for the app; or with the error, once for
  ///   the view. Views have been evaluated then, and are evaluated again if it changes something.
  public func modelContainer(
    for modelTypes: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false, onSetup: @escaping @MainActor (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some View {
    containing(
      ContainerSetting(
        modelTypes, inMemory: inMemory,
        options: ContextOptions(isAutosaveEnabled: isAutosaveEnabled, isUndoEnabled: isUndoEnabled), onSetup: onSetup))
  }

  /// Sets a context of a container.
  public func modelContainer(_ container: ModelContainer) -> some View { containing(ContainerSetting(container)) }

  /// Sets the context that views within fetch from and change.
  public func modelContext(_ modelContext: ModelContext) -> some View { environment(\.modelContext, modelContext) }

  private func containing(_ setting: ContainerSetting) -> some View { ContainerView(content: self, setting: setting) }
}

/// A view whose content has a container.
struct ContainerView<Content: View>: WrappingView {
  let content: Content
  let setting: ContainerSetting

  func update(_ node: Node) {
    let failed = node.remember { FailedContainers() }
    node.child(
      0,
      EnvironmentWriter(
        content: content,
        change: { values in MainActor.assumeIsolated { setting.apply(to: &values, failed: failed) } },
        isSame: { $0.containerContext === $1.containerContext && $0.undoManager === $1.undoManager }))
  }
}

extension Scene {
  /// Opens a container for models; each page gets a context of it. See Apple's documentation of `modelContainer(for:…)`.
  public func modelContainer(
    for modelType: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false, onSetup: @escaping @MainActor (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some Scene {
    modelContainer(
      for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled, isUndoEnabled: isUndoEnabled,
      onSetup: onSetup)
  }

  /// Opens a container for several models; each page gets a context of it. `onSetup` is called with the container when
  /// it is opened, or with the error if it cannot be, once for the app. Each page tries again to open it, and again half a
  /// minute later.
  public func modelContainer(
    for modelTypes: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false, onSetup: @escaping @MainActor (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some Scene {
    let setting = ContainerSetting(
      modelTypes, inMemory: inMemory,
      options: ContextOptions(isAutosaveEnabled: isAutosaveEnabled, isUndoEnabled: isUndoEnabled), onSetup: onSetup)
    return ChangedScene(content: self) { setting.apply(to: &$0) }
  }

  /// Sets a container; each page gets a context of it, which saves by itself.
  public func modelContainer(_ container: ModelContainer) -> some Scene {
    let setting = ContainerSetting(container)
    return ChangedScene(content: self) { setting.apply(to: &$0) }
  }

  /// Sets the context that all pages fetch from and change.
  public func modelContext(_ modelContext: ModelContext) -> some Scene {
    ChangedScene(content: self) { $0.modelContext = modelContext }
  }

  /// Sets a value of the environment of all pages.
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
    ChangedScene(content: self) { $0[keyPath: keyPath] = value }
  }

  /// Sets an object for all pages, which views read by its type.
  public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
    ChangedScene(content: self) { $0[object: T.self] = object }
  }
}

extension Scene {
  /// Makes all windows of the app, in all browsers, use the main context of their container.
  ///
  /// Without it, each page has its own context: pages do not see each other's unsaved changes, and each has its own
  /// undo. With it, they see each other's unsaved changes at once, like the windows of an app on one computer; an undo
  /// may reverse another user's change.
  /// ```swift
  /// WindowGroup { Board() }
  ///   .modelContainer(for: Note.self)
  ///   .sharesModelContext()
  /// ```
  public func sharesModelContext(_ shares: Bool = true) -> some Scene { SharingScene(content: self, shares: shares) }
}

/// A scene whose pages share a context, or do not.
struct SharingScene<Content: Scene>: PrimitiveScene {
  let content: Content
  let shares: Bool

  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    var environment = environment
    environment.sharesContext = shares
    WindowDescription.collect(content, &windows, environment)
  }
}

/// A scene whose views inherit something more.
struct ChangedScene<Content: Scene>: PrimitiveScene {
  let content: Content
  let change: @MainActor (inout EnvironmentValues) -> Void

  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    var environment = environment
    environment.changes.append(change)
    WindowDescription.collect(content, &windows, environment)
  }
}
