// SPDX-License-Identifier: Apache-2.0

#if !SANITIZE_THREAD
  import Dispatch
  import Foundation
  import SwiftData
  import Testing

  /// One context on several threads: a mistake that the Swift 5 language mode lets through. It must not end the process
  /// or harm the store.
  ///
  /// The threads assign numbers and references and read none of another thread's: a value that is read while it is
  /// assigned is the program's business, and what the thread sanitizer would report here.
  @Suite struct SharedContextTests {
    @Model final class Shelf {
      var number: Int
      @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
      init(_ number: Int) { self.number = number }
    }

    @Model final class Volume {
      var pages: Int
      var shelf: Shelf?
      init(_ pages: Int) { self.pages = pages }
    }

    private struct Unchecked<Value>: @unchecked Sendable {
      // Unchecked: that is what the suite is about.
      let value: Value
    }

    @Test func assignmentsMeetSaves() throws {
      let folder = try TestFolder()
      let container = try folder.container(Shelf.self, Volume.self)
      let filling = ModelContext(container)
      for number in 0..<200 { filling.insert(Volume(number)) }
      try filling.save()
      let context = Unchecked(value: ModelContext(container))
      let volumes = Unchecked(value: try context.value.fetch(FetchDescriptor<Volume>()))
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for step in 0..<200 {
          volumes.value[(step + thread * 25) % 200].pages += 1
          if step % 50 == 0 { try? context.value.save() }
        }
      }
      try context.value.save()
      #expect(!context.value.hasChanges)
      let inOrder = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.persistentModelID)])
      let stored = try ModelContext(container).fetch(inOrder)
      let known = volumes.value.sorted { $0.persistentModelID < $1.persistentModelID }
      #expect(stored.map(\.pages) == known.map(\.pages))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func everythingAtOnce(seed: UInt64) async throws {
      let folder = try TestFolder()
      let container = try folder.container(Shelf.self, Volume.self)
      let context = Unchecked(value: ModelContext(container))
      let shelves = Unchecked(value: (0..<4).map { Shelf($0) })
      for shelf in shelves.value { context.value.insert(shelf) }
      try context.value.save()
      DispatchQueue.concurrentPerform(iterations: 6) { thread in
        var random = SeededGenerator(seed: seed &* 6 &+ UInt64(thread))
        Self.work(context.value, shelves.value, &random)
      }
      // A rollback of another thread may have left something that cannot be saved.
      do { try context.value.save() } catch { context.value.rollback() }
      #expect(!context.value.hasChanges)
      let report = try await container.integrityCheck()
      #expect(report.problems == [], "seed \(seed)")
      #expect(try Self.contents(context.value) == Self.contents(ModelContext(container)), "seed \(seed)")
    }

    private static func work(_ context: ModelContext, _ shelves: [Shelf], _ random: inout SeededGenerator) {
      var own: [Volume] = []
      for _ in 0..<120 {
        let volume = own.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
          let new = Volume(Int.random(in: 0..<100, using: &random))
          new.shelf = shelves.randomElement(using: &random)
          context.insert(new)
          own.append(new)
        case 3...5: volume?.pages = Int.random(in: 0..<100, using: &random)
        case 6: volume?.shelf = shelves.randomElement(using: &random)
        case 7: volume.map { context.delete($0) }
        case 8: _ = try? context.fetch(FetchDescriptor<Volume>(predicate: #Predicate { $0.pages < 50 }))
        case 9: _ = try? context.fetchCount(FetchDescriptor<Volume>(predicate: #Predicate { $0.shelf?.number == 1 }))
        case 10: try? context.save()
        default: if Int.random(in: 0..<4, using: &random) == 0 { context.rollback() }
        }
      }
    }

    private static func contents(_ context: ModelContext) throws -> [String] {
      try context.fetch(FetchDescriptor<Volume>()).map { volume in
        "\(volume.persistentModelID.hashValue) \(volume.pages) \(volume.shelf?.number ?? -1)"
      }.sorted()
    }

    /// An observer on another thread may use the context that has saved, which waits for it.
    @Test func observersUseTheContextFromElsewhere() async throws {
      let folder = try TestFolder()
      let container = try folder.container(Shelf.self, Volume.self)
      let context = Unchecked(value: ModelContext(container))
      let queue = DispatchQueue(label: "observer")
      let counts = Unchecked(value: Counts())
      let names = [ModelContext.willSave, ModelContext.didSave]
      let observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: context.value, queue: nil) { _ in
          queue.sync { counts.value.all.append((try? context.value.fetchCount(FetchDescriptor<Shelf>())) ?? -1) }
        }
      }
      context.value.insert(Shelf(1))
      try context.value.save()
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
      #expect(counts.value.all == [1, 1])
    }

    private final class Counts {
      var all: [Int] = []
    }
  }
#endif
