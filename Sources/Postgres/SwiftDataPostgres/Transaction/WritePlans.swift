// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// The texts of statements that write.
  struct WritePlans: Sendable {
    let layout: StoreLayout

    /// What follows FROM: the arrays of the parameters from a number on, as columns of `u`.
    private func unnest(_ names: [String], _ types: [String], from first: Int = 1) -> String {
      let arrays = types.enumerated().map { "$\(first + $0.offset)::\($0.element)[]" }
      return "unnest(\(arrays.joined(separator: ", "))) AS u(\(names.joined(separator: ", ")))"
    }

    /// Names for the columns of arrays, which no column of the table has to be told from.
    private func names(_ batch: ColumnBatch) -> [String] { batch.columns.indices.map { "c\($0)" } }

    func insertion(_ batch: ColumnBatch, _ keys: ArrayBuilder) throws -> Statement {
      let table = try layout.existingTable(of: batch.entity)
      let isUnique = !batch.entity.uniquenessConstraints.isEmpty
      var columns = ["pk"]
      var values = ["u.pk"]
      if table.holdsSubentities {
        columns.append("entity")
        values.append("'" + batch.entity.name.replacing("'", with: "''") + "'")
      }
      columns += batch.columns.map(\.name)
      values += names(batch).map { "u.\($0)" }
      var text =
        "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM "
        + unnest(["pk"] + names(batch), ["bigint"] + batch.columns.map(\.type))
      // What is refused is looked at afterwards.
      if isUnique { text += " ON CONFLICT DO NOTHING RETURNING pk" }
      return Statement(text, [keys.parameter] + batch.columns.map(\.values.parameter))
    }

    /// - Parameter versions: The counters that the rows must have; `nil` if any will do.
    func update(_ batch: ColumnBatch, _ keys: ArrayBuilder, _ versions: ArrayBuilder?) throws -> Statement {
      let table = try layout.existingTable(of: batch.entity)
      var assignments = zip(batch.columns, names(batch)).map { "\($0.name) = u.\($1)" }
      assignments.append("opt = t.opt + 1")
      let isChecked = versions != nil
      let text =
        "UPDATE \(table.name) AS t SET \(assignments.joined(separator: ", ")) FROM "
        + unnest(
          ["pk"] + (isChecked ? ["opt"] : []) + names(batch),
          ["bigint"] + (isChecked ? ["integer"] : []) + batch.columns.map(\.type))
        + " WHERE t.pk = u.pk" + (isChecked ? " AND t.opt = u.opt" : "") + " RETURNING t.pk, t.opt"
      return Statement(
        text, [keys.parameter] + [versions?.parameter].compactMap { $0 } + batch.columns.map(\.values.parameter))
    }

    /// Finds the row that has a model's values in the columns of a constraint.
    func conflict(_ batch: ColumnBatch, _ key: Int64) throws -> Statement {
      let table = try layout.existingTable(of: batch.entity)
      let terms = zip(batch.columns, names(batch)).map { "t.\($0.name) = u.\($1)" }
      return Statement(
        "SELECT \(layout.header(of: batch.entity, alias: "t")) FROM \(table.name) AS t, "
          + unnest(names(batch), batch.columns.map(\.type), from: 2)
          + " WHERE t.pk <> $1 AND \(terms.joined(separator: " AND "))",
        [Parameter(key)] + batch.columns.map(\.values.parameter))
    }

    // MARK: Deletion

    /// A statement that takes keys, and what it changes in the rows that it returns.
    struct Cleanup {
      struct Touches {
        let entity: _Entity
        let content: RowTouches.Content
      }

      let sql: String
      var touches: Touches?
    }

    /// What must go, or be emptied, before rows of an entity are deleted.
    func cleanups(_ entity: _Entity) -> [Cleanup] {
      var statements: [Cleanup] = []
      for relationship in entity.relationships {
        if let end = layout.joinTable(of: relationship) {
          statements.append(Cleanup(sql: "DELETE FROM \(end.table) WHERE \(end.ownerColumn) = ANY($1)"))
          if relationship.isOwnInverse {
            statements.append(Cleanup(sql: "DELETE FROM \(end.table) WHERE \(end.targetColumn) = ANY($1)"))
          }
        } else if let hidden = layout.hiddenColumn(of: relationship), let destination = relationship.destination,
          layout.keeps(destination)
        {
          statements.append(
            Cleanup(
              sql: "UPDATE \(layout.table(of: destination).name) AS t SET \(hidden.name) = NULL "
                + "WHERE t.\(hidden.name) = ANY($1) RETURNING \(layout.header(of: destination, alias: "t"))",
              touches: .init(entity: destination, content: .hidden)))
        }
      }
      for reference in entity.oneWayReferences where !reference.isToMany && layout.keeps(reference.entity) {
        guard let column = layout.columns(of: reference).first?.name else { continue }
        statements.append(
          Cleanup(
            sql: "UPDATE \(layout.table(of: reference.entity).name) AS t SET \(column) = NULL "
              + "WHERE t.\(column) = ANY($1) RETURNING \(layout.header(of: reference.entity, alias: "t"))",
            touches: .init(entity: reference.entity, content: .property(reference.index))))
      }
      return statements
    }
  }
#endif
