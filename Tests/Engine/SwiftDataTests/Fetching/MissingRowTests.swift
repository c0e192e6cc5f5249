// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Rows that are deleted while somebody goes through them.
@Suite struct MissingRowTests {
  @Model final class Entry {
    var number: Int
    init(number: Int) { self.number = number }
  }

  private func container(_ folder: TestFolder) throws -> ModelContainer {
    let container = try folder.container(Entry.self)
    let context = ModelContext(container)
    for number in 1...30 { context.insert(Entry(number: number)) }
    try context.save()
    return container
  }

  private static let ordered = FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])

  @Test(arguments: [false, true]) func enumerationLeavesThemOut(isOwn: Bool) throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let deleting = isOwn ? context : ModelContext(container)
    var seen: [Int] = []
    try context.enumerate(Self.ordered, batchSize: 10) { entry in
      if seen.count == 4 {
        try deleting.delete(model: Entry.self, where: #Predicate { $0.number > 12 })
        try deleting.save()
      }
      seen.append(entry.number)
    }
    #expect(seen == Array(1...12))
  }

  @Test func enumerationWithUnsavedChangesLeavesThemOut() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    context.insert(Entry(number: 31))
    var seen: [Int] = []
    try context.enumerate(Self.ordered) { entry in
      if seen.isEmpty { for other in try context.fetch(Self.ordered).suffix(20) { context.delete(other) } }
      seen.append(entry.number)
    }
    #expect(seen == Array(1...11))
  }

  @Test func enumerationLeavesOutWhatIsDeletedAndSavedOnTheWay() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    let entries = try context.fetch(Self.ordered)
    var seen: [Int] = []
    try context.enumerate(Self.ordered, batchSize: 10) { entry in
      if seen.count == 2 {
        for other in entries[4..<6] { context.delete(other) }
        try context.save()
        context.delete(entries[7])
      }
      seen.append(entry.number)
    }
    #expect(seen == [1, 2, 3, 4, 7] + Array(9...30))
  }

  /// What is stored includes what waits for its deletion; what goes on the way does not.
  @Test func enumerationOfStoredRowsKeepsPendingDeletions() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    let entries = try context.fetch(Self.ordered)
    for entry in entries[3..<6] { context.delete(entry) }
    var stored = Self.ordered
    stored.includePendingChanges = false
    var seen: [Int] = []
    try context.enumerate(stored, batchSize: 10) { seen.append($0.number) }
    #expect(seen == Array(1...30))
    let fetched = try context.fetch(stored).map(\.number)
    #expect(seen == fetched)
    seen = []
    try context.enumerate(stored, batchSize: 10) { entry in
      if seen.isEmpty {
        try context.save()
        context.delete(entries[9])
      }
      seen.append(entry.number)
    }
    #expect(seen == [1, 2, 3] + Array(7...9) + Array(11...30))
  }

  /// A collection keeps its count.
  @Test func batchesHaveModelsThatSaySo() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let batches = try context.fetch(Self.ordered, batchSize: 10)
    let other = ModelContext(container)
    try other.delete(model: Entry.self, where: #Predicate { $0.number > 15 })
    try other.save()
    #expect(batches.count == 30)
    #expect(batches.prefix(15).map(\.number) == Array(1...15))
    #expect(batches.map(\.isDeleted) == (1...30).map { $0 > 15 })
  }
}
