// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresTransaction {
    /// Writes the same values into all rows that match, by one statement.
    func updateAll(_ request: RowRequest, _ values: [PropertyColumns]) throws -> [(entity: _Entity, key: Int64)] {
      let table = try layout.existingTable(of: request.entity)
      let condition = try condition(request)
      let keys = try condition ?? lockedKeys(request)
      var parameters = keys.parameters
      var assignments: [String] = []
      var mask = PropertyMask.none
      for value in values { mask.insert(value.property.index) }
      for (property, column, value) in try pairs(values) {
        if column.name == table.key {
          throw SwiftDataError(
            .unsupportedKeyPath, "The property is the key of the rows.", entity: request.entity.name,
            property: property.name, advice: "Change it through models, or by a statement of your own.")
        }
        parameters.append(try ColumnBatch.parameter(value, column, of: property, store.keyTable))
        let value = "$\(parameters.count)"
        assignments.append("\(column.name) = \(column.existing?.assigned(value) ?? value)")
      }
      if let raise = table.raise("t0.") { assignments.append(raise) }
      let update = "UPDATE \(table.name) AS t0 SET \(assignments.joined(separator: ", ")) WHERE "
      let returned = " RETURNING \(layout.header(of: request.entity, alias: "t0"))"
      let text =
        condition.map { update + $0.text + returned }
        ?? "WITH wanted (k, e) AS MATERIALIZED (\(keys.text)) \(update)t0.\(table.key) IN (SELECT k FROM wanted)\(returned)"
      let result = try run(PostgresStatement(text, parameters), request.entity)
      return (0..<result.count).map { row in
        let entity = layout.entity(named: result.optionalText(row, 1), in: request.entity)
        let key = result.number(row, 0, of: entity)
        note(.update, entity, key, mask)
        return (entity, key)
      }
    }

    /// What follows `WHERE` in a statement that changes the rows which match, with the alias `t0`: the server compares again
    /// what another transaction has changed meanwhile. `nil` where the rows must be found first.
    func condition(_ request: RowRequest) throws -> PostgresStatement? {
      try store.selects.condition(request).map { PostgresStatement($0, store.keyTable) }
    }

    /// Finds the rows that match, and locks them. What another transaction has changed meanwhile is compared again, as it is
    /// then: without the lock, only the key would be, and a row that no longer matches would be written.
    func lockedKeys(_ request: RowRequest) throws -> PostgresStatement {
      let keys = PostgresStatement(try store.selects.keys(request), store.keyTable)
      return PostgresStatement(keys.text + " FOR UPDATE OF t0", keys.parameters)
    }

    /// Inserts a row from values of columns: with those that follow it, by `COPY`.
    func insert(_ values: [PropertyColumns], _ entity: _Entity, key: Int64) throws {
      let table = try layout.existingTable(of: entity)
      if table.existing != nil { return try insertDirectly(values, entity, key, table) }
      var names = ["pk"]
      var parameters = [Parameter(key)]
      if table.holdsSubentities {
        names.append("entity")
        parameters.append(Parameter(entity.name))
      }
      for (property, column, value) in try pairs(values) {
        names.append(column.name)
        parameters.append(try ColumnBatch.parameter(value, column, of: property))
      }
      let target = "\(table.name) (\(names.joined(separator: ", ")))"
      if copying?.target != target { try flushCopy() }
      if copying == nil {
        copying = Copying(
          target: target, table: table.name, columns: names.map(PostgresNames.plain), types: parameters.map(\.type),
          entity: entity)
      }
      copying?.rows.append(parameters)
      note(.insert, entity, key)
      if copying?.rows.byteCount ?? 0 >= Copying.most { try flushCopy() }
    }

    /// `COPY` takes no values of other types than the columns have.
    private func insertDirectly(_ values: [PropertyColumns], _ entity: _Entity, _ key: Int64, _ table: TableLayout)
      throws
    {
      var names = [table.key]
      var places = ["$1"]
      let pairs = try pairs(values)
      if table.existing?.named.isMapped == true {
        let given = try pairs.first { $0.1.name == table.key }.flatMap {
          try ColumnBatch.parameter($0.2, $0.1, of: $0.0).bytes
        }
        try assignKey(given, ofBulk: entity, to: key, table)
      }
      var parameters = [Parameter(key: key, table.keyType, store.keyTable)]
      if table.holdsSubentities {
        names.append("entity")
        places.append("$2")
        parameters.append(Parameter(entity.name))
      }
      for (property, column, value) in pairs where column.existing?.isGenerated != true && column.name != table.key {
        parameters.append(try ColumnBatch.parameter(value, column, of: property, store.keyTable))
        names.append(column.name)
        places.append(column.existing?.assigned("$\(parameters.count)") ?? "$\(parameters.count)")
      }
      let overriding = table.existing?.isAlwaysGenerated == true ? " OVERRIDING SYSTEM VALUE" : ""
      let isNamed = table.keyType != .integer
      let statement = PostgresStatement(
        "INSERT INTO \(table.name) (\(names.joined(separator: ", ")))\(overriding) "
          + "SELECT \(places.joined(separator: ", "))" + (isNamed ? " RETURNING \(table.key)" : ""), parameters)
      let result: ResultRows
      do { result = try run(statement, entity) } catch let error as SwiftDataError
        where error == .uniqueConflict && mayMeetKeys(entity)
      {
        throw takenKeys([entity], error)
      }
      if result.changes == 0 { try checkArrival([key], entity) }
      if isNamed, let written = result.count > 0 ? result.key(0, 0) : store.keyTable?.bytes(of: key) {
        settle(key, as: written)
      }
    }

    private func pairs(_ values: [PropertyColumns]) throws -> [(_Property, ColumnLayout, ColumnConstant)] {
      try values.flatMap { value in
        let columns = layout.columns(of: value.property)
        guard columns.count >= value.values.count, !columns.isEmpty else {
          throw SwiftDataError(
            .unsupportedKeyPath, "The store has no column for this property.",
            entity: value.property.entity.name, property: value.property.name,
            advice: "Change it through models instead.")
        }
        return zip(columns, value.values).map { (value.property, $0, $1) }
      }
    }

    // MARK: Deletion

    /// Deletes all rows that match, with their delete rules, without loading one. Only keys are collected.
    func deleteAll(_ request: RowRequest, _ settled: SettledRows) throws -> BatchDeletion {
      _ = try layout.existingTable(of: request.entity)
      var deleter = PostgresBatchDeletion(self, settled)
      let result = try deleter.run(request)
      for (entity, key, mask) in result.updated { note(.update, entity, key, mask) }
      return result
    }
  }

  /// Deletes rows and what their delete rules demand, set by set.
  ///
  /// Cascades add keys until nothing is new. Only then `.deny` is asked, columns are emptied and rows deleted: an object
  /// that denies does not stand in the way if it goes too.
  private struct PostgresBatchDeletion {
    let transaction: PostgresTransaction
    let settled: SettledRows
    private var layout: StoreLayout { transaction.layout }
    /// By the ordinal of the concrete entity.
    private var doomed: [Int: Set<Int64>] = [:]
    private var entities: [Int: _Entity] = [:]

    init(_ transaction: PostgresTransaction, _ settled: SettledRows) {
      self.transaction = transaction
      self.settled = settled
    }

    mutating func run(_ request: RowRequest) throws -> BatchDeletion {
      let entity = request.entity
      if isAlone(entity) { return try deleteDirectly(request) }
      let first = try transaction.run(try transaction.lockedKeys(request), entity)
      var news: [Int: [Int64]] = [:]
      for row in 0..<first.count {
        add(first.number(row, 0, of: entity), layout.entity(number: first.integer(row, 1)) ?? entity, &news)
      }
      while !news.isEmpty { news = try cascade(news) }
      if settled.hasMoves {
        // A row that was moved goes after all if its new owner does.
        news = try cascade(doomed.mapValues { $0.sorted() })
        while !news.isEmpty {
          while !news.isEmpty { news = try cascade(news) }
          news = try cascade(doomed.mapValues { $0.sorted() })
        }
      }
      let members = entities.values.sorted { $0.ordinal < $1.ordinal }
      for entity in members { try checkDenials(entity) }
      var result = BatchDeletion()
      var updated: [PostgresRowTouches.Key: (entity: _Entity, mask: PropertyMask)] = [:]
      for entity in members {
        try nullify(entity, &updated)
        let parameter = keyParameter(entity)
        for cleanup in transaction.plans.cleanups(entity) {
          let rows = try transaction.run(PostgresStatement(cleanup.sql, [parameter]), entity)
          if let touched = cleanup.touches {
            transaction.touches.note(rows, touched.content, of: touched.entity, layout)
          }
        }
      }
      result.updated = updated.sorted { ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key) }.map {
        ($0.value.entity, $0.key.key, $0.value.mask)
      }
      for entity in members.sorted(by: { layout.rank($0) > layout.rank($1) }) {
        let table = layout.table(of: entity)
        let rows = try transaction.run(
          PostgresStatement(
            "DELETE FROM \(table.name) WHERE \(table.key) = ANY($1) RETURNING \(table.key)"
              + (Tombstones.returning(entity, layout).map { ", \($0)" } ?? ""), [keyParameter(entity)]),
          entity)
        for row in 0..<rows.count {
          let key = rows.number(row, 0, of: entity)
          transaction.note(.delete, entity, key, tombstone: rows.width > 1 ? rows.optionalText(row, 1) : nil)
          result.deleted.append((entity, key))
        }
      }
      return result
    }

    /// Whether deleting rows concerns no other row: then one statement finds and deletes them.
    private func isAlone(_ entity: _Entity) -> Bool {
      guard entity.root.family.count == 1, transaction.plans.cleanups(entity).isEmpty else { return false }
      return entity.relationships.allSatisfy { relationship in
        guard let destination = relationship.destination, layout.keeps(destination) else { return true }
        switch relationship.deleteRule {
        case .noAction: return true
        // As far as the other end is a property of rows.
        case .nullify: return relationship.inverse?.isToMany ?? true
        case .cascade, .deny: return false
        }
      }
    }

    private func deleteDirectly(_ request: RowRequest) throws -> BatchDeletion {
      let entity = request.entity
      let table = layout.table(of: entity)
      let condition: PostgresStatement
      if let known = try transaction.condition(request) {
        condition = known
      } else {
        let wanted = try transaction.lockedKeys(request)
        condition = PostgresStatement(
          "t0.\(table.key) IN (SELECT k FROM (\(wanted.text)) AS w (k, e))", wanted.parameters)
      }
      let rows = try transaction.run(
        PostgresStatement(
          "DELETE FROM \(table.name) AS t0 WHERE \(condition.text) RETURNING t0.\(table.key)"
            + (Tombstones.returning(entity, layout).map { ", \($0)" } ?? ""), condition.parameters), entity)
      var result = BatchDeletion()
      // The order in which they were found is the server's.
      let found = (0..<rows.count).map { (key: rows.number($0, 0, of: entity), row: $0) }.sorted { $0.key < $1.key }
      for (key, row) in found {
        transaction.note(.delete, entity, key, tombstone: rows.width > 1 ? rows.optionalText(row, 1) : nil)
        result.deleted.append((entity, key))
      }
      return result
    }

    private func keys(_ entity: _Entity) -> [Int64] { (doomed[entity.ordinal] ?? []).sorted() }

    private mutating func add(_ key: Int64, _ entity: _Entity, _ news: inout [Int: [Int64]]) {
      entities[entity.ordinal] = entity
      if doomed[entity.ordinal, default: []].insert(key).inserted { news[entity.ordinal, default: []].append(key) }
    }

    /// What rows take with them.
    private mutating func cascade(_ rows: [Int: [Int64]]) throws -> [Int: [Int64]] {
      var news: [Int: [Int64]] = [:]
      for (ordinal, keys) in rows.sorted(by: { $0.key < $1.key }) {
        guard let entity = entities[ordinal] else { continue }
        for relationship in entity.relationships where relationship.deleteRule == .cascade {
          guard let destination = relationship.destination, layout.keeps(destination) else { continue }
          let path = try PostgresRelationshipPath(relationship, layout)
          let found = try transaction.run(
            PostgresStatement(
              "SELECT \(layout.header(of: destination, alias: "t"))\(settled.isEmpty ? "" : ", \(path.ownerColumn)") "
                + "FROM \(path.source) WHERE \(path.condition) "
                // One that others have moved away meanwhile does not match any more.
                + "FOR UPDATE OF t",
              [path.owners(keys, transaction.store.keyTable)]))
          for row in 0..<found.count {
            let key = found.number(row, 0, of: destination)
            if !settled.isEmpty,
              spares(key, destination, of: found.number(row, 3, of: relationship.entity), relationship)
            {
              continue
            }
            add(key, layout.entity(named: found.optionalText(row, 1), in: destination), &news)
          }
          for (key, entity) in try arriving(relationship, destination, Set(keys)) { add(key, entity, &news) }
        }
      }
      return news
    }

    /// The rows that the save leads to owners which go, and that do not go themselves.
    private func arriving(_ relationship: _Property, _ destination: _Entity, _ owners: Set<Int64>) throws
      -> [(key: Int64, entity: _Entity)]
    {
      let keys = settled.arriving(destination, relationship) { owners.contains($0) }
      guard !keys.isEmpty else { return [] }
      let table = layout.table(of: destination)
      let found = try transaction.run(
        PostgresStatement(
          "SELECT \(layout.header(of: destination, alias: "t")) FROM \(table.name) AS t "
            + "WHERE t.\(table.key) = ANY($1) FOR UPDATE",
          [Parameter(keys: keys, layout.keyType(of: destination), transaction.store.keyTable)]))
      return (0..<found.count).compactMap { row in
        let key = found.number(row, 0, of: destination)
        let entity = layout.entity(named: found.optionalText(row, 1), in: destination)
        return entity.isKind(of: destination) && !isDoomed(key, entity) ? (key, entity) : nil
      }
    }

    private func isDoomed(_ key: Int64, _ entity: _Entity) -> Bool {
      entity.root.family.contains { doomed[$0.ordinal]?.contains(key) ?? false }
    }

    /// The doomed rows of a hierarchy.
    ///
    /// - Parameter spared: Others about which the save has decided.
    private func doomedKeys(_ entity: _Entity, and spared: [Int64]) -> Parameter {
      Parameter(
        keys: entity.root.family.flatMap { keys($0) } + spared, layout.keyType(of: entity), transaction.store.keyTable)
    }

    private func spared(_ relationship: _Property, _ destination: _Entity) -> [Int64] {
      settled.spared(destination, relationship) { isDoomed($0, relationship.entity) }
    }

    private func spares(_ key: Int64, _ destination: _Entity, of owner: Int64, _ relationship: _Property) -> Bool {
      settled.spares(.init(destination, key), of: owner, relationship) { isDoomed($0, relationship.entity) }
    }

    private func keyParameter(_ entity: _Entity) -> Parameter {
      Parameter(keys: keys(entity), layout.keyType(of: entity), transaction.store.keyTable)
    }

    private func checkDenials(_ entity: _Entity) throws {
      for relationship in entity.relationships where relationship.deleteRule == .deny {
        guard let destination = relationship.destination, layout.keeps(destination) else { continue }
        let path = try PostgresRelationshipPath(relationship, layout)
        // One is enough, unless the save has decided about some.
        let denying = try transaction.run(
          PostgresStatement(
            "SELECT \(settled.isEmpty ? "1" : "t.\(path.key), \(path.ownerColumn)") FROM \(path.source) "
              + "WHERE \(path.condition) AND NOT t.\(path.key) = ANY($2)\(settled.isEmpty ? " LIMIT 1" : "")",
            [keyParameter(entity), doomedKeys(destination, and: [])]))
        let isDenied = (0..<denying.count).contains { row in
          settled.isEmpty
            || !spares(
              denying.number(row, 0, of: destination), destination,
              of: denying.number(row, 1, of: relationship.entity), relationship)
        }
        guard try isDenied || !arriving(relationship, destination, Set(keys(entity))).isEmpty else { continue }
        throw SwiftDataError(
          .deleteDenied, "The delete rule .deny forbids the deletion while there are related models.",
          entity: entity.name, property: relationship.name,
          advice: "Delete the related models first, or remove them from the relationship.")
      }
    }

    /// Empties the to-one relationships that lead to doomed rows.
    private func nullify(
      _ entity: _Entity, _ updated: inout [PostgresRowTouches.Key: (entity: _Entity, mask: PropertyMask)]
    ) throws {
      for relationship in entity.relationships where relationship.deleteRule != .noAction {
        guard let inverse = relationship.inverse, !inverse.isToMany, let destination = relationship.destination,
          layout.keeps(destination), let column = layout.columns(of: inverse).first?.name
        else { continue }
        let layoutTable = layout.table(of: destination)
        let table = layoutTable.name
        let condition = "t.\(column) = ANY($1) AND NOT t.\(layoutTable.key) = ANY($2)"
        // Where nothing may refer to a row that goes, not even until the row is written, all are emptied.
        let spared = transaction.checksReferencesAtOnce ? [] : spared(relationship, destination)
        let parameters = [keyParameter(entity), doomedKeys(destination, and: spared)]
        guard inverse.isOptional else {
          let remaining = try transaction.run(
            PostgresStatement("SELECT 1 FROM \(table) AS t WHERE \(condition) LIMIT 1", parameters))
          guard remaining.count > 0 else { continue }
          throw SwiftDataError(
            .modelValidationFailure, "The deletion would leave models without a required destination.",
            entity: inverse.entity.name, property: inverse.name,
            advice:
              "Give \(entity.name).\(relationship.name) the delete rule .cascade, or make the relationship optional.")
        }
        let rows = try transaction.run(
          PostgresStatement(
            "UPDATE \(table) AS t SET \(column) = NULL\(layoutTable.raise("t.").map { ", \($0)" } ?? "") WHERE \(condition) "
              + "RETURNING \(layout.header(of: destination, alias: "t"))", parameters))
        for row in 0..<rows.count {
          let found = layout.entity(named: rows.optionalText(row, 1), in: destination)
          let key = PostgresRowTouches.Key(root: found.root.ordinal, key: rows.number(row, 0, of: found))
          updated[key, default: (found, .none)].mask.insert(inverse.index)
        }
      }
    }
  }
#endif
