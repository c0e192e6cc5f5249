// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import SwiftData
import Synchronization
import Testing

/// Saves of model actors that wait for their turn without a thread.
@Suite struct SaveInTurnTests {
  @Model final class Entry {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @ModelActor actor Writer {
    func add(_ number: Int) async throws {
      modelContext.insert(Entry(number))
      try await saveInTurn()
    }

    /// Optimized code would stay on the thread of the caller if this did nothing.
    @inline(never) func look() -> Bool { modelContext.hasChanges }

    func addAndBlock(_ number: Int) throws {
      modelContext.insert(Entry(number))
      try modelContext.save()
    }

    /// Blocks the thread of the actor until something has happened, then saves.
    func addAndBlock(_ number: Int, when hasHappened: @Sendable () -> Bool) throws {
      while !hasHappened() { Thread.sleep(forTimeInterval: 0.001) }
      try addAndBlock(number)
    }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Entry.self)
  }

  private static var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  /// A save that holds the turn until it is let go.
  private final class Holder: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let entered = DispatchSemaphore(value: 0)
    private let isFirst = Mutex(true)

    func hold() {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard isFirst else { return }
      entered.signal()
      gate.wait()
    }

    func waitUntilEntered() { entered.wait() }
    func letGo() { gate.signal() }
  }

  private func hold() -> (holder: Holder, hook: SaveHook, thread: Thread) {
    let holder = Holder()
    let hook = container.validate(Entry.self) { _ in holder.hold() }
    let container = container
    let thread = Thread {
      let context = ModelContext(container)
      context.insert(Entry(-1))
      try? context.save()
    }
    thread.start()
    holder.waitUntilEntered()
    return (holder, hook, thread)
  }

  @Test func waitingSavesTakeNoThreads() async throws {
    let (holder, hook, _) = hold()
    let before = Self.threadCount
    let count = 600
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        let writer = Writer(modelContainer: container)
        group.addTask { try await writer.add(number) }
      }
      // All of them wait, and nobody else: the turn is held until then.
      while container.waitingSaves < count { await Task.yield() }
      let threads = Self.threadCount - before
      #expect(threads < count / 4, "\(threads) threads for \(count) saves that wait")
      let actors = ModelContainer._runningActors
      // Those that hurry are beyond the limit: one of each container, and as many as there are fetches in turn.
      #expect(actors.most < actors.limit * 2, "\(actors)")
      holder.letGo()
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == count + 1)
    withExtendedLifetime(hook) {}
  }

  @Test func aCancelledTaskSavesNothing() async throws {
    let (holder, hook, _) = hold()
    let writer = Writer(modelContainer: container)
    let task = Task { try await writer.add(1) }
    while container.waitingSaves < 1 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(container.waitingSaves == 0)
    holder.letGo()
    // The actor's context still has the change, which the next save writes.
    try await writer.add(2)
    #expect(
      try ModelContext(container).fetchCount(FetchDescriptor<Entry>(predicate: #Predicate { $0.number > 0 })) == 2)
    withExtendedLifetime(hook) {}
  }

  @Test func theTimeLimitHolds() async throws {
    let (holder, hook, _) = hold()
    container.saveTimeout = .milliseconds(50)
    let writer = Writer(modelContainer: container)
    await #expect(throws: SwiftDataError.storeIsBusy) { try await writer.add(1) }
    container.saveTimeout = nil
    holder.letGo()
    try await writer.add(2)
    #expect(
      try ModelContext(container).fetchCount(FetchDescriptor<Entry>(predicate: #Predicate { $0.number > 0 })) == 2)
    withExtendedLifetime(hook) {}
  }

  /// More actors block their threads than may run at once, and the first whose turn comes is suspended: it continues.
  @Test func aSuspendedSaveContinuesBesideBlockedOnes() async throws {
    let (holder, hook, _) = hold()
    let count = 3 * ModelContainer._runningActors.limit
    try await withThrowingTaskGroup(of: Void.self) { group in
      let first = Writer(modelContainer: container)
      group.addTask { try await first.add(0) }
      while container.waitingSaves < 1 { await Task.yield() }
      for number in 1..<count {
        let writer = Writer(modelContainer: container)
        group.addTask { try await writer.addAndBlock(number) }
      }
      // As many as may run block their threads; other suites have some of the places, too.
      while ModelContainer._runningActors.waiting == 0 { await Task.yield() }
      holder.letGo()
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == count + 1)
    #expect(container.waitingSaves == 0)
    withExtendedLifetime(hook) {}
  }

  private final class End: Sendable { let hasCome = Mutex(false) }

  /// An actor whose jobs never end lets others run.
  @Test func jobsOfOneActorMakeRoomForOthers() async throws {
    let limit = ModelContainer._runningActors.limit
    let end = End()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<(2 * limit) {
        let writer = Writer(modelContainer: container)
        group.addTask { while !end.hasCome.withLock({ $0 }), await !writer.look() {} }
      }
      // It waits behind all of them, and has its turn.
      let last = Writer(modelContainer: container)
      try await last.add(1)
      end.hasCome.withLock { $0 = true }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  private func stored() throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])).map(\.number)
  }

  // MARK: Both ways in one actor

  /// A save that blocks the thread of the actor goes before the suspended one, which needs the actor to continue.
  @Test func aBlockingSaveOfTheSameActorGoesFirst() async throws {
    container.saveTimeout = .seconds(20)
    let (holder, hook, _) = hold()
    let writer = Writer(modelContainer: container)
    async let suspended: Void = writer.add(1)
    while container.waitingSaves < 1 { await Task.yield() }
    async let blocking: Void = writer.addAndBlock(2)
    while container.waitingSaves < 2 { await Task.yield() }
    holder.letGo()
    _ = try await (suspended, blocking)
    #expect(try stored() == [-1, 1, 2])
    #expect(container.waitingSaves == 0)
    withExtendedLifetime(hook) {}
  }

  /// The turn comes while the actor is busy, with a job that then blocks in a save.
  @Test func aBlockingSaveTakesOverATurnThatWasNotUsed() async throws {
    container.saveTimeout = .seconds(20)
    let (holder, hook, _) = hold()
    let container = container
    let writer = Writer(modelContainer: container)
    async let suspended: Void = writer.add(1)
    while container.waitingSaves < 1 { await Task.yield() }
    try await writer.addAndBlock(2) {
      holder.letGo()
      return container.waitingSaves == 0
    }
    try await suspended
    #expect(try stored() == [-1, 1, 2])
    // Nobody has kept the turn.
    let other = ModelContext(container)
    other.insert(Entry(3))
    try other.save()
    withExtendedLifetime(hook) {}
  }

  /// What observers of the save do may wait for another save.
  @Test func theTurnEndsBeforeObserversHear() async throws {
    let container = container
    let writer = Writer(modelContainer: container)
    let other = OtherSave()
    let hook = container.afterSave { _ in
      other.run {
        let context = ModelContext(container)
        context.insert(Entry(2))
        try context.save()
      }
    }
    try await writer.add(1)
    #expect(other.hasSaved == true)
    #expect(try stored() == [1, 2])
    withExtendedLifetime(hook) {}
  }

  /// Both ways of saving take their turns in one queue.
  @Test func bothWaysTogether() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let writer = Writer(modelContainer: container)
        group.addTask {
          if number % 2 == 0 { try await writer.add(number) } else { try await writer.addAndBlock(number) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 40)
    #expect(container.waitingSaves == 0)
  }
}
