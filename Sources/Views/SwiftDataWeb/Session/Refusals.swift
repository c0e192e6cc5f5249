// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts what was refused, by reason.
final class Refusals: Sendable {
  enum Reason: String, CaseIterable, Sendable {
    /// The request names a host or comes from a site that is not this one.
    case foreignHost, foreignOrigin
    /// The host's closure does not let it in.
    case unauthorized
    /// The message cannot be read.
    case malformed
    /// No such element is shown to this page, or it does not report such events.
    case staleEvent
    case tooManyEvents, tooManyPages
  }

  private let counts = Mutex<[Reason: Int]>([:])

  func count(_ reason: Reason) {
    counts.withLock { $0[reason, default: 0] += 1 }
  }

  subscript(_ reason: Reason) -> Int { counts.withLock { $0[reason] ?? 0 } }

  var all: [String: Int] {
    counts.withLock { counts in
      Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }
  }
}
