// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import Synchronization

  /// Standbys that answer what only reads, as soon as they have what this container has written or heard of.
  ///
  /// How far they must be is a place in the primary's log. One that is behind, cannot be reached, or stops a statement in
  /// favour of what it takes over is passed over: the primary answers then.
  final class Replicas: Sendable {
    let pool: Pool
    private let state = Mutex(State())

    private struct State {
      /// A place in the log that a standby must have reached; `nil` if it has to be asked for first.
      var required: Int64?
      /// The furthest that a standby was at: another one must not be behind it, or time would go back.
      var seen: Int64 = 0
      /// When those that could not be reached are tried again.
      var avoidedUntil: ContinuousClock.Instant?
      /// What the primary's cluster is called; `nil` if it does not tell.
      var system: String?
      var isClosed = false
    }

    /// For how long those that could not be reached are left alone.
    private static let pause = Duration.seconds(1)

    init(_ pool: Pool) { self.pool = pool }

    // MARK: How far they must be

    /// Where the primary's log ends.
    static let end = PostgresStatement("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint")

    /// How far a standby is; NULL on a server that is none, or none any more.
    private static let reached = PostgresStatement(
      "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END")

    /// Whether it is known how far they must be.
    var isPlaced: Bool { state.withLock { $0.required != nil } }

    /// Asks a connection to the primary where its log ends: standbys must have come that far from now on.
    func place(_ primary: PostgresConnection) {
      guard let rows = try? primary.run(Self.end), rows.count > 0 else { return state.withLock { $0.required = nil } }
      let end = Self.place(end: rows.integer(0, 0))
      state.withLock { state in
        state.required = max(state.required ?? 0, end)
        state.system = primary.cluster?.system
      }
    }

    /// At the end of a page, the place of the next record is after the next page's header, where nobody arrives before
    /// that record is written. A record that crosses the page ends later still, and one before it earlier.
    static func place(end: Int64) -> Int64 {
      let page: Int64 = 8192
      return [24, 40].contains(end % page) ? end - end % page : end
    }

    /// Nobody knows how far they must be: the primary has to be asked.
    func displace() { state.withLock { $0.required = nil } }

    // MARK: Reading

    /// - Returns: `nil` if the primary has to answer.
    /// - Throws: ``PostgresFailure`` for statements that fail there, too.
    func read(_ statements: [PostgresStatement]) throws -> [ResultRows]? {
      let required: Int64? = state.withLock { state in
        guard let required = state.required, !state.isClosed else { return nil }
        if let end = state.avoidedUntil {
          guard ContinuousClock.now >= end else { return nil }
          state.avoidedUntil = nil
        }
        return max(required, state.seen)
      }
      guard let required, let connection = borrow() else { return nil }
      if let system = state.withLock({ $0.system }), let other = connection.cluster?.system, other != system {
        pool.give(connection)
        throw SwiftDataError(
          .loadIssueModelContainer, "The replicas are copies of another server than the one that takes changes.",
          advice: "Check replicaURL.")
      }
      do throws(PostgresFailure) {
        if connection.replayed < required {
          // Cheaper than a result that cannot be used.
          guard try advance(connection, required, connection.run(Self.reached)) else {
            pool.give(connection)
            return nil
          }
        }
        let results = try connection.run([Self.reached] + statements)
        guard results.count == statements.count + 1, advance(connection, required, results[0]) else {
          pool.give(connection)
          return nil
        }
        pool.give(connection)
        return Array(results.dropFirst())
      } catch {
        pool.give(connection)
        if error.isConnectionLost { avoid() }
        guard error.isConnectionLost || Self.isOfStandby(error) else { throw error }
        return nil
      }
    }

    /// Notes how far a standby is.
    ///
    /// - Returns: Whether that is far enough.
    private func advance(_ connection: PostgresConnection, _ required: Int64, _ rows: ResultRows) -> Bool {
      guard rows.count > 0, !rows.isNull(0, 0) else {
        // It was promoted: of its log this one knows nothing.
        connection.close()
        avoid()
        return false
      }
      connection.replayed = rows.integer(0, 0)
      guard connection.replayed >= required else { return false }
      state.withLock { $0.seen = max($0.seen, connection.replayed) }
      return true
    }

    private func borrow() -> PostgresConnection? {
      do { return try pool.take() } catch {
        avoid()
        return nil
      }
    }

    private func avoid() { state.withLock { $0.avoidedUntil = .now + Self.pause } }

    /// Whether a statement may succeed on the primary: a conflict with what the standby takes over, a table, a function or a
    /// collation that it does not have yet, a server that is about to stop.
    private static func isOfStandby(_ failure: PostgresFailure) -> Bool {
      guard let code = failure.code else { return true }
      return PostgresErrors.isTransient(failure) || ["42P01", "42703", "42883", "42704", "25006"].contains(code)
        || code.hasPrefix("57P") || code.hasPrefix("08")
    }

    func close() {
      state.withLock { $0.isClosed = true }
      pool.close()
    }
  }
#endif
