// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Testing

/// Names and orders that stores of Apple's frameworks have.
@Suite struct NamingTests {
  @Test func namesAreThoseOfAppleStores() {
    #expect(ColumnNames.column("name") == "ZNAME")
    #expect(ColumnNames.column("größe") == "ZGRÖSSE")
    #expect(ColumnNames.column("a b-c") == "ZA_B_C")
    #expect(ColumnNames.entityColumn("owner", destination: 3) == "Z3_OWNER")
    #expect(ColumnNames.hiddenColumn("children", owner: 3) == "Z3CHILDREN")
    #expect(TableNaming.table(of: "Trip") == "ZTRIP")
    #expect(TableNaming.pairs("tags", 4) == "Z_4TAGS")
    #expect(TableNaming.index(on: "ZOWNER", of: "ZTRIP") == "ZTRIP_ZOWNER_INDEX")
    #expect(TableNaming.uniqueIndex(on: ["a", "b"], of: "Trip") == "Z_Trip_UNIQUE_a_b")
  }

  @Test func entitiesAreOrderedByNameWithTheirSubentities() {
    // `a` is not there, so `Z` is a root.
    #expect(
      Self.sorted([
        ("b", nil), ("Z", "a"), ("A", nil), ("y", "A"), ("lost", "gone"), ("C", "y"),
      ]) == ["A", "y", "C", "b", "lost", "Z"])
    // What inherits from itself comes last.
    #expect(Self.sorted([("b", "a"), ("a", "b"), ("c", nil)]) == ["c", "a", "b"])
  }

  private static func sorted(_ entities: [(name: String, superentity: String?)]) -> [String] {
    EntityOrder.sorted(entities, name: { $0.name }, superentity: { $0.superentity })
      .map { $0.name }
  }

  @Test func columnsAreOrderedByGroupThenEntityThenName() {
    var plan = TableColumns()
    let (root, leaf) = (TableColumns.Entity("Root", at: 0), TableColumns.Entity("Leaf", at: 1))
    #expect(plan.addAttribute("name", path: "name", .string, of: root) == "ZNAME")
    #expect(plan.addAttribute("weight", path: "weight", .real, of: root) == "ZWEIGHT")
    let owner = plan.addToOne("owner", destination: 7, of: root)
    #expect(owner.key == "ZOWNER" && owner.entity == "Z7_OWNER")
    #expect(plan.addAttribute("name", path: "name", .string, of: leaf) == "ZNAME1")
    #expect(plan.isNumbered)
    #expect(plan.addHidden("notes", of: ("Book", 2), in: leaf) == "Z2NOTES")
    #expect(plan.ordered == ["ZOWNER", "Z7_OWNER", "Z2NOTES", "ZWEIGHT", "ZNAME", "ZNAME1"])
    #expect(plan.columnNames["Leaf"] == ["name": "ZNAME1", "Book/notes": "Z2NOTES"])
  }
}
