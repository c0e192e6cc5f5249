// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Observation
import Synchronization

/// Tells whether the current thread is inside `withObservationTracking`.
///
/// Objects get a registrar only when they are observed, because making
/// one for each object doubles the cost of an object. The library has no
/// question for "is anybody tracking", but it hashes the key path of each
/// access it records: a key path with a subscript whose index notices being
/// hashed answers the question, in 14 ns. Where the library's thread-local
/// storage can be found, and behaves as expected (``ObservationSlot``), a load
/// from it answers in one.
@usableFromInline
package enum ObservationProbe {
  @inlinable
  @inline(__always)
  package static var isTracking: Bool {
    let answer = osd_observation_tracking()
    return answer < 0 ? isTrackingSlowly() : answer != 0
  }

  /// Whether one load answers, as it should wherever the C library is glibc.
  package static var isOneWord: Bool { ObservationSlot.position != nil }

  @usableFromInline
  @inline(never)
  static func isTrackingSlowly() -> Bool {
    // The thread may have had no storage before this access.
    let answer = isTrackingOnThread()
    ObservationSlot.prepareThread()
    return answer
  }

  /// Lets this thread read the library's word from now on, where there is one.
  static func prepareThread() {
    // The thread may have had no storage before this access.
    _ = isTrackingOnThread()
    ObservationSlot.prepareThread()
  }

  static func isTrackingOnThread() -> Bool {
    let probe = Probe.shared
    // Several threads may probe at once; each compares a mark of its own.
    let before = ProbeIndex.hashCount.load(ordering: .relaxed)
    probe.registrar.access(probe, keyPath: Probe.keyPath)
    return ProbeIndex.hashCount.load(ordering: .relaxed) != before
  }
}

private final class Probe: Observable, Sendable {
  let registrar = ObservationRegistrar()
  static let shared = Probe()
  // Never changed; key paths do not say that they can be sent.
  nonisolated(unsafe) static let keyPath: KeyPath<Probe, Int> = \Probe[ProbeIndex()]
  subscript(index: ProbeIndex) -> Int { 0 }
}

/// Counts how often it is hashed. Another thread's hash can make the answer
/// "yes" for a thread that tracks nothing: it then creates a needless
/// registrar, which is harmless.
private struct ProbeIndex: Hashable, Sendable {
  static let hashCount = Atomic<Int>(0)

  func hash(into hasher: inout Hasher) {
    Self.hashCount.wrappingAdd(1, ordering: .relaxed)
  }
}
