// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@Model private class Holder {
  var name: String = ""
  @Relationship(inverse: \Parcel.holder) var parcels: [Parcel] = []

  init(name: String) { self.name = name }
}

@Model private final class Firm: Holder {
  var number: Int = 0

  init(name: String, number: Int) {
    self.number = number
    super.init(name: name)
  }
}

@Model private final class Parcel {
  var name: String = ""
  var holder: Holder?

  init(name: String) { self.name = name }
}

@Model private final class Film {
  var name: String = ""
  @Relationship(inverse: \Actor.films) var actors: [Actor] = []

  init(name: String) { self.name = name }
}

@Model private final class Actor {
  var name: String = ""
  var films: [Film] = []

  init(name: String) { self.name = name }
}

@Model private final class Ballad {
  var name: String = ""
  @Relationship(inverse: \Bard.links) var links: [Bard] = []

  init(name: String) { self.name = name }
}

@Model private final class Bard {
  var name: String = ""
  var links: [Ballad] = []

  init(name: String) { self.name = name }
}

@Model private final class Crate {
  var name: String = ""
  var widgets: [Widget] = []

  init(name: String) { self.name = name }
}

@Model private final class Widget {
  var name: String = ""

  init(name: String) { self.name = name }
}

@Model private final class Coop {
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \Hen.coop) var hens: [Hen] = []

  init(name: String) { self.name = name }
}

@Model private final class Hen {
  var name: String = ""
  var coop: Coop

  init(name: String, coop: Coop) {
    self.name = name
    self.coop = coop
  }
}

