// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import Synchronization

  /// What others have saved, read off the history.
  extension PostgresRowStore: WatchedStore {
    package func beginLooking() {
      guard recordsHistory, let range = try? historyRange() else { return }
      commits.start(after: range.last)
    }

    /// A watch keeps a place of its own: what it has found is found once more here.
    package func look(_ deliver: (ForeignChanges) -> Void) -> Bool {
      guard recordsHistory, let place = commits.lookedAt else { return false }
      // If the store cannot be read, the next read throws.
      guard let (changes, last) = try? foreignChanges(after: place) else { return false }
      commits.didLook(until: last)
      guard let changes else { return false }
      deliver(changes)
      return true
    }

    /// The changes of others from a place on, and the place after them.
    func foreignChanges(after place: Int64) throws -> (changes: ForeignChanges?, last: Int64) {
      // Before the records: what somebody has deleted from the history nobody can tell any more.
      let deleted = try deletedHistory()
      if deleted > place {
        database.place()
        return (.unknown, deleted)
      }
      let records = try historyTransactions(HistoryRequest(after: place, limit: Self.mostTransactions))
      // After a long time it is cheaper to compare what is in memory.
      if records.count == Self.mostTransactions {
        database.place()
        return (.unknown, try historyRange().last)
      }
      let changes = records.filter { !commits.isOwn($0.number) }.flatMap(\.changes)
      // Contexts read again what has changed, and no standby may answer that is behind it.
      if !changes.isEmpty { database.place() }
      return (changes.isEmpty ? nil : .rows(changes), records.last?.number ?? place)
    }

    private static var mostTransactions: Int { 1_000 }

    package func watch(
      _ deliver: @escaping @Sendable (ForeignChanges) -> Void, _ tell: @escaping @Sendable () -> Void
    ) -> (any StoreWatch)? {
      guard recordsHistory, let place = commits.lookedAt else { return nil }
      return HistoryFollower(self, after: place) { changes in
        deliver(changes)
        tell()
      }
    }
  }

  /// Which transactions are this container's own, and up to where those of others are known.
  final class OwnCommits: Sendable {
    private struct State {
      var own: Set<Int64> = []
      var order: [Int64] = []
      var lookedAt: Int64?
    }

    /// More than a container commits while another transaction is open, or between two looks; what is forgotten is told
    /// once more, which merging does not mind.
    private static let capacity = 65_536

    private let state = Mutex(State())

    var lookedAt: Int64? { state.withLock { $0.lookedAt } }

    func start(after place: Int64) { state.withLock { $0.lookedAt = place } }

    func didLook(until place: Int64) { state.withLock { $0.lookedAt = max($0.lookedAt ?? 0, place) } }

    func isOwn(_ number: Int64) -> Bool { state.withLock { $0.own.contains(number) } }

    /// Before the commit: nobody may find the transaction as somebody else's.
    func note(_ number: Int64) {
      state.withLock { state in
        state.own.insert(number)
        state.order.append(number)
        guard state.order.count > Self.capacity else { return }
        state.own.subtract(state.order.prefix(Self.capacity / 2))
        state.order.removeFirst(Self.capacity / 2)
      }
    }
  }
#endif
