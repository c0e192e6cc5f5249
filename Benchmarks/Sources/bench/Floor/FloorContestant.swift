// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The workload, as close to SQLite as Swift gets.
struct FloorContestant: Contestant {
  static let name = "floor"

  let connection: FloorConnection

  init(directory: URL) throws {
    connection = try FloorConnection(path: directory.appendingPathComponent("floor.db").path)
    try connection.execute(Floor.schema)
  }

  func insert(_ catalogue: Catalogue) throws {
    let insertAlbum = try connection.prepare("INSERT INTO album VALUES (?, ?, ?, ?)")
    let insertTrack = try connection.prepare(
      "INSERT INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try connection.execute("BEGIN IMMEDIATE")
    var albums: [Floor.Album] = []
    for (index, values) in catalogue.albums.enumerated() {
      let album = Floor.Album(
        id: Int64(index + 1), key: values.key, title: values.title, year: values.year)
      albums.append(album)
      insertAlbum.bind(1, album.id)
      insertAlbum.bind(2, album.key)
      insertAlbum.bind(3, album.title)
      insertAlbum.bind(4, Int64(album.year))
      _ = try insertAlbum.step()
    }
    for (index, values) in catalogue.tracks.enumerated() {
      let track = Floor.Track(
        key: values.key, title: values.title, genre: values.genre, duration: values.duration,
        released: values.released, plays: values.plays, isFavorite: values.isFavorite,
        album: albums[values.album])
      track.id = Int64(index + 1)
      insertTrack.bind(1, track.id)
      insertTrack.bind(2, track.key)
      insertTrack.bind(3, track.title)
      insertTrack.bind(4, track.genre)
      insertTrack.bind(5, track.duration)
      insertTrack.bind(6, track.released.timeIntervalSinceReferenceDate)
      insertTrack.bind(7, Int64(track.plays))
      insertTrack.bind(8, track.isFavorite)
      insertTrack.bind(9, albums[values.album].id)
      _ = try insertTrack.step()
    }
    try connection.execute("COMMIT")
  }

  private func track(_ row: FloorStatement, album: Floor.Album? = nil) -> Floor.Track {
    let track = Floor.Track(
      key: row.string(1), title: row.string(2), genre: row.string(3), duration: row.double(4),
      released: Date(timeIntervalSinceReferenceDate: row.double(5)), plays: Int(row.integer(6)),
      isFavorite: row.integer(7) != 0, album: album)
    track.id = row.integer(0)
    return track
  }

  private func tracks(_ statement: FloorStatement) throws -> [Floor.Track] {
    var tracks: [Floor.Track] = []
    while try statement.step() { tracks.append(track(statement)) }
    return tracks
  }

  func fetchAll() throws -> Digest {
    let tracks = try tracks(connection.prepare("SELECT \(Floor.trackColumns) FROM track"))
    var digest = Digest()
    for track in tracks { digest.add(track.plays, track.title) }
    return digest
  }

  func pages(_ pages: [Catalogue.Page]) throws -> Digest {
    let statement = try connection.prepare(
      """
      SELECT \(Floor.trackColumns) FROM track
      WHERE genre = ? AND released >= ? AND released < ? ORDER BY released LIMIT ? OFFSET ?
      """)
    var digest = Digest()
    for page in pages {
      statement.bind(1, page.genre)
      statement.bind(2, page.from.timeIntervalSinceReferenceDate)
      statement.bind(3, page.to.timeIntervalSinceReferenceDate)
      statement.bind(4, Int64(Catalogue.pageSize))
      statement.bind(5, Int64(page.offset))
      for track in try tracks(statement) { digest.add(track.plays, track.title) }
    }
    return digest
  }

  func lookups(_ keys: [String]) throws -> Digest {
    let statement = try connection.prepare("SELECT \(Floor.trackColumns) FROM track WHERE key = ?")
    var digest = Digest()
    for key in keys {
      statement.bind(1, key)
      if let track = try tracks(statement).first { digest.add(track.plays, track.title) }
    }
    return digest
  }

  func albumsWithTracks() throws -> Digest {
    var albums: [Floor.Album] = []
    var albumsByID: [Int64: Floor.Album] = [:]
    let albumRows = try connection.prepare("SELECT id, key, title, year FROM album")
    while try albumRows.step() {
      let album = Floor.Album(
        id: albumRows.integer(0), key: albumRows.string(1), title: albumRows.string(2),
        year: Int(albumRows.integer(3)))
      albums.append(album)
      albumsByID[album.id] = album
    }
    let trackRows = try connection.prepare("SELECT \(Floor.trackColumns) FROM track")
    while try trackRows.step() {
      guard let album = albumsByID[trackRows.integer(8)] else { continue }
      album.tracks.append(track(trackRows, album: album))
    }
    var digest = Digest()
    for album in albums {
      for track in album.tracks { digest.add(album.year, track.title) }
    }
    return digest
  }

  func update(genre: String) throws {
    let select = try connection.prepare("SELECT \(Floor.trackColumns) FROM track WHERE genre = ?")
    select.bind(1, genre)
    let tracks = try tracks(select)
    let update = try connection.prepare("UPDATE track SET plays = ?, isFavorite = ? WHERE id = ?")
    try connection.execute("BEGIN IMMEDIATE")
    for track in tracks {
      track.plays += 1
      track.isFavorite.toggle()
      update.bind(1, Int64(track.plays))
      update.bind(2, track.isFavorite)
      update.bind(3, track.id)
      _ = try update.step()
    }
    try connection.execute("COMMIT")
  }

  func delete(shorterThan duration: Double) throws {
    let delete = try connection.prepare("DELETE FROM track WHERE duration < ?")
    delete.bind(1, duration)
    _ = try delete.step()
  }

  func withLoadedTracks(
    _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void
  ) throws {
    let tracks = try tracks(
      connection.prepare("SELECT \(Floor.trackColumns) FROM track ORDER BY key LIMIT \(count)"))
    let update = try connection.prepare("UPDATE track SET plays = ? WHERE id = ?")
    try timed { number in
      let track = tracks[number % tracks.count]
      track.plays += 1
      update.bind(1, Int64(track.plays))
      update.bind(2, track.id)
      _ = try update.step()
    }
  }

  func create(_ count: Int, like track: Catalogue.Track) -> Digest {
    measureCreation(count) {
      Floor.Track(
        key: track.key, title: track.title, genre: track.genre, duration: track.duration,
        released: track.released, plays: $0, isFavorite: track.isFavorite)
    } plays: {
      $0.plays
    }
  }

  func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws {
    let tracks = try tracks(
      connection.prepare("SELECT \(Floor.trackColumns) FROM track ORDER BY key LIMIT 250"))
    timed {
      var sum = 0
      for track in tracks {
        sum &+= readFour(track.plays, track.duration, track.released, track.isFavorite)
      }
      return sum
    }
  }

  func whileHoldingAll(_ body: (_ count: Int) -> Void) throws {
    let tracks = try tracks(connection.prepare("SELECT \(Floor.trackColumns) FROM track"))
    withExtendedLifetime(tracks) { body(tracks.count) }
  }
}
