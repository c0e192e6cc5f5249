// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Codable records, as GRDB's documentation writes them.
enum Records {
  struct Album: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
    static let tracks = hasMany(Track.self)

    var id: Int64?
    var key: String
    var title: String
    var year: Int

    enum Columns {
      static let key = Column(CodingKeys.key)
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  struct Track: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
    static let album = belongsTo(Album.self)

    var id: Int64?
    var key: String
    var title: String
    var genre: String
    var duration: Double
    var released: Date
    var plays: Int
    var isFavorite: Bool
    var albumId: Int64?

    enum Columns {
      static let key = Column(CodingKeys.key)
      static let genre = Column(CodingKeys.genre)
      static let duration = Column(CodingKeys.duration)
      static let released = Column(CodingKeys.released)
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    // Dates as numbers, like the others: as text, GRDB's default, they cost
    // several times as much.
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
      .timeIntervalSinceReferenceDate
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
      .timeIntervalSinceReferenceDate
    }
  }

  struct AlbumWithTracks: Decodable, FetchableRecord {
    var album: Album
    var tracks: [Track]
  }

  /// Makes the tables, with the floor's indexes.
  static func migrate(_ database: DatabasePool) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("music") { database in
      try database.create(table: "album") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("key", .text).notNull().unique()
        table.column("title", .text).notNull()
        table.column("year", .integer).notNull()
      }
      try database.create(table: "track") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("key", .text).notNull().unique()
        table.column("title", .text).notNull()
        table.column("genre", .text).notNull()
        table.column("duration", .double).notNull()
        table.column("released", .double).notNull()
        table.column("plays", .integer).notNull()
        table.column("isFavorite", .boolean).notNull()
        table.belongsTo("album", onDelete: .cascade)
      }
      try database.create(
        index: "track_genre_released", on: "track", columns: ["genre", "released"])
    }
    try migrator.migrate(database)
  }
}
