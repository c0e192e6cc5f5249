// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation

  /// Albums and tracks by arrays of their columns, some thousands of rows in a statement.
  struct LibpqInsertion {
    private let connection: LibpqConnection
    private static let rows = 10_000

    init(_ connection: LibpqConnection) { self.connection = connection }

    func run(_ catalogue: Catalogue) throws {
      try connection.execute("BEGIN")
      let albums = try insertAlbums(catalogue.albums)
      try insertTracks(catalogue.tracks, albums)
      try connection.execute("COMMIT")
    }

    private func insertAlbums(_ all: [Catalogue.Album]) throws -> [Floor.Album] {
      let insert = try connection.prepare(
        "INSERT INTO album (id, key, title, year) SELECT * FROM unnest($1, $2, $3, $4)",
        [.integers, .texts, .texts, .integers])
      var albums: [Floor.Album] = []
      for start in stride(from: 0, to: all.count, by: Self.rows) {
        let chunk = all[start..<min(start + Self.rows, all.count)]
        var (ids, keys, titles, years) = (integers(chunk), texts(chunk), texts(chunk), integers(chunk))
        for values in chunk {
          let album = Floor.Album(
            id: Int64(albums.count + 1), key: values.key, title: values.title, year: values.year)
          albums.append(album)
          ids.add(album.id)
          keys.add(album.key)
          titles.add(album.title)
          years.add(Int64(album.year))
        }
        try run(insert, [ids, keys, titles, years])
      }
      return albums
    }

    private func insertTracks(_ all: [Catalogue.Track], _ albums: [Floor.Album]) throws {
      let insert = try connection.prepare(
        """
        INSERT INTO track (\(LibpqContestant.columns))
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """, [.integers, .texts, .texts, .texts, .reals, .reals, .integers, .booleans, .integers])
      var tracks: [Floor.Track] = []
      for start in stride(from: 0, to: all.count, by: Self.rows) {
        let chunk = all[start..<min(start + Self.rows, all.count)]
        var (ids, keys, titles, genres) = (integers(chunk), texts(chunk), texts(chunk), texts(chunk))
        var (durations, released) = (reals(chunk), reals(chunk))
        var (plays, favorites, owners) = (integers(chunk), booleans(chunk), integers(chunk))
        for values in chunk {
          let track = Floor.Track(
            key: values.key, title: values.title, genre: values.genre, duration: values.duration,
            released: values.released, plays: values.plays, isFavorite: values.isFavorite,
            album: albums[values.album])
          tracks.append(track)
          track.id = Int64(tracks.count)
          ids.add(track.id)
          keys.add(track.key)
          titles.add(track.title)
          genres.add(track.genre)
          durations.add(track.duration)
          released.add(track.released.timeIntervalSinceReferenceDate)
          plays.add(Int64(track.plays))
          favorites.add(track.isFavorite)
          owners.add(albums[values.album].id)
        }
        try run(insert, [ids, keys, titles, genres, durations, released, plays, favorites, owners])
      }
    }

    private func run(_ statement: String, _ arrays: [LibpqArray]) throws {
      var values = LibpqValues()
      for array in arrays { values.add(array) }
      try connection.run(statement, values)
    }

    private func integers(_ chunk: some Collection) -> LibpqArray { LibpqArray(of: .integer, bytes: chunk.count * 12) }
    private func reals(_ chunk: some Collection) -> LibpqArray { LibpqArray(of: .real, bytes: chunk.count * 12) }
    private func booleans(_ chunk: some Collection) -> LibpqArray { LibpqArray(of: .boolean, bytes: chunk.count * 5) }
    private func texts(_ chunk: some Collection) -> LibpqArray { LibpqArray(of: .text, bytes: chunk.count * 32) }
  }
#endif
