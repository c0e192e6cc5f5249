// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
final class Album {
  @Attribute(.unique) var key: String
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []

  init(key: String, title: String) {
    self.key = key
    self.title = title
  }
}

@Model
final class Track {
  @Attribute(.unique) var key: String
  var title: String
  var duration: Double
  var released: Date
  var plays: Int
  var isFavorite: Bool
  var album: Album?

  init(number: Int, album: Album? = nil) {
    // Short strings need no memory of their own.
    key = "t\(number)"
    title = "Track \(number & 7)"
    duration = Double(number % 600)
    released = Date(timeIntervalSinceReferenceDate: Double(number))
    plays = number & 63
    isFavorite = number & 1 == 0
    self.album = album
  }
}

@Model
final class Crate {
  var number: Int
  /// Without an inverse.
  var bottles: [Bottle] = []

  init(number: Int) { self.number = number }
}

@Model
final class Bottle {
  var number: Int

  init(number: Int) { self.number = number }
}
