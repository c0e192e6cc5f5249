// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Identifiers as texts.
@Suite struct IdentifierTextTests {
  @Model final class Gericht_1 {
    var name: String
    init(name: String) { self.name = name }
  }

  @Test func aRowHasOneText() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Gericht_1.self))
    let dish = Gericht_1(name: "a")
    context.insert(dish)
    let before = dish.persistentModelID
    #expect(try PersistentIdentifier(stringRepresentation: before.stringRepresentation) == before)
    try context.save()
    let identifier = dish.persistentModelID
    let text = identifier.stringRepresentation
    #expect(text == "Gericht_1~p1~\(try #require(identifier.storeIdentifier))")
    // All of it may stand in an address.
    #expect(text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) == text)
    #expect(URL(string: "https://example.org/dish/\(text)")?.lastPathComponent == text)
    let again = try PersistentIdentifier(stringRepresentation: text)
    #expect(again == identifier && again.stringRepresentation == text)
    let other = ModelContext(try folder.container(Gericht_1.self))
    #expect((other.model(for: again) as? Gericht_1)?.name == "a")
  }

  @Test func whatWasJSONIsRead() throws {
    let identifier = try PersistentIdentifier.identifier(for: "A-B", entityName: "Trip", primaryKey: "p12")
    for _ in 0..<20 {
      let json = String(decoding: try JSONEncoder().encode(identifier), as: UTF8.self)
      #expect(try PersistentIdentifier(stringRepresentation: json) == identifier)
    }
  }

  @Test(arguments: ["12", "p12", "a b", "a~b", "ü/%25", "p012", "7f3a"])
  func keysOfOtherStores(_ key: String) throws {
    let identifier = try PersistentIdentifier.identifier(for: "S~ 1", entityName: "Größe", primaryKey: key)
    let text = identifier.stringRepresentation
    #expect(text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") && $0 > 0x20 })
    let again = try PersistentIdentifier(stringRepresentation: text)
    #expect(again == identifier)
    #expect(again.entityName == "Größe" && again.storeIdentifier == "S~ 1")
  }

  @Test(arguments: [
    "", "~", "Trip", "Trip~", "~p1", "Trip~p1~A~B", "Trip~%zz~A", "Trip~p1~%", "{", "{}", "{\"implementation\":1}",
    "Tri p~p1~A", "Trip~p1~A ", "x-coredata://A/Trip/p1",
  ])
  func otherTextsAreErrors(_ text: String) {
    let error = #expect(throws: SwiftDataError.self) { try PersistentIdentifier(stringRepresentation: text) }
    #expect(error == .valueOutOfRange)
  }
}
