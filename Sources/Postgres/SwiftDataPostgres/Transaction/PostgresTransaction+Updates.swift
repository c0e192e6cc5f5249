// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Changed rows: one statement for each entity and set of properties.
  extension PostgresTransaction {
    func update(
      _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: PropertyMask, version: Int32?
    ) throws -> RowWrite {
      try update([RowToWrite(model, entity, key: key, mask: mask, version: version)])[0]
    }

    struct UpdateKey: Hashable {
      let entity: Int
      let mask: UInt64
      let checksVersion: Bool
    }

    struct Update {
      let batch: ColumnBatch
      var keys: ArrayBuilder
      var versions: ArrayBuilder?
      var positions: [Int] = []
      /// What the rows will have as keys that are no whole numbers, by position; where a property has the key.
      var newKeys: [Int: [UInt8]] = [:]

      init(_ batch: ColumnBatch, _ type: ExistingKeyType) {
        self.batch = batch
        keys = ArrayBuilder(keys: type)
      }
    }

    func update(_ rows: [RowToWrite]) throws -> [RowWrite] {
      if mayWait, let certain = foreseen(rows) { return try hold(certain) }
      var results = [RowWrite](repeating: .gone, count: rows.count)
      for (update, result) in try write(try batches(rows), rows) {
        let written = Dictionary(
          (0..<result.count).map {
            (result.number($0, 0, of: update.batch.entity), Int32(truncatingIfNeeded: result.integer($0, 1)))
          }
        ) { first, _ in first }
        let missing = update.positions.filter { written[rows[$0].key] == nil }
        let present = try present(missing.map { rows[$0].key }, update.batch.entity)
        for position in update.positions {
          let row = rows[position]
          if let version = written[row.key] {
            results[position] = .done(version: version)
            if let key = update.newKeys[position] { rename(row.key, as: key, layout.table(of: row.entity)) }
            note(.update, row.entity, row.key, row.mask)
          } else {
            results[position] = try unwritten(row.entity, row.version, present[row.key])
          }
        }
      }
      return results
    }

    /// The rows with the counters that they must have; `nil` if one of them is not known.
    private func foreseen(_ rows: [RowToWrite]) -> [RowToWrite]? {
      var foreseen: [RowToWrite] = []
      for row in rows {
        guard row.version == nil else {
          foreseen.append(row)
          continue
        }
        // Nothing of the row is at stake; where others have changed it, the save starts again. What the transaction has
        // written before may have raised the counter.
        guard !hasBegun, let version = row.model._$state?.version, version != 0 else { return nil }
        foreseen.append(RowToWrite(row.model, row.entity, key: row.key, mask: row.mask, version: version))
      }
      return foreseen
    }

    /// Statements that wait, and what they will have done.
    private func hold(_ rows: [RowToWrite]) throws -> [RowWrite] {
      let updates = try batches(rows)
      hold(
        try updates.map {
          Self.counted(try plans.update($0.batch, $0.keys, $0.versions), isSingle: $0.positions.count == 1)
        })
      for update in updates {
        for position in update.positions {
          note(.update, rows[position].entity, rows[position].key, rows[position].mask)
        }
      }
      return rows.map { .done(version: ($0.version ?? 0) &+ 1) }
    }

    /// Rows that are written by one statement each.
    ///
    /// - Parameter positions: Which of them, in their order; `nil` for all.
    func batches(_ rows: [RowToWrite], _ positions: [Int]? = nil) throws -> [Update] {
      var updates: [Update] = []
      var open: [UpdateKey: Int] = [:]
      // In the order of their keys: two saves then lock rows in the same order.
      for position in positions ?? rows.indices.sorted(by: { precedes(rows[$0], rows[$1]) }) {
        let row = rows[position]
        let key = UpdateKey(entity: row.entity.ordinal, mask: row.mask.bits, checksVersion: row.version != nil)
        let index = open[key] ?? updates.count
        if index == updates.count {
          updates.append(Update(plans.batch(row.entity, row.mask), layout.keyType(of: row.entity)))
          if row.version != nil { updates[index].versions = ArrayBuilder(element: TypeNumber.integer32) }
          open[key] = index
        }
        try updates[index].batch.append(row.model)
        updates[index].keys.append(key: row.key, store.keyTable)
        if let key = updates[index].batch.lastKey { updates[index].newKeys[position] = key }
        if let version = row.version { updates[index].versions?.append(version) }
        updates[index].positions.append(position)
        if updates[index].batch.byteCount >= ColumnBatch.most { open[key] = nil }
      }
      return updates
    }

    /// Runs updates in one round trip; those that may meet a unique index can be repeated.
    ///
    /// - Returns: What each has written; of other updates than the given ones if these had to be taken apart.
    func write(_ updates: [Update], _ rows: [RowToWrite]) throws -> [(update: Update, result: ResultRows)] {
      func paired(_ results: [ResultRows]) -> [(update: Update, result: ResultRows)] {
        zip(updates, results).map { ($0, $1) }
      }
      let statements = try updates.map { try plans.update($0.batch, $0.keys, $0.versions) }
      let entity = rows.first?.entity
      guard updates.contains(where: { hasUniqueColumns($0.batch) }) else { return paired(try run(statements, entity)) }
      do {
        let release = PostgresStatement("RELEASE SAVEPOINT exchange")
        let all = [PostgresStatement("SAVEPOINT exchange")] + statements + [release]
        return paired(Array(try run(all, entity).dropFirst().dropLast()))
      } catch let error as SwiftDataError where error == .uniqueConflict {
        // Rows that exchange values stand in each other's way until both are written: all let go first.
        // Within the savepoint, rows would get the number of a part of the transaction. And if it was the first statement that
        // failed, nobody has said yet which transaction this is.
        let results = try run(
          ["ROLLBACK TO SAVEPOINT exchange", "RELEASE SAVEPOINT exchange"].map { PostgresStatement($0) }
            + [CommitMark.question])
        if let question = results.last { answer(question) }
        guard updates.allSatisfy({ mayLetGo($0.batch) }) else { return try writeInTurn(updates, rows, error) }
        let unique = updates.compactMap { update in
          let columns = emptiedColumns(update.batch)
          return columns.isEmpty ? nil : (update, columns)
        }
        let vacated = try run(unique.map { update, columns in plans.vacating(update, columns) }, entity)
        // Others have changed rows that keep their values now and stand in the way. Nothing of this will stay: what counts is
        // which rows they are.
        guard zip(unique, vacated).allSatisfy({ plans.isWhole($1, $0.0) }) else {
          return paired(try run(updates.map(plans.versions(of:)), entity))
        }
        return paired(try run(statements, entity))
      }
    }

    /// The columns of a batch that are part of a constraint; but the key, which no row lets go of.
    private func uniqueColumns(_ batch: ColumnBatch, _ constraint: [_Property]) -> [ColumnBatch.Column] {
      let unique = Set(constraint.map(\.index))
      return batch.columns.enumerated().filter { unique.contains($1.property) && $0 != batch.keyColumn }.map(\.element)
    }

    private func hasUniqueColumns(_ batch: ColumnBatch) -> Bool {
      batch.entity.uniquenessConstraints.contains { !uniqueColumns(batch, $0).isEmpty }
    }

    /// Whether rows let go of the values of all constraints that the batch is about. One empty column is enough.
    private func mayLetGo(_ batch: ColumnBatch) -> Bool {
      batch.entity.uniquenessConstraints.allSatisfy { constraint in
        let columns = uniqueColumns(batch, constraint)
        return columns.isEmpty || columns.contains(where: \.mayBeEmpty)
      }
    }

    /// The columns that rows let go of.
    private func emptiedColumns(_ batch: ColumnBatch) -> [String] {
      let all = uniqueColumns(batch, batch.entity.uniquenessConstraints.flatMap { $0 })
      return all.filter(\.mayBeEmpty).map(\.name)
    }
  }
#endif
