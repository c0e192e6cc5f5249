// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Descriptors are equal if they find the same, whenever their predicates were made.
@Suite struct DescriptorEqualityTests {
  enum Kind: String, Codable { case note, letter }

  @Model
  final class Paper {
    var title: String
    var subtitle: String
    var pages: Int
    var day: Date
    var bytes: Data
    var kind: Kind
    var weight: Double?

    init(title: String) {
      self.title = title
      subtitle = ""
      pages = 0
      day = Date(timeIntervalSinceReferenceDate: 0)
      bytes = Data()
      kind = .note
    }
  }

  private typealias Papers = FetchDescriptor<Paper>

  private func search(_ text: String, _ pages: [Int], _ weight: Double?) -> Papers {
    Papers(
      predicate: #Predicate { paper in
        paper.title.localizedStandardContains(text) && pages.contains(paper.pages) || paper.weight == weight
      }, sortBy: [SortDescriptor(\.title)])
  }

  @Test func predicatesThatSayTheSame() {
    #expect(search("a", [1, 2], 1.5) == search("a", [1, 2], 1.5))
    #expect(search("", [], nil) == search("", [], nil))
    let one = search("a", [1], nil)
    let copy = one
    #expect(one == copy)
    #expect(Papers() == Papers())
    #expect(Papers() != one)
  }

  @Test func predicatesWithOtherValues() {
    let one = search("a", [1, 2], 1.5)
    #expect(one != search("b", [1, 2], 1.5))
    #expect(one != search("a", [2, 1], 1.5))
    #expect(one != search("a", [1], 1.5))
    #expect(one != search("a", [1, 2], 2.5))
    #expect(one != search("a", [1, 2], nil))
    // Equal strings, whose code points differ.
    #expect(search("\u{e4}", [], nil) != search("a\u{308}", [], nil))
  }

  /// Their texts do not say all of them.
  @Test func valuesWhoseDescriptionsAreEqual() {
    func on(_ seconds: Double) -> Papers {
      let day = Date(timeIntervalSinceReferenceDate: seconds)
      return Papers(predicate: #Predicate { $0.day > day })
    }
    func with(_ bytes: [UInt8]) -> Papers {
      let data = Data(bytes)
      return Papers(predicate: #Predicate { $0.bytes == data })
    }
    func of(_ kind: Kind) -> Papers { Papers(predicate: #Predicate { $0.kind == kind }) }
    #expect(on(1) == on(1) && on(1) != on(1.25))
    #expect(with([1, 2]) == with([1, 2]) && with([1, 2]) != with([1, 3]))
    #expect(of(.note) == of(.note) && of(.note) != of(.letter))
  }

  @Test func predicatesWithOtherParts() {
    let all: [Papers] = [
      Papers(predicate: #Predicate { $0.title == "a" }), Papers(predicate: #Predicate { $0.title != "a" }),
      Papers(predicate: #Predicate { $0.subtitle == "a" }), Papers(predicate: #Predicate { $0.pages < 1 }),
      Papers(predicate: #Predicate { $0.pages <= 1 }), Papers(predicate: #Predicate { $0.title == $0.subtitle }),
      Papers(predicate: #Predicate { $0.subtitle == $0.title }),
      Papers(predicate: #Predicate { $0.title == "a" && $0.pages < 1 }),
      Papers(predicate: #Predicate { $0.title == "a" || $0.pages < 1 }),
    ]
    for (index, one) in all.enumerated() {
      for (other, two) in all.enumerated() { #expect((one == two) == (index == other), "\(index) \(other)") }
    }
  }

  /// Variables have other numbers each time, and the same places.
  @Test func variablesAreToldApart() {
    typealias Authors = FetchDescriptor<Library.Author>
    func own() -> Authors {
      Authors(predicate: #Predicate { author in author.mentees.contains { mentee in mentee.name == author.name } })
    }
    func reversed() -> Authors {
      Authors(predicate: #Predicate { author in author.mentees.contains { mentee in author.name == mentee.name } })
    }
    func always() -> Authors {
      Authors(predicate: #Predicate { author in author.mentees.contains { mentee in mentee.name == mentee.name } })
    }
    #expect(own() == own() && reversed() == reversed() && always() == always())
    #expect(own() != reversed() && own() != always() && reversed() != always())
  }

  /// They stand for their identifiers.
  @Test func capturedModels() throws {
    let context = ModelContext(try memoryContainer(Library.Author.self, Library.Book.self))
    let authors = [Library.Author(uid: 1, name: "a"), Library.Author(uid: 2, name: "a")]
    authors.forEach { context.insert($0) }
    try context.save()
    func of(_ author: Library.Author) -> FetchDescriptor<Library.Book> {
      FetchDescriptor(predicate: #Predicate { $0.author == author })
    }
    #expect(of(authors[0]) == of(authors[0]))
    #expect(of(authors[0]) != of(authors[1]))
  }

  /// What another predicate says is not looked at.
  @Test func capturedPredicatesAreOnlyEqualToThemselves() {
    let inner = #Predicate<Library.Book> { $0.uid > 1 }
    func made() -> FetchDescriptor<Library.Book> {
      FetchDescriptor(predicate: #Predicate { inner.evaluate($0) && $0.title != "" })
    }
    let one = made()
    let copy = one
    #expect(one == copy)
    #expect(one != made())
  }
}
