// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// A file of any size, whose objects follow from their numbers.
package enum LargeRealm {
  /// Objects of the class Artist for each thousand of the class Track.
  private static let artistsPerThousand = 10

  package static func artists(_ tracks: Int) -> Int {
    max(1, tracks * artistsPerThousand / 1000)
  }

  package static func id(_ number: Int) -> String {
    // Spread, as identifiers are.
    let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    return "track-" + String(mixed, radix: 16)
  }

  package static func title(_ number: Int) -> String {
    "The \(number)th track of a long and quiet evening by the sea, remastered"
  }

  package static func note(_ number: Int) -> String {
    String(repeating: "lorem ipsum dolor ", count: 2 + number % 5)
  }

  package static func added(_ number: Int) -> RealmTimestamp {
    RealmTimestamp(seconds: 1_600_000_000 + Int64(number) * 7)
  }

  /// Writes artists, and tracks with a link to their artist and a list of others.
  package static func write(tracks: Int, to url: URL) throws {
    let artists = artists(tracks)
    let link = { (table: Int, key: Int) -> RealmValue in
      .link(RealmLink(table: RealmTableKey(UInt32(table)), key: RealmObjectKey(Int64(key))))
    }
    let artistTable = WrittenTable(
      name: "class_Artist",
      columns: [
        WrittenColumn(name: "name", type: .string), WrittenColumn(name: "rank", type: .int),
      ], rows: [],
      made: (artists, { number in (Int64(number), [.string("Artist \(number)"), .int(Int64(number))]) }))
    let trackTable = WrittenTable(
      name: "class_Track",
      columns: [
        WrittenColumn(name: "id", type: .string, isIndexed: true),
        WrittenColumn(name: "title", type: .string), WrittenColumn(name: "note", type: .string),
        WrittenColumn(name: "seconds", type: .double), WrittenColumn(name: "plays", type: .int),
        WrittenColumn(name: "isFavorite", type: .bool),
        WrittenColumn(name: "added", type: .timestamp),
        WrittenColumn(name: "artist", type: .link, isOptional: true, target: 0),
        WrittenColumn(name: "next", type: .link, isOptional: true, target: 1),
      ], primaryKey: 0, rows: [],
      made: (
        tracks,
        { number in
          (
            Int64(number),
            [
              .string(id(number)), .string(title(number)), .string(note(number)),
              .double(Double(number % 600) + 0.25), .int(Int64(number % 1000)),
              .bool(number % 7 == 0), .timestamp(added(number)), link(0, number % artists),
              number + 1 < tracks ? link(1, number + 1) : .null,
            ]
          )
        }
      ))
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    var writer = RealmWriter()
    writer.node.sink = { try handle.write(contentsOf: Data($0)) }
    let top = writer.group([artistTable, trackTable])
    writer.node.flush()
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Data(NodeWriter.header(top: top)))
  }
}
