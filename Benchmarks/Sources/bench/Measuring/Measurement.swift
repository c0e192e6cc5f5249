// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line for one contestant, once.
struct Measurement {
  var seconds: Double
  /// What was found; for a line that writes, what is in the store after it.
  var digest: Digest
}

extension Contestant {
  /// Does the work, and times it.
  func measure(_ work: Work, _ catalogue: Catalogue, _ clock: Clock) throws -> Measurement {
    switch work {
    case .insert: try timeWrite(clock) { try insert(catalogue) }
    case .fetchAll: try timeRead(clock) { try fetchAll() }
    case .pages: try timeRead(clock) { try pages(catalogue.pages) }
    case .lookups: try timeRead(clock) { try lookups(catalogue.lookups) }
    case .albums: try timeRead(clock) { try albumsWithTracks() }
    case .update: try timeWrite(clock) { try update(genre: catalogue.changedGenre) }
    case .delete: try timeWrite(clock) { try delete(shorterThan: catalogue.shortest) }
    case .saveAmongFew: try timeSaves(catalogue, clock, among: 64)
    case .saveAmongMany: try timeSaves(catalogue, clock, among: 64_000)
    case .create: timeRead(clock) { create(catalogue.creations, like: catalogue.tracks[0]) }
    case .read: try timeReading(catalogue, clock)
    }
  }

  private func timeRead(_ clock: Clock, _ body: () throws -> Digest) rethrows -> Measurement {
    var digest = Digest()
    let seconds = try clock.time { digest = try body() }
    return Measurement(seconds: seconds, digest: digest)
  }

  private func timeWrite(_ clock: Clock, _ body: () throws -> Void) throws -> Measurement {
    let seconds = try clock.time(body)
    return Measurement(seconds: seconds, digest: try fetchAll())
  }

  private func timeSaves(
    _ catalogue: Catalogue, _ clock: Clock, among count: Int
  ) throws -> Measurement {
    var seconds = 0.0
    try withLoadedTracks(count) { changeAndSave in
      try changeAndSave(0)
      seconds = try clock.time {
        // These rows do not depend on the number of loaded objects, so a
        // difference is not the file's.
        for number in 0..<catalogue.saves { try changeAndSave(number % 64) }
      }
    }
    return Measurement(seconds: seconds, digest: try fetchAll())
  }

  private func timeReading(_ catalogue: Catalogue, _ clock: Clock) throws -> Measurement {
    var measurement = Measurement(seconds: 0, digest: Digest())
    try withReading { readAll in
      _ = readAll()
      measurement.seconds = clock.time {
        for _ in 0..<(catalogue.reads / 1000) {
          measurement.digest.count += 1000
          measurement.digest.sum &+= readAll()
        }
      }
    }
    return measurement
  }
}

/// How time is told.
enum Clock: String, Sendable {
  /// As on the wall.
  case wall
  /// The processor's time for this process: on a busy machine it repeats
  /// better, but leaves out what the disk takes.
  case cpu

  var seconds: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The seconds that `body` takes.
  func time(_ body: () throws -> Void) rethrows -> Double {
    let start = seconds
    try body()
    return seconds - start
  }
}

/// The middle value; the mean of the two in the middle of an even number.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
