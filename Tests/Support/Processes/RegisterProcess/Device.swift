// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncConsistency
import SyncSimulation
import Synchronization

/// A container of registers, and what syncs it.
final class Device: Sendable {
  private let container: ModelContainer
  private let modelSync: ModelSync
  private let clients: Int
  private let client: Int
  private let keys: [String]
  private let work: Mutex<Work>
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// Rounds of sync while it was busy: that have succeeded, that have not since the server could not be reached, and that
  /// have given up since the app saved all the time.
  private let rounds = Mutex((done: 0, failed: 0, crowded: 0))

  struct Work {
    var history: HistoryWriter
    var random: SeededRandom
  }

  init(
    folder: URL, address: String, client: Int, clients: Int, keys: Int, seed: UInt64, rules: Set<String>
  ) throws {
    (self.client, self.clients) = (client, clients)
    self.keys = (0..<keys).map { "k\($0)" }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let history = try HistoryWriter(folder.appendingPathComponent("history"), client: client)
    // Another one after each start.
    work = Mutex(Work(history: history, random: SeededRandom(seed &+ UInt64(history.number) &* 1_000)))
    container = try ModelContainer(
      for: Cell.self, configurations: ModelConfiguration(url: folder.appendingPathComponent("store.sqlite")))
    var environment = SyncEnvironment()
    if !rules.contains("newer") { environment.policies["Cell.value"] = .custom(Self.larger) }
    environment.disabled = Set(rules.compactMap { DriverRule(rawValue: $0) })
    modelSync = try ModelSync(
      container, models: [Cell.self], account: "ann", stateFile: nil,
      transport: HTTPSyncTransport(address, timeout: 2) { "secret" }, options: SyncOptions(), environment: environment)
  }

  @Sendable private static func larger(_ conflict: FieldConflict) -> SyncValue {
    guard case .integer(let mine) = conflict.local.value, case .integer(let theirs) = conflict.remote.value else {
      return conflict.remote.value
    }
    return .integer(max(mine, theirs))
  }

  // MARK: Sync

  func make() async throws {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    for key in keys { context.insert(Cell(key: key)) }
    try context.save()
    try await sync()
  }

  /// A round, again while it fails for a reason that may pass.
  func sync() async throws {
    for attempt in 1... {
      do { return try await modelSync.syncNow() } catch let error as SyncError {
        switch error {
        case .unreachable, .timedOut, .tryLater:
          if attempt == 100 { throw error }
          try await Task.sleep(for: .milliseconds(50))
        default: throw error
        }
      }
    }
  }

  // MARK: Transactions

  func run() {
    tasks.withLock { tasks in
      guard tasks.isEmpty else { return }
      // What saves must not wait for what syncs, and so has a thread of its own.
      tasks.append(
        Task {
          await withCheckedContinuation { continuation in
            Thread {
              while !self.isStopping {
                do { try self.transact() } catch { say("trouble \(error)") }
                usleep(UInt32(self.work.withLock { 2_000 + $0.random.below(25_000) }))
              }
              continuation.resume()
            }.start()
          }
        })
      tasks.append(
        Task {
          while !self.isStopping {
            do {
              try await self.modelSync.syncNow()
              self.rounds.withLock { $0.done += 1 }
            } catch let error as SyncError {
              switch error {
              case .unreachable, .timedOut, .tryLater: self.rounds.withLock { $0.failed += 1 }
              case .store(let reason) where reason.hasPrefix("the app saves without a pause"):
                self.rounds.withLock { $0.crowded += 1 }
              default: say("trouble \(error)")
              }
            } catch { say("trouble \(error)") }
            try? await Task.sleep(for: .milliseconds(self.work.withLock { 5 + $0.random.below(80) }))
          }
        })
    }
  }

  private let stopping = Mutex(false)
  private var isStopping: Bool { stopping.withLock { $0 } }

  /// How many rounds of sync have ended in which way since the start.
  var counts: (done: Int, failed: Int, crowded: Int) { rounds.withLock { $0 } }

  func stop() async {
    stopping.withLock { $0 = true }
    for task in tasks.withLock({ $0 }) { await task.value }
    tasks.withLock { $0 = [] }
    stopping.withLock { $0 = false }
  }

  /// Reads two to four registers at once, and makes some of them, or none, larger than all that it has read.
  func transact() throws {
    try work.withLock { work in
      let chosen = Set((0..<(2 + work.random.below(3))).map { _ in keys[work.random.below(keys.count)] })
      let count = work.random.chance(25) ? 0 : 1 + work.random.below(chosen.count)
      // Without the autosaving of a context that views use, a save throws if others have changed what it writes.
      let context = ModelContext(container)
      context.autosaveEnabled = false
      let cells = try cells(chosen, context)
      let counter = max(work.history.value, cells.map(\.value).max() ?? 0) / clients + 1
      // Of nobody else, and larger than all that this client has seen.
      let value = counter * clients + client
      let written = cells.shuffled(using: &work.random).prefix(count)
      try work.history.begin(
        client: client, reads: Dictionary(uniqueKeysWithValues: cells.map { ($0.key, $0.value) }),
        writes: Dictionary(uniqueKeysWithValues: written.map { ($0.key, value) }))
      for cell in written { cell.value = value }
      do {
        if !written.isEmpty { try context.save() }
      } catch let error as SwiftDataError where error == .optimisticLockFailure {
        return try work.history.end(.aborted)
      }
      try work.history.end(.acknowledged)
    }
  }

  func readAll() throws -> [String: Int] {
    try work.withLock { work in
      let cells = try cells(Set(keys), ModelContext(container))
      let values = Dictionary(uniqueKeysWithValues: cells.map { ($0.key, $0.value) })
      try work.history.begin(client: client, reads: values, writes: [:])
      try work.history.end(.acknowledged)
      return values
    }
  }

  private func cells(_ keys: Set<String>, _ context: ModelContext) throws -> [Cell] {
    let names = keys.sorted()
    return try context.fetch(
      FetchDescriptor<Cell>(predicate: #Predicate { names.contains($0.key) }, sortBy: [SortDescriptor(\.key)]))
  }
}
