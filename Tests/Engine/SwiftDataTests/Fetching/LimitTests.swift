// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Limits, offsets and sizes as large as numbers get.
@Suite struct LimitTests {
  private func context(_ saved: Int, _ unsaved: Int) throws -> ModelContext {
    let context = ModelContext(
      try memoryContainer(Library.Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self))
    for index in 0..<saved { context.insert(Library.Author(uid: index, name: "a")) }
    try context.save()
    for index in 0..<unsaved { context.insert(Library.Author(uid: saved + index, name: "a")) }
    return context
  }

  @Test(arguments: [0, 3], [0, 2]) func limitsAndOffsets(saved: Int, unsaved: Int) throws {
    let context = try context(saved, unsaved)
    let all = saved + unsaved
    for limit in [nil, .min, -1, 0, 1, .max] as [Int?] {
      for offset in [nil, .min, -1, 0, 1, .max] as [Int?] {
        var descriptor = FetchDescriptor<Library.Author>(sortBy: [SortDescriptor(\.uid)])
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        let start = min(all, max(0, offset ?? 0))
        let expected = Array((0..<all)[start...].prefix(max(0, limit ?? all)))
        #expect(try context.fetch(descriptor).map(\.uid) == expected, "\(limit as Any) \(offset as Any)")
        #expect(try context.fetchCount(descriptor) == expected.count, "\(limit as Any) \(offset as Any)")
      }
    }
  }

  @Test func pagesAndBatches() throws {
    let context = try context(3, 0)
    let descriptor = FetchDescriptor<Library.Author>(sortBy: [SortDescriptor(\.uid)])
    for size in [Int.max, .min, 0] {
      if size == .max {
        let page = try context.fetchPage(descriptor, size: size)
        #expect(page.models.map(\.uid) == [0, 1, 2])
        #expect(page.next == nil)
      } else {
        // A size that a request asked for, and nobody checked, is an error of that request.
        let error = #expect(throws: SwiftDataError.self) { try context.fetchPage(descriptor, size: size) }
        #expect(error == .valueOutOfRange)
        #expect(error?.entity == "Author")
      }
      #expect(try context.fetch(descriptor, batchSize: size).map(\.uid) == [0, 1, 2])
      var seen: [Int] = []
      try context.enumerate(descriptor, batchSize: size) { seen.append($0.uid) }
      #expect(seen == [0, 1, 2])
    }
  }
}
