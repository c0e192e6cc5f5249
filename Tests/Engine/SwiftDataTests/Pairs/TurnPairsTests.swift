// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import SwiftData
import Synchronization
import Testing

/// Saves that suspend until their turn, with what they had not met before: other containers, hooks that throw,
/// cancellation.
@Suite struct TurnPairsTests {
  @Model final class Entry {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Model final class Account {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @ModelActor actor Writer {
    func add(_ number: Int) async throws {
      modelContext.insert(Entry(number))
      try await saveInTurn()
    }

    func addBoth(_ number: Int) async throws {
      modelContext.insert(Entry(number))
      modelContext.insert(Account(number))
      try await saveInTurn()
    }

    func retry() async throws { try await saveInTurn() }

    func giveUp() { modelContext.rollback() }

    var pending: Int { modelContext.insertedModelsArray.count }

    func numbers() async throws -> [Int] {
      try await fetchInTurn(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])).map(\.number)
    }
  }

  private struct Refused: Error {}

  /// What a save of the number -1 waits for.
  private final class Holder: Sendable {
    private let exit = DispatchSemaphore(value: 0)
    private let entered = DispatchSemaphore(value: 0)

    func hold() {
      entered.signal()
      exit.wait()
    }

    func letGo() { exit.signal() }

    /// Saves, and holds the turn meanwhile.
    func begin(in container: ModelContainer) -> SaveHook {
      let hook = container.validate(Entry.self) { [self] in if $0.number == -1 { hold() } }
      Thread {
        let context = ModelContext(container)
        context.insert(Entry(-1))
        try? context.save()
      }.start()
      entered.wait()
      return hook
    }
  }

  private func stored(_ container: ModelContainer) throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])).map(\.number)
  }

  /// Each container has a queue of its own; the file has one writer.
  @Test func twoContainersOfOneFile() async throws {
    let folder = try TestFolder()
    let containers = [try folder.container(Entry.self), try folder.container(Entry.self)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        let writer = Writer(modelContainer: containers[number % 2])
        group.addTask { try await writer.add(number) }
      }
      try await group.waitForAll()
    }
    for container in containers {
      #expect(try stored(container) == Array(0..<60))
      #expect(container.waitingSaves == 0)
    }
    let history = try ModelContext(containers[0]).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.count == 60 && history.allSatisfy { $0.changes.count == 1 })
  }

  /// A save that holds the turn of one container holds up nobody in another.
  @Test func aTurnIsOfOneContainer() async throws {
    let folder = try TestFolder()
    let held = try folder.container(Entry.self, name: "held.store")
    let free = try folder.container(Entry.self, name: "free.store")
    let holder = Holder()
    let hook = holder.begin(in: held)
    let waiting = Writer(modelContainer: held)
    let task = Task { try await waiting.add(1) }
    while held.waitingSaves < 1 { await Task.yield() }
    let writer = Writer(modelContainer: free)
    try await writer.add(2)
    #expect(try await writer.numbers() == [2])
    // Fetches do not wait for saves, not in the same container either.
    #expect(try await Writer(modelContainer: held).numbers() == [])
    #expect(held.waitingSaves == 1)
    holder.letGo()
    try await task.value
    #expect(try stored(held) == [-1, 1])
    withExtendedLifetime(hook) {}
  }

  /// A save over two stores is all or nothing in its turn, too.
  @Test func severalStores() async throws {
    let folder = try TestFolder()
    let container = try ModelContainer(
      for: Schema([Entry.self, Account.self]),
      configurations: [
        ModelConfiguration("entries", schema: Schema([Entry.self]), url: folder.file("entries.store")),
        ModelConfiguration("accounts", schema: Schema([Account.self]), url: folder.file("accounts.store")),
      ])
    let hook = container.validate(Account.self) { if $0.number % 5 == 0 { throw Refused() } }
    let refused = await withTaskGroup(of: Int?.self, returning: Set<Int>.self) { group in
      for number in 1...30 {
        let writer = Writer(modelContainer: container)
        group.addTask {
          do {
            try await writer.addBoth(number)
            return nil
          } catch { return number }
        }
      }
      return await group.reduce(into: []) { if let number = $1 { $0.insert(number) } }
    }
    #expect(refused == [5, 10, 15, 20, 25, 30])
    let kept = (1...30).filter { $0 % 5 != 0 }
    #expect(try stored(container) == kept)
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Account>(sortBy: [SortDescriptor(\.number)])).map(\.number)
        == kept)
    withExtendedLifetime(hook) {}
  }

  /// Who throws in its turn, and who leaves the queue, hands the turn on. Hooks do not run for who leaves.
  @Test func hooksThatThrowAndCancellation() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Entry.self)
    let seen = Mutex<[Int]>([])
    let checks = container.validate(Entry.self) { entry in
      seen.withLock { $0.append(entry.number) }
      if entry.number == 13 { throw Refused() }
    }
    let holder = Holder()
    let hook = holder.begin(in: container)
    let writers = (0..<3).map { _ in Writer(modelContainer: container) }
    func enqueue(_ writer: Writer, _ number: Int) async -> Task<Void, any Error> {
      let before = container.waitingSaves
      let task = Task { try await writer.add(number) }
      while container.waitingSaves == before { await Task.yield() }
      return task
    }
    let cancelled = await enqueue(writers[0], 1)
    let refused = await enqueue(writers[1], 13)
    let saved = await enqueue(writers[2], 3)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(container.waitingSaves == 2)
    holder.letGo()
    do {
      try await refused.value
      Issue.record("the check has refused it")
    } catch let error as SwiftDataError {
      #expect(error == .modelValidationFailure)
      #expect(error.underlying is Refused)
    }
    try await saved.value
    #expect(container.waitingSaves == 0)
    #expect(seen.withLock { $0 } == [-1, 13, 3])
    #expect(try stored(container) == [-1, 3])
    // What was refused or cancelled is still pending where it was changed, and nowhere else.
    #expect(await writers[0].pending == 1)
    #expect(await writers[1].pending == 1)
    #expect(await writers[2].pending == 0)
    try await writers[0].retry()
    await #expect(throws: SwiftDataError.modelValidationFailure) { try await writers[1].retry() }
    await writers[1].giveUp()
    try await writers[1].add(4)
    #expect(try stored(container) == [-1, 1, 3, 4])
    withExtendedLifetime((hook, checks)) {}
  }

  /// A task that is cancelled before it asks does not get in line.
  @Test func aTaskThatIsCancelledAlready() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Entry.self)
    let holder = Holder()
    let hook = holder.begin(in: container)
    let writer = Writer(modelContainer: container)
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      try await writer.add(1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(container.waitingSaves == 0)
    holder.letGo()
    try await writer.retry()
    #expect(try stored(container) == [-1, 1])
    withExtendedLifetime(hook) {}
  }
}
