// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

@testable import RealmWriting

/// Realm files made of schemas and values.
enum RealmFiles {
  /// - Parameters:
  ///   - schema: what classes there are.
  ///   - rows: the objects of each class, with their keys; what is not named is null or empty.
  static func write(
    _ schema: RealmSchema, _ rows: [String: [(Int64, [String: RealmValue])]], to url: URL
  ) throws {
    let positions = Dictionary(
      uniqueKeysWithValues: schema.classes.enumerated().map { ($1.name, $0) })
    let tables = schema.classes.map { type in
      WrittenTable(
        name: type.tableName, kind: type.kind,
        columns: type.properties.map { property in
          WrittenColumn(
            name: property.name, type: property.type, collection: property.collection,
            isOptional: property.isOptional, target: property.target.flatMap { positions[$0] },
            isIndexed: property.isIndexed)
        },
        primaryKey: type.primaryKey.flatMap { name in
          type.properties.firstIndex { $0.name == name }
        },
        rows: (rows[type.name] ?? []).map { key, values in
          (key, type.properties.map { values[$0.name] ?? empty($0) })
        })
    }
    let bytes = RealmWriter.file(tables, backlinks: true)
    try Data(bytes).write(to: url)
  }

  private static func empty(_ property: RealmProperty) -> RealmValue {
    switch property.collection {
    case .list: return .list([])
    case .set: return .set([])
    case .dictionary: return .dictionary([])
    case nil: break
    }
    if property.isOptional || property.type == .link { return .null }
    return switch property.type {
    case .int: .int(0)
    case .bool: .bool(false)
    case .string: .string("")
    case .data: .data(Data())
    case .timestamp: .timestamp(RealmTimestamp(seconds: 0))
    case .float: .float(0)
    case .double: .double(0)
    case .decimal: .decimal(RealmDecimal())
    case .objectID: .objectID(RealmObjectID(timestamp: 0, rest: 0))
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    default: .null
    }
  }

  static func link(_ table: Int, _ key: Int64) -> RealmValue {
    .link(RealmLink(table: RealmTableKey(UInt32(table)), key: RealmObjectKey(key)))
  }

  static func entry(_ key: String, _ value: RealmValue) -> RealmEntry {
    RealmEntry(key: .string(key), value: value)
  }

  // MARK: Everything

  static func id(_ number: UInt64) -> RealmValue {
    .objectID(RealmObjectID(timestamp: 5, rest: number))
  }

  /// ``Schemas/everything``, without the property whose class is missing.
  static var everything: RealmSchema {
    var schema = Schemas.everything
    for index in schema.classes.indices {
      schema.classes[index].properties.removeAll { $0.target == "Nowhere" }
    }
    return schema
  }

