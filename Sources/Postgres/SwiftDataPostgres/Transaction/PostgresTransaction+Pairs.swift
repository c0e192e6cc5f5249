// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Both ends of relationships.
  extension PostgresTransaction {
    func releasePartners(_ relationship: _Property, owner: Int64, except target: Int64?) throws {
      guard let inverse = relationship.inverse, !inverse.isToMany, layout.keeps(inverse.entity),
        let column = layout.columns(of: inverse).first?.name
      else { return }
      let table = try layout.existingTable(of: inverse.entity)
      let result = try run(
        PostgresStatement(
          "UPDATE \(table.name) AS t SET \(column) = NULL WHERE t.\(column) = $1 AND t.\(table.key) "
            + "\(table.keyType == .integer ? "<>" : "IS DISTINCT FROM") $2 "
            + "RETURNING \(layout.header(of: inverse.entity, alias: "t"))",
          [
            Parameter(key: owner, layout.keyType(of: relationship.entity), store.keyTable),
            Parameter(key: target ?? 0, table.keyType, store.keyTable),
          ]), inverse.entity)
      touches.note(result, .property(inverse.index), of: inverse.entity, layout)
    }

    struct PairChange {
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
      let table = layout.table(of: destination)
      let result = try run(
        PostgresStatement(
          "UPDATE \(table.name) AS t SET \(hidden.name) = " + (add ? "$2" : "NULL") + " WHERE t.\(table.key) = $1"
            + (add ? "" : " AND t.\(hidden.name) = $2") + " RETURNING \(layout.header(of: destination, alias: "t"))",
          [
            Parameter(key: target, table.keyType, store.keyTable),
            Parameter(key: owner, layout.keyType(of: relationship.entity), store.keyTable),
          ]), destination)
      touches.note(result, .hidden, of: destination, isWritten: targetIsWritten, layout)
    }

    /// Writes the pairs that wait, those of a kind that follow each other together.
    func flushPairs() throws {
      guard !pairs.isEmpty else { return }
      let waiting = pairs
      pairs = []
      var statements: [PostgresStatement] = []
      var start = 0
      while start < waiting.count {
        let first = waiting[start]
        var end = start
        var owners = ArrayBuilder(keys: first.end.ownerType)
        var targets = ArrayBuilder(keys: first.end.targetType)
        while end < waiting.count, waiting[end].end.table == first.end.table,
          waiting[end].end.ownerColumn == first.end.ownerColumn, waiting[end].isAdded == first.isAdded
        {
          owners.append(key: waiting[end].owner, store.keyTable)
          targets.append(key: waiting[end].target, store.keyTable)
          end += 1
        }
        let table = first.end.table
        let text =
          first.isAdded
          ? "INSERT INTO \(table) (\(first.end.ownerColumn), \(first.end.targetColumn)) "
            + "SELECT * FROM unnest($1, $2) ON CONFLICT DO NOTHING"
          : "DELETE FROM \(table) AS t USING unnest($1, $2) AS u(a, b) "
            + "WHERE t.\(first.end.ownerColumn) = u.a AND t.\(first.end.targetColumn) = u.b"
        statements.append(PostgresStatement(text, [owners.parameter, targets.parameter]))
        start = end
      }
      if mayWait { return hold(statements) }
      _ = try send(statements)
    }

    func relatedKeys(_ relationship: _Property, owner: Int64, limit: Int?) throws -> [Int64] {
      let path = try PostgresRelationshipPath(relationship, layout)
      let result = try run(
        PostgresStatement(
          "SELECT t.\(path.key) FROM \(path.source) WHERE \(path.condition) ORDER BY t.\(path.key)"
            + (limit.map { " LIMIT \($0)" } ?? ""), [path.owners([owner], store.keyTable)]))
      return (0..<result.count).map { result.number($0, 0, of: path.destination) }
    }
  }
#endif
