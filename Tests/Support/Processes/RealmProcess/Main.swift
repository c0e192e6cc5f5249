// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmWriting
import SwiftData

/// The counterparts of ``LargeRealm``'s classes.
@Model final class Artist {
  var name: String = ""
  var rank: Int = 0
  @Relationship(inverse: \Track.artist) var tracks: [Track] = []

  init() {}
}

@Model final class Track {
  @Attribute(.unique) var id: String
  var title: String = ""
  var note: String = ""
  var seconds: Double = 0
  var plays: Int = 0
  var isFavorite: Bool = false
  var added: Date = Date.distantPast
  var artist: Artist?
  @Relationship(inverse: \Track.previous) var next: Track?
  var previous: [Track] = []

  init(id: String) { self.id = id }
}

/// `make COUNT FILE` writes a Realm file; `insert COUNT STORE` writes the same rows into a store with
/// `insertRows`, and says how long that took.
@main enum RealmProcess {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]), count > 0 else {
      FileHandle.standardError.write(Data("RealmProcess make|insert COUNT FILE\n".utf8))
      exit(64)
    }
    let url = URL(fileURLWithPath: arguments[3])
    switch arguments[1] {
    case "make": try LargeRealm.write(tracks: count, to: url)
    case "insert": try insert(count, url)
    default: exit(64)
    }
  }

  private static func insert(_ count: Int, _ url: URL) throws {
    let start = Date()
    let container = try ModelContainer(
      for: Artist.self, Track.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let artists = LargeRealm.artists(count)
    try context.insertRows(of: Artist.self, from: 0..<artists) { number, row in
      row.set(\.name, "Artist \(number)")
      row.set(\.rank, number)
    }
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Artist>(sortBy: [.init(\.rank)]))
    for first in stride(from: 0, to: count, by: 2000) {
      try context.insertRows(of: Track.self, from: first..<min(first + 2000, count)) { number, row in
        row.set(\.id, LargeRealm.id(number))
        row.set(\.title, LargeRealm.title(number))
        row.set(\.note, LargeRealm.note(number))
        row.set(\.seconds, Double(number % 600) + 0.25)
        row.set(\.plays, number % 1000)
        row.set(\.isFavorite, number % 7 == 0)
        row.set(\.added, Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 7))
        row.set(\.artist, modelWith: identifiers[number % artists])
      }
    }
    print(String(format: "%.1f s", Date().timeIntervalSince(start)))
  }
}
