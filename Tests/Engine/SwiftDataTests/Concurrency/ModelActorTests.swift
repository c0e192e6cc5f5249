// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@ModelActor
actor ChainStore {
  func add(_ indexes: Range<Int>) throws -> [PersistentIdentifier] {
    let chains = indexes.map { Chain(index: $0) }
    chains.forEach { modelContext.insert($0) }
    try modelContext.save()
    return chains.map(\.persistentModelID)
  }

  func index(of id: PersistentIdentifier) -> Int? { self[id, as: Chain.self]?.index }

  func change(_ id: PersistentIdentifier, to index: Int) throws {
    guard let chain = self[id, as: Chain.self] else { return }
    chain.index = index
    try modelContext.save()
  }

  func isOnMainThread() -> Bool { Thread.isMainThread }
}

@Suite struct ModelActorTests {
  @Test func actorsShareAContainer() async throws {
    let container = try memoryContainer(Chain.self)
    let one = ChainStore(modelContainer: container)
    let two = ChainStore(modelContainer: container)
    let ids = try await one.add(0..<10)
    #expect(await two.index(of: ids[3]) == 3)
    try await two.change(ids[3], to: 33)
    #expect(await one.index(of: ids[3]) == 33)
    #expect(await one.index(of: PersistentIdentifier.row(ids[0], 4711)) == nil)
  }

  @Test @MainActor func anActorRunsOffTheMainThread() async throws {
    let store = ChainStore(modelContainer: try memoryContainer(Chain.self))
    #expect(await !store.isOnMainThread())
  }

  @Test func eightReadersWhileOneWrites() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Chain.self)
    let writer = ChainStore(modelContainer: container)
    _ = try await writer.add(0..<100)
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask {
        for round in 1..<20 { _ = try await writer.add(round * 100..<(round * 100 + 100)) }
        return 0
      }
      for _ in 0..<8 {
        group.addTask {
          var last = 0
          for _ in 0..<30 {
            let count = try ModelContext(container).fetchCount(FetchDescriptor<Chain>())
            // A snapshot never shows half a save.
            #expect(count % 100 == 0 && count >= last)
            last = count
          }
          return last
        }
      }
      for try await _ in group {}
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chain>()) == 2000)
  }
}

extension PersistentIdentifier {
  /// The identifier of another row of an entity and store.
  static func row(_ id: PersistentIdentifier, _ key: Int) -> PersistentIdentifier {
    var object =
      (try? JSONSerialization.jsonObject(with: JSONEncoder().encode(id)) as? [String: [String: Any]])
      ?? [:]
    object["implementation"]?["primaryKey"] = "p\(key)"
    let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return (try? JSONDecoder().decode(PersistentIdentifier.self, from: data)) ?? id
  }
}
