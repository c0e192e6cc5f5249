import Foundation

/// One line for one contestant, once.
struct Measurement {
  var seconds: Double
  /// What was found; for a line that writes, what is in the store after it.
  var digest: Digest
}

extension Contestant {
  /// Does the work, and times it.
  func measure(_ work: Work, _ catalogue: Catalogue) throws -> Measurement {
    switch work {
    case .insert: try timeWrite { try insert(catalogue) }
    case .fetchAll: try timeRead { try fetchAll() }
    case .pages: try timeRead { try pages(catalogue.pages) }
    case .lookups: try timeRead { try lookups(catalogue.lookups) }
    case .albums: try timeRead { try albumsWithTracks() }
    case .update: try timeWrite { try update(genre: catalogue.changedGenre) }
    case .delete: try timeWrite { try delete(shorterThan: catalogue.shortest) }
    case .saveAmongFew: try timeSaves(catalogue, among: 64)
    case .saveAmongMany: try timeSaves(catalogue, among: 64_000)
    case .create: timeRead { create(catalogue.creations, like: catalogue.tracks[0]) }
    case .read: try timeReading(catalogue)
    }
  }

  private func timeRead(_ body: () throws -> Digest) rethrows -> Measurement {
    var digest = Digest()
    let seconds = try time { digest = try body() }
    return Measurement(seconds: seconds, digest: digest)
  }

  private func timeWrite(_ body: () throws -> Void) throws -> Measurement {
    let seconds = try time(body)
    return Measurement(seconds: seconds, digest: try fetchAll())
  }

  private func timeSaves(_ catalogue: Catalogue, among count: Int) throws -> Measurement {
    var seconds = 0.0
    try withLoadedTracks(count) { changeAndSave in
      try changeAndSave(0)
      seconds = try time {
        // The same rows, however many are loaded: what differs is not the
        // file's part.
        for number in 0..<catalogue.saves { try changeAndSave(number % 64) }
      }
    }
    return Measurement(seconds: seconds, digest: try fetchAll())
  }

  private func timeReading(_ catalogue: Catalogue) throws -> Measurement {
    var measurement = Measurement(seconds: 0, digest: Digest())
    try withReading { readThousand in
      _ = readThousand()
      measurement.seconds = time {
        for _ in 0..<(catalogue.reads / 1000) {
          measurement.digest.count += 1000
          measurement.digest.sum &+= readThousand()
        }
      }
    }
    return measurement
  }
}

/// The seconds that `body` takes.
func time(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  let duration = start.duration(to: clock.now).components
  return Double(duration.seconds) + Double(duration.attoseconds) * 1e-18
}

/// The middle value; the mean of the two in the middle of an even number.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
