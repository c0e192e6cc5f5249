// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import SharedFixtures

/// A file that one of Realm's SDKs wrote, kept beside the checkout, and what `index.json` says of it.
package struct RealmFixture: Decodable, Sendable {
  package var file: String
  package var format: Int
  private var key: String?
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
  package var counts: [String: Int] {
    Dictionary(tables.map { ($0.name, $0.count) }) { first, _ in first }
  }

  package var isEncrypted: Bool { key != nil }

  package func url() throws -> URL {
    guard let folder = SharedFixtures.realms else { throw CocoaError(.fileNoSuchFile) }
    return folder.appendingPathComponent(file)
  }

  package func open() throws -> RealmFile { try RealmFile(url: url(), key: realmKey()) }

  package func realmKey() throws -> RealmKey? { try keyBytes().map { try RealmKey($0) } }

  /// The 64 bytes of the key.
  package func keyBytes() throws -> [UInt8]? {
    guard let key else { return nil }
    if key.hasPrefix("ASCII \"") { return Array(key.dropFirst(7).prefix { $0 != "\"" }.utf8) }
    if key == "64 bytes of 0x01" { return [UInt8](repeating: 1, count: 64) }
    return stride(from: 0, to: key.count, by: 2).compactMap {
      UInt8(key.dropFirst($0).prefix(2), radix: 16)
    }
  }

  /// All of them; empty if there are none.
  package static let all: [RealmFixture] = {
    guard let folder = SharedFixtures.realms,
      let data = try? Data(contentsOf: folder.appendingPathComponent("index.json"))
    else { return [] }
    return (try? JSONDecoder().decode([RealmFixture].self, from: data)) ?? []
  }()
}

extension RealmFixture: CustomStringConvertible {
  package var description: String { file }
}
