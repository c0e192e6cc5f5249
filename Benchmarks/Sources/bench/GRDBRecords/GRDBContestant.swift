// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The workload with GRDB's Codable records and its query interface.
struct GRDBContestant: Contestant {
  static let name = "GRDB"

  let database: DatabasePool

  init(directory: URL) throws {
    database = try DatabasePool(path: directory.appendingPathComponent("grdb.db").path)
    try Records.migrate(database)
  }

  func insert(_ catalogue: Catalogue) throws {
    try database.write { database in
      var albums: [Records.Album] = []
      for values in catalogue.albums {
        var album = Records.Album(key: values.key, title: values.title, year: values.year)
        try album.insert(database)
        albums.append(album)
      }
      for values in catalogue.tracks {
        var track = Records.Track(
          key: values.key, title: values.title, genre: values.genre, duration: values.duration,
          released: values.released, plays: values.plays, isFavorite: values.isFavorite,
          albumId: albums[values.album].id)
        try track.insert(database)
      }
    }
  }

  func fetchAll() throws -> Digest {
    let tracks = try database.read { try Records.Track.fetchAll($0) }
    var digest = Digest()
    for track in tracks { digest.add(track.plays, track.title) }
    return digest
  }

  func pages(_ pages: [Catalogue.Page]) throws -> Digest {
    var digest = Digest()
    for page in pages {
      let tracks = try database.read { database in
        try Records.Track
          .filter(
            Records.Track.Columns.genre == page.genre
              && Records.Track.Columns.released >= page.from.timeIntervalSinceReferenceDate
              && Records.Track.Columns.released < page.to.timeIntervalSinceReferenceDate
          )
          .order(Records.Track.Columns.released)
          .limit(Catalogue.pageSize, offset: page.offset)
          .fetchAll(database)
      }
      for track in tracks { digest.add(track.plays, track.title) }
    }
    return digest
  }

  func lookups(_ keys: [String]) throws -> Digest {
    var digest = Digest()
    try database.read { database in
      for key in keys {
        let track = try Records.Track.filter(Records.Track.Columns.key == key).fetchOne(database)
        if let track { digest.add(track.plays, track.title) }
      }
    }
    return digest
  }

  func albumsWithTracks() throws -> Digest {
    let albums = try database.read { database in
      try Records.Album.including(all: Records.Album.tracks)
        .asRequest(of: Records.AlbumWithTracks.self)
        .fetchAll(database)
    }
    var digest = Digest()
    for album in albums {
      for track in album.tracks { digest.add(album.album.year, track.title) }
    }
    return digest
  }

  func update(genre: String) throws {
    try database.write { database in
      let tracks = try Records.Track.filter(Records.Track.Columns.genre == genre)
        .fetchAll(database)
      for var track in tracks {
        try track.updateChanges(database) {
          $0.plays += 1
          $0.isFavorite.toggle()
        }
      }
    }
  }

  func delete(shorterThan duration: Double) throws {
    _ = try database.write { database in
      try Records.Track.filter(Records.Track.Columns.duration < duration).deleteAll(database)
    }
  }

  func withLoadedTracks(
    _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void
  ) throws {
    var tracks = try first(count)
    try timed { number in
      try database.write { database in
        _ = try tracks[number % tracks.count].updateChanges(database) { $0.plays += 1 }
      }
    }
  }

  private func first(_ count: Int) throws -> [Records.Track] {
    try database.read { database in
      try Records.Track.order(Records.Track.Columns.key).limit(count).fetchAll(database)
    }
  }

  func create(_ count: Int, like track: Catalogue.Track) -> Digest {
    measureCreation(count) {
      Records.Track(
        key: track.key, title: track.title, genre: track.genre, duration: track.duration,
        released: track.released, plays: $0, isFavorite: track.isFavorite)
    } plays: {
      $0.plays
    }
  }

  func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws {
    let tracks = try first(250)
    timed {
      var sum = 0
      for track in tracks {
        sum &+= readFour(track.plays, track.duration, track.released, track.isFavorite)
      }
      return sum
    }
  }

  func whileHoldingAll(_ body: (_ count: Int) -> Void) throws {
    let tracks = try database.read { try Records.Track.fetchAll($0) }
    withExtendedLifetime(tracks) { body(tracks.count) }
  }
}
