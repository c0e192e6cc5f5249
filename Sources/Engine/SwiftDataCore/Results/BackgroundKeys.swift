// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// Fetches the keys of results on a queue of its own, again and again, and keeps the latest.
///
/// However many changes there are during a fetch, one more follows it. Waiters are notified of results that
/// differ from the last ones.
final class BackgroundKeys<Element: PersistentModel>: Sendable {
  typealias Key = (key: Int64, entity: _Entity)

  private struct State {
    var descriptor: FetchDescriptor<Element>
    /// The keys that were delivered, to compare later ones with.
    var delivered: [Key] = []
    var isRunning = false
    var isOutdated = false
    var outcome: Result<[Key], any Error>?
  }

  private let state: Mutex<State>
  private let container: ContainerCore
  private let queue = DispatchQueue(label: "SwiftData.ResultsObserver")
  private let deliver: @Sendable () -> Void

  /// - Parameter deliver: Called on the queue when there is something to take.
  init(
    _ descriptor: FetchDescriptor<Element>, _ container: ContainerCore, delivered: [Key],
    deliver: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(descriptor: descriptor, delivered: delivered))
    self.container = container
    self.deliver = deliver
  }

  func fetch(_ descriptor: FetchDescriptor<Element>) {
    state.withLock { $0.descriptor = descriptor }
    fetch()
  }

  func fetch() {
    let starts = state.withLock { state in
      state.isOutdated = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { queue.async { self.run() } }
  }

  /// The keys fetched since the last call.
  func take() -> Result<[Key], any Error>? {
    state.withLock { state in
      defer { state.outcome = nil }
      return state.outcome
    }
  }

  private func run() {
    while true {
      let descriptor = state.withLock { state -> FetchDescriptor<Element>? in
        guard state.isOutdated else {
          state.isRunning = false
          return nil
        }
        state.isOutdated = false
        return state.descriptor
      }
      guard let descriptor else { return }
      // An engine that no container knows: it has no objects.
      let outcome = Result { try ContextCore(container: container).keys(descriptor) }
      let isNew = state.withLock { state in
        if case .success(let keys) = outcome {
          if state.outcome == nil, Self.areEqual(keys, state.delivered) { return false }
          state.delivered = keys
        }
        state.outcome = outcome
        return true
      }
      if isNew { deliver() }
    }
  }

  private static func areEqual(_ lhs: [Key], _ rhs: [Key]) -> Bool {
    lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.key == $1.key && $0.entity === $1.entity }
  }
}
