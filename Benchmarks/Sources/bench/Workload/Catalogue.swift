// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The music that every contestant stores: the same for the same count.
struct Catalogue {
  struct Album {
    var key: String
    var title: String
    var year: Int
  }

  struct Track {
    var key: String
    var title: String
    var genre: String
    var duration: Double
    var released: Date
    var plays: Int
    var isFavorite: Bool
    /// Its place in ``Catalogue/albums``.
    var album: Int
  }

  /// One page of a list of tracks.
  struct Page {
    var genre: String
    var from: Date
    var to: Date
    var offset: Int
  }

  static let genres = [
    "Ambient", "Blues", "Classical", "Electronic", "Folk", "Hip-Hop", "Jazz", "Pop", "Reggae",
    "Rock",
  ]
  static let pageSize = 50

  let albums: [Album]
  /// In the order of their albums.
  let tracks: [Track]
  let pages: [Page]
  /// Keys to look up; one in twenty belongs to no track.
  let lookups: [String]

  /// The genre, of ten, whose tracks ``Work/update`` changes.
  let changedGenre = "Jazz"
  /// Tracks shorter than this, a quarter, are deleted.
  let shortest = 195.0
  /// How often one object is changed and saved.
  let saves = 2000
  /// How many objects are created without a store.
  let creations: Int
  /// How often a property is read.
  let reads: Int

  /// - Parameter count: The number of tracks; a tenth as many albums.
  init(count: Int) {
    var random = SeededGenerator(seed: 20_261_121)
    let albumCount = max(1, count / 10)
    var albums: [Album] = []
    albums.reserveCapacity(albumCount)
    for index in 0..<albumCount {
      albums.append(
        Album(
          key: Self.key("4", index), title: Words.title(&random),
          year: Int.random(in: 1965..<2025, using: &random)))
    }
    var tracks: [Track] = []
    tracks.reserveCapacity(count)
    for index in 0..<count {
      let album = index * albumCount / count
      let day = Int.random(in: 0..<365, using: &random)
      // No two tracks come out at the same moment, so that sorting by date
      // leaves no choice.
      let milliseconds =
        (Self.day(ofYear: albums[album].year) + day) * 86_400_000 + index * 86_400_000 / count
      tracks.append(
        Track(
          key: Self.key("QZ", index), title: Words.title(&random),
          genre: Self.genres.randomElement(using: &random)!,
          duration: Double(Int.random(in: 60_000..<600_000, using: &random)) / 1000,
          released: Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1000),
          plays: Int.random(in: 0..<1000, using: &random),
          isFavorite: Int.random(in: 0..<10, using: &random) == 0, album: album))
    }
    self.albums = albums
    self.tracks = tracks
    pages = (0..<1000).map { _ in
      let year = Int.random(in: 1965..<2015, using: &random)
      return Page(
        genre: Self.genres.randomElement(using: &random)!, from: Self.start(ofYear: year),
        to: Self.start(ofYear: year + 10),
        offset: Int.random(in: 0..<10, using: &random) * Self.pageSize)
    }
    lookups = (0..<20_000).map { index in
      Self.key(index % 20 == 0 ? "QX" : "QZ", Int.random(in: 0..<count, using: &random))
    }
    creations = count * 10
    reads = count * 100
  }

  /// A key of its own for each number below ten milliards, in no order.
  private static func key(_ prefix: String, _ number: Int) -> String {
    let digits = String((number + 1) * 2_654_435_761 % 10_000_000_000)
    return prefix + String(repeating: "0", count: 10 - digits.count) + digits
  }

  /// Days from the reference date to about the first of January.
  private static func day(ofYear year: Int) -> Int { (year - 2001) * 1461 / 4 }

  private static func start(ofYear year: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(day(ofYear: year) * 86_400))
  }
}
