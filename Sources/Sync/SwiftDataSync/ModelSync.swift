// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Synchronization

/// Syncs models of a container with a server, and so with other devices.
///
/// ```swift
/// let transport = try HTTPSyncTransport("https://sync.example.com") { "token" }
/// let sync = try ModelSync(container, models: [Trip.self, Tag.self], account: "ann", transport: transport)
/// sync.resume()
/// ```
///
/// It reads what the app saves from the store's history, and saves what comes with the author `SwiftDataSync`. The app
/// goes on as before, offline as well; nothing is sent before ``resume()`` or ``syncNow()``.
///
/// Keep one for a store, in one process. A new one for the same store waits for the last round of one that is gone.
public final class ModelSync: Observable, Sendable {
  let driver: SyncDriver
  private let hub: StatusHub
  let wake = Wake()
  private let loop = Mutex<Task<Void, Never>?>(nil)
  private let observer: SaveObserver
  private let pausedLook: PausedLook
  private let interval: Duration
  let zone: String
  /// What is said of the app's models.
  let schemaVersion: Schema.Version

  /// - Parameters:
  ///   - container: The container with the models, which must have a history.
  ///   - models: The classes that are synced, subclasses included by name. All others stay on the device.
  ///   - account: Whose data it is, as the server names it.
  ///   - stateFile: Where sync keeps what it knows; beside the store that has the models, by default. It belongs to the
  ///     store: back up and restore both together, and remove it with the store.
  ///   - transport: How the server is reached.
  ///   - options: Rules for models.
  /// - Throws: ``SyncError`` if a class cannot be synced.
  public convenience init(
    _ container: ModelContainer, models: [any PersistentModel.Type], account: String, stateFile: URL? = nil,
    transport: any SyncTransport, options: SyncOptions = SyncOptions()
  ) throws {
    try self.init(
      container, models: models, account: account, stateFile: stateFile, transport: transport, options: options,
      environment: SyncEnvironment())
  }

  package init(
    _ container: ModelContainer, models: [any PersistentModel.Type], account: String, stateFile: URL?,
    transport: any SyncTransport, options: SyncOptions, environment: SyncEnvironment
  ) throws {
    let schema = try SyncedSchema(
      models, in: container.schema, options: options, policies: environment.policies)
    let file = try stateFile ?? Self.stateFile(beside: container, schema)
    let hub = StatusHub()
    self.hub = hub
    schemaVersion = Self.schemaVersion(container, options)
    let transport = transport.stating(schemaVersion: schemaVersion)
    interval = options.interval
    zone = options.zone
    driver = SyncDriver(
      container: container, schema: schema, options: options, account: account, file: file, transport: transport,
      environment: environment, report: { hub.report($0, $1) })
    pausedLook = PausedLook(driver)
    observer = SaveObserver(container, wake, pausedLook)
    driver.user.set(self)
  }

  /// Beside the store that has the synced models. A store in memory has a file for itself, which belongs to nothing any more
  /// when the process has ended.
  private static func stateFile(beside container: ModelContainer, _ schema: SyncedSchema) throws -> URL {
    let all = container.configurations
    var found = all.filter { $0.schema?.entities.contains { schema.models[$0.name] != nil } ?? false }
    // All that no other configuration has.
    if found.isEmpty { found = all.filter { $0.schema == nil } }
    guard let configuration = found.first, found.count == 1 else {
      let reason =
        found.isEmpty
        ? "no configuration of the container says where the synced models are: name a file"
        : "the synced models are in several configurations of the container: name a file"
      throw SyncError.stateFile(file: "", reason: reason)
    }
    guard configuration.isStoredInMemoryOnly else { return configuration.url.appendingPathExtension("sync") }
    return FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sync")
  }

  /// What is said of the app's models. A schema of classes alone has the first version, whatever the plan with it says.
  private static func schemaVersion(_ container: ModelContainer, _ options: SyncOptions) -> Schema.Version {
    if let version = options.schemaVersion { return version }
    let version = container.schema.version
    guard version == Schema.Version(1, 0, 0) else { return version }
    return container.migrationPlan?.schemas.map { $0.versionIdentifier }.max() ?? version
  }

  deinit { loop.withLock { $0?.cancel() } }

  /// How far sync is.
  public var status: SyncStatus { hub.status }

  /// The status now, and whenever it changes.
  public var statusUpdates: AsyncStream<SyncStatus> { hub.statusUpdates }

  /// What sync decides about objects from now on.
  public var events: AsyncStream<SyncEvent> { hub.events }

  /// Uploads what was saved and loads what is new, until there is nothing more. What is saved meanwhile goes up, too, unless
  /// the app saves all the time: then it ends with what was there when it began.
  ///
  /// ```swift
  /// try await sync.syncNow()
  /// ```
  ///
  /// - Throws: ``SyncError``; it is also the status's ``SyncStatus/lastError``.
  public func syncNow() async throws {
    try await driver.exclusively { try await $0.round() }
  }

  /// Takes back what the server has refused: the object is as the server has it.
  ///
  /// ```swift
  /// for item in sync.status.setAside where item.cause == .refusedByServer { try await sync.discard(item) }
  /// ```
  public func discard(_ item: SetAsideItem) async throws {
    try await driver.exclusively { try $0.discard(modelName: item.modelName, id: item.id) }
  }

  /// Uploads again what the server has refused, in the next round.
  ///
  /// ```swift
  /// try await sync.retrySetAside()
  /// ```
  public func retrySetAside() async throws {
    try await driver.exclusively { try $0.retry() }
    wake.yield()
  }

  /// Syncs from now on: after each save, and now and then.
  ///
  /// ```swift
  /// sync.resume()
  /// ```
  public func resume() {
    loop.withLock { loop in
      guard loop == nil else { return }
      let stream = wake.stream()
      let runner = SyncLoop(driver: driver, interval: interval, wake: wake)
      loop = Task { await runner.run(stream) }
      pausedLook.setPaused(false)
    }
    // Observers may do anything, such as pausing it.
    hub.setPaused { isPaused }
    wake.yield()
  }

  /// Sends nothing any more but for ``syncNow()``. A round that is on its way ends first.
  ///
  /// ```swift
  /// sync.pause()
  /// ```
  public func pause() { _ = stop() }

  /// - Returns: What ends with the round that is on its way; nil: it was paused before.
  func stop() -> Task<Void, Never>? {
    let former = loop.withLock { loop in
      if loop != nil { pausedLook.setPaused(true) }
      defer { loop = nil }
      loop?.cancel()
      return loop
    }
    hub.setPaused { isPaused }
    return former
  }

  private var isPaused: Bool { loop.withLock { $0 == nil } }
}
