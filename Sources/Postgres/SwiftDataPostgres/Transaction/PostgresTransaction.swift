#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// The writes of one transaction. It begins with its first statement, in the same round trip.
  final class PostgresTransaction: _RowTransaction, @unchecked Sendable {
    // Unchecked: used by the thread whose transaction it is.
    let store: PostgresRowStore
    let layout: StoreLayout
    let plans: WritePlans
    /// The transaction's own, until it ends.
    private(set) var connection: Connection
    private let author: String?
    var touches = RowTouches()
    private var history: [HistoryEntry] = []
    /// Pairs that wait to be written together.
    private var pairs: [PairChange] = []
    /// Rows that wait to be sent together.
    var copying: Copying?
    private var hasBegun = false
    /// How many keys were asked for in one block; more with each.
    private var keyBlock = 0
    private var isFinished = false
    /// How the transaction is known to the server, once something has been written.
    private var mark: CommitMark?

    /// The number by which the history knows the transaction; `nil` if it has recorded nothing.
    var recordedNumber: Int64? { mark?.time == nil ? nil : mark?.number }

    init(_ store: PostgresRowStore, _ connection: Connection, author: String?) {
      self.store = store
      layout = store.layout
      plans = store.writePlans
      self.connection = connection
      self.author = author
    }

    // MARK: Running

    @discardableResult
    func run(_ statement: Statement, _ entity: _Entity? = nil) throws -> ResultRows {
      try run([statement], entity)[0]
    }

    /// Runs statements in one round trip.
    ///
    /// - Parameter entity: Is named by errors.
    func run(_ statements: [Statement], _ entity: _Entity? = nil) throws -> [ResultRows] {
      try flushCopy()
      try flushPairs()
      return try send(statements, entity)
    }

    func flushCopy() throws {
      guard var waiting = copying else { return }
      copying = nil
      if !hasBegun { _ = try send([]) }
      waiting.rows.end()
      store.database.statistics.noteStatement()
      do {
        try connection.copy(waiting.statement, waiting.rows)
      } catch {
        throw report(error, waiting.entity)
      }
    }

    private func send(_ statements: [Statement], _ entity: _Entity? = nil) throws -> [ResultRows] {
      for _ in statements { store.database.statistics.noteStatement() }
      do {
        if hasBegun { return try checked(connection.run(statements), statements.count) }
        store.database.statistics.noteStatement()
        do {
          return try begin(statements)
        } catch let failure as Failure where failure.isConnectionLost {
          // It was idle, and nothing has been written by it: what the server has begun ends with the connection.
          hasBegun = false
          connection = try store.database.pool.replace(connection)
          return try begin(statements)
        }
      } catch let failure as Failure {
        throw report(failure, entity)
      }
    }

    private func report(_ failure: Failure, _ entity: _Entity?) -> any Error {
      let error = StoreErrors.error(failure, entity: entity, UniqueIndexes(layout))
      return StoreErrors.isTransient(failure) ? _TransientFailure(error) : error
    }

    private func begin(_ statements: [Statement]) throws -> [ResultRows] {
      hasBegun = true
      var first = [Statement("BEGIN ISOLATION LEVEL READ COMMITTED")]
      // With a history, the last statement tells the number.
      if !store.recordsHistory { first.append(CommitMark.question) }
      let results = try checked(try connection.run(first + statements), first.count + statements.count)
      if first.count > 1 { mark = CommitMark(results[1], connection.cluster) }
      return Array(results.dropFirst(first.count))
    }

    private func checked(_ results: [ResultRows], _ count: Int) throws(Failure) -> [ResultRows] {
      guard results.count == count else { throw Failure(code: nil, message: "", isConnectionLost: true) }
      return results
    }

    func commit() throws {
      guard hasBegun else { return }
      hasBegun = false
      store.database.statistics.noteStatement()
      let result: ResultRows
      do {
        result = try connection.run("COMMIT")
      } catch {
        if error.isConnectionLost { return try resolve(error) }
        let failure = StoreErrors.error(error)
        if StoreErrors.isTransient(error) { throw _TransientFailure(failure) }
        throw failure
      }
      // The server answers so, without an error, if a statement before has failed.
      guard result.command == "COMMIT" else {
        throw SwiftDataError(
          .storeFailure, "The server has rolled the transaction back, since a part of it had failed.",
          advice: "Save again.")
      }
    }

    /// The connection was lost, and nobody has said whether the transaction was committed: the server knows.
    private func resolve(_ failure: Failure) throws {
      guard let mark else { throw CommitMark.unknown(failure) }
      switch mark.outcome(patience: store.patience, recording: layout, { try replaceConnection() }) {
      case .committed: return
      case .aborted: throw _TransientFailure(StoreErrors.error(failure))
      case .unknown, .open: throw CommitMark.unknown(failure)
      }
    }

    private func replaceConnection() throws -> Connection {
      connection = try store.database.pool.replace(connection)
      return connection
    }

    func rollBack() {
      guard hasBegun else { return }
      hasBegun = false
      _ = try? connection.run("ROLLBACK")
    }

    // MARK: Keys

    func allocateKeys(for root: _Entity, count: Int) throws -> Int64 {
      // Many rows one by one: fewer questions.
      let block = count > 1 ? count : keyBlock
      return try store.keys.allocate(root.root, count: count, asking: block, of: connection.cluster) { statement in
        keyBlock = min(max(keyBlock * 2, KeyBlocks.size), 1 << 16)
        // Not by way of what waits to be sent.
        if hasBegun { return try send([statement])[0] }
        // Before the transaction: the lock ends with the statement.
        store.database.statistics.noteStatement()
        do {
          do {
            return try connection.run(statement)
          } catch let failure as Failure where failure.isConnectionLost {
            return try replaceConnection().run(statement)
          }
        } catch let failure as Failure {
          throw StoreErrors.error(failure, entity: root)
        }
      }
    }

    // MARK: Rows

    /// Rows of one statement at most.
    private static let chunk = 10_000

    var takesSets: Bool { true }

    func insert(_ model: any PersistentModel, _ entity: _Entity, key: Int64) throws {
      guard try insert([_RowToWrite(model, entity, key: key)]).isEmpty else {
        throw SwiftDataError(
          .uniqueConflict, "Another row has the same unique values.", entity: entity.name,
          advice: "Change the value, or delete the other object first.")
      }
    }

    func insert(_ rows: [_RowToWrite]) throws -> [Int] {
      var batches: [(batch: ColumnBatch, keys: ArrayBuilder, positions: [Int])] = []
      var open: [Int: Int] = [:]
      for (position, row) in rows.enumerated() {
        var index = open[row.entity.ordinal]
        if let known = index, batches[known].positions.count >= Self.chunk { index = nil }
        if index == nil {
          batches.append((ColumnBatch(row.entity, .all, layout), ArrayBuilder(element: TypeNumber.integer64), []))
          index = batches.count - 1
          open[row.entity.ordinal] = index
        }
        guard let index else { continue }
        try batches[index].batch.append(row.model)
        batches[index].keys.append(row.key)
        batches[index].positions.append(position)
      }
      let results = try run(batches.map { try plans.insertion($0.batch, $0.keys) }, rows.first?.entity)
      var refused: [Int] = []
      for (result, batch) in zip(results, batches) {
        var written: Set<Int64>?
        if !batch.batch.entity.uniquenessConstraints.isEmpty {
          written = Set((0..<result.count).map { result.integer($0, 0) })
        }
        for position in batch.positions {
          let row = rows[position]
          if written?.contains(row.key) == false {
            refused.append(position)
          } else {
            note(.insert, row.entity, row.key)
          }
        }
      }
      return refused.sorted()
    }

    func update(
      _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: _PropertyMask, version: Int32?
    ) throws -> _RowWrite {
      try update([_RowToWrite(model, entity, key: key, mask: mask, version: version)])[0]
    }

    private struct UpdateKey: Hashable {
      let entity: Int
      let mask: UInt64
      let checksVersion: Bool
    }

    private struct Update {
      let batch: ColumnBatch
      var keys = ArrayBuilder(element: TypeNumber.integer64)
      var versions: ArrayBuilder?
      var positions: [Int] = []
    }

    func update(_ rows: [_RowToWrite]) throws -> [_RowWrite] {
      var updates: [Update] = []
      var open: [UpdateKey: Int] = [:]
      // In the order of their keys: two saves then lock rows in the same order.
      let sorted = rows.indices.sorted {
        (rows[$0].entity.root.ordinal, rows[$0].key) < (rows[$1].entity.root.ordinal, rows[$1].key)
      }
      for position in sorted {
        let row = rows[position]
        let key = UpdateKey(entity: row.entity.ordinal, mask: row.mask.bits, checksVersion: row.version != nil)
        let index = open[key] ?? updates.count
        if index == updates.count {
          updates.append(Update(batch: ColumnBatch(row.entity, row.mask, layout)))
          if row.version != nil { updates[index].versions = ArrayBuilder(element: TypeNumber.integer32) }
          open[key] = index
        }
        try updates[index].batch.append(row.model)
        updates[index].keys.append(row.key)
        if let version = row.version { updates[index].versions?.append(version) }
        updates[index].positions.append(position)
      }
      var results = [_RowWrite](repeating: .gone, count: rows.count)
      for (update, result) in zip(updates, try write(updates, rows)) {
        let written = Dictionary(
          (0..<result.count).map { (result.integer($0, 0), Int32(truncatingIfNeeded: result.integer($0, 1))) }
        ) { first, _ in first }
        let missing = update.positions.filter { written[rows[$0].key] == nil }
        let present = try existing(missing.map { rows[$0].key }, update.batch.entity)
        for position in update.positions {
          let row = rows[position]
          if let version = written[row.key] {
            results[position] = .done(version: version)
            note(.update, row.entity, row.key, row.mask)
          } else {
            results[position] = row.version != nil && present.contains(row.key) ? .changed : .gone
          }
        }
      }
      return results
    }

    /// Runs updates in one round trip; those that may meet a unique index can be repeated.
    private func write(_ updates: [Update], _ rows: [_RowToWrite]) throws -> [ResultRows] {
      let statements = try updates.map { try plans.update($0.batch, $0.keys, $0.versions) }
      let entity = rows.first?.entity
      let unique = updates.compactMap { update in
        let columns = uniqueColumns(update.batch)
        return columns.isEmpty ? nil : (update, columns)
      }
      guard !unique.isEmpty else { return try run(statements, entity) }
      do {
        let release = Statement("RELEASE SAVEPOINT exchange")
        return Array(
          try run([Statement("SAVEPOINT exchange")] + statements + [release], entity).dropFirst().dropLast())
      } catch let error as SwiftDataError where error == .uniqueConflict {
        // Rows that exchange values stand in each other's way until both are written: all let go first.
        try run(Statement("ROLLBACK TO SAVEPOINT exchange"))
        var all: [Statement] = []
        for (update, columns) in unique {
          all.append(
            Statement(
              "UPDATE \(layout.table(of: update.batch.entity).name) SET "
                + columns.map { "\($0) = NULL" }.joined(separator: ", ") + " WHERE pk = ANY($1)",
              [update.keys.parameter]))
        }
        return Array(try run(all + statements, entity).dropFirst(all.count))
      }
    }

    /// The columns of a batch that are part of a constraint.
    private func uniqueColumns(_ batch: ColumnBatch) -> [String] {
      let unique = Set(batch.entity.uniquenessConstraints.flatMap { $0.map(\.index) })
      return unique.isEmpty ? [] : batch.columns.filter { unique.contains($0.property) }.map(\.name)
    }

    private func existing(_ keys: [Int64], _ entity: _Entity) throws -> Set<Int64> {
      guard !keys.isEmpty else { return [] }
      let result = try run(
        Statement("SELECT pk FROM \(layout.table(of: entity).name) WHERE pk = ANY($1)", [Parameter(keys)]))
      return Set((0..<result.count).map { result.integer($0, 0) })
    }

    func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> _RowWrite {
      let cleanups = plans.cleanups(entity)
      let keys = Parameter([key])
      let table = try layout.existingTable(of: entity).name
      let deletion = Statement(
        "DELETE FROM \(table) WHERE pk = $1" + (version == nil ? "" : " AND opt = $2")
          + " RETURNING pk" + (Tombstones.returning(entity, layout).map { ", \($0)" } ?? ""),
        [Parameter(key)] + (version.map { [Parameter(Int64($0))] } ?? []))
      let results = try run(cleanups.map { Statement($0.sql, [keys]) } + [deletion], entity)
      for (cleanup, result) in zip(cleanups, results) {
        if let touched = cleanup.touches { touches.note(result, touched.content, of: touched.entity, layout) }
      }
      guard let deleted = results.last, deleted.count > 0 else {
        guard version != nil else { return .gone }
        return try existing([key], entity).contains(key) ? .changed : .gone
      }
      note(.delete, entity, key, tombstone: deleted.width > 1 ? deleted.optionalText(0, 1) : nil)
      return .done(version: 0)
    }

    func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property]) throws
      -> (key: Int64, entity: _Entity)?
    {
      var mask = _PropertyMask.none
      for property in constraint { mask.insert(property.index) }
      let batch = ColumnBatch(entity, mask, layout)
      try batch.append(model)
      let result = try run(try plans.conflict(batch, model._$state?.key ?? 0), entity)
      guard result.count > 0 else { return nil }
      return (result.integer(0, 0), layout.entity(named: result.optionalText(0, 1), in: entity))
    }

    func vacate(_ constraint: [_Property], _ entity: _Entity, key: Int64) throws {
      let columns = constraint.flatMap { layout.columns(of: $0) }.map { "\($0.name) = NULL" }
      guard !columns.isEmpty else { return }
      let table = try layout.existingTable(of: entity).name
      try run(
        Statement("UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE pk = $1", [Parameter(key)]), entity)
    }

    func releasePartners(_ relationship: _Property, owner: Int64, except target: Int64?) throws {
      guard let inverse = relationship.inverse, !inverse.isToMany, layout.keeps(inverse.entity),
        let column = layout.columns(of: inverse).first?.name
      else { return }
      let table = try layout.existingTable(of: inverse.entity).name
      let result = try run(
        Statement(
          "UPDATE \(table) AS t SET \(column) = NULL WHERE t.\(column) = $1 AND t.pk <> $2 "
            + "RETURNING \(layout.header(of: inverse.entity, alias: "t"))",
          [Parameter(owner), Parameter(target ?? 0)]), inverse.entity)
      touches.note(result, .property(inverse.index), of: inverse.entity, layout)
    }

    // MARK: Pairs

    private struct PairChange {
      let end: JoinTableEnd
      let owner: Int64
      let target: Int64
      let isAdded: Bool
    }

    func link(_ relationship: _Property, owner: Int64, target: Int64, add: Bool, targetIsWritten: Bool) throws {
      if let end = layout.joinTable(of: relationship) {
        pairs.append(PairChange(end: end, owner: owner, target: target, isAdded: add))
        // A relationship that is its own inverse is kept in both directions.
        if relationship.isOwnInverse {
          pairs.append(PairChange(end: end, owner: target, target: owner, isAdded: add))
        }
        return
      }
      guard let hidden = layout.hiddenColumn(of: relationship), let destination = relationship.destination,
        layout.keeps(destination)
      else {
        throw SwiftDataError(
          .unknownEntity, "The join table of the relationship is not in this store.",
          entity: relationship.entity.name, property: relationship.name,
          advice: "Keep related models in one configuration.")
      }
      let table = layout.table(of: destination).name
      let result = try run(
        Statement(
          "UPDATE \(table) AS t SET \(hidden.name) = " + (add ? "$2" : "NULL") + " WHERE t.pk = $1"
            + (add ? "" : " AND t.\(hidden.name) = $2") + " RETURNING \(layout.header(of: destination, alias: "t"))",
          [Parameter(target), Parameter(owner)]), destination)
      touches.note(result, .hidden, of: destination, isWritten: targetIsWritten, layout)
    }

    /// Writes the pairs that wait, those of a kind that follow each other together.
    private func flushPairs() throws {
      guard !pairs.isEmpty else { return }
      let waiting = pairs
      pairs = []
      var statements: [Statement] = []
      var start = 0
      while start < waiting.count {
        let first = waiting[start]
        var end = start
        var owners = ArrayBuilder(element: TypeNumber.integer64)
        var targets = ArrayBuilder(element: TypeNumber.integer64)
        while end < waiting.count, waiting[end].end.table == first.end.table,
          waiting[end].end.ownerColumn == first.end.ownerColumn, waiting[end].isAdded == first.isAdded
        {
          owners.append(waiting[end].owner)
          targets.append(waiting[end].target)
          end += 1
        }
        let table = first.end.table
        let text =
          first.isAdded
          ? "INSERT INTO \(table) (\(first.end.ownerColumn), \(first.end.targetColumn)) "
            + "SELECT * FROM unnest($1, $2) ON CONFLICT DO NOTHING"
          : "DELETE FROM \(table) AS t USING unnest($1, $2) AS u(a, b) "
            + "WHERE t.\(first.end.ownerColumn) = u.a AND t.\(first.end.targetColumn) = u.b"
        statements.append(Statement(text, [owners.parameter, targets.parameter]))
        start = end
      }
      _ = try send(statements)
    }

    func relatedKeys(_ relationship: _Property, owner: Int64, limit: Int?) throws -> [Int64] {
      let path = try RelationshipPath(relationship, layout)
      let result = try run(
        Statement(
          "SELECT t.pk FROM \(path.source) WHERE \(path.condition) ORDER BY t.pk"
            + (limit.map { " LIMIT \($0)" } ?? ""), [Parameter([owner])]))
      return (0..<result.count).map { result.integer($0, 0) }
    }

    // MARK: The end

    func note(
      _ kind: HistoryEntry.Kind, _ entity: _Entity, _ key: Int64, _ mask: _PropertyMask = .none,
      tombstone: String? = nil
    ) {
      guard store.recordsHistory else { return }
      history.append(HistoryEntry(kind: kind, entity: entity, key: key, mask: mask, tombstone: tombstone))
    }

    func settle() throws -> [_TouchedRow] {
      try flushCopy()
      try flushPairs()
      let settled = try touches.settle(self)
      touches = RowTouches()
      return settled
    }

    func finish() throws {
      guard !isFinished else { return }
      // Bulk changes have no context that would ask for it.
      _ = try settle()
      isFinished = true
      guard !history.isEmpty else { return }
      let result = try run(HistoryEntry.statement(history, author: author, layout))
      mark = CommitMark(result, connection.cluster)
      if let mark { store.commits.note(mark.number) }
    }
  }

  extension PostgresTransaction: _HistoryRecording {
    /// A place from which nothing is missed: before everything that is not committed yet, this transaction included.
    func historyNumber() throws -> Int64? {
      guard !history.isEmpty else { return nil }
      return try run(Statement(HistoryEntry.horizon)).integer(0, 0)
    }
  }

  /// Which properties unique indexes are about.
  struct UniqueIndexes: UniqueNames {
    let layout: StoreLayout

    init(_ layout: StoreLayout) { self.layout = layout }

    func properties(ofConstraint name: String) -> String? {
      layout.indexes.first { $0.name == name && $0.kind == .unique }?.properties.joined(separator: ", ")
    }
  }
#endif
