// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  private static func fill(_ bench: StoreBench) throws {
    try bench.part { context in
      let library = CheckLibrary("Town")
      context.insert(library)
      for year in [3, 1, 4, 5, 9, 2, 6, 8, 7, 0] {
        let book = CheckBook(year % 2 == 0 ? "even" : "odd", year)
        context.insert(book)
        if year > 6 { book.library = library }
      }
      try context.save()
    }
  }

  private static func years(
    _ context: ModelContext, _ predicate: Predicate<CheckBook>? = nil, limit: Int? = nil, offset: Int? = nil,
    order: SortOrder = .forward
  ) throws -> [Int] {
    var descriptor = FetchDescriptor<CheckBook>(
      predicate: predicate, sortBy: [SortDescriptor(\.year, order: order)])
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    let years = try context.fetch(descriptor).map(\.year)
    let identifiers = try context.fetchIdentifiers(descriptor)
    guard try context.fetchCount(descriptor) == years.count, identifiers.count == years.count else {
      throw StoreCheckFailure(
        check: "fetch, fetchCount and fetchIdentifiers agree", failures: ["They differ for \(years)."])
    }
    let named = identifiers.compactMap { (context.model(for: $0) as? CheckBook)?.year }
    guard named == years else {
      throw StoreCheckFailure(check: "identifiers are in order", failures: ["\(named), and not \(years)."])
    }
    return years
  }

  static let fetches: [StoreCheck] = [
    StoreCheck("sorts, and cuts out a part") { bench in
      try fill(bench)
      try bench.part { context in
        bench.expect("Ascending", try years(context), Array(0...9))
        bench.expect("Descending", try years(context, order: .reverse), (0...9).reversed())
        bench.expect("Limit", try years(context, limit: 3), [0, 1, 2])
        bench.expect("Offset", try years(context, offset: 8), [8, 9])
        bench.expect("Both", try years(context, limit: 2, offset: 4), [4, 5])
        bench.expect("Beyond the end", try years(context, offset: 100), [])
        bench.expect("Nothing", try years(context, limit: 0), [])
        var descriptor = FetchDescriptor<CheckBook>()
        descriptor.fetchLimit = 4
        bench.expect("Limit without order", try context.fetch(descriptor).count, 4)
      }
    },
    StoreCheck("has the same first models for every question") { bench in
      try fill(bench)
      try bench.part { context in
        for (limit, offset) in [(1, 0), (3, 2), (10, 0), (10, 9), (4, 8), (100, 0), (2, 100)] {
          let part = "limit \(limit), offset \(offset)"
          func cut(_ all: [Int]) -> [Int] { Array(all.dropFirst(offset).prefix(limit)) }
          bench.expect("All, \(part)", try years(context, limit: limit, offset: offset), cut(Array(0...9)))
          // Of those that match, not of all.
          bench.expect(
            "Odd ones, \(part)", try years(context, #Predicate { $0.title == "odd" }, limit: limit, offset: offset),
            cut([1, 3, 5, 7, 9]))
          var plain = FetchDescriptor<CheckBook>(predicate: #Predicate { $0.year > 4 })
          plain.fetchLimit = limit
          plain.fetchOffset = offset
          let count = cut([5, 6, 7, 8, 9]).count
          bench.expect("Without order, \(part)", Set(try context.fetch(plain).map(\.year)).count, count)
          bench.expect("Counted, \(part)", try context.fetchCount(plain), count)
        }
        let sorted = FetchDescriptor<CheckBook>(sortBy: [SortDescriptor(\.year)])
        for size in [1, 3, 10, 50] {
          bench.expect("Batches of \(size)", try context.fetch(sorted, batchSize: size).map(\.year), Array(0...9))
          var enumerated: [Int] = []
          try context.enumerate(sorted, batchSize: size) { enumerated.append($0.year) }
          bench.expect("One after the other, by \(size)", enumerated, Array(0...9))
        }
      }
    },
    StoreCheck("sorts by several keys, and along relationships") { bench in
      try fill(bench)
      try bench.part { context in
        let sorted = try context.fetch(
          FetchDescriptor<CheckBook>(sortBy: [SortDescriptor(\.title), SortDescriptor(\.year, order: .reverse)]))
        bench.expect("Years", sorted.map(\.year), [8, 6, 4, 2, 0, 9, 7, 5, 3, 1])
        let owned = try context.fetch(
          FetchDescriptor<CheckBook>(sortBy: [SortDescriptor(\.library?.name, order: .reverse), SortDescriptor(\.year)])
        )
        bench.expect("By library", owned.prefix(3).map(\.year), [7, 8, 9])
      }
    },
    StoreCheck("finds what a predicate describes") { bench in
      try fill(bench)
      try bench.part { context in
        bench.expect("Comparison", try years(context, #Predicate { $0.year > 6 }), [7, 8, 9])
        bench.expect("And", try years(context, #Predicate { $0.title == "even" && $0.year < 4 }), [0, 2])
        bench.expect("With a limit", try years(context, #Predicate { $0.title == "odd" }, limit: 2, offset: 1), [3, 5])
        bench.expect("Text", try years(context, #Predicate { $0.title.contains("ve") }, limit: 1), [0])
        bench.expect("Nothing", try years(context, #Predicate { $0.year > 100 }), [])
        bench.expect("Along a relationship", try years(context, #Predicate { $0.library?.name == "Town" }), [7, 8, 9])
        let wanted = [2, 3, 50]
        bench.expect("In a list", try years(context, #Predicate { wanted.contains($0.year) }), [2, 3])
        let libraries = try context.all(
          CheckLibrary.self, #Predicate { $0.books.contains { $0.year == 9 } })
        bench.expect("By members", libraries.map(\.name), ["Town"])
      }
    },
    StoreCheck("evaluates predicates by itself", .filtering) { bench in
      try fill(bench)
      try bench.direct(
        FetchDescriptor<CheckBook>(predicate: #Predicate { $0.year > 6 })
      ) { found in
        bench.expect("Models", found, 3)
      }
    },
    StoreCheck("sorts by itself", .sorting) { bench in
      try fill(bench)
      try bench.direct(FetchDescriptor<CheckBook>(sortBy: [SortDescriptor(\.year)])) { found in
        bench.expect("Models", found, 10)
      }
    },
    StoreCheck("counts unsaved changes in") { bench in
      try fill(bench)
      try bench.part { context in
        let books = try context.all(CheckBook.self)
        let nine = try bench.require(books.first { $0.year == 9 }, "the ninth")
        nine.year = 90
        let eight = try bench.require(books.first { $0.year == 8 }, "the eighth")
        context.delete(eight)
        context.insert(CheckBook("new", 70))
        bench.expect("Unsaved", try years(context, #Predicate { $0.year > 6 }), [7, 70, 90])
        bench.expect("With a limit", try years(context, #Predicate { $0.year > 6 }, limit: 2), [7, 70])
        var stored = FetchDescriptor<CheckBook>(predicate: #Predicate { $0.year > 6 })
        stored.includePendingChanges = false
        bench.expect("Stored", try context.fetchCount(stored), 3)
        let library = try bench.require(context.all(CheckLibrary.self).first, "the library")
        library.name = "City"
        bench.expect(
          "Along a changed relationship", try years(context, #Predicate { $0.library?.name == "City" }), [7, 90])
      }
    },
    StoreCheck("deletes what a predicate describes") { bench in
      try fill(bench)
      try bench.part { context in
        let kept = try bench.require(context.all(CheckBook.self).first { $0.year == 1 }, "a book")
        try context.delete(model: CheckBook.self, where: #Predicate { $0.year > 1 && $0.title == "odd" })
        bench.expect("Before the save", try years(context), [0, 1, 2, 4, 6, 8])
        try context.save()
        bench.expect("After the save", try years(context), [0, 1, 2, 4, 6, 8])
        bench.expect("Title of one that is left", kept.title, "odd")
      }
      try bench.part { context in
        bench.expect("Stored", try years(context), [0, 1, 2, 4, 6, 8])
        let library = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Members that are left", library.books.map(\.year), [8])
        try context.delete(model: CheckLibrary.self)
        try context.save()
      }
      try bench.part { context in
        bench.expect("Without what cascades", try years(context), [0, 1, 2, 4, 6])
      }
    },
    StoreCheck("deletes by predicate itself", .batchDeletion) { bench in
      bench.expect(bench.isBatching, "The store does not conform to DataStoreBatching.")
      try bench.part { context in
        for number in 0..<6 { context.insert(CheckAccount("\(number)@example.org", number < 3 ? "low" : "high")) }
        try context.save()
      }
      try bench.part { context in
        let all = try context.all(CheckAccount.self)
        try context.delete(model: CheckAccount.self, where: #Predicate { $0.name == "low" })
        try context.save()
        bench.expect("Models that say so", all.filter(\.isDeleted).count, 3)
      }
      try bench.part { context in
        bench.expect("Left", try context.all(CheckAccount.self).map(\.name), ["high", "high", "high"])
      }
    },
  ]
}
