// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// New rows: their keys, and one statement for each entity.
  extension PostgresTransaction {
    func allocateKeys(for root: _Entity, count: Int) throws -> Int64 {
      // Many rows one by one: fewer questions.
      let block = count > 1 ? count : keyBlocks[root.root.ordinal] ?? 0
      if store.keyTable != nil, let number = try allocateNumbers(for: root.root, count, asking: block) { return number }
      return try store.keys.allocate(root.root, count: count, asking: block, of: connection.cluster) {
        try askAside($0, block, root) ?? ask($0, block, root)
      }
    }

    /// Asks for a block of keys on another connection, if the transaction has begun: the lock that keeps the blocks of several
    /// processes apart would last until the commit, and others would wait that long for theirs.
    ///
    /// - Returns: `nil` if the question is the transaction's own: before it begins, behind a pooler, which may have no more
    ///   connections, or where none is free. And where the lock takes long, as somebody's has it who could not ask aside: they
    ///   may be waiting for what this transaction has written, and the server sees that only if the transaction itself waits.
    private func askAside(_ statement: PostgresStatement, _ block: Int, _ root: _Entity) -> ResultRows? {
      guard hasBegun, connection.processBegan != nil, !store.database.isInTransaction,
        let other = store.database.pool.takeIfFree()
      else { return nil }
      defer { store.database.pool.give(other) }
      guard other.cluster == connection.cluster else { return nil }
      let statements =
        ["BEGIN", "SET LOCAL lock_timeout = '1s'"].map { PostgresStatement($0) } + [
          statement, PostgresStatement("COMMIT"),
        ]
      for _ in statements { store.database.statistics.noteStatement() }
      guard let results = try? other.run(statements), results.count == statements.count else {
        if other.isInTransaction { _ = try? other.run("ROLLBACK") }
        return nil
      }
      enlarge(block, root)
      return results[2]
    }

    private func enlarge(_ block: Int, _ root: _Entity) {
      keyBlocks[root.root.ordinal] = min(max(block * 2, KeyBlocks.size), 1 << 16)
    }

    /// Asks for keys, in blocks that become larger.
    func ask(_ statement: PostgresStatement, _ block: Int, _ root: _Entity) throws -> ResultRows {
      enlarge(block, root)
      // Not by way of what waits to be sent.
      if hasBegun { return try send([statement])[0] }
      // Before the transaction: the lock ends with the statement.
      store.database.statistics.noteStatement()
      do throws(any Error) {
        do throws(any Error) {
          return try connection.run(statement)
        } catch let failure as PostgresFailure where failure.isConnectionLost {
          return try replaceConnection().run(statement)
        }
      } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure, entity: root)
      }
    }

    /// Rows of one statement at most.
    static let chunk = 10_000

    var takesSets: Bool { true }

    func insert(_ model: any PersistentModel, _ entity: _Entity, key: Int64) throws {
      guard try insert([RowToWrite(model, entity, key: key)]).isEmpty else {
        throw SwiftDataError(
          .uniqueConflict, "Another row has the same unique values.", entity: entity.name,
          advice: "Change the value, or delete the other object first.")
      }
    }

    /// References to a row that turns out to be another one would be refused at once. So rows that may meet others come
    /// before all that may refer to them, in a round trip of their own.
    func insertionGroups(_ rows: [RowToWrite]) throws -> [[Int]]? {
      guard layout.isExisting else { return nil }
      let ranks = rows.map { layout.rank($0.entity) }
      let meeting = Set(zip(rows, ranks).compactMap { $0.entity.uniquenessConstraints.isEmpty ? nil : $1 })
      guard let last = ranks.max(), meeting.contains(where: { $0 < last }) else { return nil }
      // The first may refer to the last, where the server looks at the commit.
      try assignKeys(of: rows)
      var groups: [[Int]] = []
      var isOpen = false
      for (rank, positions) in Dictionary(grouping: ranks.indices, by: { ranks[$0] }).sorted(by: { $0.key < $1.key }) {
        if isOpen { groups[groups.count - 1] += positions } else { groups.append(positions) }
        isOpen = !meeting.contains(rank)
      }
      return groups
    }

    typealias Insertion = (batch: ColumnBatch, keys: ArrayBuilder, positions: [Int])

    /// The statements by which rows are inserted.
    private func insertions(_ rows: [RowToWrite]) throws -> [Insertion] {
      var entities: [_Entity] = []
      var positions: [Int: [Int]] = [:]
      for (position, row) in rows.enumerated() {
        if positions[row.entity.ordinal] == nil { entities.append(row.entity) }
        positions[row.entity.ordinal, default: []].append(position)
      }
      // What others refer to comes first, where the server looks at once.
      if layout.isExisting { entities.sort { layout.rank($0) < layout.rank($1) } }
      var all: [Insertion] = []
      for entity in entities {
        let most = plans.looksFirst(entity) ? 1 : Self.chunk
        var isFull = true
        for position in positions[entity.ordinal] ?? [] {
          if isFull {
            all.append((plans.batch(entity, .all), ArrayBuilder(keys: layout.keyType(of: entity)), []))
          }
          let last = all.count - 1
          try all[last].batch.append(rows[position].model)
          all[last].keys.append(key: rows[position].key, store.keyTable)
          all[last].positions.append(position)
          isFull = all[last].positions.count >= most || all[last].batch.byteCount >= ColumnBatch.most
        }
      }
      return all
    }

    func insert(_ rows: [RowToWrite]) throws -> [Int] {
      try assignKeys(of: rows)
      let batches = try insertions(rows)
      let statements = try batches.map { try plans.insertion($0.batch, $0.keys) }
      if mayWait {
        // No other row has their unique values, most probably.
        hold(
          zip(statements, batches).map { statement, batch in
            batch.batch.entity.uniquenessConstraints.isEmpty
              ? statement : Self.counted(statement, isSingle: batch.positions.count == 1)
          })
        for row in batches.flatMap(\.positions) { note(.insert, rows[row].entity, rows[row].key) }
        return []
      }
      let results: [ResultRows]
      do { results = try run(statements, rows.first?.entity) } catch let error as SwiftDataError
        where error == .uniqueConflict && error.property != nil
        && batches.contains(where: { plans.looksFirst($0.batch.entity) })
      {
        // Somebody has inserted the row since the statement has looked: the next attempt finds it.
        throw TransientFailure(error)
      } catch let error as SwiftDataError
        where error == .uniqueConflict && batches.contains(where: { mayMeetKeys($0.batch.entity) })
      {
        throw takenKeys(rows.map(\.entity), error)
      }
      var refused: [Int] = []
      for (result, batch) in zip(results, batches) {
        if layout.keyType(of: batch.batch.entity) != .integer {
          refused += try settle(batch.positions.map { ($0, rows[$0]) }, result, batch.batch.entity)
          continue
        }
        var written: Set<Int64>?
        if batch.batch.entity.uniquenessConstraints.isEmpty {
          try checkArrival(result, batch, rows)
        } else {
          written = Set((0..<result.count).map { result.number($0, 0, of: batch.batch.entity) })
        }
        for position in batch.positions {
          let row = rows[position]
          if written?.contains(row.key) == false {
            refused.append(position)
          } else {
            note(.insert, row.entity, row.key)
          }
        }
        if let written, written.count < batch.positions.count, mayMeetKeys(batch.batch.entity) {
          let missing = batch.positions.map { rows[$0].key }.filter { !written.contains($0) }
          if try !present(missing, batch.batch.entity).isEmpty {
            let error = SwiftDataError(
              .uniqueConflict, "Another program has given rows the same keys, again and again.",
              entity: batch.batch.entity.name, advice: "Save again, or give the table's key a sequence.")
            throw takenKeys(rows.map(\.entity), error)
          }
        }
      }
      return refused.sorted()
    }

    /// Whether the keys of new rows follow the highest one: another program may have done the same.
    func mayMeetKeys(_ entity: _Entity) -> Bool { layout.table(of: entity).existing?.source == .highest }

    /// The next attempt takes other keys.
    func takenKeys(_ entities: [_Entity], _ error: SwiftDataError) -> TransientFailure {
      for entity in entities { store.keys.forget(entity.root) }
      return TransientFailure(error)
    }
  }
#endif
