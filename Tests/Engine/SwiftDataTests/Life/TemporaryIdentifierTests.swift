// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Identifiers from before the save, in other contexts, and stand-ins for what cannot be found.
struct TemporaryIdentifierTests {
  @Model final class Product {
    var title: String
    var lines: [Line] = []
    init(_ title: String) { self.title = title }
  }
  @Model final class Line {
    var number: Int
    var product: Product?
    init(_ number: Int) { self.number = number }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Product.self, Line.self)
  }

  @Test func anIdentifierFromBeforeTheSaveFindsTheModelEverywhere() throws {
    let (one, other) = (ModelContext(container), ModelContext(container))
    let product = Product("only one")
    one.insert(product)
    let temporary = product.persistentModelID
    try one.save()
    let line = Line(1)
    other.insert(line)
    let found = try #require(other.model(for: temporary) as? Product)
    #expect(found.title == "only one")
    line.product = found
    try other.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Product>()) == 1)
  }

  /// Its model was never saved, or the program that had it is another one.
  @Test func aStandInIsRefused() throws {
    let unsaved = Product("never saved")
    let identifier: PersistentIdentifier
    do {
      let context = ModelContext(container)
      context.insert(unsaved)
      identifier = unsaved.persistentModelID
      context.rollback()
    }
    let context = ModelContext(container)
    let standIn = try #require(context.model(for: identifier) as? Product)
    #expect(standIn.isDeleted)
    let line = Line(1)
    context.insert(line)
    line.product = standIn
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    line.product = nil
    try context.save()
    context.insert(standIn)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Product>()) == 0)
  }
}
