// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    package var answersTogether: Bool { true }

    package func fetchRelated(_ requests: [RelatedRequest], _ rows: inout some RelatedRows) throws {
      let selections = try RelatedSelection.all(requests, self, of: nil)
      try deliver(try database.read(selections.map(\.statement)), selections, &rows)
    }

    /// A look-up by a key or by a unique value is cheap enough to be a part of each statement.
    package func fetch(
      _ request: RowRequest, with related: [RelatedRequest], _ rows: inout some RelatedRows,
      _ body: (inout FetchedRow) throws -> Void
    ) throws -> Bool {
      guard let lookup = try lookup(request) else { return false }
      let (plan, statement) = try selection(request)
      let selections = try RelatedSelection.all(related, self, of: lookup)
      var results = try database.read([statement] + selections.map(\.statement))
      let first = results.removeFirst()
      database.statistics.noteRows(Int(first.count))
      try deliver(first, plan, body)
      try deliver(results, selections, &rows)
      return true
    }

    /// What selects the keys of a request that finds its rows by theirs or by unique values; `nil` for others.
    private func lookup(_ request: RowRequest) throws -> PostgresStatement? {
      if let key = request.singleKey {
        let type = layout.keyType(of: request.entity)
        return PostgresStatement("SELECT $1", [Parameter(key: key, type, keyTable)])
      }
      return try selects.lookup(request).map { PostgresStatement($0, keyTable) }
    }

    private func deliver(_ results: [ResultRows], _ selections: [RelatedSelection], _ rows: inout some RelatedRows)
      throws
    {
      for (index, (result, selection)) in zip(results, selections).enumerated() {
        database.statistics.noteRows(Int(result.count))
        let cursor = ResultCursor(result, keys: selection.plan.keys)
        try withExtendedLifetime(cursor) {
          while cursor.row < result.count {
            let owner = selection.ownerColumn.map { result.number(cursor.row, $0, of: selection.owner) } ?? 0
            if selection.namesOwners { rows.receive(owner: owner, of: index) }
            // An owner without destinations has a row of its own.
            if !result.isNull(cursor.row, 0) {
              var row = try selection.plan.row(cursor, owner: owner)
              try rows.receive(&row, of: index)
              if let failure = row.reader.failure { throw failure }
            }
            cursor.row += 1
          }
        }
      }
    }
  }

  /// How the destinations of one of several relationships are selected.
  ///
  /// Whose destinations they are is a condition of the statement, so that none has to wait for another one's answer: the keys
  /// of owners that are destinations themselves are selected again within it. Each statement sees a moment of its own, and an
  /// owner may have become another one's meanwhile. So a statement about a to-many relationship also tells whose destinations
  /// it has: what it does not tell of is asked for later.
  struct RelatedSelection {
    let plan: PostgresRowDecoder
    let statement: PostgresStatement
    /// The column that has the owner's key; `nil` of to-one relationships, whose objects have the destination's.
    let ownerColumn: Int32?
    /// Whether there is a row for each owner.
    let namesOwners: Bool
    private(set) var owner: _Entity
    /// Selects the keys of the destinations.
    private let keys: String

    static func all(_ requests: [RelatedRequest], _ store: PostgresRowStore, of lookup: PostgresStatement?) throws
      -> [RelatedSelection]
    {
      var all: [RelatedSelection] = []
      for request in requests {
        switch request.owners {
        case .keys(let keys):
          let path = try PostgresRelationshipPath(request.relationship, store.layout)
          all.append(try Self(path, request, store, "= ANY($1)", nil, [path.owners(keys, store.keyTable)]))
        case .rows:
          guard let lookup else { throw misplaced(request.relationship) }
          let path = try PostgresRelationshipPath(request.relationship, store.layout)
          all.append(try Self(path, request, store, "IN (\(lookup.text))", lookup.text, lookup.parameters))
        case .destinations(let index):
          guard all.indices.contains(index) else { throw misplaced(request.relationship) }
          let owners = all[index]
          let path = try PostgresRelationshipPath(request.relationship, store.layout)
          all.append(try Self(path, request, store, "IN (\(owners.keys))", owners.keys, owners.statement.parameters))
        }
      }
      return all
    }

    private static func misplaced(_ relationship: _Property) -> SwiftDataError {
      SwiftDataError(
        .storeFailure, "The relationship was asked for before its owners.", entity: relationship.entity.name,
        property: relationship.name, advice: "Report this: it is a mistake of the library.")
    }

    /// - Parameters:
    ///   - owners: What follows a column that has their keys.
    ///   - list: Selects their keys, if the statement must tell of them.
    private init(
      _ path: PostgresRelationshipPath, _ request: RelatedRequest, _ store: PostgresRowStore, _ owners: String,
      _ list: String?, _ parameters: [Parameter]
    ) throws {
      plan = try store.readPlans.plan(path.destination)
      owner = request.relationship.entity
      let columns = plan.columns
      let text: String
      if let reference = path.reference {
        // Each destination once, however many lead to it.
        keys = "SELECT o.\(reference.column) FROM \(reference.table) AS o WHERE o.\(reference.key) \(owners)"
        text =
          "SELECT \(columns.selectList(alias: "t")) FROM \(reference.destination) AS t WHERE t.\(path.key) IN (\(keys))"
          + (path.entities.map { " AND \($0)" } ?? "") + " ORDER BY t.\(path.key)"
        ownerColumn = nil
        namesOwners = false
      } else {
        keys = "SELECT t.\(path.key) FROM \(path.source) WHERE \(path.condition(of: owners))"
        ownerColumn = columns.count
        namesOwners = list != nil
        text =
          list.map { list in
            "SELECT \(columns.selectList(alias: "t")), w.k FROM (SELECT DISTINCT l.k FROM (\(list)) AS l(k)) AS w LEFT JOIN "
              + (path.isJoin ? "(\(path.source))" : path.source)
              + " ON \(path.condition(of: "= w.k")) ORDER BY w.k, t.\(path.key)"
          } ?? path.rows(columns, of: owners)
      }
      statement = PostgresStatement(text, parameters)
    }
  }
#endif
