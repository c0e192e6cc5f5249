// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import Synchronization

  /// What others have saved, read off the history.
  extension PostgresRowStore: WatchedStore {
    package func beginLooking() {
      guard recordsHistory, let (range, origin) = try? placedRange() else { return }
      commits.start(after: HistoryPlace(last: range.last, origin: origin))
    }

    /// A watch keeps a place of its own: what it has found is found once more here.
    package func look(_ deliver: (ForeignChanges) -> Void) -> Bool {
      guard recordsHistory, let place = commits.lookedAt else { return false }
      // If the store cannot be read, the next read throws.
      guard let news = try? foreignChanges(after: place) else { return false }
      commits.didLook(until: news.place)
      guard let changes = news.changes else { return false }
      deliver(changes)
      return true
    }

    typealias News = (changes: ForeignChanges?, place: HistoryPlace, horizon: Int64)

    /// The changes of others from a place on, the place after them, and a number before which nothing else will appear.
    ///
    /// One round trip, whose statements see one after the other what is committed. The horizon comes first: what it has
    /// passed the records show. What was deleted comes last: of records that went before they were read, it tells.
    func foreignChanges(after place: HistoryPlace) throws -> News {
      let selection = try HistorySelection(
        self, HistoryRequest(after: place.last, limit: Self.mostTransactions), most: Self.mostChanges)
      let results = try database.read(
        [
          PostgresStatement(
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, "
              + "pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1"), selection.statement,
          PostgresStatement("SELECT expired, tableoid::bigint FROM \(layout.helper("swiftdata_store"))"),
        ], isPrimary: true)
      let horizon = results[0].integer(0, 0)
      if database.statistics.isObserved {
        database.statistics.observer?.didLag(Int(max(results[0].integer(0, 1) - horizon, 0)))
      }
      let expired = results[2].count > 0 ? results[2].integer(0, 0) : 0
      let found = HistoryOrigin(
        cluster: results[0].cluster, table: results[2].count > 0 ? results[2].integer(0, 1) : nil)
      let origin = place.origin.completed(by: found)
      if found.isOther(than: place.origin) {
        // Another server has taken over, or a dump was restored. It need not have all that was shown before, and gives the
        // numbers of the rest out again.
        commits.forget()
        database.place()
        return (.unknown, HistoryPlace(last: horizon, deleted: expired, origin: found), horizon)
      }
      let deleted = max(expired, place.deleted)
      // What has emptied the store may have been noticed while older transactions were open. Once they have ended, all is
      // compared once more: of those that were deleted from the history since, nothing tells.
      let isSettled = place.last < place.deleted && horizon >= place.deleted
      if isSettled || deleted > max(place.last, place.deleted) {
        database.place()
        return (
          .unknown, HistoryPlace(last: max(place.last, min(deleted, horizon)), deleted: deleted, origin: origin),
          horizon
        )
      }
      let news = selection.records(results[1])
      // After a long time it is cheaper to compare what is in memory.
      if news.records.count == Self.mostTransactions || news.changes >= Self.mostChanges {
        database.place()
        return (.unknown, HistoryPlace(last: max(place.last, horizon), deleted: deleted, origin: origin), horizon)
      }
      let changes = news.records.filter { !commits.isOwn($0.number) }.flatMap(\.changes)
      // Contexts read again what has changed, and no standby may answer that is behind it.
      if !changes.isEmpty { database.place() }
      let last = news.records.last?.number ?? place.last
      return (
        changes.isEmpty ? nil : .rows(changes), HistoryPlace(last: last, deleted: deleted, origin: origin), horizon
      )
    }

    private static var mostTransactions: Int { 1_000 }
    private static var mostChanges: Int { 100_000 }

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

  /// Up to where the history was read by somebody.
  struct HistoryPlace {
    /// The number of the last transaction.
    private(set) var last: Int64
    /// Up to where it was told that somebody has deleted some.
    private(set) var deleted: Int64 = 0

    /// Whose numbers these are.
    private(set) var origin: HistoryOrigin

    /// Whoever has come later has seen more.
    mutating func advance(to other: HistoryPlace) {
      if other.origin.isOther(than: origin) {
        self = other
        return
      }
      last = max(last, other.last)
      deleted = max(deleted, other.deleted)
      origin = origin.completed(by: other.origin)
    }
  }

  /// Whose numbers the history has.
  struct HistoryOrigin: Sendable {
    let cluster: Cluster?
    /// What the server calls the store's table. What is restored from a dump in its place is called otherwise.
    let table: Int64?

    func isOther(than known: HistoryOrigin) -> Bool {
      func differ<T: Equatable>(_ left: T?, _ right: T?) -> Bool { left != nil && right != nil && left != right }
      return differ(cluster, known.cluster) || differ(table, known.table)
    }

    func completed(by other: HistoryOrigin) -> HistoryOrigin {
      HistoryOrigin(cluster: cluster ?? other.cluster, table: table ?? other.table)
    }
  }

  /// Which transactions are this container's own, and up to where those of others are known.
  final class OwnCommits: Sendable {
    private struct State {
      var own: Set<Int64> = []
      var order: [Int64] = []
      var lookedAt: HistoryPlace?
    }

    /// More than a container commits while another transaction is open, or between two looks; what is forgotten is told
    /// once more, which merging does not mind.
    private static let capacity = 65_536

    private let state = Mutex(State())

    var lookedAt: HistoryPlace? { state.withLock { $0.lookedAt } }

    func start(after place: HistoryPlace) { state.withLock { $0.lookedAt = place } }

    /// Numbers are given out again.
    func forget() {
      state.withLock { state in
        state.own = []
        state.order = []
      }
    }

    func didLook(until place: HistoryPlace) { state.withLock { $0.lookedAt?.advance(to: place) } }

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
