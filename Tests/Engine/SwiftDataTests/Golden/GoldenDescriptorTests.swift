// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What each feature of a fetch descriptor becomes in SQL.
@Suite struct GoldenDescriptorTests {
  typealias Trip = Golden.Trip
  private typealias Case = (String, (inout FetchDescriptor<Trip>) -> Void, String)

  private static var cases: [Case] {
    [
      ("nothing", { _ in }, "…"),
      ("fetchLimit", { $0.fetchLimit = 5 }, "… LIMIT ? -- 5"),
      ("fetchOffset", { $0.fetchOffset = 5 }, "… LIMIT -1 OFFSET ? -- 5"),
      ("both", { ($0.fetchLimit, $0.fetchOffset) = (5, 10) }, "… LIMIT ? OFFSET ? -- 5, 10"),
      (
        "sort by text", { $0.sortBy = [SortDescriptor(\.name)] },
        "ORDER BY t0.ZNAME COLLATE SWIFTDATA_STANDARD, t0.Z_PK"
      ),
      (
        "sort by text, lexical", { $0.sortBy = [SortDescriptor(\.name, comparator: .lexical)] },
        "ORDER BY t0.ZNAME, t0.Z_PK"
      ),
      ("sort by number", { $0.sortBy = [SortDescriptor(\.year, order: .reverse)] }, "ORDER BY t0.ZYEAR DESC, t0.Z_PK"),
      ("sort by optional", { $0.sortBy = [SortDescriptor(\.rank)] }, "ORDER BY t0.ZRANK, t0.Z_PK"),
      ("sort by flag", { $0.sortBy = [SortDescriptor(\.isOpen)] }, "ORDER BY t0.ZISOPEN, t0.Z_PK"),
      ("sort by enum", { $0.sortBy = [SortDescriptor(\.kind, order: .reverse)] }, "ORDER BY t0.ZKIND DESC, t0.Z_PK"),
      (
        "sort by element", { $0.sortBy = [SortDescriptor(\.address.city)] },
        "ORDER BY t0.ZCITY COLLATE SWIFTDATA_STANDARD, t0.Z_PK"
      ),
      (
        "sort by to-one", { $0.sortBy = [SortDescriptor(\.owner?.age)] },
        "LEFT JOIN ZPERSON AS t1 ON t1.Z_PK = t0.ZOWNER ORDER BY t1.ZAGE, t0.Z_PK"
      ),
      (
        "sort by several", { $0.sortBy = [SortDescriptor(\.year), SortDescriptor(\.start)] },
        "ORDER BY t0.ZYEAR, t0.ZSTART, t0.Z_PK"
      ),
      (
        "predicate and sort over one relationship",
        {
          $0.predicate = #Predicate { $0.owner?.name == "n" }
          $0.sortBy = [SortDescriptor(\.owner?.age)]
        }, "JOIN ZPERSON AS t1 ON t1.Z_PK = t0.ZOWNER WHERE t1.ZNAME = ? ORDER BY t1.ZAGE, t0.Z_PK -- 'n'"
      ),
      ("pending changes left out", { $0.includePendingChanges = false }, "…"),
    ]
  }

  @Test func descriptors() throws {
    let context = ModelContext(try Golden.container())
    for (name, change, expected) in Self.cases {
      var descriptor = FetchDescriptor<Trip>()
      change(&descriptor)
      let text = try Golden.sql(descriptor, context)
      if text != expected { print("GOLDEN|\(name)|\(text)") }
      #expect(text == expected, "\(name)")
      _ = try context.fetch(descriptor)
    }
  }

  @Test func columns() throws {
    let context = ModelContext(try Golden.container())
    var descriptor = FetchDescriptor<Golden.Stop>()
    let all = try context._explain(descriptor)
    #expect(all.contains("ZTITLE") && all.contains("ZORDER") && all.contains("ZTRIP"), "\(all)")
    descriptor.propertiesToFetch = [\.title]
    let some = try context._explain(descriptor)
    #expect(some.contains("ZTITLE") && !some.contains("ZORDER") && !some.contains("ZTRIP"), "\(some)")
  }
}
