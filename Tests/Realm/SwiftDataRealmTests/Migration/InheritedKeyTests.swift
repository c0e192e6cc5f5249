// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@Model private class Beast {
  @Attribute(.unique) var id: String = ""
  var name: String = ""

  init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

@Model private final class Hound: Beast {
  var size: Int = 0

  init(id: String, name: String, size: Int) {
    self.size = size
    super.init(id: id, name: name)
  }
}

/// Primary keys in a table that several entities share.
@Suite struct InheritedKeyTests {
  /// The row would be found by its key, and written and named as one of another entity.
  @Test func aRowOfASubentityDoesNotBecomeTheObject() throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("source.realm")
    let store = folder.url.appendingPathComponent("target.store")
    let container = try ModelContainer(
      for: Beast.self, Hound.self, configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    context.insert(Hound(id: "a", name: "of the app", size: 3))
    context.insert(Beast(id: "b", name: "of the app"))
    try context.save()
    let schema = Schemas.schema(
      Schemas.type(
        "Beast", primaryKey: "id", Schemas.value("id", .string), Schemas.value("name", .string)))
    func migrate(_ ids: [String]) throws -> RealmSummary {
      let rows = ids.enumerated().map { index, id -> (Int64, [String: RealmValue]) in
        (Int64(index), ["id": .string(id), "name": .string("of the file")])
      }
      try RealmFiles.write(schema, ["Beast": rows], to: source)
      return try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
    }
    let error = #expect(throws: RealmTransferError.self) { _ = try migrate(["a", "b"]) }
    #expect(error?.code == .duplicate)
    func names() throws -> [String] {
      try ModelContext(container).fetch(FetchDescriptor<Hound>()).map(\.name)
    }
    #expect(try names() == ["of the app"])
    #expect(try migrate(["b"]).updated == 1)
    #expect(try names() == ["of the app"])
  }
}
