// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class ShelfSlot {
    @Attribute(.unique) var place: Int
    var label: String

    init(_ place: Int, _ label: String) {
      self.place = place
      self.label = label
    }
  }

  @Model private final class ShelfBox {
    #Unique<ShelfBox>([\.aisle, \.place])
    var aisle: Int?
    var place: Int
    var label: String

    init(_ aisle: Int?, _ place: Int, _ label: String) {
      self.aisle = aisle
      self.place = place
      self.label = label
    }
  }

  @Model private final class ShelfTag {
    @Attribute(.unique) var code: String
    @Attribute(.unique) var number: Int?
    var label: String

    init(_ code: String, _ number: Int?, _ label: String) {
      self.code = code
      self.number = number
      self.label = label
    }
  }

  /// Unique constraints as other programs declare them: of columns that must have a value, and checked later.
  extension PostgresTests {
    @Suite struct ConstraintTests {
      private let namespace = "c_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
      private let schema = Schema([ShelfSlot.self, ShelfBox.self, ShelfTag.self])
      private let psql: TestConnection
      private let container: ModelContainer

      init() throws {
        psql = try TestConnection()
        try psql.run("CREATE SCHEMA \(namespace)")
        try psql.run("SET search_path TO \(namespace)")
        try psql.run(
          """
          CREATE TABLE shelf_slot (slot_id bigserial PRIMARY KEY, place integer NOT NULL UNIQUE, label text NOT NULL);
          CREATE TABLE shelf_box (box_id bigserial PRIMARY KEY, aisle integer, place integer NOT NULL,
            label text NOT NULL, UNIQUE (aisle, place));
          CREATE TABLE shelf_tag (tag_id bigserial PRIMARY KEY, code text NOT NULL UNIQUE DEFERRABLE, number integer UNIQUE,
            label text NOT NULL);
          INSERT INTO shelf_slot (place, label) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (9, 'z');
          INSERT INTO shelf_box (aisle, place, label) VALUES (1, 1, 'a'), (2, 2, 'b');
          INSERT INTO shelf_tag (code, number, label) VALUES ('x', 1, 'first');
          """)
        container = try ModelContainer(
          for: schema,
          configurations: [
            PostgresConfiguration(
              url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: .existing)
          ])
      }

      private func slots(_ context: ModelContext) throws -> [ShelfSlot] {
        try context.fetch(FetchDescriptor<ShelfSlot>(sortBy: [SortDescriptor(\.place)]))
      }

      private func stored() throws -> [String] {
        try psql.run("SELECT label || ' ' || place FROM shelf_slot ORDER BY label").map { $0[0] ?? "" }
      }

      /// Each wants the number of the next one, which cannot be without a number in between.
      @Test func numbersMoveUp() throws {
        let context = ModelContext(container)
        for slot in try slots(context).prefix(3) { slot.place += 1 }
        try context.save()
        #expect(try stored() == ["a 2", "b 3", "c 4", "z 9"])
        // And down again, the versions being those of the save before.
        for slot in try slots(context).prefix(3) { slot.place -= 1 }
        try context.save()
        #expect(try stored() == ["a 1", "b 2", "c 3", "z 9"])
      }

      @Test func numbersAreTaken() throws {
        let context = ModelContext(container)
        let all = try slots(context)
        // By a row that the save leaves alone, and by one another.
        all[0].place = 9
        var error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .uniqueConflict)
        #expect(error?.property == "place")
        context.rollback()
        (all[0].place, all[1].place) = (2, 1)
        error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .uniqueConflict)
        #expect(try stored() == ["a 1", "b 2", "c 3", "z 9"])
      }

      /// What others have changed is noticed all the same.
      @Test func othersHaveChangedOneOfThem() throws {
        let context = ModelContext(container)
        let all = try slots(context)
        try psql.run("UPDATE shelf_slot SET label = 'other' WHERE place = 2")
        for slot in all.prefix(3) { slot.place += 1 }
        #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
        context.mergePolicy = .memoryWins
        for (slot, place) in zip(all, 2...4) { slot.place = place }
        try context.save()
        #expect(try stored() == ["a 2", "c 4", "other 3", "z 9"])
      }

      /// One column that may be empty is enough.
      @Test func pairsAreExchanged() throws {
        let context = ModelContext(container)
        let boxes = try context.fetch(FetchDescriptor<ShelfBox>(sortBy: [SortDescriptor(\.place)]))
        (boxes[0].aisle, boxes[1].aisle) = (2, 1)
        (boxes[0].place, boxes[1].place) = (2, 1)
        try context.save()
        (boxes[0].aisle, boxes[1].aisle) = (1, 2)
        (boxes[0].place, boxes[1].place) = (1, 2)
        try context.save()
        #expect(
          try psql.run("SELECT label, aisle, place FROM shelf_box ORDER BY label")
            == [["a", "1", "1"], ["b", "2", "2"]])
      }

      /// The server has no `ON CONFLICT` beside a constraint that is checked later.
      @Test func constraintsAreCheckedLater() throws {
        let context = ModelContext(container)
        context.insert(ShelfTag("x", 1, "again"))
        context.insert(ShelfTag("y", 2, "new"))
        context.insert(ShelfTag("y", 3, "newer"))
        context.insert(ShelfTag("z", nil, "z"))
        try context.save()
        func stored() throws -> [[String?]] {
          try psql.run("SELECT code, number, label FROM shelf_tag ORDER BY code")
        }
        #expect(try stored() == [["x", "1", "again"], ["y", "3", "newer"], ["z", nil, "z"]])
        let second = ModelContext(container)
        second.insert(ShelfTag("x", 4, "refused"))
        #expect(throws: SwiftDataError.uniqueConflict) { try second.save(onConflict: .refuse) }
        let third = ModelContext(container)
        third.insert(ShelfTag("x", 5, "kept"))
        try third.save(onConflict: .keep)
        #expect(try stored() == [["x", "1", "again"], ["y", "3", "newer"], ["z", nil, "z"]])
        // Values are exchanged by one statement, which is checked at its end.
        let all = try context.fetch(FetchDescriptor<ShelfTag>())
        let (x, y) = (try #require(all.first { $0.code == "x" }), try #require(all.first { $0.code == "y" }))
        (x.code, y.code) = ("y", "x")
        try context.save()
        #expect(try stored() == [["x", "3", "newer"], ["y", "1", "again"], ["z", nil, "z"]])
      }
    }
  }
#endif
