// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncWire
import SyncSimulation
import Synchronization
import Testing

/// A device: a container on a file of its own, and what syncs it.
final class Device {
  let folder: URL
  let number: UInt64
  let account: String
  let transport: any SyncTransport
  let clock: TestClock
  let models: [any PersistentModel.Type]
  private(set) var options: SyncOptions
  private(set) var container: ModelContainer
  private(set) var sync: ModelSync
  let crash = CrashPoint()
  private var starts: UInt64 = 0

  init(
    _ number: UInt64, _ transport: any SyncTransport, clock: TestClock = TestClock(),
    options: SyncOptions = SyncOptions(), account: String = "ann",
    synced: [any PersistentModel.Type] = App.synced, all: [any PersistentModel.Type] = App.all
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    (self.number, self.transport, self.clock, self.options, models) = (number, transport, clock, options, synced)
    self.account = account
    container = try Self.container(folder, all)
    sync = try ModelSync(
      container, models: synced, account: account, stateFile: folder.appendingPathComponent("state"),
      transport: transport, options: options, environment: Self.environment(number, 0, clock, crash))
  }

  /// The rules that devices which are made meanwhile do not follow.
  @TaskLocal static var disabled: Set<DriverRule> = []
  /// What is large, and how much of it travels at once.
  @TaskLocal static var sizes = (largeValue: 500, part: 300)
  /// Below how many bytes state files are not written anew: few, so that it happens in all tests.
  @TaskLocal static var shortState = 4_000

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func container(_ folder: URL, _ models: [any PersistentModel.Type]) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: ModelConfiguration(url: folder.appendingPathComponent("store.sqlite")))
  }

  private static func environment(
    _ number: UInt64, _ start: UInt64, _ clock: TestClock, _ crash: CrashPoint
  ) -> SyncEnvironment {
    var environment = SyncEnvironment()
    environment.now = { clock.now }
    // So that short values travel as large ones do, in several parts.
    (environment.largeValue, environment.partSize) = sizes
    environment.shortState = shortState
    // Every other device does with a few records what is done with many.
    if number.isMultiple(of: 2) { environment.manyRecords = 1 }
    environment.seed = number &* 1_000_003 &+ start
    environment.step = { try crash.pass($0) }
    environment.disabled = disabled
    return environment
  }

  /// The process ends and begins again with what is in the files.
  func restart(
    synced: [any PersistentModel.Type]? = nil, all: [any PersistentModel.Type] = App.all,
    options new: SyncOptions? = nil
  ) throws {
    starts += 1
    if let new { options = new }
    crash.disarm()
    let state = folder.appendingPathComponent("state")
    // The first ones let go of the files.
    let other = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
    let empty = try ModelContainer(
      for: Schema(App.all), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    sync = try ModelSync(empty, models: App.synced, account: account, stateFile: other, transport: transport)
    container = empty
    container = try Self.container(folder, all)
    sync = try ModelSync(
      container, models: synced ?? models, account: account, stateFile: state, transport: transport, options: options,
      environment: Self.environment(number, starts, clock, crash))
  }

  /// Replaces the device's files, as who restores a backup.
  func replaceFiles(_ body: (URL) throws -> Void) throws {
    let empty = try ModelContainer(
      for: Schema(App.all), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    sync = try ModelSync(
      empty, models: App.synced, account: account, stateFile: folder.appendingPathComponent("none"),
      transport: transport)
    container = empty
    try body(folder)
    try restart()
  }

  /// A transaction of the user.
  @discardableResult
  func edit<R>(_ body: (ModelContext) throws -> R) throws -> R {
    clock.advance()
    let context = ModelContext(container)
    context.autosaveEnabled = false
    let result = try body(context)
    try context.save()
    return result
  }

  func dump() throws -> [String] { try App.dump(ModelContext(container)) }

  func note(_ uid: String, _ context: ModelContext) throws -> App.Note? {
    try context.fetch(FetchDescriptor<App.Note>(predicate: #Predicate { $0.uid == uid })).first
  }

  func tag(_ name: String, _ context: ModelContext) throws -> App.Tag? {
    try context.fetch(FetchDescriptor<App.Tag>(predicate: #Predicate { $0.name == name })).first
  }
}

/// A time that only tests change.
final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_000_000_000_000)

  var now: Date { Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1_000) }
  var wall: Int64 { milliseconds.withLock { $0 } }

  func advance(by step: Int64 = 1_000) { milliseconds.withLock { $0 += step } }
}

/// Where a device is to end.
final class CrashPoint: Sendable {
  struct Crash: Error {}

  private let countdown = Mutex<(step: SyncStep?, left: Int)?>(nil)
  /// What else happens at a step: the user saves, for instance.
  let visit = Mutex<(@Sendable (SyncStep) throws -> Void)?>(nil)

  /// Ends at the `count`th step, of this kind or of any.
  func arm(_ step: SyncStep? = nil, after count: Int = 1) { countdown.withLock { $0 = (step, count) } }

  func disarm() { countdown.withLock { $0 = nil } }

  var isArmed: Bool { countdown.withLock { $0 != nil } }

  func pass(_ step: SyncStep) throws {
    try visit.withLock { $0 }?(step)
    try countdown.withLock { armed in
      guard let now = armed, now.step == nil || now.step == step else { return }
      guard now.left <= 1 else {
        armed?.left -= 1
        return
      }
      armed = nil
      throw Crash()
    }
  }
}

/// A server in this process, which speaks in bytes, and loses messages if it is told to.
final class MemoryServer: SyncTransport {
  private let server: Mutex<SyncServer>
  private let clock: TestClock
  private let counts = Mutex<(messages: Int, pushes: Int)>((0, 0))
  private let values = ValueStore()
  /// Whether the next message is lost, and where.
  let loses = Mutex<@Sendable () -> Loss?>({ nil })

  enum Loss: Sendable { case request, answer }

  init(clock: TestClock = TestClock(), objection: (@Sendable (RecordChange) -> String?)? = nil) {
    self.clock = clock
    var server = SyncServer(account: "ann")
    server.tokens = ["t"]
    server.zones["main"] = ServerZone(generation: 1)
    server.service.objection = objection
    self.server = Mutex(server)
  }

  var pushes: Int { counts.withLock { $0.pushes } }
  var messages: Int { counts.withLock { $0.messages } }
  var zone: ServerZone { server.withLock { $0.zones["main"] ?? ServerZone(generation: 1) } }

  func change(_ body: (inout SyncServer) -> Void) { server.withLock { body(&$0) } }

  var carriesLargeValues: Bool { true }

  func upload(
    _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
  ) async throws(SyncError) -> Int {
    let loss = loses.withLock { $0 }()
    if loss == .request { throw .unreachable(reason: "lost") }
    let received = try values.receive(part, of: value, at: offset)
    if loss == .answer { throw .unreachable(reason: "lost") }
    return received
  }

  func download(
    _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
  ) async throws(SyncError) -> Data {
    if loses.withLock({ $0 })() != nil { throw .unreachable(reason: "lost") }
    return try values.bytes(of: value, from: offset, count: count)
  }

  func send(_ message: Data) async throws(SyncError) -> Data {
    let loss = loses.withLock { $0 }()
    if loss == .request { throw .unreachable(reason: "lost") }
    do {
      let request = try Wire.request(Array(message), token: "t")
      counts.withLock { counts in
        counts.messages += 1
        if case .push = request.body { counts.pushes += 1 }
      }
      let answer = server.withLock { $0.handle(request, now: clock.wall) }
      if loss == .answer { throw SyncError.unreachable(reason: "lost") }
      return Data(Wire.encode(answer))
    } catch let error as SyncError {
      throw error
    } catch {
      throw .malformedAnswer(reason: "\(error)")
    }
  }
}

/// Syncs until nobody has anything for the others, and compares them.
func settle(_ devices: [Device], _ server: MemoryServer, _ comment: String = "") async throws {
  for _ in 0..<4 {
    for device in devices { try await device.sync.syncNow() }
  }
  let pushes = server.pushes
  for device in devices { try await device.sync.syncNow() }
  #expect(server.pushes == pushes, "another round sends something \(comment)")
  let first = try #require(devices.first).dump()
  for device in devices.dropFirst() {
    let other = try device.dump()
    #expect(other == first, "\(comment) device \(device.number)")
  }
}
