// SPDX-License-Identifier: Apache-2.0

import SwiftData

@Model
final class Album {
  @Attribute(.unique) var key: String
  var title: String
  var year: Int
  @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []

  init(key: String, title: String, year: Int) {
    self.key = key
    self.title = title
    self.year = year
  }
}

@Model
final class Track {
  #Index<Track>([\.genre, \.released])

  @Attribute(.unique) var key: String
  var title: String
  var genre: String
  var duration: Double
  var released: Date
  var plays: Int
  var isFavorite: Bool
  var album: Album?

  init(
    key: String, title: String, genre: String, duration: Double, released: Date, plays: Int,
    isFavorite: Bool, album: Album? = nil
  ) {
    self.key = key
    self.title = title
    self.genre = genre
    self.duration = duration
    self.released = released
    self.plays = plays
    self.isFavorite = isFavorite
    self.album = album
  }
}
