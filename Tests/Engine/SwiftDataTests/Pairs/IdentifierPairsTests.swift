// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Identifiers as texts, from before the save, in other containers.
@Suite struct IdentifierPairsTests {
  @Model final class Product {
    var title: String
    var lines: [Line] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Line {
    var number: Int
    @Relationship(inverse: \Product.lines) var product: Product?
    init(_ number: Int) { self.number = number }
  }

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let product = Product("a")
  /// From before the save, and from after it.
  private let texts: (temporary: String, permanent: String)

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Product.self, Line.self)
    context = ModelContext(container)
    context.insert(product)
    let temporary = product.persistentModelID.stringRepresentation
    try context.save()
    texts = (temporary, product.persistentModelID.stringRepresentation)
  }

  private func identifier(_ text: String) throws -> PersistentIdentifier {
    try PersistentIdentifier(stringRepresentation: text)
  }

  @Test func bothTextsLeadToTheRowInItsContainer() throws {
    #expect(texts.temporary != texts.permanent)
    for text in [texts.temporary, texts.permanent] {
      let other = ModelContext(container)
      let line = Line(1)
      other.insert(line)
      let found = try #require(other.model(for: identifier(text)) as? Product)
      #expect(found.title == "a" && !found.isDeleted)
      line.product = found
      try other.save()
      // Asked again, it has one text.
      #expect(found.persistentModelID.stringRepresentation == texts.permanent)
    }
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Product>()) == 1)
    #expect(try fresh.fetch(FetchDescriptor<Product>()).first?.lines.count == 2)
  }

  /// Another container for the same file knows the row, and nothing of what it was called before.
  @Test func anotherContainerOfTheFile() throws {
    let other = ModelContext(try folder.container(Product.self, Line.self))
    let found = try #require(other.model(for: identifier(texts.permanent)) as? Product)
    #expect(found.title == "a" && !found.isDeleted)
    let unknown = try #require(other.model(for: identifier(texts.temporary)) as? Product)
    #expect(unknown.isDeleted)
    try expectRefusal(of: unknown, in: other)
  }

  /// A row of another file with the same key is another row.
  @Test func anotherFile() throws {
    let container = try folder.container(Product.self, Line.self, name: "other.store")
    let other = ModelContext(container)
    let namesake = Product("namesake")
    other.insert(namesake)
    try other.save()
    for text in [texts.temporary, texts.permanent] {
      let found = try #require(other.model(for: identifier(text)) as? Product)
      #expect(found.isDeleted && found !== namesake)
      try expectRefusal(of: found, in: other)
    }
    #expect(try ModelContext(container).fetch(FetchDescriptor<Product>()).map(\.title) == ["namesake"])
  }

  private func expectRefusal(of standIn: Product, in context: ModelContext) throws {
    let line = Line(2)
    context.insert(line)
    line.product = standIn
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Line>()) == 0)
  }

  /// Texts travel as values, also where one of them is written down before the save and read after the program's end.
  @Test func textsInPredicatesAndAfterADeletion() throws {
    let other = ModelContext(container)
    let found = try #require(other.model(for: identifier(texts.temporary)) as? Product)
    other.delete(found)
    try other.save()
    for text in [texts.temporary, texts.permanent] {
      let gone = try #require(ModelContext(container).model(for: identifier(text)) as? Product)
      // Whether there is a row, reading it tells.
      _ = gone.title
      #expect(gone.isDeleted)
    }
    context.processPendingChanges()
    #expect(product.isDeleted)
  }
}
