// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// One value that becomes several columns, or several that become one.
@Suite struct ValueShapeTests {
  enum State: String, Codable { case open, done }
  enum Raw { @Model final class Item { var value: State = State.open; init() {} } }
  enum Progress: Codable, Equatable { case open, done, waiting(String) }
  enum Cases { @Model final class Item { var value: Progress = Progress.open; init() {} } }
  struct Name: Codable, Equatable { var first: String = ""; var last: String = "" }
  enum Names { @Model final class Item { var value: Name = Name(); init() {} } }
  enum Text { @Model final class Item { var value: String = ""; init() {} } }
  enum Number { @Model final class Item { var value: Int = 0; init() {} } }

  struct Flat: Codable { var size: Int = 0; var note: String = "" }
  enum Plain { @Model final class Item { var value: Flat = Flat(); init() {} } }
  struct Size: Codable { var width: Int = 0; var height: Int = 0 }
  struct Deep: Codable { var size: Size = Size(); var note: String = "" }
  enum Nested { @Model final class Item { var value: Deep = Deep(); init() {} } }

  /// Whether a store with an object of one version is refused by another, and stays as it was.
  private func refuses<Old: PersistentModel, New: PersistentModel>(
    _ item: Old, _ new: New.Type, at path: String = "value"
  ) throws -> Bool {
    let folder = try TestFolder()
    do {
      let context = try migrated([Old.self], folder.file())
      context.insert(item)
      try context.save()
    }
    let before = try StagedErrorTests.dump(folder.file())
    do {
      _ = try migrated([New.self], folder.file())
      return false
    } catch let error as SwiftDataError where error == .unknownDataStoreSchema {
      #expect(error.property == path && error.entity == "Item" && error.advice != nil, "\(error)")
    }
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.differences(from: before).isEmpty && after.schema == before.schema)
    return true
  }

  @Test func aRawValueDoesNotBecomeColumnsOfCases() throws {
    let raw = Raw.Item()
    raw.value = .done
    #expect(try refuses(raw, Cases.Item.self))
    let cases = Cases.Item()
    cases.value = .done
    #expect(try refuses(cases, Raw.Item.self))
    #expect(try refuses(cases, Text.Item.self))
  }

  @Test func aStructIsNotOneValue() throws {
    let text = Text.Item()
    text.value = "Ann Lee"
    #expect(try refuses(text, Names.Item.self))
    let names = Names.Item()
    names.value = Name(first: "Ann", last: "Lee")
    #expect(try refuses(names, Number.Item.self))
    #expect(try refuses(names, Raw.Item.self))
  }

  @Test func aFieldIsLikeAnAttribute() throws {
    let plain = Plain.Item()
    plain.value = Flat(size: 4, note: "n")
    #expect(try refuses(plain, Nested.Item.self, at: "value.size"))
    let nested = Nested.Item()
    nested.value = Deep(size: Size(width: 1, height: 2), note: "n")
    #expect(try refuses(nested, Plain.Item.self, at: "value.size"))
  }
}
