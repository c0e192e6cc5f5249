// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataSyncServer
  import Synchronization

  /// Notices that a database has an earlier state than devices may know: it was restored from a dump or a base backup, or a
  /// standby was promoted, which may lack what was acknowledged last. Each zone begins a new generation then, as it does in
  /// a file that comes from a backup.
  ///
  /// What tells such a state is in the table of settings, where a copy has that of the database that was copied: the number
  /// of the database system, its timeline, and the number of the zones' table.
  final class OriginKeeper: Sendable {
    /// The settings of a transaction.
    private let setting: String
    private let generation: @Sendable () -> UInt64
    private let known = Mutex<Origin?>(nil)

    struct Origin: Hashable {
      /// By the names of the settings; what the server does not tell is not there.
      var values: [String: Int64]
    }

    init(_ setting: PostgresStatement, _ generation: @escaping @Sendable () -> UInt64) {
      self.setting = setting.text
      self.generation = generation
    }

    /// With the first connection, when there are tables.
    func begin(_ connection: PostgresConnection) throws {
      try settle(connection, try Self.origin(of: connection, setting))
    }

    /// With each connection from then on: it may lead to another server than the ones before.
    func check(_ connection: PostgresConnection) throws {
      guard let last = known.withLock({ $0 }) else { return }
      let origin = try Self.origin(of: connection, setting)
      if origin != last { try settle(connection, origin) }
    }

    private func settle(_ connection: PostgresConnection, _ origin: Origin) throws {
      let transaction = try PostgresTransaction(connection, isWriting: true, setting: PostgresStatement(setting))
      do {
        // Several servers notice it at once: the first of them does it. Locks of the rows would not do: who waits for the
        // first one does not see those that another server adds meanwhile, and locks them in another order than the next.
        try PostgresTables.lock(transaction)
        let rows = try transaction.rows("SELECT name, value FROM setting", [])
        let kept = Dictionary(
          rows.compactMap { row in row.text(0).map { ($0, row.integer(1)) } }, uniquingKeysWith: { a, _ in a })
        var isOther = false
        for (name, value) in origin.values.sorted(by: { $0.key < $1.key }) {
          if let before = kept[name], before != value { isOther = true }
          try transaction.run(
            """
            INSERT INTO setting (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [name, value])
        }
        if isOther { try SyncDatabase.beginGenerations(transaction, generation) }
        try transaction.commit()
      } catch {
        transaction.rollBack()
        throw error
      }
      known.withLock { $0 = origin }
    }

    private static func origin(of connection: PostgresConnection, _ setting: String) throws -> Origin {
      var values: [String: Int64] = [:]
      func read(_ sql: String, _ names: [String]) throws {
        let transaction = try PostgresTransaction(
          connection, isWriting: false, setting: PostgresStatement(setting))
        do {
          let row = try transaction.rows(sql, []).first
          try transaction.commit()
          for (index, name) in names.enumerated() { values[name] = row?.integer(index) }
        } catch {
          transaction.rollBack()
          throw error
        }
      }
      try read("SELECT 'zone'::regclass::oid::bigint", ["originTable"])
      do {
        try read(
          """
          SELECT system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
          FROM pg_control_system()
          """, ["originSystem", "originTimeline"])
      } catch let failure as PostgresFailure where !failure.isConnectionLost {
        // Some managed servers do not tell.
      }
      return Origin(values: values)
    }
  }
#endif
