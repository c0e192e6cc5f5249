// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The workload with this package, as an app would write it. Like the others,
/// the store keeps no history; reading is the same with one.
struct OurContestant: Contestant {
  static let name = "ours"

  let container: ModelContainer

  init(directory: URL) throws {
    try self.init(file: directory.appendingPathComponent("ours.store"), history: false)
  }

  init(container: ModelContainer) { self.container = container }

  init(file: URL, history: Bool) throws {
    container = try ModelContainer(
      for: Album.self, Track.self,
      configurations: ModelConfiguration(url: file, isHistoryEnabled: history))
  }

  func insert(_ catalogue: Catalogue) throws {
    let context = ModelContext(container)
    var albums: [Album] = []
    for values in catalogue.albums {
      let album = Album(key: values.key, title: values.title, year: values.year)
      context.insert(album)
      albums.append(album)
    }
    for values in catalogue.tracks {
      let track = Track(
        key: values.key, title: values.title, genre: values.genre, duration: values.duration,
        released: values.released, plays: values.plays, isFavorite: values.isFavorite,
        album: albums[values.album])
      context.insert(track)
    }
    try context.save()
  }

  func fetchAll() throws -> Digest {
    let tracks = try ModelContext(container).fetch(FetchDescriptor<Track>())
    var digest = Digest()
    for track in tracks { digest.add(track.plays, track.title) }
    return digest
  }

  func pages(_ pages: [Catalogue.Page]) throws -> Digest {
    let context = ModelContext(container)
    var digest = Digest()
    for page in pages {
      let (genre, from, to) = (page.genre, page.from, page.to)
      var descriptor = FetchDescriptor<Track>(
        predicate: #Predicate {
          $0.genre == genre && $0.released >= from && $0.released < to
        },
        sortBy: [SortDescriptor(\.released)])
      descriptor.fetchLimit = Catalogue.pageSize
      descriptor.fetchOffset = page.offset
      for track in try context.fetch(descriptor) { digest.add(track.plays, track.title) }
    }
    return digest
  }

  func lookups(_ keys: [String]) throws -> Digest {
    let context = ModelContext(container)
    var digest = Digest()
    for key in keys {
      let descriptor = FetchDescriptor<Track>(predicate: #Predicate { $0.key == key })
      if let track = try context.fetch(descriptor).first { digest.add(track.plays, track.title) }
    }
    return digest
  }

  func albumsWithTracks() throws -> Digest {
    var descriptor = FetchDescriptor<Album>()
    descriptor.relationshipKeyPathsForPrefetching = [\.tracks]
    let albums = try ModelContext(container).fetch(descriptor)
    var digest = Digest()
    for album in albums {
      for track in album.tracks { digest.add(album.year, track.title) }
    }
    return digest
  }

  func update(genre: String) throws {
    let context = ModelContext(container)
    let descriptor = FetchDescriptor<Track>(predicate: #Predicate { $0.genre == genre })
    for track in try context.fetch(descriptor) {
      track.plays += 1
      track.isFavorite.toggle()
    }
    try context.save()
  }

  func delete(shorterThan duration: Double) throws {
    let context = ModelContext(container)
    try context.delete(model: Track.self, where: #Predicate { $0.duration < duration })
    try context.save()
  }

  func withLoadedTracks(
    _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void
  ) throws {
    let context = ModelContext(container)
    let tracks = try first(count, context)
    try timed { number in
      tracks[number % tracks.count].plays += 1
      try context.save()
    }
  }

  private func first(_ count: Int, _ context: ModelContext) throws -> [Track] {
    var descriptor = FetchDescriptor<Track>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])
    descriptor.fetchLimit = count
    return try context.fetch(descriptor)
  }

  func create(_ count: Int, like track: Catalogue.Track) -> Digest {
    measureCreation(count) {
      Track(
        key: track.key, title: track.title, genre: track.genre, duration: track.duration,
        released: track.released, plays: $0, isFavorite: track.isFavorite)
    } plays: {
      $0.plays
    }
  }

  func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws {
    let tracks = try first(250, ModelContext(container))
    timed {
      var sum = 0
      for track in tracks {
        sum &+= readFour(track.plays, track.duration, track.released, track.isFavorite)
      }
      return sum
    }
  }

  func whileHoldingAll(_ body: (_ count: Int) -> Void) throws {
    let context = ModelContext(container)
    let tracks = try context.fetch(FetchDescriptor<Track>())
    withExtendedLifetime((context, tracks)) { body(tracks.count) }
  }
}