  /// Objects with values of every type, and links of every kind, in a circle too.
  static func writeEverything(to url: URL) throws {
    let day = RealmTimestamp(seconds: 1_700_000_000, nanoseconds: 500_000_000)
    var sets: [(Int64, [String: RealmValue])] = (0..<3).map { (Int64($0 * 5), ["_id": id(UInt64($0))]) }
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let type = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? uuid
    let list: [RealmValue] = [.int(1), .null, .timestamp(day), .data(Data([1]))]
    let prices = [
      entry("a%2Eb", .decimal(RealmDecimal(coefficient: 125, exponent: -1))), entry("b", .null),
    ]
    let values: [String: RealmValue] = [
      "_id": id(0), "id": .int(.min), "description": .string("Ünï\u{0}code"),
      "class": .string("c"), "with space": .bool(true), "1st": .double(-2.5),
      "self": .float(1.5), "Type": .uuid(type), "_class": .data(Data([0, 1, 255])),
      "hashValue": .decimal(RealmDecimal(isNegative: true, coefficient: 1250, exponent: -2)),
      "modelContext": .timestamp(day), "numbers": .list([.int(3), .int(1), .int(3)]),
      "perhaps": .list([.string("x"), .null]), "days": .set([.timestamp(day)]),
      "prices": .dictionary(prices),
      "any": .dictionary([
        entry("list", .list(list)), entry("deep", .dictionary([entry("d", .double(0.5))])),
      ]),
      "anys": .list([.string("x"), .bool(true), link(0, 5), .null]),
      "anyByName": .dictionary([entry("u", .uuid(uuid))]),
    ]
    sets[0].1 = values
    let first: [String: RealmValue] = [
      "one": link(0, 10), "set": .set([link(1, 0), link(1, 1)]),
      "list": .list([link(0, 10), link(0, 0), link(0, 10)]),
      "byName": .dictionary([entry("x", link(0, 5)), entry("none", .null)]),
      "address": link(2, 0), "addresses": .list([link(2, 2), link(2, 1)]),
      "addressByName": .dictionary([entry("home", link(2, 3))]), "node": link(4, 0),
      "nodes": .list([link(4, 3), link(4, 2)]),
      "nodeByName": .dictionary([entry("n", link(4, 4))]),
    ]
    let links: [(Int64, [String: RealmValue])] = [(0, first), (1, ["set": .set([link(1, 0)])])]
    var addresses: [(Int64, [String: RealmValue])] = []
    for number in 0..<4 {
      var values: [String: RealmValue] = ["street": .string("Street \(number)")]
      values["tags"] = .list([.string("t\(number)"), .string("u")])
      if number % 2 == 0 { values["country"] = link(3, Int64(number / 2)) }
      addresses.append((Int64(number), values))
    }
    try write(
      everything,
      [
        "Set": sets, "Link Model": links, "Address": addresses,
        "Country": [(0, ["code": .string("PL")]), (1, ["code": .null])],
        "Node": [
          (0, ["name": .string("root"), "next": link(4, 1)]), (1, ["name": .string("leaf")]),
          (2, ["name": .string("a")]), (3, ["name": .string("b")]), (4, ["name": .string("c")]),
        ],
        "Event": [(0, ["name": .string("sent")])],
      ], to: url)
  }

  // MARK: Music

  /// The guide's classes.
  static let music = Schemas.schema(
    Schemas.type(
      "RealmTrack", primaryKey: "id", Schemas.value("id", .string), Schemas.value("title", .string),
      Schemas.value("artist", .string), Schemas.value("duration", .double),
      Schemas.value("genre", .string, optional: true)),
    Schemas.type(
      "RealmAlbum", primaryKey: "id", Schemas.value("id", .string), Schemas.value("title", .string),
      Schemas.link("tracks", "RealmTrack", .list)))

  /// Tracks, ten to an album.
  ///
  /// - Parameters:
  ///   - prefix: what the keys of albums begin with.
  ///   - change: what is different about a track: `nil` if it is gone.
  static func writeMusic(
    tracks: Int, to url: URL, albums prefix: String = "a",
    change: (Int) -> [String: RealmValue]? = { _ in [:] }
  ) throws {
    var rows: [(Int64, [String: RealmValue])] = []
    for number in 0..<tracks {
      guard let change = change(number) else { continue }
      let values: [String: RealmValue] = [
        "id": .string("t\(number)"), "title": .string(" Title \(number) "),
        "artist": .string("Artist \(number % 7)"), "duration": .double(Double(number) + 0.5),
        "genre": number % 3 == 0 ? .null : .string("Genre \(number % 3)"),
      ]
      rows.append((Int64(number), values.merging(change) { $1 }))
    }
    let there = Set(rows.map(\.0))
    var albums: [(Int64, [String: RealmValue])] = []
    for album in 0..<(tracks + 9) / 10 {
      let members = (0..<10).map { Int64(album * 10 + $0) }.filter(there.contains)
      let links: [RealmValue] = members.reversed().map { link(0, $0) }
      let values: [String: RealmValue] = [
        "id": .string("\(prefix)\(album)"), "title": .string("Album \(album)"), "tracks": .list(links),
      ]
      albums.append((Int64(album), values))
    }
    try write(music, ["RealmTrack": rows, "RealmAlbum": albums], to: url)
  }
}
