// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

/// Apple's own stores, read completely.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct FixtureTests {
  @Test(arguments: Fixtures.stores)
  func opensWithAllItsRows(_ url: URL) throws {
    let store = try Store(reading: url)
    let expected = try Fixtures.rowCounts(url)
    var counts: [String: Int] = [:]
    for entity in store.model.entities {
      let table = try #require(store.layout[entity.name]?.table)
      var read = 0
      let rows = try store.rows(of: entity.name)
      while let object = try rows.next() {
        #expect(object.reference.entity == entity.name)
        read += 1
      }
      #expect(try store.count(of: entity.name) == read)
      counts[table, default: 0] += read
    }
    for (table, count) in counts { #expect(expected[table] == count, "\(table)") }
    #expect(store.layout.remarks.isEmpty)
  }

  @Test(arguments: Fixtures.stores)
  func hasTheHashesOfItsModel(_ url: URL) throws {
    let store = try Store(reading: url)
    let inspection = try Inspection(of: store)
    guard store.modelOrigin == .cache else {
      #expect(url.lastPathComponent == "cd-recipes-2010.sqlite")
      #expect(inspection.hashes == nil)
      return
    }
    let hashes = try #require(inspection.hashes)
    #expect(hashes.allMatch)
    #expect(hashes.leftOut.isEmpty)
    #expect(hashes.digestMatches == true)
    #expect(hashes.checksumMatches != false)
  }

  @Test(arguments: Fixtures.stores)
  func tellsWhatTheFileBesideItSays(_ url: URL) throws {
    let store = try Store(reading: url)
    let facts = try Fixtures.facts(url)
    #expect(facts["store_uuid"] == .string(store.metadata.storeUUID))
    #expect(
      facts["NSPersistenceFrameworkVersion"]
        == store.metadata.frameworkVersion.map { JSONValue.integer($0) })
    #expect(store.metadata.otherKeys.isEmpty)
    guard case .array(let rows)? = facts["primarykey"] else { return }
    #expect(rows.count == store.numbers.rows.count)
  }

  /// Every relationship leads to an object that leads back.
  @Test(arguments: Fixtures.stores)
  func relationshipsAreTheSameFromBothSides(_ url: URL) throws {
    let store = try Store(reading: url)
    for entity in store.model.entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        var forth: Set<[ObjectReference]> = []
        let rows = try store.rows(of: entity.name)
        while let object = try rows.next() {
          for target in object.targets(relationship.name) {
            forth.insert([object.reference, target])
          }
        }
        var back: Set<[ObjectReference]> = []
        let others = try store.rows(of: relationship.destination)
        while let object = try others.next() {
          for target in object.targets(inverse) { back.insert([target, object.reference]) }
        }
        #expect(forth == back, "\(entity.name).\(relationship.name)")
      }
    }
  }

  @Test(arguments: Fixtures.stores)
  func nothingIsWrongWithIt(_ url: URL) throws {
    let findings = try StoreIntegrityCheck(try Store(reading: url)).run()
    #expect(findings.isEmpty)
  }

  @Test(arguments: Fixtures.stores)
  func historyIsReadCompletely(_ url: URL) throws {
    let store = try Store(reading: url)
    let expected = try Fixtures.rowCounts(url)
    let history = try store.history()
    var transactions = 0
    var changes = 0
    while let transaction = try history.next() {
      transactions += 1
      changes += transaction.changes.count
      #expect(transaction.changes.allSatisfy { $0.kind != .unknown && $0.entity != nil })
    }
    #expect(transactions == expected["ATRANSACTION"] ?? 0)
    #expect(changes == expected["ACHANGE"] ?? 0)
  }

  @Test func compositesEnumsAndJSONAreDecoded() throws {
    let store = try Store(reading: Fixtures.store("sd-metacocktails-202407.store"))
    var query = StoreQuery(entity: "Cocktail")
    query.condition = #"cocktailName == "Bamboo (W&G Version)""#
    let object = try #require(try store.rows(query).next())
    #expect(object["collection"] == .integer(2))
    guard case .composite(let author)? = object["author"] else {
      Issue.record("There is no author.")
      return
    }
    #expect(author.map(\.name) == ["id", "person", "place", "year"])
    #expect(author[2].value == .string("Williams and Graham. Denver, Colorado"))
    guard case .composite(let tags)? = object["compiledTags"] else {
      Issue.record("There are no tags.")
      return
    }
    let flavors = ["Baking Spices", "Orange", "Lemon"].map { JSONValue.string($0) }
    #expect(tags[0].value == .json(.array(flavors)))
    let folders = try Store(reading: Fixtures.store("sd-cheftime-mock.store")).rows(of: "SDFolder")
    let folder = try #require(try folders.next())
    guard case .enumeration(_, nil)? = folder["folderType"] else {
      Issue.record("It is no case: \(String(describing: folder["folderType"])).")
      return
    }
  }

  @Test func orderedRelationshipsKeepTheirOrder() throws {
    let store = try Store(reading: Fixtures.store("cd-ddg-bookmarks-v5.sqlite"))
    var query = StoreQuery(entity: "BookmarkEntity")
    query.condition = #"uuid == "bookmarks_root""#
    let root = try #require(try store.rows(query).next())
    let titles = try root.targets("children").map { try store.object($0)?["title"] }
    #expect(titles == ["1", "2", "3", "4", "5"].map { .string($0) })
  }
}

extension StoredObject {
  func targets(_ name: String) -> [ObjectReference] {
    switch self[name] {
    case .object(let object): [object]
    case .objects(let objects): objects
    default: []
    }
  }
}
