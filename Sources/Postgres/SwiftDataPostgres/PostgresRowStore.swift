// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// A store in a PostgreSQL database, shared with other processes on other machines.
  ///
  /// Each read is one statement, and so sees one snapshot. A write is one transaction at the level READ COMMITTED, whose
  /// updates check the counters of the rows.
  package final class PostgresRowStore: RowStore, BoundedReads, ObservedStore, @unchecked Sendable {
    // Unchecked: constants, and what has locks of its own.
    package let identifier: String
    package let layout: StoreLayout
    /// Whether each save leaves a trace in the history tables.
    package let recordsHistory: Bool

    let model: SchemaModel
    let database: Database
    let selects: SelectBuilder
    let readPlans: PostgresRowDecoderCache
    let relatedTexts = RelatedTexts()
    let writePlans: WriteStatementTexts
    let keys: KeyBlocks
    /// The numbers of keys that are none themselves; `nil` where all keys are whole numbers.
    let keyTable: KeyTable?
    /// By the ordinals of root entities.
    private let keyNames: [Int: KeyNames]
    /// Which transactions are this container's.
    let commits = OwnCommits()
    /// What this container's transactions are called.
    let tokens = CommitTokens()
    /// Tells other processes of commits, and hears of theirs.
    let channel: Channel
    /// For how long to look for the server after a commit whose answer was lost, in seconds.
    let patience: Double
    private let allowsSave: Bool

    init(
      _ database: Database, _ layout: StoreLayout, identifier: String, model: SchemaModel, recordsHistory: Bool,
      allowsSave: Bool, channel: Channel, patience: Double, deferrable: Set<String> = []
    ) {
      self.database = database
      self.layout = layout
      self.identifier = identifier
      self.model = model
      self.recordsHistory = recordsHistory
      self.allowsSave = allowsSave
      self.channel = channel
      self.patience = patience
      selects = SelectBuilder(layout: layout, storeIdentifier: identifier)
      readPlans = PostgresRowDecoderCache(layout: layout)
      let keyTable = layout.hasNamedKeys ? KeyTable(layout) : nil
      self.keyTable = keyTable
      var keyNames: [Int: KeyNames] = [:]
      if let keyTable {
        for table in layout.tables where table.keyType != .integer {
          keyNames[table.root.ordinal] = KeyNames(keyTable, table.keyType, table.root)
        }
      }
      self.keyNames = keyNames
      database.keyTable = keyTable
      writePlans = WriteStatementTexts(layout: layout, keyTable: keyTable, deferrable: deferrable)
      keys = KeyBlocks(layout: layout)
    }

    deinit {
      channel.close()
      database.close()
    }

    package var mostReads: Int { database.pool.limit - 1 }

    package func keeps(_ entity: _Entity) -> Bool { layout.keeps(entity) }

    package var hasNamedKeys: Bool { keyTable != nil }

    package func keyNames(of entity: _Entity) -> (any RowKeyNames)? { keyNames[entity.root.ordinal] }

    package var statistics: StoreStatistics { database.statistics.value }

    package var system: String { "postgresql" }

    package func setObserver(_ observer: StoreObserver?) { database.statistics.observer = observer }

    package func entity(numbered number: Int64) -> _Entity? { layout.entity(number: number) }

    package func close() throws {
      channel.close()
      database.close()
    }

    // MARK: Writing

    package func write<R>(author: String?, _ body: (any RowTransaction) throws -> R) throws -> R {
      guard allowsSave else {
        throw SwiftDataError(
          .storeIsReadOnly, "The store was opened as read-only.", advice: "Open it with allowsSave: true to change it.")
      }
      let connection: PostgresConnection
      do { connection = try database.pool.take() } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure)
      }
      let transaction = PostgresTransaction(self, connection, author: author)
      // Perhaps another one by then.
      defer { database.pool.give(transaction.connection) }
      return try database.during(transaction) {
        do {
          let result = try body(transaction)
          try transaction.finish()
          try transaction.commit()
          // Who reads from now on finds what was written.
          database.replicas?.place(transaction.connection)
          if let number = transaction.recordedNumber, !database.isInTransaction { channel.tell(number) }
          return result
        } catch {
          transaction.rollBack()
          throw error
        }
      }
    }

    /// Removes every row, and the history. Keys are not given out again.
    package func erase() throws {
      // What refers to others comes first, where the server looks at once.
      let tables =
        layout.joinTables.map(\.name)
        + layout.tables.sorted { layout.rank($0.root) > layout.rank($1.root) }.map(\.name)
      if layout.isExisting { return try database.transaction(try removal(of: tables)) }
      let history = ["swiftdata_transaction", "swiftdata_change"].map { layout.helper($0) }
      // Whoever has a token from before is told that what came after it is gone.
      try database.transaction(
        try removal(of: tables + history) + [
          PostgresStatement(
            "UPDATE \(layout.helper("swiftdata_store")) "
              // Somebody may have emptied it since this transaction has its number.
              + "SET expired = greatest(expired, pg_current_xact_id()::text::bigint)")
        ])
    }

    /// What empties tables. Policies of row security do not count for `TRUNCATE`: where there are some for the user, it would
    /// take the rows of others, too. And it is refused where other tables refer to these, even if they have no row.
    private func removal(of tables: [String]) throws -> [PostgresStatement] {
      let guarded = try database.readPrimary(
        PostgresStatement(
          "SELECT count(*) FROM unnest($1) AS t(name) WHERE row_security_active(name::regclass) "
            + "OR EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.contype = 'f' AND k.confrelid = name::regclass "
            + "AND NOT k.conrelid = ANY($1::regclass[]))", [Parameter(tables)]))
      guard guarded.count > 0, guarded.integer(0, 0) > 0 else {
        return [PostgresStatement("TRUNCATE \(tables.joined(separator: ", "))")]
      }
      return tables.map { PostgresStatement("DELETE FROM \($0)") }
    }
  }
#endif
