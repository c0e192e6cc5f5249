// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

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
    let text: RelatedText
    let statement: PostgresStatement

    var plan: PostgresRowDecoder { text.plan }
    var owner: _Entity { text.owner }
    var ownerColumn: Int32? { text.ownerColumn }
    var namesOwners: Bool { text.namesOwners }

    static func all(_ requests: [RelatedRequest], _ store: PostgresRowStore, of lookup: PostgresStatement?) throws
      -> [RelatedSelection]
    {
      let texts = try store.relatedTexts.texts(requests, store, of: lookup)
      var all: [RelatedSelection] = []
      for (request, text) in zip(requests, texts) {
        let parameters =
          switch request.owners {
          case .keys(let keys): [Parameter(keys: keys, text.ownerType, store.keyTable)]
          case .rows: lookup?.parameters ?? []
          case .destinations(let index): all[index].statement.parameters
          }
        all.append(RelatedSelection(text: text, statement: PostgresStatement(text.text, parameters)))
      }
      return all
    }
  }

  /// The SQL of a ``RelatedSelection``.
  struct RelatedText {
    let text: String
    let plan: PostgresRowDecoder
    let owner: _Entity
    let ownerType: ExistingKeyType
    /// The column that has the owner's key; `nil` of to-one relationships, whose objects have the destination's.
    let ownerColumn: Int32?
    /// Whether there is a row for each owner.
    let namesOwners: Bool
    /// The rows with the keys of the destinations.
    private let keys: Keys

    private struct Keys {
      /// The destinations' table, if its rows are there as `t`.
      var table: String?
      let column: String
      /// What follows the columns.
      let rest: String
      /// Whether each key is there once.
      let isDistinct: Bool

      var text: String { "SELECT \(column)\(rest)" }
    }

    /// - Parameter lookup: Selects the keys of the fetched rows, each once.
    init(
      _ request: RelatedRequest, after earlier: [RelatedText], _ store: PostgresRowStore, of lookup: PostgresStatement?
    ) throws {
      let path = try PostgresRelationshipPath(request.relationship, store.layout)
      // What follows a column that has the owners' keys, and what selects these, if the statement must tell of them.
      let (owners, list, isDistinct): (String, String?, Bool)
      var source: Keys?
      switch request.owners {
      case .keys: (owners, list, isDistinct) = ("= ANY($1)", nil, true)
      case .rows:
        guard let lookup else { throw Self.misplaced(request.relationship) }
        (owners, list, isDistinct) = ("IN (\(lookup.text))", lookup.text, true)
      case .destinations(let index):
        guard earlier.indices.contains(index) else { throw Self.misplaced(request.relationship) }
        let keys = earlier[index].keys
        (owners, list, isDistinct) = ("IN (\(keys.text))", keys.text, keys.isDistinct)
        source = keys
      }
      plan = try store.readPlans.plan(path.destination)
      owner = request.relationship.entity
      ownerType = path.ownerType
      let columns = plan.columns
      if let reference = path.reference {
        if let source, source.table == reference.table {
          // The rows that have been found have the references.
          keys = Keys(column: "t.\(reference.column)", rest: source.rest, isDistinct: false)
        } else {
          keys = Keys(
            column: "o.\(reference.column)",
            rest: " FROM \(reference.table) AS o WHERE o.\(reference.key) \(owners)", isDistinct: false)
        }
        // Each destination once, however many lead to it.
        text =
          "SELECT \(columns.selectList(alias: "t")) FROM \(reference.destination) AS t WHERE t.\(path.key) IN (\(keys.text))"
          + (path.entities.map { " AND \($0)" } ?? "") + " ORDER BY t.\(path.key)"
        ownerColumn = nil
        namesOwners = false
      } else {
        keys = Keys(
          table: path.table, column: "t.\(path.key)",
          rest: " FROM \(path.source) WHERE \(path.condition(of: owners))", isDistinct: !path.isJoin)
        ownerColumn = columns.count
        namesOwners = list != nil
        text =
          list.map { list in
            let owners = isDistinct ? "(\(list)) AS w(k)" : "(SELECT DISTINCT l.k FROM (\(list)) AS l(k)) AS w"
            return "SELECT \(columns.selectList(alias: "t")), w.k FROM \(owners) LEFT JOIN "
              + (path.isJoin ? "(\(path.source))" : path.source)
              + " ON \(path.condition(of: "= w.k")) ORDER BY w.k, t.\(path.key)"
          } ?? path.rows(columns, of: owners)
      }
    }

    private static func misplaced(_ relationship: _Property) -> SwiftDataError {
      SwiftDataError(
        .storeFailure, "The relationship was asked for before its owners.", entity: relationship.entity.name,
        property: relationship.name, advice: "Report this: it is a mistake of the library.")
    }
  }

  /// The texts for what requests ask for together, which a program asks for again and again.
  final class RelatedTexts: Sendable {
    private struct Key: Hashable, Sendable {
      let relationships: [ObjectIdentifier]
      /// Of destinations of others, their positions; below zero, of keys or of the fetched rows.
      let owners: [Int]
      let lookup: String?
    }

    private let known = Mutex<[Key: [RelatedText]]>([:])

    func texts(_ requests: [RelatedRequest], _ store: PostgresRowStore, of lookup: PostgresStatement?) throws
      -> [RelatedText]
    {
      let key = Key(
        relationships: requests.map { ObjectIdentifier($0.relationship) },
        owners: requests.map { request in
          switch request.owners {
          case .keys: -1
          case .rows: -2
          case .destinations(let index): index
          }
        }, lookup: lookup?.text)
      if let texts = known.withLock({ $0[key] }) { return texts }
      var texts: [RelatedText] = []
      for request in requests { texts.append(try RelatedText(request, after: texts, store, of: lookup)) }
      known.withLock { known in
        // Programs that make predicates at run time have an unlimited number of these.
        if known.count >= 256 { known.removeAll(keepingCapacity: true) }
        known[key] = texts
      }
      return texts
    }
  }
#endif
