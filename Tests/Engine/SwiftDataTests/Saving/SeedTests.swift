// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// `seed(_:version:_:)`: once for each store and version, whole or not at all.
struct SeedTests {
  @Model final class Country {
    @Attribute(.unique) var code: String
    var name: String

    init(_ code: String, _ name: String) {
      self.code = code
      self.name = name
    }
  }
  struct Failure: Error {}

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func codes(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Country>(sortBy: [SortDescriptor(\.code)])).map(\.code)
  }

  @Test func isSownOnce() throws {
    for attempt in 1...3 {
      let container = try folder.container(Country.self)
      let isSown = try container.seed("countries") { context in
        #expect(attempt == 1)
        context.insert(Country("IT", "Italy"))
        context.insert(Country("NO", "Norway"))
      }
      #expect(isSown == (attempt == 1))
      #expect(try codes(container) == ["IT", "NO"])
      // Seeds of other names are others.
      #expect(try container.seed("more \(attempt)") { _ in })
    }
  }

  @Test func laterVersionsFollow() throws {
    let container = try folder.container(Country.self)
    #expect(try container.seed("countries", version: 2) { $0.insert(Country("IT", "Italy")) })
    #expect(
      try container.seed("countries", version: 3) { context in
        for country in try context.fetch(FetchDescriptor<Country>()) { country.name = "Italia" }
        context.insert(Country("NO", "Norge"))
      })
    // A program of the former version starts again.
    for version in 1...3 {
      #expect(try !container.seed("countries", version: version) { _ in Issue.record("version \(version)") })
    }
    #expect(try codes(container) == ["IT", "NO"])
    let changed = FetchDescriptor<Country>(predicate: #Predicate { $0.name == "Italia" })
    #expect(try ModelContext(container).fetchCount(changed) == 1)
    // What somebody has deleted does not come back.
    try container.erase()
    #expect(try !container.seed("countries", version: 3) { _ in Issue.record("after an erasure") })
  }

  @Test func keptContextsGoOn() throws {
    let container = try folder.container(Country.self)
    var kept: ModelContext?
    try container.seed("countries") { context in
      context.insert(Country("IT", "Italy"))
      kept = context
    }
    let context = try #require(kept)
    context.insert(Country("NO", "Norway"))
    try context.save()
    #expect(try codes(container) == ["IT", "NO"])
  }

  /// The seed is noted with the first save.
  @Test func observersMaySaveAgain() throws {
    let container = try folder.container(Country.self)
    var token: (any NSObjectProtocol)?
    try container.seed("countries") { context in
      context.insert(Country("IT", "Italy"))
      token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
        guard let context = $0.object as? ModelContext else { return }
        do {
          guard try context.fetchCount(FetchDescriptor<Country>()) == 1 else { return }
          context.insert(Country("NO", "Norway"))
          try context.save()
        } catch {
          Issue.record(error)
        }
      }
    }
    if let token { NotificationCenter.default.removeObserver(token) }
    #expect(try codes(container) == ["IT", "NO"])
    #expect(try !container.seed("countries") { _ in Issue.record("again") })
  }

  @Test func failuresLeaveNothing() throws {
    let container = try folder.container(Country.self)
    #expect(throws: Failure.self) {
      try container.seed("countries") { context in
        context.insert(Country("IT", "Italy"))
        throw Failure()
      }
    }
    #expect(try codes(container) == [])
    let hook = container.validate(Country.self) { country in
      if country.name.isEmpty { throw Failure() }
    }
    #expect(throws: (any Error).self) {
      try container.seed("countries") { $0.insert(Country("NO", "")) }
    }
    hook.remove()
    #expect(try codes(container) == [])
    #expect(try container.seed("countries") { $0.insert(Country("IT", "Italy")) })
    #expect(try codes(container) == ["IT"])
  }

  /// It would be stored without the note.
  @Test func theClosureDoesNotSave() throws {
    let container = try folder.container(Country.self)
    let error = #expect(throws: SwiftDataError.self) {
      try container.seed("countries") { context in
        context.insert(Country("IT", "Italy"))
        try context.save()
      }
    }
    #expect(error?.explanation.contains("closure of a seed") == true)
    #expect(throws: SwiftDataError.self) {
      try container.seed("countries") { context in
        try context.insertRows(of: Country.self, from: ["IT"]) { code, row in
          row.set(\.code, code)
          row.set(\.name, code)
        }
      }
    }
    #expect(try codes(container) == [])
    #expect(try container.seed("countries") { $0.insert(Country("IT", "Italy")) })
  }

  /// Several programs find the seed missing; one of them saves it.
  @Test func whoBeginsTogetherSowsOnce() throws {
    let count = 4
    let containers = try (0..<count).map { _ in try folder.container(Country.self) }
    let arrived = Atomic(0)
    let results = Mutex<[Result<Bool, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let result = Result {
        let isSown = try containers[number].seed("countries") { context in
          arrived.wrappingAdd(1, ordering: .relaxed)
          context.insert(Country("IT", "Italy of \(number)"))
        }
        return isSown
      }
      results.withLock { $0.append(result) }
    }
    #expect(try results.withLock { try $0.map { try $0.get() } }.count { $0 } == 1)
    #expect(arrived.load(ordering: .relaxed) >= 1)
    #expect(try codes(containers[0]) == ["IT"])
    #expect(try !containers[1].seed("countries") { _ in Issue.record("again") })
  }

  /// Between the question and the save, another program saves the same seed: the objects are discarded.
  @Test func whoIsLateDiscardsItsObjects() throws {
    let (first, second) = (try folder.container(Country.self), try folder.container(Country.self))
    var kept: ModelContext?
    let isSown = try first.seed("countries") { context in
      kept = context
      context.insert(Country("IT", "late"))
      context.insert(Country("NO", "late"))
      let isEarly = try second.seed("countries") { $0.insert(Country("IT", "early")) }
      #expect(isEarly)
    }
    #expect(!isSown)
    #expect(kept?.hasChanges == false)
    #expect(try codes(first) == ["IT"])
    #expect(try ModelContext(first).fetch(FetchDescriptor<Country>()).map(\.name) == ["early"])
  }

  @Test func storesInMemoryAndReadOnlyOnes() throws {
    let memory = try ModelContainer(
      for: Country.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try memory.seed("countries") { $0.insert(Country("IT", "Italy")) })
    #expect(try !memory.seed("countries") { _ in })
    let url = folder.file("reading.store")
    let writer = try ModelContainer(for: Country.self, configurations: ModelConfiguration(url: url))
    let reader = try ModelContainer(
      for: Country.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    #expect(throws: SwiftDataError.storeIsReadOnly) {
      try reader.seed("countries") { _ in Issue.record("read-only") }
    }
    #expect(try writer.seed("countries") { $0.insert(Country("IT", "Italy")) })
    #expect(try !reader.seed("countries") { _ in Issue.record("read-only") })
  }
}
