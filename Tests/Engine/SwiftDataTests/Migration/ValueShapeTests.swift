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

  private func made<Model>(_ item: Model, _ change: (Model) -> Void) -> Model {
    change(item)
    return item
  }

  /// Whether a store with an object of one version is refused by another, and stays as it was.
  private func refuses<Old: PersistentModel, New: PersistentModel>(
    _ make: @autoclosure () -> Old, _ new: New.Type, at path: String = "value"
  ) throws -> Bool {
    let folder = try TestFolder()
    do {
      let context = try migrated([Old.self], folder.file())
      context.insert(make())
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
    #expect(try refuses(made(Raw.Item()) { $0.value = .done }, Cases.Item.self))
    for new in [Raw.Item.self, Text.Item.self] as [any PersistentModel.Type] {
      #expect(try refuses(made(Cases.Item()) { $0.value = .done }, new))
    }
  }

  @Test func aStructIsNotOneValue() throws {
    #expect(try refuses(made(Text.Item()) { $0.value = "Ann Lee" }, Names.Item.self))
    for new in [Number.Item.self, Raw.Item.self] as [any PersistentModel.Type] {
      #expect(try refuses(made(Names.Item()) { $0.value = Name(first: "Ann", last: "Lee") }, new))
    }
  }

  @Test func aFieldIsLikeAnAttribute() throws {
    let plain = Flat(size: 4, note: "n")
    #expect(try refuses(made(Plain.Item()) { $0.value = plain }, Nested.Item.self, at: "value.size"))
    let nested = Deep(size: Size(width: 1, height: 2), note: "n")
    #expect(try refuses(made(Nested.Item()) { $0.value = nested }, Plain.Item.self, at: "value.size"))
  }
}
