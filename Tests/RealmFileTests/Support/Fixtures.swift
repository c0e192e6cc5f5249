import Foundation
import RealmFile
import SharedFixtures
import Testing

/// Files that Realm's SDKs wrote, kept beside the checkout.
enum Fixtures {
  static let isThere = SharedFixtures.realms != nil
  static let note = Comment(rawValue: SharedFixtures.realmAbsence)

  /// What `index.json` says about a file.
  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    var file: String
    var format: Int
    var key: String?
    private var tables: [Row]

    private struct Row: Decodable, Sendable {
      var name: String
      var count: Int

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        name = try container.decode(String.self)
        count = try container.decode(Int.self)
      }
    }

    /// The number of rows of each table.
    var counts: [String: Int] {
      Dictionary(tables.map { ($0.name, $0.count) }) { first, _ in first }
    }

    var testDescription: String { file }

    func url() throws -> URL {
      try #require(SharedFixtures.realms).appendingPathComponent(file)
    }

    func open() throws -> RealmFile { try RealmFile(url: url(), key: realmKey()) }

    func realmKey() throws -> RealmKey? {
      guard let key else { return nil }
      if key.hasPrefix("ASCII \"") {
        return try RealmKey(key.dropFirst(7).prefix { $0 != "\"" }.utf8)
      }
      if key == "64 bytes of 0x01" { return try RealmKey([UInt8](repeating: 1, count: 64)) }
      return try RealmKey(text: key)
    }
  }

  static let entries: [Entry] = {
    guard let folder = SharedFixtures.realms,
      let data = try? Data(contentsOf: folder.appendingPathComponent("index.json"))
    else { return [] }
    return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
  }()

  static func entry(_ part: String) throws -> Entry {
    try #require(entries.first { $0.file.contains(part) })
  }
}
