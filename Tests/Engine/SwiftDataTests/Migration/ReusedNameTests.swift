// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A property that is renamed to what another one was called.
@Suite struct ReusedNameTests {
  enum Pictures {
    @Model final class Item {
      var full: Data?
      @Attribute(.externalStorage) var thumb: Data?
      init() {}
    }
  }
  enum Exchanged {
    @Model final class Item {
      @Attribute(.externalStorage, originalName: "thumb") var full: Data?
      @Attribute(originalName: "full") var thumb: Data?
      init() {}
    }
  }
  enum Plain {
    @Model final class Item {
      var name: String = ""
      var nick: String?
      init() {}
    }
  }
  enum Shifted {
    @Model final class Item {
      @Attribute(originalName: "name") var full: String = ""
      @Attribute(originalName: "nick") var name: String = "?"
      init() {}
    }
  }

  @Test func bytesStayAsTheirAttributeStoresThem() throws {
    let folder = try TestFolder()
    do {
      let context = try migrated([Pictures.Item.self], folder.file())
      let item = Pictures.Item()
      (item.full, item.thumb) = (Data([5]), Data([9]))
      context.insert(item)
      try context.save()
    }
    for _ in 0..<2 {
      let context = try migrated([Exchanged.Item.self], folder.file())
      let item = try #require(try context.fetch(FetchDescriptor<Exchanged.Item>()).first)
      #expect(item.full == Data([9]) && item.thumb == Data([5]))
    }
  }

  @Test func whatWasNilGetsTheDefaultUnderItsNewName() throws {
    let folder = try TestFolder()
    do {
      let context = try migrated([Plain.Item.self], folder.file())
      let item = Plain.Item()
      item.name = "Ann"
      context.insert(item)
      try context.save()
    }
    let context = try migrated([Shifted.Item.self], folder.file())
    let item = try #require(try context.fetch(FetchDescriptor<Shifted.Item>()).first)
    #expect(item.full == "Ann" && item.name == "?")
    #expect(try context.fetchCount(FetchDescriptor<Shifted.Item>(predicate: #Predicate { $0.name == "?" })) == 1)
  }
}
