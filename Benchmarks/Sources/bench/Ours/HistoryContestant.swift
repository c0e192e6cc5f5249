// SPDX-License-Identifier: Apache-2.0

import Foundation

/// This package with its default configuration, where the store records what
/// each save changed: what the table shows first, for lines that write.
struct HistoryContestant: Contestant {
  static let name = "history"
  static let works = Work.allCases.filter(\.writes)

  private let ours: OurContestant

  init(directory: URL) throws {
    ours = try OurContestant(file: directory.appendingPathComponent("history.store"), history: true)
  }

  func insert(_ catalogue: Catalogue) throws { try ours.insert(catalogue) }
  func fetchAll() throws -> Digest { try ours.fetchAll() }
  func pages(_ pages: [Catalogue.Page]) throws -> Digest { try ours.pages(pages) }
  func lookups(_ keys: [String]) throws -> Digest { try ours.lookups(keys) }
  func albumsWithTracks() throws -> Digest { try ours.albumsWithTracks() }
  func update(genre: String) throws { try ours.update(genre: genre) }
  func delete(shorterThan duration: Double) throws { try ours.delete(shorterThan: duration) }

  func withLoadedTracks(
    _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void
  ) throws {
    try ours.withLoadedTracks(count, timed)
  }

  func create(_ count: Int, like track: Catalogue.Track) -> Digest {
    ours.create(count, like: track)
  }
  func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws {
    try ours.withReading(timed)
  }
  func whileHoldingAll(_ body: (_ count: Int) -> Void) throws {
    try ours.whileHoldingAll(body)
  }
}
