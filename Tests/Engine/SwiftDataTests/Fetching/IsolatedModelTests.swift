// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@MainActor @Model
private final class Chore {
  var name: String
  var effort: Int
  var note: String?
  var parent: Chore?
  @Relationship(inverse: \Chore.parent) var parts: [Chore] = []

  init(_ name: String, effort: Int, note: String? = nil) {
    self.name = name
    self.effort = effort
    self.note = note
  }
}

/// Models that are isolated to an actor: their key paths are not `Sendable`.
@MainActor
@Suite struct IsolatedModelTests {
  private func filled() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Chore.self))
    let cleaning = Chore("Cleaning", effort: 5)
    let windows = Chore("Windows", effort: 3, note: "on Friday")
    let floor = Chore("Floor", effort: 2)
    [cleaning, windows, floor].forEach { context.insert($0) }
    cleaning.parts = [windows, floor]
    try context.save()
    return context
  }

  @Test func predicatesAndSortDescriptors() throws {
    let context = try filled()
    let name = "Windows"
    let predicate = #Predicate<Chore> {
      $0.name == name || $0.parent?.effort == 5 || $0.parts.contains { $0.effort > 9 }
    }
    let found = try context.fetch(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.effort)]))
    #expect(found.map(\.name) == ["Floor", "Windows"])
    let reversed = try context.fetch(
      FetchDescriptor<Chore>(sortBy: [.init(\.note, order: .reverse), .init(\.name, order: .reverse)]))
    #expect(reversed.map(\.name) == ["Windows", "Floor", "Cleaning"])
  }

  private func value<T: PersistentModel>(_ keyPath: KeyPath<T, Int>, above bound: Int) -> Predicate<T> {
    #Predicate<T> { $0[keyPath: keyPath] > bound }
  }

  @Test func keyPathsOfGenericCode() throws {
    let context = try filled()
    #expect(try context.fetchCount(FetchDescriptor(predicate: value(\Chore.effort, above: 2))) == 2)
  }
}
