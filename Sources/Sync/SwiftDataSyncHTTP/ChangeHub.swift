// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import Synchronization

  /// Tells devices that listen which change of a zone is the latest. A slow listener is told of the latest one only, so that
  /// a burst of uploads is one event.
  ///
  /// It knows of what this process has written. Where several processes serve one file, devices of the others ask from
  /// time to time.
  final class ChangeHub: Sendable {
    struct Zone: Hashable {
      var account: String
      var name: String
    }

    private struct Listeners {
      var latest: UInt64 = 0
      var all: [UUID: AsyncStream<UInt64>.Continuation] = [:]
    }

    private let zones = Mutex<[Zone: Listeners]>([:])

    func publish(_ number: UInt64, to zone: Zone) {
      let listeners = zones.withLock { zones -> [AsyncStream<UInt64>.Continuation] in
        guard var listeners = zones[zone], listeners.latest < number else { return [] }
        listeners.latest = number
        zones[zone] = listeners
        return Array(listeners.all.values)
      }
      for listener in listeners { listener.yield(number) }
    }

    /// Numbers from now on, and the latest one again now and then: a connection that says nothing is taken for dead.
    func listen(to zone: Zone, every pause: Duration) -> AsyncStream<UInt64> {
      let (stream, continuation) = AsyncStream.makeStream(of: UInt64.self, bufferingPolicy: .bufferingNewest(1))
      let key = UUID()
      zones.withLock { $0[zone, default: Listeners()].all[key] = continuation }
      let timer = Task { [weak self] in
        while true {
          try await Task.sleep(for: pause)
          guard let latest = self?.zones.withLock({ $0[zone]?.latest }) else { return }
          continuation.yield(latest)
        }
      }
      continuation.onTermination = { [weak self] _ in
        timer.cancel()
        self?.zones.withLock { zones in
          zones[zone]?.all[key] = nil
          if zones[zone]?.all.isEmpty == true { zones[zone] = nil }
        }
      }
      return stream
    }
  }
#endif
