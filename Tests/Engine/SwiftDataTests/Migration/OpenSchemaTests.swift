// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Who has the old schema open is told of a change that no table shows.
@Suite struct OpenSchemaTests {
  enum State: String, Codable { case open, done }
  enum First {
    @Model final class Item {
      var name = ""
      var scan: Data?
      var count: Int = 1
      var note: String?
      init() {}
    }
  }
  enum Filed {
    @Model final class Item {
      var name = ""
      @Attribute(.externalStorage) var scan: Data?
      var count: Int = 1
      var note: String?
      init() {}
    }
  }
  enum Short {
    @Model final class Item {
      var name = ""
      var scan: Data?
      var count: Int16 = 1
      var note: String?
      init() {}
    }
  }
  enum Required {
    @Model final class Item {
      var name = ""
      var scan: Data?
      var count: Int = 1
      var note: String = "none"
      init() {}
    }
  }
  /// The same as the first, for the store.
  enum Same {
    @Model final class Item {
      var name = "other default"
      var scan: Data?
      var count: Int = 7
      var note: String?
      init() {}
    }
  }
  enum More {
    @Model final class Item {
      var name = ""
      var scan: Data?
      var count: Int = 1
      var note: String?
      var added: Int = 0
      init() {}
    }
  }

  private func stale(_ folder: TestFolder) throws -> (context: ModelContext, item: First.Item) {
    let context = try migrated([First.Item.self], folder.file())
    let item = First.Item()
    item.scan = Data([7])
    context.insert(item)
    try context.save()
    return (context, item)
  }

  @Test(arguments: [0, 1, 2]) func theOldSchemaNeitherReadsNorWrites(change: Int) throws {
    let types: [any PersistentModel.Type] = [Filed.Item.self, Short.Item.self, Required.Item.self]
    let folder = try TestFolder()
    let (context, item) = try stale(folder)
    _ = try migrated([types[change]], folder.file())
    let before = try StagedErrorTests.dump(folder.file())
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try context.fetch(FetchDescriptor<First.Item>(predicate: #Predicate { $0.name == "" }))
    }
    item.scan = Data([1, 2])
    item.note = nil
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try context.save() }
    #expect(try StagedErrorTests.dump(folder.file()).differences(from: before).isEmpty)
  }

  @Test func theSameSchemaAndMoreDisturbNobody() throws {
    let folder = try TestFolder()
    let (context, item) = try stale(folder)
    for type in [Same.Item.self, More.Item.self] as [any PersistentModel.Type] {
      _ = try migrated([type], folder.file())
      item.count += 1
      try context.save()
      #expect(
        try context.fetchCount(FetchDescriptor<First.Item>(predicate: #Predicate { $0.name == "" })) == 1)
    }
    #expect(item.count == 3)
  }
}
