// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Which server a connection leads to.
  ///
  /// Numbers of transactions mean something within one cluster and timeline only: a standby that is promoted, and a
  /// dump that is restored elsewhere, give them out again.
  struct Cluster: Hashable, Sendable {
    let system: String
    /// Eight hexadecimal digits; empty on a standby.
    let timeline: String

    /// - Returns: `nil` if the user may not ask, as on some managed servers.
    init?(_ connection: PostgresConnection) throws(PostgresFailure) {
      do {
        let rows = try connection.run(
          "SELECT system_identifier::text, CASE WHEN pg_is_in_recovery() THEN '' "
            + "ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END FROM pg_control_system()")
        guard rows.count > 0 else { return nil }
        system = rows.text(0, 0)
        timeline = rows.text(0, 1)
      } catch {
        if error.isConnectionLost { throw error }
        return nil
      }
    }

    /// Whether it is a standby, which knows what has been sent to it only.
    var isStandby: Bool { timeline.isEmpty }
  }
#endif
