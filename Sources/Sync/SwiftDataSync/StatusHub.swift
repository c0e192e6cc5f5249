// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization

/// Keeps the status, and tells views and sequences of it.
@Observable
final class StatusHub: Sendable {
  private struct Contents {
    var status = SyncStatus()
    var statusListeners: [UUID: AsyncStream<SyncStatus>.Continuation] = [:]
    var eventListeners: [UUID: AsyncStream<SyncEvent>.Continuation] = [:]
  }

  @ObservationIgnored private let contents = Mutex(Contents())

  var status: SyncStatus {
    access(keyPath: \.status)
    return contents.withLock { $0.status }
  }

  func report(_ status: SyncStatus?, _ events: [SyncEvent]) {
    if let status { change { $0 = status.with(isPaused: $0.isPaused) } }
    guard !events.isEmpty else { return }
    for listener in contents.withLock({ Array($0.eventListeners.values) }) {
      for event in events { listener.yield(event) }
    }
  }

  /// - Parameter isPaused: Whether it is at that moment: who pauses and who resumes at once may be told in either order.
  func setPaused(_ isPaused: () -> Bool) { change { $0.isPaused = isPaused() } }

  private func change(_ body: (inout SyncStatus) -> Void) {
    let isNew = contents.withLock { contents in
      var after = contents.status
      body(&after)
      return after != contents.status
    }
    guard isNew else { return }
    withMutation(keyPath: \.status) {
      // Of what it is now, and told in the order of the changes: another thread may have changed it since.
      contents.withLock { contents in
        body(&contents.status)
        for listener in contents.statusListeners.values { listener.yield(contents.status) }
      }
    }
  }

  /// Who is slow sees the latest one.
  var statusUpdates: AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      self?.contents.withLock { $0.statusListeners[key] = nil }
    }
    // Together: the listener keeps the latest one only, which must not be this one if there is a newer one.
    contents.withLock { contents in
      contents.statusListeners[key] = continuation
      continuation.yield(contents.status)
    }
    return stream
  }

  var events: AsyncStream<SyncEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: SyncEvent.self)
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      self?.contents.withLock { $0.eventListeners[key] = nil }
    }
    contents.withLock { $0.eventListeners[key] = continuation }
    return stream
  }

  deinit {
    contents.withLock { contents in
      contents.statusListeners.values.forEach { $0.finish() }
      contents.eventListeners.values.forEach { $0.finish() }
    }
  }
}

extension SyncStatus {
  fileprivate func with(isPaused: Bool) -> SyncStatus {
    var copy = self
    copy.isPaused = isPaused
    return copy
  }
}
