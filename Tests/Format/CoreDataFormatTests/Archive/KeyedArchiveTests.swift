// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct KeyedArchiveTests {
  @Test func whatIsWrittenIsRead() throws {
    var writer = KeyedArchiveWriter()
    let list = writer.reserve()
    let name = writer.add(.string("first"))
    #expect(writer.add(.string("first")) == name)
    let entry = writer.add(
      .dictionary, ["NS.keys": .array([name]), "NS.objects": .array([KeyedArchiveWriter.null])])
    writer.set(list, .mutableArray, ["NS.objects": .array([name, entry, list])])
    let archive = try KeyedArchive(writer.archive(root: list))

    guard case .object(let root) = try archive.root() else {
      Issue.record("The root is no object.")
      return
    }
    #expect(root.className == "NSMutableArray")
    #expect(root.classNames == ["NSMutableArray", "NSArray", "NSObject"])
    #expect(root.isKind(of: "NSArray"))
    #expect(root.keys == ["NS.objects"])
    let members = try root.members()
    #expect(members.count == 3)
    guard case .value(.string("first")) = members[0], case .object(let dictionary) = members[1],
      case .object(let itself) = members[2]
    else {
      Issue.record("The members are others.")
      return
    }
    // A circle is just a number that is met again.
    #expect(itself.number == root.number)
    let entries = try dictionary.entries()
    guard case .null = try #require(entries.first).value else {
      Issue.record("The value is not null.")
      return
    }
  }

  @Test func theLayoutIsThatOfFoundation() throws {
    var writer = KeyedArchiveWriter()
    let root = writer.add(.array, ["NS.objects": .array([writer.add(.string("one"))])])
    let list = try PropertyListValue(binary: writer.archive(root: root))
    #expect(list["$version"] == .integer(100_000))
    #expect(list["$archiver"] == .string("NSKeyedArchiver"))
    #expect(list["$top"] == .dictionary(["root": root]))
    #expect(list["$objects"]?.members?.first == .string("$null"))
    let classes = list["$objects"]?.members?.filter { $0["$classname"] != nil }
    #expect(
      classes == [
        .dictionary([
          "$classname": .string("NSArray"),
          "$classes": .array([.string("NSArray"), .string("NSObject")]),
        ])
      ])
  }

  @Test func whatFoundationArchivesIsRead() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: ["a": [1, 2], "b": ["text"]] as NSDictionary, requiringSecureCoding: false)
    guard case .object(let root) = try KeyedArchive(data).root() else {
      Issue.record("The root is no object.")
      return
    }
    #expect(root.isKind(of: "NSDictionary"))
    #expect(try root.entries().count == 2)
  }

  @Test(
    .enabled(if: !AppleStore.withModel.isEmpty, AppleStore.areThere),
    arguments: AppleStore.withModel)
  func metadataOfAppleStoresIsRead(_ store: AppleStore) throws {
    let metadata = try PropertyListValue(binary: store.metadata())
    #expect(metadata["NSStoreType"] == .string("SQLite"))
    #expect(metadata["NSStoreModelVersionHashes"]?.dictionary?.isEmpty == false)
    #expect(try PropertyListValue(binary: metadata.binary()) == metadata)
  }
}
