// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import Testing

@Suite struct SaveQueueTests {
  /// Saves in a hook of the first one, so that it has the turn until it is told to go on.
  private func hold(_ container: ModelContainer, until release: DispatchSemaphore) async -> Held {
    let (holding, continuation) = AsyncStream.makeStream(of: Void.self)
    container.validate(Tag.self) { tag in
      guard tag.word == "holding" else { return }
      continuation.yield()
      release.wait()
    }
    let held = Held()
    // Not on one of the few threads that tasks share.
    Thread.detachNewThread {
      let context = ModelContext(container)
      context.author = "Importer"
      context.insert(Tag("holding"))
      held.finish(Result { try context.save() })
    }
    for await _ in holding { break }
    return held
  }

  /// A save of another thread.
  private final class Held: Sendable {
    private let end = AsyncStream.makeStream(of: Result<Void, any Error>.self)

    func finish(_ result: Result<Void, any Error>) { end.continuation.yield(result) }

    /// Its result.
    var value: Void {
      get async throws {
        for await result in end.stream { return try result.get() }
      }
    }
  }

  @Test func aSaveThatWaitsTooLongSaysForWhom() async throws {
    let container = try memoryContainer()
    let release = DispatchSemaphore(value: 0)
    let holder = await hold(container, until: release)
    container.saveTimeout = .milliseconds(20)
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    let error = try #require(failure { try context.save() })
    #expect(error == .storeIsBusy)
    #expect(error.explanation.contains("a save by the author “Importer”"), "\(error)")
    #expect(context.hasChanges)
    #expect(failure { _ = try ModelContext(container).update(Album.self, .set(\.year, to: 1)) } == .storeIsBusy)
    release.signal()
    try await holder.value
    container.saveTimeout = nil
    try context.save()
    #expect(try ModelContext(container).titles() == ["Blue"])
  }

  /// Whoever comes first is served first, as a lock of the system's would not do.
  @Test func savesTakeTurnsInTheOrderInWhichTheyCome() async throws {
    let container = try memoryContainer()
    let release = DispatchSemaphore(value: 0)
    let holder = await hold(container, until: release)
    let order = Collected<String>()
    container.afterSave { order.append($0.author ?? "") }
    var waiters: [Thread] = []
    for number in 0..<8 {
      let thread = Thread {
        let context = ModelContext(container)
        context.author = "\(number)"
        context.insert(Album("\(number)"))
        try? context.save()
      }
      thread.start()
      waiters.append(thread)
      while container.waitingSaves < number + 1 { try await Task.sleep(for: .milliseconds(1)) }
    }
    release.signal()
    try await holder.value
    while order.all.count < 9 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(Set(order.all) == Set(["Importer"] + (0..<8).map(String.init)))
    // Hooks run when the turn is over, so two may change places. Keys are given out within it, and order the rows.
    let titles = try ModelContext(container).fetch(FetchDescriptor<Album>()).map(\.title).filter { Int($0) != nil }
    #expect(titles == (0..<8).map(String.init))
  }

  @Test func anotherProcessThatHoldsTheStoreIsNamed() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    try context.save()
    container.saveTimeout = .milliseconds(50)
    let process = try SecondProcess("StoreProcess", "hold", folder.file().path)
    #expect(process.line() == "holding")
    context.insert(Album("Green"))
    let error = try #require(failure { try context.save() })
    #expect(error == .storeIsBusy)
    #if os(Linux)
      #expect(error.explanation.contains("the process \(process.identifier) (StoreProcess)"), "\(error)")
    #endif
    process.say("go")
    #expect(process.line() == "let go")
    try context.save()
    #expect(try ModelContext(container).titles() == ["Blue", "Green"])

    // Another container of this process is told from other programs.
    let release = DispatchSemaphore(value: 0)
    let holder = await hold(try folder.container(), until: release)
    _ = holder
    release.signal()
    try await holder.value
  }

  @Test func manyActorsSaveAndNoneIsLost() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    container.saveTimeout = .seconds(60)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        let shelf = Shelf(modelContainer: container)
        group.addTask { for index in 0..<25 { try await shelf.add("\(number) \(index)") } }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Album>()) == 200)
  }
}
