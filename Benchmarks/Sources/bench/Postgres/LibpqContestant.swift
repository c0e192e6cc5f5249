// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation

  /// The workload, as somebody would write it who needs this and nothing else: libpq by hand, into plain classes, with the
  /// statements that are fastest there. Tables, indexes and the foreign key are those of the models.
  struct LibpqContestant: Contestant {
    static let name = "libpq"
    static let works = Work.onServers

    private let connection: LibpqConnection
    private let namespace: String

    init(directory: URL) throws {
      namespace = PostgresServer.namespace(Self.name, directory)
      connection = try LibpqConnection(PostgresServer.address())
      try connection.execute("CREATE SCHEMA \(namespace); SET search_path = \(namespace); " + Self.schema)
    }

    static let schema = """
      CREATE TABLE album (
        id bigint PRIMARY KEY, key text COLLATE "C" NOT NULL, title text COLLATE "C" NOT NULL, year bigint NOT NULL);
      CREATE UNIQUE INDEX album_key ON album (key);
      CREATE TABLE track (
        id bigint PRIMARY KEY, key text COLLATE "C" NOT NULL, title text COLLATE "C" NOT NULL,
        genre text COLLATE "C" NOT NULL, duration double precision NOT NULL, released double precision NOT NULL,
        plays bigint NOT NULL, is_favorite boolean NOT NULL,
        album bigint REFERENCES album DEFERRABLE INITIALLY DEFERRED);
      CREATE UNIQUE INDEX track_key ON track (key);
      CREATE INDEX track_album ON track (album);
      CREATE INDEX track_genre_released ON track (genre, released);
      """

    static let columns = "id, key, title, genre, duration, released, plays, is_favorite, album"

    func settle() throws {
      for table in ["album", "track"] { try connection.execute("VACUUM ANALYZE \(table)") }
    }
    func finish() throws { try connection.execute("DROP SCHEMA \(namespace) CASCADE") }

    private func transaction(_ body: () throws -> Void) throws {
      try connection.execute("BEGIN")
      try body()
      try connection.execute("COMMIT")
    }

    private func tracks(_ rows: LibpqRows, _ albumsByID: [Int64: Floor.Album] = [:]) -> [Floor.Track] {
      var tracks: [Floor.Track] = []
      tracks.reserveCapacity(Int(rows.count))
      for row in 0..<rows.count {
        let track = Floor.Track(
          key: rows.string(row, 1), title: rows.string(row, 2), genre: rows.string(row, 3),
          duration: rows.double(row, 4), released: Date(timeIntervalSinceReferenceDate: rows.double(row, 5)),
          plays: Int(rows.integer(row, 6)), isFavorite: rows.bool(row, 7),
          album: albumsByID.isEmpty || rows.isNull(row, 8) ? nil : albumsByID[rows.integer(row, 8)])
        track.id = rows.integer(row, 0)
        tracks.append(track)
      }
      return tracks
    }

    // MARK: The lines

    func insert(_ catalogue: Catalogue) throws { try LibpqInsertion(connection).run(catalogue) }

    func fetchAll() throws -> Digest {
      let all = try connection.prepare("SELECT \(Self.columns) FROM track", [])
      var digest = Digest()
      for track in tracks(try connection.run(all)) { digest.add(track.plays, track.title) }
      return digest
    }

    func pages(_ pages: [Catalogue.Page]) throws -> Digest {
      let statement = try connection.prepare(
        """
        SELECT \(Self.columns) FROM track
        WHERE genre = $1 AND released >= $2 AND released < $3 ORDER BY released LIMIT $4 OFFSET $5
        """, [.text, .real, .real, .integer, .integer])
      var digest = Digest()
      for page in pages {
        var values = LibpqValues()
        values.add(page.genre)
        values.add(page.from.timeIntervalSinceReferenceDate)
        values.add(page.to.timeIntervalSinceReferenceDate)
        values.add(Int64(Catalogue.pageSize))
        values.add(Int64(page.offset))
        for track in tracks(try connection.run(statement, values)) { digest.add(track.plays, track.title) }
      }
      return digest
    }

    func lookups(_ keys: [String]) throws -> Digest {
      let statement = try connection.prepare("SELECT \(Self.columns) FROM track WHERE key = $1", [.text])
      var digest = Digest()
      for key in keys {
        var values = LibpqValues()
        values.add(key)
        if let track = tracks(try connection.run(statement, values)).first { digest.add(track.plays, track.title) }
      }
      return digest
    }

    func albumsWithTracks() throws -> Digest {
      let rows = try connection.run(try connection.prepare("SELECT id, key, title, year FROM album", []))
      var albums: [Floor.Album] = []
      var albumsByID: [Int64: Floor.Album] = [:]
      for row in 0..<rows.count {
        let album = Floor.Album(
          id: rows.integer(row, 0), key: rows.string(row, 1), title: rows.string(row, 2),
          year: Int(rows.integer(row, 3)))
        albums.append(album)
        albumsByID[album.id] = album
      }
      let all = try connection.prepare("SELECT \(Self.columns) FROM track", [])
      for track in tracks(try connection.run(all), albumsByID) { track.album?.tracks.append(track) }
      var digest = Digest()
      for album in albums {
        for track in album.tracks { digest.add(album.year, track.title) }
      }
      return digest
    }

    func update(genre: String) throws {
      var values = LibpqValues()
      values.add(genre)
      let select = try connection.prepare("SELECT \(Self.columns) FROM track WHERE genre = $1", [.text])
      let tracks = tracks(try connection.run(select, values))
      var ids = LibpqArray(of: .integer, bytes: tracks.count * 12)
      var plays = ids
      var favorites = LibpqArray(of: .boolean, bytes: tracks.count * 5)
      for track in tracks {
        track.plays += 1
        track.isFavorite.toggle()
        ids.add(track.id)
        plays.add(Int64(track.plays))
        favorites.add(track.isFavorite)
      }
      let update = try connection.prepare(
        """
        UPDATE track AS t SET plays = u.plays, is_favorite = u.is_favorite
        FROM unnest($1, $2, $3) AS u(id, plays, is_favorite) WHERE t.id = u.id
        """, [.integers, .integers, .booleans])
      var changes = LibpqValues()
      changes.add(ids)
      changes.add(plays)
      changes.add(favorites)
      try connection.run(update, changes)
    }

    func delete(shorterThan duration: Double) throws {
      var values = LibpqValues()
      values.add(duration)
      try connection.run(try connection.prepare("DELETE FROM track WHERE duration < $1", [.real]), values)
    }

    private func first(_ count: Int) throws -> [Floor.Track] {
      let select = try connection.prepare("SELECT \(Self.columns) FROM track ORDER BY key LIMIT \(count)", [])
      return tracks(try connection.run(select))
    }

    func withLoadedTracks(
      _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void
    ) throws {
      let tracks = try first(count)
      let update = try connection.prepare("UPDATE track SET plays = $1 WHERE id = $2", [.integer, .integer])
      try timed { number in
        let track = tracks[number % tracks.count]
        track.plays += 1
        var values = LibpqValues()
        values.add(Int64(track.plays))
        values.add(track.id)
        try connection.run(update, values)
      }
    }

    // MARK: Without a server

    func create(_ count: Int, like track: Catalogue.Track) -> Digest { Digest() }
    func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws {}
    func whileHoldingAll(_ body: (_ count: Int) -> Void) throws {}
  }
#endif
