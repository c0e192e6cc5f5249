// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that want one another's unique values, and cannot let go of theirs first: the columns must have a value.
  extension PostgresTransaction {
    private struct Place: Hashable {
      let root: Int
      let key: Int64
    }

    /// Writes each row after those that have the values it wants: so numbers can move up, one after the other.
    ///
    /// - Throws: The conflict, where a row has a wanted value that the save leaves alone, or rows exchange values.
    func writeInTurn(_ updates: [Update], _ rows: [RowToWrite], _ conflict: SwiftDataError) throws
      -> [(update: Update, result: ResultRows)]
    {
      let entity = rows.first?.entity
      let present = try run(updates.map(plans.versions(of:)), entity)
      // Others have changed rows, which keep their values then. Nothing of this will stay: only which these are counts.
      guard zip(updates, present).allSatisfy({ $1.count >= $0.keys.count }) else {
        return zip(updates, present).map { ($0, $1) }
      }
      let turns = try turns(updates.flatMap(\.positions), rows, conflict)
      let singles = try turns.flatMap { try batches(rows, [$0]) }
      let statements = try singles.map { try plans.update($0.batch, $0.keys, $0.versions) }
      return zip(singles, try run(statements, entity)).map { ($0, $1) }
    }

    /// The order in which rows find the values that they want free.
    private func turns(_ positions: [Int], _ rows: [RowToWrite], _ conflict: SwiftDataError) throws -> [Int] {
      var places: [Place: Int] = [:]
      for position in positions {
        places[Place(root: rows[position].entity.root.ordinal, key: rows[position].key)] = position
      }
      let wishes = positions.flatMap { position in
        rows[position].entity.uniquenessConstraints
          .filter { isWritten($0, rows[position]) }.map { (position: position, constraint: $0) }
      }
      let questions = try wishes.map { try question(rows[$0.position], $0.constraint) }
      var waiting: [Int: Int] = [:]
      var followers: [Int: [Int]] = [:]
      for (wish, holder) in zip(wishes, try run(questions, rows.first?.entity)) where holder.count > 0 {
        let row = rows[wish.position]
        let root = row.entity.root.ordinal
        guard let other = places[Place(root: root, key: holder.number(0, 0, of: row.entity))],
          isWritten(wish.constraint, rows[other])
        else { throw conflict }
        waiting[wish.position, default: 0] += 1
        followers[other, default: []].append(wish.position)
      }
      var turns = positions.filter { waiting[$0] == nil }
      var next = 0
      while next < turns.count {
        for follower in followers[turns[next]] ?? [] {
          waiting[follower, default: 0] -= 1
          if waiting[follower] == 0 { turns.append(follower) }
        }
        next += 1
      }
      guard turns.count == positions.count else { throw conflict }
      return turns
    }

    /// Whether a row gets other values of a constraint.
    private func isWritten(_ constraint: [_Property], _ row: RowToWrite) -> Bool {
      constraint.contains { row.mask.contains($0.index) }
    }

    /// Which row has the values that another one wants.
    func question(_ row: RowToWrite, _ constraint: [_Property]) throws -> PostgresStatement {
      var mask = PropertyMask.none
      for property in constraint { mask.insert(property.index) }
      let batch = plans.batch(row.entity, mask)
      try batch.append(row.model)
      return try plans.conflict(batch, row.key)
    }
  }
#endif