/// Lists that change between two passes: in the rows, their versions and the history.
@Suite struct ChangedListTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("source.realm")
    store = folder.url.appendingPathComponent("target.store")
  }

  private func write(_ owner: String, _ list: String, _ member: String, _ lists: [[Int64]], members: Int) throws {
    try RealmFiles.write(
      Schemas.schema(
        Schemas.type(member, Schemas.value("name", .string)),
        Schemas.type(owner, Schemas.value("name", .string), Schemas.link(list, member, .list))),
      [
        member: (0..<members).map { (Int64($0), ["name": .string("m\($0)")]) },
        owner: lists.enumerated().map { index, links in
          (Int64(index), ["name": .string("o\(index)"), list: .list(links.map { RealmFiles.link(0, $0) })])
        },
      ], to: source)
  }

  @discardableResult
  private func migrate() throws -> RealmSummary {
    let importer = RealmImporter(url: source)
    let summary = try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    return summary
  }

  /// The versions of rows by their names, and which rows the history names as updated.
  private func versions(_ entity: String) throws -> [String: Int64] {
    let found = try Store(reading: store)
    let table = try #require(found.layout[entity]?.table)
    let rows = try found.connection.rows("SELECT ZNAME, Z_OPT FROM \(table)")
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        guard case .text(let name) = row[0], case .integer(let version) = row[1] else { return nil }
        return (name, version)
      })
  }

  private func lastChange() throws -> Int64 {
    try Store(reading: store).connection.integer("SELECT max(Z_PK) FROM ACHANGE") ?? 0
  }

  /// - Returns: the entity and key of each updated row, in the order of the history.
  private func updates(since change: Int64) throws -> [String] {
    let found = try Store(reading: store)
    return try found.connection.rows(
      "SELECT ZENTITY, ZENTITYPK FROM ACHANGE WHERE Z_PK > \(change) AND ZCHANGETYPE = 1"
    ).compactMap { row in
      guard case .integer(let number) = row[0], case .integer(let key) = row[1] else { return nil }
      return "\(found.entitiesByNumber[number] ?? "?")/\(key)"
    }.sorted()
  }

  @Test func membersOfOneOwnerChange() throws {
    _ = try ModelContainer(for: Holder.self, Firm.self, Parcel.self, configurations: ModelConfiguration(url: store))
    try write("Holder", "parcels", "Parcel", [[0, 1], [2]], members: 4)
    try migrate()
    let (before, change) = (try versions("Parcel"), try lastChange())
    try #require(change > 0)
    // One goes over to another holder, one to nobody, one comes.
    try write("Holder", "parcels", "Parcel", [[3], [2, 0]], members: 4)
    try migrate()
    let after = try versions("Parcel")
    #expect(after["m0"] == before["m0"].map { $0 + 1 })
    #expect(after["m1"] == before["m1"].map { $0 + 1 })
    #expect(after["m2"] == before["m2"])
    #expect(after["m3"] == before["m3"].map { $0 + 1 })
    // Each once in a transaction, with both holders.
    #expect(
      try updates(since: change) == ["Holder/1", "Holder/2", "Parcel/1", "Parcel/2", "Parcel/4"])
    let again = try lastChange()
    // Nothing of it again.
    try write("Holder", "parcels", "Parcel", [[3], [2, 0]], members: 5)
    try migrate()
    #expect(try updates(since: again).isEmpty)
  }

  /// The key alone would lead to nothing where the class of the owner may differ.
  @Test func theEntityOfTheOwnerIsWritten() throws {
    let container = try ModelContainer(
      for: Holder.self, Firm.self, Parcel.self, configurations: ModelConfiguration(url: store))
    try write("Holder", "parcels", "Parcel", [[0, 1], []], members: 3)
    try migrate()
    func columns() throws -> [[SQLiteValue]] {
      let found = try Store(reading: store)
      guard case .key(let key, let entity?, _)? = found.layout["Parcel"]?.relationships["holder"] else { return [] }
      return try found.connection.rows("SELECT \(key), \(entity) FROM ZPARCEL ORDER BY Z_PK")
    }
    let number = try #require(try Store(reading: store).layout["Holder"]?.number)
    let held: [SQLiteValue] = [.integer(1), .integer(number)]
    #expect(try columns() == [held, held, [.null, .null]])
    let parcels = try ModelContext(container).fetch(FetchDescriptor<Parcel>(sortBy: [.init(\.name)]))
    #expect(parcels.map(\.holder?.name) == ["o0", "o0", nil])
    try write("Holder", "parcels", "Parcel", [[1], [2]], members: 3)
    try migrate()
    #expect(try columns() == [[.null, .null], held, [.integer(2), .integer(number)]])
  }

  @Test func pairsChange() throws {
    _ = try ModelContainer(for: Film.self, Actor.self, configurations: ModelConfiguration(url: store))
    try write("Film", "actors", "Actor", [[0, 1], [1]], members: 3)
    try migrate()
    let (actors, films, change) = (try versions("Actor"), try versions("Film"), try lastChange())
    try write("Film", "actors", "Actor", [[1, 2], [1]], members: 3)
    #expect(try migrate().updated == 1)
    #expect(try updates(since: change) == ["Actor/1", "Actor/3", "Film/1"])
    #expect(try versions("Actor")["m0"] == actors["m0"].map { $0 + 1 })
    #expect(try versions("Actor")["m1"] == actors["m1"])
    #expect(try versions("Film")["o0"] == films["o0"].map { $0 + 1 })
    #expect(try versions("Film")["o1"] == films["o1"])
  }

  /// Both ends may have the same name: only one that leads to itself has its pairs both ways.
  @Test func pairsOfTwoEntitiesAreNotMirrored() throws {
    _ = try ModelContainer(for: Ballad.self, Bard.self, configurations: ModelConfiguration(url: store))
    func pairs() throws -> Int64? {
      let found = try Store(reading: store)
      guard case .join(let table, _, _, _)? = found.layout["Ballad"]?.relationships["links"] else { return nil }
      return try found.connection.integer("SELECT count(*) FROM \(table)")
    }
    try write("Ballad", "links", "Bard", [[1, 2], []], members: 3)
    try migrate()
    #expect(try pairs() == 2)
    try write("Ballad", "links", "Bard", [[2], [0]], members: 3)
    try migrate()
    #expect(try pairs() == 2)
  }

  /// What leads to a row that is removed has changed as well.
  @Test func rowsThatLeadToARemovedOneChange() throws {
    _ = try ModelContainer(for: Film.self, Actor.self, configurations: ModelConfiguration(url: store))
    try write("Film", "actors", "Actor", [[0, 2], [1]], members: 3)
    try migrate()
    let films = try versions("Film")
    let change = try lastChange()
    try write("Film", "actors", "Actor", [[0], [1]], members: 2)
    #expect(try migrate().deleted == 1)
    #expect(try versions("Film")["o0"] == films["o0"].map { $0 + 1 })
    #expect(try updates(since: change).contains("Film/1"))
  }

  /// Without an inverse only its column tells of the owner.
  @Test func membersOfARemovedOwnerHaveNone() throws {
    _ = try ModelContainer(for: Crate.self, Widget.self, configurations: ModelConfiguration(url: store))
    func owners() throws -> Int64? {
      let found = try Store(reading: store)
      guard case .foreign(let table, let column, _, true)? = found.layout["Crate"]?.relationships["widgets"] else {
        return nil
      }
      return try found.connection.integer("SELECT count(\(column)) FROM \(table)")
    }
    try write("Crate", "widgets", "Widget", [[0, 1], [2]], members: 3)
    try migrate()
    #expect(try owners() == 3)
    try write("Crate", "widgets", "Widget", [[0, 1]], members: 3)
    #expect(try migrate().deleted == 1)
    #expect(try owners() == 2)
    #expect(try StoreIntegrityCheck(Store(reading: store)).run().filter { $0.severity == .error }.isEmpty)
  }

  /// A second file with the same keys: its list is kept, and what the other had is named.
  @Test func replacedElementsAreNamed() throws {
    func importer(_ name: String, _ list: [Int64]) throws -> RealmImporter {
      let url = folder.url.appendingPathComponent("\(name).realm")
      try RealmFiles.write(
        RealmFiles.music,
        [
          "RealmTrack": list.map { ($0, ["id": .string("t\($0)")]) },
          "RealmAlbum": [(0, ["id": .string("a"), "tracks": .list(list.map { RealmFiles.link(0, $0) })])],
        ], to: url)
      var importer = RealmImporter(url: url)
      importer.source = name
      return importer
    }
    let ann = try importer("ann", [0, 1, 2])
    #expect(try ann.migrate(to: store, isCancelled: { false }, progress: { _ in }).losses.isEmpty)
    let summary = try importer("bob", [2, 3]).migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(summary.losses.map(\.reason) == [.replacedElement])
    #expect(summary.losses.map(\.count) == [2])
  }

  /// Without one an app could not read the row.
  @Test func aRequiredOwnerStaysUntilThereIsAnother() throws {
    _ = try ModelContainer(for: Coop.self, Hen.self, configurations: ModelConfiguration(url: store))
    func owners() throws -> [String] {
      try Store(reading: store).connection.rows(
        "SELECT c.ZNAME FROM ZHEN AS h LEFT JOIN ZCOOP AS c ON c.Z_PK = h.ZCOOP ORDER BY h.ZNAME"
      ).map { if case .text(let name) = $0[0] { name } else { "none" } }
    }
    try write("Coop", "hens", "Hen", [[0, 1], []], members: 2)
    try migrate()
    try write("Coop", "hens", "Hen", [[0], []], members: 2)
    _ = try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(try owners() == ["o0", "o0"])
    try write("Coop", "hens", "Hen", [[0], [1]], members: 2)
    try migrate()
    #expect(try owners() == ["o0", "o1"])
  }
}
