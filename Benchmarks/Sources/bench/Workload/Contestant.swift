// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One way to store the catalogue.
///
/// Each has a file of its own. What a method does is timed as a whole: from
/// opening a context, where there is one, to letting go of the last object.
protocol Contestant: SendableMetatype {
  /// What the table calls it.
  static var name: String { get }
  /// The lines it takes part in.
  static var works: [Work] { get }

  /// Opens the store in `directory`, or makes one.
  init(directory: URL) throws

  /// Is called after the insertion, outside of the measured time: what a server would do by itself some time later.
  func settle() throws
  /// Removes what is not in `directory`.
  func finish() throws

  func insert(_ catalogue: Catalogue) throws
  func fetchAll() throws -> Digest
  func pages(_ pages: [Catalogue.Page]) throws -> Digest
  func lookups(_ keys: [String]) throws -> Digest
  func albumsWithTracks() throws -> Digest
  func update(genre: String) throws
  func delete(shorterThan duration: Double) throws

  /// Loads `count` tracks, then calls `timed` with a closure that changes and
  /// saves the track with the number it is given.
  func withLoadedTracks(
    _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void) throws

  /// Makes `count` tracks that no store knows.
  func create(_ count: Int, like track: Catalogue.Track) -> Digest
  /// Loads 250 tracks, then calls `timed` with a closure that reads four
  /// properties of each.
  func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws
  /// Loads all tracks, and calls `body` while they are in memory.
  func whileHoldingAll(_ body: (_ count: Int) -> Void) throws
}

extension Contestant {
  static var works: [Work] { Work.allCases }

  func settle() throws {}
  func finish() throws {}
}

/// What was found, in short: equal for all contestants, or one of them is
/// wrong.
struct Digest: Equatable, CustomStringConvertible {
  var count = 0
  var sum = 0

  /// Adds one object, by the number of its plays and the length of its title.
  @inline(__always)
  mutating func add(_ plays: Int, _ title: String) {
    count += 1
    sum &+= plays &* 31 &+ title.utf8.count
  }

  var description: String { "\(count) with sum \(sum)" }
}
