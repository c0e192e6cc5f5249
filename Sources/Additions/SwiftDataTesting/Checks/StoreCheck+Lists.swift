// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  private static func fill(_ bench: StoreBench) throws {
    try bench.part { context in
      for name in ["low", "high"] {
        let shelf = CheckShelf(name)
        context.insert(shelf)
        shelf.items = [CheckItem("\(name) 1"), CheckItem("\(name) 2")]
        shelf.favorite = CheckTrophy(name)
      }
      try context.save()
    }
  }

  private static func items(_ context: ModelContext) throws -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: try context.all(CheckShelf.self).map { ($0.name, $0.items.map(\.name).sorted()) })
  }

  static let lists: [StoreCheck] = [
    StoreCheck("keeps relationships without a way back") { bench in
      try fill(bench)
      try bench.part { context in
        bench.expect(
          "Items", try items(context), ["low": ["low 1", "low 2"], "high": ["high 1", "high 2"]])
        bench.expect(
          "Favorites", try context.all(CheckShelf.self).compactMap(\.favorite?.name).sorted(), ["high", "low"])
      }
    },
    StoreCheck("lets a member without a way back have one owner") { bench in
      try fill(bench)
      try bench.part { context in
        let high = try bench.require(context.all(CheckShelf.self, #Predicate { $0.name == "high" }).first, "high")
        let item = try bench.require(context.all(CheckItem.self, #Predicate { $0.name == "low 1" }).first, "an item")
        high.items.append(item)
        try context.save()
      }
      try bench.part { context in
        bench.expect("Items", try items(context), ["low": ["low 2"], "high": ["high 1", "high 2", "low 1"]])
      }
    },
    StoreCheck("empties relationships without a way back when the member goes") { bench in
      try fill(bench)
      try bench.part { context in
        context.delete(
          try bench.require(context.all(CheckItem.self, #Predicate { $0.name == "low 1" }).first, "an item"))
        context.delete(
          try bench.require(context.all(CheckTrophy.self, #Predicate { $0.name == "low" }).first, "a trophy"))
        try context.save()
        context.insert(CheckItem("new"))
        context.insert(CheckTrophy("new"))
        try context.save()
      }
      try bench.part { context in
        bench.expect("Items", try items(context), ["low": ["low 2"], "high": ["high 1", "high 2"]])
        bench.expect("Favorites", try context.all(CheckShelf.self).compactMap(\.favorite?.name), ["high"])
      }
    },
  ]
}
