// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct StandardComparatorTests {
  typealias Author = Library.Author

  private static let names = ["b10", "B9", "a", "b 1", "É", "e", "f", "b9", "ß"]

  private func context() throws -> ModelContext {
    let context = ModelContext(
      try memoryContainer(Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self))
    for (index, name) in Self.names.enumerated() {
      context.insert(Author(uid: index, name: name, age: nil))
    }
    return context
  }

  private func names(
    by comparator: String.StandardComparator = .localizedStandard, order: SortOrder = .forward,
    saved: Bool
  ) throws -> [String] {
    let context = try context()
    if saved { try context.save() }
    let descriptor = SortDescriptor(\Author.name, comparator: comparator, order: order)
    return try context.fetch(FetchDescriptor<Author>(sortBy: [descriptor])).map(\.name)
  }

  /// Pins the layout that these are built by: they must not have fallen back to `lexical`.
  @Test func theComparatorsAreDistinct() throws {
    let all: [String.StandardComparator] = [.localizedStandard, .localized, .lexical]
    #expect(Set(all).count == 3)
    #expect(String.Comparator(.localizedStandard).options.contains(.numeric))
    #expect(String.Comparator(.localized).options == [])
    #expect(all.allSatisfy { $0.order == .forward })
    #expect(String.StandardComparator(.localizedStandard, order: .reverse).order == .reverse)
    #expect(String.StandardComparator(.localizedStandard, order: .reverse) != .localizedStandard)
  }

  @Test func aDescriptorKeepsItsComparator() {
    let standard = SortDescriptor(\Author.name, comparator: .localizedStandard, order: .reverse)
    #expect(standard.stringComparator == .localizedStandard)
    #expect(standard.order == .reverse)
    #expect(SortDescriptor(\Author.name, comparator: .localized).stringComparator == .localized)
  }

  @Test(arguments: [false, true]) func rowsAndPendingObjectsSortAlike(saved: Bool) throws {
    let standard = ["a", "b 1", "b9", "B9", "b10", "e", "É", "f", "ß"]
    #expect(try names(saved: saved) == standard)
    #expect(try names(order: .reverse, saved: saved) == standard.reversed())
    let localized = ["a", "b 1", "b10", "b9", "B9", "e", "É", "f", "ß"]
    #expect(try names(by: .localized, saved: saved) == localized)
    let lexical = ["B9", "a", "b 1", "b10", "b9", "e", "f", "É", "ß"].sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    #expect(try names(by: .lexical, saved: saved) == lexical)
    #expect(try names(by: .lexical, order: .reverse, saved: saved) == lexical.reversed())
  }

  @Test func arraysSort() {
    #expect(["b10", "b9", "a"].sorted(using: .localizedStandard) == ["a", "b9", "b10"])
    #expect(["b10", "b9", "a"].sorted(using: .localized) == ["a", "b10", "b9"])
    #expect(
      ["b10", "b9", "a"].sorted(using: String.StandardComparator.localizedStandard)
        == ["a", "b9", "b10"])
    #expect(
      ["b10", "b9"].sorted(using: KeyPathComparator(\.self, comparator: .localizedStandard))
        == ["b9", "b10"])
  }
}
