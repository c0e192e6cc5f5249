// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import SwiftDataSyncCore
  import SwiftDataSyncServer
  import Synchronization

  /// Tells devices that listen which change of a zone is the latest. A slow listener is told of the latest one only, so that
  /// a burst of uploads is one event.
  final class ChangeHub: Sendable {
    struct Zone: Hashable {
      private let exactAccount: ExactText
      private let exactName: ExactText
      var account: String { exactAccount.text }
      var name: String { exactName.text }

      init(account: String, name: String) {
        (exactAccount, exactName) = (ExactText(account), ExactText(name))
      }
    }

    struct Event: Sendable {
      var number: UInt64
      /// Numbers of one epoch only grow. Another one begins when the zone was erased, or comes from a backup.
      var epoch: Int
    }

    private struct Listeners {
      /// What the database said last.
      var generation: UInt64?
      var latest = Event(number: 0, epoch: 0)
      var all: [UUID: AsyncStream<Event>.Continuation] = [:]
    }

    private struct Contents {
      var zones: [Zone: Listeners] = [:]
      var accounts: [ExactText: Int] = [:]
    }

    private let contents = Mutex(Contents())

    /// The zones that somebody listens to.
    var zones: [Zone] { contents.withLock { Array($0.zones.keys) } }

    var count: Int { contents.withLock { $0.accounts.values.reduce(0, +) } }

    /// After an upload that this process has applied.
    ///
    /// - Parameter generation: Of the zone, as far as it is known: it may have been erased since.
    func publish(_ number: UInt64, generation: UInt64? = nil, to zone: Zone) {
      tell(zone) { listeners in
        if let generation, let known = listeners.generation, known != 0, generation != known { return false }
        guard listeners.latest.number < number else { return false }
        listeners.latest.number = number
        return true
      }
    }

    /// After a look at the database, which other processes write, too.
    func settle(_ position: ZonePosition, of zone: Zone) {
      tell(zone) { listeners in
        defer { listeners.generation = position.generation }
        if let generation = listeners.generation, generation != position.generation {
          listeners.latest = Event(number: position.head, epoch: listeners.latest.epoch + 1)
          return true
        }
        guard listeners.latest.number < position.head else { return false }
        listeners.latest.number = position.head
        return true
      }
    }

    /// Says to all listeners what they know: each event is sent only while the token is valid.
    func repeatAll() {
      for zone in zones { tell(zone) { _ in true } }
    }

    /// The same to those who listen to a zone of this name: one of them may not be in the share any more.
    func repeatAll(of name: String) {
      for zone in zones where ExactText(zone.name) == ExactText(name) { tell(zone) { _ in true } }
    }

    private func tell(_ zone: Zone, _ change: (inout Listeners) -> Bool) {
      let (event, listeners) = contents.withLock { contents -> (Event, [AsyncStream<Event>.Continuation]) in
        guard var listeners = contents.zones[zone] else { return (Event(number: 0, epoch: 0), []) }
        let isNew = change(&listeners)
        contents.zones[zone] = listeners
        return (listeners.latest, isNew ? Array(listeners.all.values) : [])
      }
      for listener in listeners { listener.yield(event) }
    }

    /// Events from now on, and the latest one again now and then: a connection that says nothing is taken for dead.
    ///
    /// - Parameter account: Who listens, which may be another one than the zone's: it may be shared.
    /// - Parameter limit: How many of the account may listen.
    /// - Returns: nil: so many do already.
    func listen(
      to zone: Zone, by account: String, every pause: Duration, limit: Int
    ) -> (epoch: Int, events: AsyncStream<Event>)? {
      let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1))
      let (key, account) = (UUID(), ExactText(account))
      let epoch = contents.withLock { contents -> Int? in
        guard contents.accounts[account, default: 0] < limit else { return nil }
        contents.accounts[account, default: 0] += 1
        contents.zones[zone, default: Listeners()].all[key] = continuation
        return contents.zones[zone]?.latest.epoch
      }
      guard let epoch else { return nil }
      let timer = Task { [weak self] in
        while true {
          try await Task.sleep(for: pause)
          guard let latest = self?.contents.withLock({ $0.zones[zone]?.latest }) else { return }
          continuation.yield(latest)
        }
      }
      continuation.onTermination = { [weak self] _ in
        timer.cancel()
        self?.contents.withLock { contents in
          contents.zones[zone]?.all[key] = nil
          if contents.zones[zone]?.all.isEmpty == true { contents.zones[zone] = nil }
          contents.accounts[account, default: 1] -= 1
          if contents.accounts[account] == 0 { contents.accounts[account] = nil }
        }
      }
      return (epoch, stream)
    }
  }
#endif
