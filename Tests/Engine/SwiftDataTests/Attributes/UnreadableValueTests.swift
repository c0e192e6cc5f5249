// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// Values in a store that a property's type refuses, and properties without a row to read.
@Suite struct UnreadableValueTests {
  enum Kind: String, Codable { case first, second }
  enum Level: Int, Codable { case low = 1, high = 9 }

  /// Refuses what is empty.
  struct Address: Codable, Equatable {
    var text: String
    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try container.decode(String.self)
      guard text.contains("@") else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no @")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// A class that refuses what is empty.
  final class Strict: Codable {
    let text: String
    init(_ text: String) { self.text = text }

    convenience init(from decoder: any Decoder) throws { self.init(try Address(from: decoder).text) }

    func encode(to encoder: any Encoder) throws { try Address(text).encode(to: encoder) }
  }

  enum Choice: Codable, Equatable { case count(Int), words(String) }

  @Model final class Sheet {
    var number: Int
    var kind: Kind = Kind.first
    var level: Level?
    @Attribute(.codable) var coded: Address = Address("a@b")
    var address: Address = Address("a@b")
    var strict: Strict = Strict("d@e")
    var choice: Choice = Choice.count(1)

    init(number: Int) { self.number = number }
  }

  private func container(_ folder: TestFolder, _ change: String = "") throws -> ModelContainer {
    let container = try folder.container(Sheet.self)
    let context = ModelContext(container)
    for number in 1...3 { context.insert(Sheet(number: number)) }
    try context.save()
    if !change.isEmpty {
      try DatabaseQueue(path: folder.file().path).write { try $0.execute(sql: change) }
    }
    return container
  }

  @Test(
    arguments: [
      ("kind", "UPDATE ZSHEET SET ZKIND = 'mauve' WHERE ZNUMBER = 2", "mauve"),
      ("level", "UPDATE ZSHEET SET ZLEVEL = 5 WHERE ZNUMBER = 2", "5"),
      ("coded", "UPDATE ZSHEET SET ZCODED = x'6e6f' WHERE ZNUMBER = 2", nil),
    ] as [(String, String, String?)])
  func theErrorNamesTheValueAndItsRow(property: String, change: String, value: String?) throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder, change))
    // Again: what could not be read does not pass for read.
    for _ in 0..<2 {
      let error = #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Sheet>()) }
      #expect(error == .storeIsCorrupted && error?.entity == "Sheet" && error?.property == property)
      #expect(error?.identifier?.entityName == "Sheet" && error?.identifier?.rowKey == 2)
      #expect(error?.description.contains("/Sheet/p2") == true)
      if let value {
        #expect(error?.description(showingValues: true).contains("Value: \(value).") == true)
        #expect(error?.description.contains("Value: (hidden)") == true)
      }
    }
    let others = FetchDescriptor<Sheet>(predicate: #Predicate { $0.number != 2 })
    #expect(try context.fetch(others).count == 2)
    // One row is named: it can be asked for, mended or deleted.
    try context.delete(model: Sheet.self, where: #Predicate { $0.number == 2 })
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Sheet>()).count == 2)
  }

  /// A getter cannot throw: the next save does.
  @Test func whatAGetterMeetsTheSaveThrows() throws {
    let folder = try TestFolder()
    let container = try container(folder, "UPDATE ZSHEET SET ZKIND = 'mauve' WHERE ZNUMBER = 2")
    let context = ModelContext(container)
    let two = FetchDescriptor<Sheet>(predicate: #Predicate { $0.number == 2 })
    let sheet = try #require(context.model(for: try context.fetchIdentifiers(two)[0]) as? Sheet)
    #expect(sheet.number == 2 && sheet.kind == .first)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.property == "kind" && error?.identifier == sheet.persistentModelID)
    // What is stored stays, and can be replaced.
    sheet.kind = .second
    try? context.save()
    try context.save()
    #expect(try ModelContext(container).fetch(two).map(\.kind) == [.second])
  }

  /// What a lightweight migration leaves in the rows of a new property without a default.
  @Test func nothingIsTheFirstCase() throws {
    let folder = try TestFolder()
    let container = try container(folder, "UPDATE ZSHEET SET ZKIND = NULL, ZLEVEL = NULL")
    let sheets = try ModelContext(container).fetch(FetchDescriptor<Sheet>())
    #expect(sheets.map(\.kind) == [.first, .first, .first] && sheets.allSatisfy { $0.level == nil })
  }

  @Test func aVanishedRowHasValuesOfEveryType() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let sheet = try #require(
      context.model(for: try context.fetchIdentifiers(FetchDescriptor<Sheet>())[0]) as? Sheet)
    let other = ModelContext(container)
    try other.delete(model: Sheet.self)
    try other.save()
    // An empty field, past `init(from:)`, as rows are read.
    #expect(sheet.address.text == "" && sheet.isDeleted)
    #expect(sheet.coded.text == "")
    #expect(sheet.choice == .count(0))
    // Nothing can be made of a class that refuses: the property's default.
    #expect(sheet.strict.text == "d@e")
  }

  /// A class that refuses what is empty, in a property without a default.
  @Model final class Bond {
    var number: Int
    var strict: Strict
    init(number: Int, _ strict: Strict) {
      self.number = number
      self.strict = strict
    }
  }

  enum Disappearance: CaseIterable { case ownContext, otherContext, otherContainer, rollback, erase }

  /// Nothing could take its place, so it must not get lost.
  @Test(arguments: Disappearance.allCases) func aValueThatWasLoadedOutlivesItsRow(by how: Disappearance) throws {
    let folder = try TestFolder()
    let container = try folder.container(Bond.self)
    let setup = ModelContext(container)
    setup.insert(Bond(number: 1, Strict("x@y")))
    try setup.save()
    let context = ModelContext(container)
    let bond = try #require(try context.fetch(FetchDescriptor<Bond>()).first)
    if how == .rollback { bond.number = 2 }
    let other =
      switch how {
      case .ownContext: context
      case .otherContainer: ModelContext(try folder.container(Bond.self))
      default: ModelContext(container)
      }
    if how == .erase {
      try container.erase()
    } else {
      try other.delete(model: Bond.self)
      try other.save()
    }
    if how == .rollback { context.rollback() }
    #expect(try context.fetch(FetchDescriptor<Bond>()).isEmpty)
    // A rollback has no row to go back to.
    #expect(bond.strict.text == "x@y" && bond.number == (how == .rollback ? 2 : 1))
    bond.strict = Strict("z@y")
    #expect(bond.strict.text == "z@y")
    context.rollback()
    #expect(bond.strict.text.hasSuffix("@y"))
  }
}
