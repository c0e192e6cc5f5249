import Foundation
import GRDB
import SwiftData
import Testing

/// `delete(model:)` happens at the next save, like any other change.
@Suite struct DeletionByPredicateTests {
  @Model final class Item {
    var name: String
    init(_ name: String) { self.name = name }
  }

  private static func rows(_ folder: TestFolder) throws -> Int {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM ZITEM") ?? -1 }
  }

  enum End: CaseIterable { case save, rollback, context }

  @Test(arguments: End.allCases, [false, true]) func theFileWaitsForTheSave(end: End, isPartial: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(Item.self)
    var context = ModelContext(container)
    context.autosaveEnabled = false
    for name in ["1", "2"] { context.insert(Item(name)) }
    try context.save()
    if isPartial {
      try context.delete(model: Item.self, where: #Predicate { $0.name != "3" })
    } else {
      try context.delete(model: Item.self)
    }
    #expect(context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Item>()).isEmpty)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Item>()).isEmpty)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Item>()) == 2)
    #expect(try Self.rows(folder) == 2)
    switch end {
    case .save: try context.save()
    case .rollback: context.rollback()
    case .context: context = ModelContext(container)
    }
    let left = end == .save ? 0 : 2
    #expect(!context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == left)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Item>()) == left)
    #expect(try Self.rows(folder) == left)
  }
}
