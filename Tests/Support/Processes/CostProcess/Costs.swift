// SPDX-License-Identifier: Apache-2.0

import CAllocationCounter
import Foundation
import SwiftData

/// The works whose costs are counted, each per row or per call.
struct Costs {
  let folder: URL
  let rows: Int

  func measure() throws {
    try measureCreation()
    let container = try container("plain", history: false)
    try measureInsertion(container)
    try measureReading(container)
    try measureChanges(container)
    try measureDeletion(container)
    try measureMembers()
    try measureReturns()
    try measureHistory()
  }

  private func container(_ name: String, history: Bool) throws -> ModelContainer {
    try ModelContainer(
      for: Album.self, Track.self,
      configurations: ModelConfiguration(
        url: folder.appendingPathComponent("\(name).store"), isHistoryEnabled: history))
  }

  /// Runs `body` and prints what it has asked for, divided by `count`; what it
  /// returns is kept until then.
  private func count<R>(_ name: String, per count: Int, _ body: () throws -> R) rethrows {
    let before = osd_allocations()
    let result = try body()
    let after = osd_allocations()
    withExtendedLifetime(result) {}
    let divisor = Double(count)
    let figures = [
      Double(after.allocations - before.allocations) / divisor,
      Double(after.bytes - before.bytes) / divisor,
      Double(after.live - before.live) / divisor,
    ]
    say(name + figures.map { String(format: " %.2f", $0) }.joined())
  }

  // MARK: Works

  private func measureCreation() throws {
    _ = Track(number: 0)
    count("create", per: rows) { (0..<rows).map { Track(number: $0) } }
  }

  private func measureInsertion(_ container: ModelContainer) throws {
    let warm = ModelContext(container)
    warm.insert(Track(number: -1, album: Album(key: "warm", title: "")))
    try warm.save()
    let context = ModelContext(container)
    try count("insert", per: rows) {
      var album = Album(key: "a0", title: "Album")
      for number in 0..<rows {
        if number % 10 == 0 {
          album = Album(key: "a\(number)", title: "Album")
          context.insert(album)
        }
        context.insert(Track(number: number, album: album))
      }
      try context.save()
    }
  }

  private func measureReading(_ container: ModelContainer) throws {
    _ = try ModelContext(container).fetch(FetchDescriptor<Track>()).map(\.title)
    let context = ModelContext(container)
    try count("fetch", per: rows) { try context.fetch(FetchDescriptor<Track>()) }

    let lookups = ModelContext(container)
    func lookUp(_ number: Int) throws {
      let key = "t\(number)"
      let found = try lookups.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.key == key }))
      guard found.count == 1 else { throw CocoaError(.featureUnsupported) }
    }
    try lookUp(1)
    let calls = 100
    try count("lookup", per: calls) { for number in 0..<calls { try lookUp(number) } }

    var albums = FetchDescriptor<Album>()
    albums.relationshipKeyPathsForPrefetching = [\.tracks]
    try count("related", per: rows) {
      let context = ModelContext(container)
      let found = try context.fetch(albums)
      guard found.reduce(0, { $0 + $1.tracks.count }) == rows + 1 else {
        throw CocoaError(.featureUnsupported)
      }
      return (context, found)
    }
  }

  /// One changed object, however many others the context has.
  private func measureChanges(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let tracks = try context.fetch(FetchDescriptor<Track>())
    func change(_ number: Int) throws {
      tracks[number].plays += 1
      try context.save()
    }
    try change(0)
    let calls = 50
    try count("save-one", per: calls) { for number in 0..<calls { try change(number) } }

    try count("update", per: rows) {
      for track in tracks { track.plays += 1 }
      try context.save()
    }
  }

  private func measureDeletion(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    try context.delete(model: Track.self, where: #Predicate { $0.key == "t0" })
    try context.save()
    try count("delete", per: rows) {
      try context.delete(model: Track.self, where: #Predicate { $0.isFavorite })
      try context.save()
    }
  }

  /// All rows under one owner: a list that were copied for each would show in
  /// the bytes.
  private func measureMembers() throws {
    let container = try container("members", history: false)
    let context = ModelContext(container)
    let album = Album(key: "one", title: "")
    context.insert(album)
    try count("join", per: rows) {
      for number in 0..<rows { context.insert(Track(number: number, album: album)) }
      try context.save()
    }
    // Members join an owner whose list is not loaded.
    let other = ModelContext(container)
    guard let owner = try other.fetch(FetchDescriptor<Album>()).first else { return }
    try count("join-unloaded", per: rows) {
      for number in rows..<2 * rows { other.insert(Track(number: number, album: owner)) }
      guard owner.tracks.count == 2 * rows else { throw CocoaError(.featureUnsupported) }
      try other.save()
    }
  }

  /// Deletions that are taken back one by one, of owners that had got members before: looking through what all of them
  /// had got would show in the bytes.
  private func measureReturns() throws {
    let container = try ModelContainer(
      for: Crate.self, Bottle.self,
      configurations: ModelConfiguration(url: folder.appendingPathComponent("returns.store"), isHistoryEnabled: false))
    let context = ModelContext(container)
    let calls = rows / 20
    let crates = (0..<calls).map { Crate(number: $0) }
    let bottles = (0..<calls).map { Bottle(number: $0) }
    for crate in crates { context.insert(crate) }
    for bottle in bottles { context.insert(bottle) }
    try context.save()
    for (crate, bottle) in zip(crates, bottles) { crate.bottles.append(bottle) }
    try count("take-back", per: calls) {
      for crate in crates { context.delete(crate) }
      for crate in crates { context.insert(crate) }
      guard context.deletedModelsArray.isEmpty else { throw CocoaError(.featureUnsupported) }
    }
    try context.save()
  }

  private func measureHistory() throws {
    let container = try container("history", history: true)
    let context = ModelContext(container)
    let tracks = (0..<100).map { Track(number: $0) }
    for track in tracks { context.insert(track) }
    try context.save()
    func change(_ number: Int) throws {
      tracks[number].plays += 1
      try context.save()
    }
    try change(0)
    let calls = 50
    try count("save-one-with-history", per: calls) {
      for number in 0..<calls { try change(number) }
    }
  }
}
