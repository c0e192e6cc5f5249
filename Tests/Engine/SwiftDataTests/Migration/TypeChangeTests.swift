// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// An attribute whose type changes is read right, or not at all.
@Suite struct TypeChangeTests {
  enum Numbers { @Model final class Item { var value = 5; init() {} } }
  enum Small { @Model final class Item { var value: Int16 = 5; init() {} } }
  enum Fractions { @Model final class Item { var value = 2.5; init() {} } }
  enum Decimals { @Model final class Item { var value = Decimal(5); init() {} } }
  enum Flags { @Model final class Item { var value = true; init() {} } }
  enum Dates {
    @Model final class Item { var value = Date(timeIntervalSinceReferenceDate: 5); init() {} }
  }
  enum Texts { @Model final class Item { var value = "done"; init() {} } }
  enum Addresses {
    @Model final class Item { var value = URL(string: "https://example.org")!; init() {} }
  }
  enum State: String, Codable { case open, done }
  enum States { @Model final class Item { var value = State.done; init() {} } }
  enum Blobs { @Model final class Item { var value = Data([1, 2, 3]); init() {} } }
  enum Tokens { @Model final class Item { var value = UUID(); init() {} } }

  private func change<Old: PersistentModel, New: PersistentModel>(
    _ old: Old.Type, _ make: () -> Old, _ new: New.Type
  ) throws -> New? {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(old))
      context.insert(make())
      try context.save()
    }
    let container = try folder.container(new)
    let found = try ModelContext(container).fetch(FetchDescriptor<New>())
    return found.first
  }

  private func refuses<Old: PersistentModel, New: PersistentModel>(
    _ old: Old.Type, _ make: () -> Old, _ new: New.Type
  ) -> Bool {
    do {
      _ = try change(old, make, new)
      return false
    } catch let error as SwiftDataError {
      return error == .unknownDataStoreSchema && error.property == "value"
    } catch {
      return false
    }
  }

  @Test func valuesThatMeanTheSameAreKept() throws {
    #expect(try change(Small.Item.self, Small.Item.init, Numbers.Item.self)?.value == 5)
    #expect(try change(Numbers.Item.self, Numbers.Item.init, Fractions.Item.self)?.value == 5)
    #expect(try change(Numbers.Item.self, Numbers.Item.init, Decimals.Item.self)?.value == 5)
    #expect(try change(Flags.Item.self, Flags.Item.init, Numbers.Item.self)?.value == 1)
    #expect(try change(Texts.Item.self, Texts.Item.init, States.Item.self)?.value == .done)
    #expect(try change(States.Item.self, States.Item.init, Texts.Item.self)?.value == "done")
    #expect(
      try change(Addresses.Item.self, Addresses.Item.init, Texts.Item.self)?.value
        == "https://example.org")
  }

  @Test func valuesThatWouldMeanSomethingElseAreRefused() {
    #expect(refuses(Numbers.Item.self, Numbers.Item.init, Dates.Item.self))
    #expect(refuses(Dates.Item.self, Dates.Item.init, Numbers.Item.self))
    #expect(refuses(Dates.Item.self, Dates.Item.init, Fractions.Item.self))
    #expect(refuses(Fractions.Item.self, Fractions.Item.init, Numbers.Item.self))
    #expect(refuses(Numbers.Item.self, Numbers.Item.init, Flags.Item.self))
    #expect(refuses(Blobs.Item.self, Blobs.Item.init, Tokens.Item.self))
    #expect(refuses(Tokens.Item.self, Tokens.Item.init, Blobs.Item.self))
    #expect(refuses(Numbers.Item.self, Numbers.Item.init, Texts.Item.self))
  }
}
