// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataPostgres

/// The answers from models, as a service would be written: an actor with a context of its own for each request.
struct ModelAnswers: Answers {
  let container: ModelContainer

  func world() async throws -> WorldContent { try await Request(modelContainer: container).world(Row.random()) }

  func worlds(_ count: Int) async throws -> [WorldContent] {
    try await Request(modelContainer: container).worlds(Row.random(count))
  }

  func update(_ count: Int) async throws -> [WorldContent] {
    try await Request(modelContainer: container).update(Row.random(count))
  }

  func fortunes() async throws -> [(id: Int, message: String)] {
    try await Request(modelContainer: container).fortunes()
  }

  /// Makes the rows.
  static func seed(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    guard try context.fetchCount(FetchDescriptor<World>()) == 0 else { return }
    try context.insertRows(of: World.self, from: 1...Row.count) { id, row in
      row.set(\.id, id)
      row.set(\.randomNumber, Row.random())
    }
    for id in 1...12 { context.insert(Fortune(id: id, message: "Fortune \(id) <script>alert(\"no\")</script> フレーム")) }
    try context.save()
  }
}

@ModelActor actor Request {
  /// The rules want a statement for each row.
  private func find(_ ids: [Int]) async throws -> [World] {
    let found = try await fetchTogetherInTurn(
      ids.map { id in FetchDescriptor<World>(predicate: #Predicate { $0.id == id }) })
    return try zip(ids, found).map { id, found in
      guard let world = found.first else { throw Missing(id: id) }
      return world
    }
  }

  func world(_ id: Int) async throws -> WorldContent {
    let found = try await fetchInTurn(FetchDescriptor<World>(predicate: #Predicate { $0.id == id }))
    guard let world = found.first else { throw Missing(id: id) }
    return WorldContent(id: world.id, randomNumber: world.randomNumber)
  }

  func worlds(_ ids: [Int]) async throws -> [WorldContent] {
    try await find(ids).map { WorldContent(id: $0.id, randomNumber: $0.randomNumber) }
  }

  func update(_ ids: [Int]) async throws -> [WorldContent] {
    // As by hand, the last request wins.
    modelContext.mergePolicy = .memoryWins
    var all: [WorldContent] = []
    for world in try await find(ids) {
      world.randomNumber = Row.random()
      all.append(WorldContent(id: world.id, randomNumber: world.randomNumber))
    }
    try await saveInTurn()
    return all
  }

  func fortunes() async throws -> [(id: Int, message: String)] {
    try await fetchInTurn(FetchDescriptor<Fortune>()).map { ($0.id, $0.message) }
  }
}

struct Missing: Error {
  let id: Int
}
