// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// What a node has read of observable objects, once: ends when the node reads anew, or is gone.
///
/// Observation keeps what was read until something of it changes. A row that comes in sight again and again would be
/// noted by its model each time, and never be forgotten. So each reading reads a property of its own besides, and pretends
/// to change it in the end.
final class Reading: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let ended = Atomic(false)

  private var mark: Int { 0 }

  var isOver: Bool { ended.load(ordering: .relaxed) }

  func note() { registrar.access(self, keyPath: \.mark) }

  func end() {
    ended.store(true, ordering: .relaxed)
    registrar.willSet(self, keyPath: \.mark)
    registrar.didSet(self, keyPath: \.mark)
  }
}
