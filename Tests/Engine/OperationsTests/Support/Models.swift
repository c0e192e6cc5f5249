// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
final class Album {
  @Attribute(.unique) var title: String
  var year: Int
  @Attribute(.externalStorage) var cover: Data?
  @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song] = []
  var tags: [Tag] = []

  init(_ title: String, year: Int = 2000) {
    self.title = title
    self.year = year
  }
}

@Model
final class Song {
  var name: String
  var album: Album?

  init(_ name: String) { self.name = name }
}

@Model
final class Tag {
  var word: String
  @Relationship(inverse: \Album.tags) var albums: [Album] = []

  init(_ word: String) { self.word = word }
}

/// In a store of its own.
@Model
final class Concert {
  var city: String

  init(_ city: String) { self.city = city }
}

/// The entity `Album` in another version of the program.
enum Other {
  @Model
  final class Album {
    var title: String
    var length: Double = 1

    init(_ title: String) { self.title = title }
  }
}

@ModelActor
actor Shelf {
  func add(_ title: String, songs: Int = 0) throws {
    let album = Album(title)
    modelContext.insert(album)
    for number in 0..<songs { Song("\(title) \(number)").album = album }
    try modelContext.save()
  }

  /// What a program does that was told to look away.
  func touch(_ album: UncheckedAlbum) -> Int {
    let year = album.model.year
    album.model.year = year + 1
    return year
  }

  func setAuthor(_ author: String) { modelContext.author = author }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Album>()) }

  /// Hands out a model, as no program should.
  func first() throws -> UncheckedAlbum? {
    try modelContext.fetch(FetchDescriptor<Album>()).first.map { UncheckedAlbum(model: $0) }
  }
}

/// Lets a model go where it should not.
struct UncheckedAlbum: @unchecked Sendable {
  let model: Album
}
