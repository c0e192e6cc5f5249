// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model final class Album {
  var name: String
  var year: Int
  @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song] = []

  init(_ name: String, _ year: Int = 0) {
    self.name = name
    self.year = year
  }
}

@Model final class Song {
  var title: String
  var length: Double
  var album: Album?
  @Relationship(inverse: \Playlist.songs) var playlists: [Playlist] = []

  init(_ title: String, _ length: Double = 0) {
    self.title = title
    self.length = length
  }
}

@Model final class Playlist {
  var name: String
  var songs: [Song] = []
  init(_ name: String) { self.name = name }
}

/// In a store of its own.
@Model final class Note {
  var text: String
  init(_ text: String) { self.text = text }
}

/// In another one.
@Model final class Draft {
  var text: String
  init(_ text: String) { self.text = text }
}
