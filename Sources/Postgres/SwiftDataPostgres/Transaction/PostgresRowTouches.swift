// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that lose or gain a reference which no property of theirs holds, or whose target was deleted: their counters
  /// rise and the history names them, as for any other update, so that other programs notice.
  struct PostgresRowTouches {
    /// What a statement changes in the rows that it returns.
    enum Content {
      /// A column that belongs to a to-many relationship of another entity.
      case hidden
      case property(Int)
    }

    struct Key: Hashable {
      let root: Int
      let key: Int64
    }

    struct Touch {
      let entity: _Entity
      /// The counter before the transaction; `nil` if the transaction has written the row itself.
      let version: Int64?
      var mask = PropertyMask.none
    }

    private(set) var rows: [Key: Touch] = [:]

    /// Notes the rows that a statement has changed: key, entity and counter of each.
    mutating func note(
      _ result: ResultRows, _ content: Content, of entity: _Entity, isWritten: Bool = false, _ layout: StoreLayout
    ) {
      for row in 0..<result.count {
        let found = layout.entity(named: result.optionalText(row, 1), in: entity)
        let key = Key(root: found.root.ordinal, key: result.number(row, 0, of: found))
        var touch = rows[key] ?? Touch(entity: found, version: isWritten ? nil : result.integer(row, 2))
        if case .property(let index) = content { touch.mask.insert(index) }
        rows[key] = touch
      }
    }

    /// Raises the counters of the rows that nothing else has written since, by one statement for each table.
    func settle(_ transaction: PostgresTransaction) throws -> [TouchedRow] {
      var settled: [TouchedRow] = []
      let sorted = rows.sorted { ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key) }
      for (root, members) in Dictionary(grouping: sorted, by: \.key.root).sorted(by: { $0.key < $1.key }) {
        if transaction.layout.tables.first(where: { $0.root.ordinal == root })?.existing?.isCounted == false {
          // The server has changed their versions with the rows.
          for (key, touch) in members {
            guard let version = touch.version else { continue }
            settled.append(
              TouchedRow(
                entity: touch.entity, key: key.key, version: Int32(truncatingIfNeeded: version), mask: touch.mask))
          }
          continue
        }
        let keyType = transaction.layout.tables.first { $0.root.ordinal == root }?.keyType ?? .integer
        var keys = ArrayBuilder(keys: keyType)
        var versions = ArrayBuilder(element: TypeNumber.integer32)
        for (key, touch) in members {
          guard let version = touch.version else { continue }
          keys.append(key: key.key, transaction.store.keyTable)
          versions.append(Int32(truncatingIfNeeded: version))
        }
        guard keys.count > 0, let table = transaction.layout.tables.first(where: { $0.root.ordinal == root }) else {
          continue
        }
        let result = try transaction.run(
          PostgresStatement(
            "UPDATE \(table.name) AS t SET \(table.raise("t.") ?? "") FROM unnest($1, $2) AS u(pk, opt) "
              + "WHERE t.\(table.key) = u.pk AND t.\(table.version) = u.opt RETURNING t.\(table.key), t.\(table.version)",
            [keys.parameter, versions.parameter]))
        for row in 0..<result.count {
          let key = result.number(row, 0, of: table.root)
          guard let touch = rows[Key(root: root, key: key)] else { continue }
          transaction.note(.update, touch.entity, key, touch.mask)
          settled.append(
            TouchedRow(
              entity: touch.entity, key: key, version: Int32(truncatingIfNeeded: result.integer(row, 1)),
              mask: touch.mask, former: touch.version.map { Int32(truncatingIfNeeded: $0) }))
        }
      }
      return settled
    }
  }
#endif
