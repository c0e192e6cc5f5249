// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Observation

/// Which word of the Observation library's thread-local storage says that the
/// thread is tracking. Nothing documents it, so it is found by trial: the
/// word that `withObservationTracking` changes for its duration, and no other.
/// If there is not exactly one such word, or the library is linked statically,
/// every access goes by the probe instead.
enum ObservationSlot {
  /// The largest storage that is searched, in words.
  private static let largest = 64

  /// The word's position; `nil` if it was not found.
  static let position: Int? = find()

  /// Lets this thread read the word, from its next access on.
  static func prepareThread() {
    guard let position else { return }
    var count = 0
    guard let words = osd_observation_storage(&count), position < count else { return }
    osd_set_observation_slot(words + position)
  }

  private static func find() -> Int? {
    let before = words()
    guard !before.isEmpty, before.count <= largest else { return nil }
    var first: [UInt] = []
    var second: [UInt] = []
    withObservationTracking {
      first = words()
      withObservationTracking {
        second = words()
      } onChange: {
      }
    } onChange: {
    }
    let after = words()
    guard [first, second, after].allSatisfy({ $0.count == before.count }) else { return nil }
    let candidates = before.indices.filter {
      // Something else while tracking, something else again inside, and what
      // it was before at the end.
      first[$0] != before[$0] && first[$0] != 0 && second[$0] != first[$0] && second[$0] != 0
        && after[$0] == before[$0]
    }
    return candidates.count == 1 ? candidates[0] : nil
  }

  private static func words() -> [UInt] {
    var count = 0
    guard let start = osd_observation_storage(&count) else { return [] }
    return (0..<min(count, largest + 1)).map { UInt(bitPattern: start[$0]) }
  }
}
