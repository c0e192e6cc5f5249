// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Crate {
    #Unique<Crate>([\.first, \.second], [\.firstSecond])
    var first: Int
    var second: Int
    var firstSecond: Int
    @Attribute(.unique) var lineNumber: Int
    var lineOwner: Extent?

    init(_ number: Int) {
      first = number
      second = number
      firstSecond = number
      lineNumber = number
    }
  }

  @Model private final class CrateLine {
    @Attribute(.unique) var number: Int
    var note: String
    var owner: Extent?

    init(_ number: Int, _ note: String) {
      self.number = number
      self.note = note
    }
  }

  @Model private final class Extent {
    var xmin: Double
    var xmax: Double
    var ctid: String

    init(_ xmin: Double, _ xmax: Double) {
      self.xmin = xmin
      self.xmax = xmax
      ctid = "c"
    }
  }

  /// Names that would be the same for several things, and names that the server has taken.
  extension PostgresTests {
    @Suite struct NameTests {
      private let store = NamespaceStore()

      private func uniqueIndexes(_ table: String) throws -> String? {
        try store.rows(
          "SELECT count(*) FROM pg_index WHERE indrelid = '%.\(table)'::regclass AND indisunique AND NOT indisprimary")[
            0]
      }

      /// The tables that have foreign keys.
      private func keys() throws -> [String?] {
        try store.rows(
          "SELECT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND connamespace = '%'::regnamespace "
            + "ORDER BY 1"
        ).map { $0?.replacing(store.namespace + ".", with: "") }
      }

      /// The column `line_number` of `crate`, and `number` of `crate_line`.
      @Test func indexesOfEqualNamesAreAllThere() throws {
        let context = try store.open(Crate.self, CrateLine.self)
        #expect(try uniqueIndexes("crate") == "3")
        #expect(try uniqueIndexes("crate_line") == "1")
        #expect(try keys() == ["crate", "crate_line"])
        for note in ["first", "second"] {
          context.insert(CrateLine(7, note))
          try context.save()
        }
        #expect(try store.rows("SELECT note FROM %.crate_line") == ["second"])
        // Nothing is left to be done.
        let schema = Schema([Crate.self, CrateLine.self])
        let configuration = try PostgresConfiguration.test(schema, namespace: store.namespace)
        #expect(try configuration.migrationStatements(for: schema).isEmpty)
      }

      /// The other one was there first, whichever it is, and perhaps is of models that are no more.
      @Test(arguments: [true, false]) func indexesOfEqualNamesComeLater(isKept: Bool) throws {
        let first = try store.open(Crate.self)
        first.insert(Crate(1))
        try first.save()
        let context =
          isKept ? try store.open(Crate.self, CrateLine.self) : try store.open(CrateLine.self, Extent.self)
        #expect(try uniqueIndexes("crate_line") == "1")
        #expect(try uniqueIndexes("crate") == "3")
        // What models led to that are no more can be deleted.
        #expect(try keys() == (isKept ? ["crate", "crate_line"] : ["crate_line"]))
        for note in ["first", "second"] {
          context.insert(CrateLine(7, note))
          try context.save()
        }
        #expect(try store.rows("SELECT note FROM %.crate_line") == ["second"])
      }

      @Test func columnsAreNotCalledAsTheServersOwn() throws {
        let context = try store.open(Extent.self)
        context.insert(Extent(1, 2))
        context.insert(Extent(3, 4))
        try context.save()
        let found = try ModelContext(context.container).fetch(
          FetchDescriptor<Extent>(predicate: #Predicate { $0.xmin > 2 }))
        #expect(found.map(\.xmax) == [4] && found.map(\.ctid) == ["c"])
        #expect(try store.columns("extent") == ["extent_ctid", "extent_xmax", "extent_xmin", "opt", "pk"])
      }
    }
  }
#endif
