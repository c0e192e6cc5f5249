// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// The texts of statements that write. Those that saves need again and again are made once.
  final class WriteStatementTexts: Sendable {
    let layout: StoreLayout
    let history: HistoryTexts
    let keyTable: KeyTable?
    let deferrable: Set<String>

    private struct Key: Hashable {
      enum Use: Hashable { case insertion, update, checkedUpdate }

      let use: Use
      let entity: Int
      let mask: UInt64
      let isSingle: Bool
    }

    private struct ShapeKey: Hashable {
      let entity: Int
      let mask: UInt64
    }

    private let texts = Mutex<[Key: String]>([:])
    private let shapes = Mutex<[ShapeKey: ColumnBatch.Shape]>([:])

    /// - Parameter deferrable: The tables for which the server has no `ON CONFLICT`; see ``DeferrableTables``.
    init(layout: StoreLayout, keyTable: KeyTable?, deferrable: Set<String> = []) {
      self.layout = layout
      self.keyTable = keyTable
      self.deferrable = deferrable
      history = HistoryTexts(layout)
    }

    /// For rows of an entity, of which some properties are written.
    func batch(_ entity: _Entity, _ mask: PropertyMask) -> ColumnBatch {
      let key = ShapeKey(entity: entity.ordinal, mask: mask.bits)
      if let known = shapes.withLock({ $0[key] }) { return ColumnBatch(entity, known, keyTable) }
      let shape = ColumnBatch.shape(entity, mask, layout)
      shapes.withLock { $0[key] = shape }
      return ColumnBatch(entity, shape, keyTable)
    }

    private func text(_ use: Key.Use, _ batch: ColumnBatch, isSingle: Bool, _ make: () throws -> String) throws
      -> String
    {
      let key = Key(use: use, entity: batch.entity.ordinal, mask: batch.mask.bits, isSingle: isSingle)
      if let known = texts.withLock({ $0[key] }) { return known }
      let text = try make()
      texts.withLock { $0[key] = text }
      return text
    }

    /// What follows FROM: the arrays of the parameters from a number on, as columns of `u`.
    private func unnest(_ names: [String], _ types: [String], from first: Int = 1) -> String {
      let arrays = types.enumerated().map { "$\(first + $0.offset)::\($0.element)[]" }
      return "unnest(\(arrays.joined(separator: ", "))) AS u(\(names.joined(separator: ", ")))"
    }

    /// Names for the columns of arrays, which no column of the table has to be told from.
    private func names(_ batch: ColumnBatch) -> [String] { batch.columns.indices.map { "c\($0)" } }

    func insertion(_ batch: ColumnBatch, _ keys: ArrayBuilder) throws -> PostgresStatement {
      let isSingle = keys.count == 1
      let text = try text(.insertion, batch, isSingle: isSingle) {
        let table = try layout.existingTable(of: batch.entity)
        var columns = [table.key]
        // One row needs no arrays.
        var values = [isSingle ? "$1" : "u.pk"]
        if table.holdsSubentities {
          columns.append("entity")
          values.append(batch.entity.name.inSingleQuotes)
        }
        for (index, column) in batch.columns.enumerated()
        where column.form?.isGenerated != true && index != batch.keyColumn {
          columns.append(column.name)
          values.append(column.assigned(isSingle ? "$\(index + 2)" : "u.c\(index)"))
        }
        try check(columns, batch.entity)
        var text =
          "INSERT INTO \(table.name) (\(columns.joined(separator: ", ")))"
          + (table.existing?.isAlwaysGenerated == true ? " OVERRIDING SYSTEM VALUE" : "")
          + " SELECT \(values.joined(separator: ", "))"
        if !isSingle {
          text += " FROM " + unnest(["pk"] + names(batch), [table.keyType.type] + batch.columns.map(\.type))
        }
        // What is refused is looked at afterwards.
        if looksFirst(batch.entity) {
          text += absence(of: batch, table) + " RETURNING \(table.key)"
        } else if !batch.entity.uniquenessConstraints.isEmpty {
          text += " ON CONFLICT DO NOTHING RETURNING \(table.key)"
        } else if table.keyType != .integer || table.existing?.isChangedByServer == true {
          text += " RETURNING \(table.key)"
        }
        return text
      }
      return PostgresStatement(text, parameters([keys], batch, isSingle: isSingle))
    }

    /// - Parameter versions: The counters that the rows must have; `nil` if any will do.
    /// Empties unique columns of rows that are written again afterwards.
    ///
    /// Where the server counts, the change is a version of its own, which the writing accepts. So it is made only of rows
    /// that have theirs; others are found to be overtaken then.
    func vacating(_ update: PostgresTransaction.Update, _ columns: [String]) -> PostgresStatement {
      let table = layout.table(of: update.batch.entity)
      let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
      guard table.existing?.isCounted == false, let versions = update.versions else {
        return PostgresStatement(
          "UPDATE \(table.name) SET \(assignments) WHERE \(table.key) = ANY($1)", [update.keys.parameter])
      }
      return PostgresStatement(
        "UPDATE \(table.name) AS t SET \(assignments) FROM "
          + unnest(["pk", "opt"], [table.keyType.type, "integer"])
          + " WHERE t.\(table.key) = u.pk AND \(table.hasVersion("u.opt", "t.")) RETURNING t.\(table.key)",
        [update.keys.parameter, versions.parameter])
    }

    /// Whether all rows have let go, where that is asked.
    func isWhole(_ vacated: ResultRows, _ update: PostgresTransaction.Update) -> Bool {
      guard layout.table(of: update.batch.entity).existing?.isCounted == false, update.versions != nil else {
        return true
      }
      return vacated.count == update.keys.count
    }

    /// The rows that have the versions which an update expects, as it would return them.
    func versions(of update: PostgresTransaction.Update) -> PostgresStatement {
      let table = layout.table(of: update.batch.entity)
      let check = update.versions.map { _ in " AND \(table.hasVersion("u.opt", "t."))" } ?? ""
      return PostgresStatement(
        "SELECT t.\(table.key), t.\(table.version) FROM \(table.name) AS t, "
          + unnest(
            ["pk"] + (update.versions == nil ? [] : ["opt"]),
            [table.keyType.type] + (update.versions == nil ? [] : ["integer"]))
          + " WHERE t.\(table.key) = u.pk\(check)", [update.keys, update.versions].compactMap { $0?.parameter })
    }

    func update(_ batch: ColumnBatch, _ keys: ArrayBuilder, _ versions: ArrayBuilder?) throws -> PostgresStatement {
      let isSingle = keys.count == 1
      let isChecked = versions != nil
      let text = try text(isChecked ? .checkedUpdate : .update, batch, isSingle: isSingle) {
        let table = try layout.existingTable(of: batch.entity)
        try check(batch.columns.filter { $0.form?.isGenerated != true }.map(\.name), batch.entity)
        // Of a parent that has got children, nothing is written: the server would take it for a change.
        if table.existing?.isCounted == false, batch.columns.allSatisfy({ $0.form?.isGenerated == true }) {
          return "SELECT \(table.key), \(table.version) FROM \(table.name) WHERE \(table.key) "
            + (isSingle ? "= $1" : "= ANY($1)")
        }
        // One row, as most saves change, is found without a join.
        if isSingle {
          let first = isChecked ? 3 : 2
          let assignments = assignments(batch, table) { "$\(first + $0)" }
          return "UPDATE \(table.name) SET \(assignments) WHERE \(table.key) = $1"
            + (isChecked ? " AND \(table.hasVersion("$2"))" : "")
            // By the key that it had.
            + " RETURNING \(batch.keyColumn == nil ? table.key : "$1"), \(table.version)"
        }
        let assignments = assignments(batch, table, "t.") { "u.c\($0)" }
        return "UPDATE \(table.name) AS t SET \(assignments) FROM "
          + unnest(
            ["pk"] + (isChecked ? ["opt"] : []) + names(batch),
            [table.keyType.type] + (isChecked ? ["integer"] : []) + batch.columns.map(\.type))
          + " WHERE t.\(table.key) = u.pk" + (isChecked ? " AND \(table.hasVersion("u.opt", "t."))" : "")
          + " RETURNING \(batch.keyColumn == nil ? "t.\(table.key)" : "u.pk"), t.\(table.version)"
      }
      return PostgresStatement(text, parameters([keys, versions].compactMap { $0 }, batch, isSingle: isSingle))
    }

    /// A column takes one value: over a table of another program, `author` and `authorID` may both be kept in `author_id`.
    private func check(_ columns: [String], _ entity: _Entity) throws {
      var known: Set<String> = []
      guard let column = columns.first(where: { !known.insert($0).inserted }) else { return }
      throw SwiftDataError(
        .unknownDataStoreSchema, "Two properties of the model are kept in the column \(PostgresNames.plain(column)).",
        entity: entity.name, advice: "Leave one of them out, or mark it as @Transient.")
    }

    /// What follows SET.
    private func assignments(
      _ batch: ColumnBatch, _ table: TableLayout, _ alias: String = "", _ value: (Int) -> String
    ) -> String {
      var all = batch.columns.enumerated().filter { $0.element.form?.isGenerated != true }.map {
        "\($0.element.name) = \($0.element.assigned(value($0.offset)))"
      }
      if let raise = table.raise(alias) { all.append(raise) }
      return all.joined(separator: ", ")
    }

    private func parameters(_ first: [ArrayBuilder], _ batch: ColumnBatch, isSingle: Bool) -> [Parameter] {
      let all = first + batch.columns.map(\.values)
      return all.map { isSingle ? $0.single : $0.parameter }
    }

    /// Finds the row that has a model's values in the columns of a constraint.
    func conflict(_ batch: ColumnBatch, _ key: Int64) throws -> PostgresStatement {
      let table = try layout.existingTable(of: batch.entity)
      let terms = zip(batch.columns, names(batch)).map { "t.\($0.name) = \($0.assigned("u.\($1)"))" }
      return PostgresStatement(
        "SELECT \(layout.header(of: batch.entity, alias: "t")) FROM \(table.name) AS t, "
          + unnest(names(batch), batch.columns.map(\.type), from: 2)
          // A new row has no key yet, if its values decide.
          + " WHERE t.\(table.key) \(table.keyType == .integer ? "<>" : "IS DISTINCT FROM") $1 "
          + "AND \(terms.joined(separator: " AND "))",
        [Parameter(key: key, table.keyType, keyTable)] + batch.columns.map(\.values.parameter))
    }

    // MARK: Deletion

    /// A statement that takes keys, and what it changes in the rows that it returns.
    struct Cleanup {
      struct Touches {
        let entity: _Entity
        let content: PostgresRowTouches.Content
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
        // Rows to which something leads back are a matter of the delete rule.
        let paired = reference.inverse?.destination.flatMap {
          layout.condition($0, includesSubentities: true, alias: "t")
        }
        let others = paired.map { "AND NOT (\($0)) " } ?? ""
        statements.append(
          Cleanup(
            sql: "UPDATE \(layout.table(of: reference.entity).name) AS t SET \(column) = NULL "
              + "WHERE t.\(column) = ANY($1) \(others)RETURNING \(layout.header(of: reference.entity, alias: "t"))",
            touches: .init(entity: reference.entity, content: .property(reference.index))))
      }
      return statements
    }
  }
#endif
