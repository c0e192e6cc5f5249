// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension StoreIntegrityCheck {
  /// Calls `body` for each relationship with the entity that declares it.
  func forEachRelationship(
    _ body: (EntityDescription, RelationshipDescription, EntityTable, EntityTable) throws -> Void
  ) throws {
    for entity in store.orderedEntities {
      for relationship in store.model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
      where !relationship.isTransient {
        guard let own = store.layout[entity.name],
          let other = store.layout[relationship.destination]
        else { continue }
        try body(entity, relationship, own, other)
      }
    }
  }

  /// Keys of rows that are not there, or not of the right entity.
  func references(_ findings: inout Findings) throws {
    try forEachRelationship { entity, relationship, own, other in
      guard let target = other.table else { return }
      let name = "\(entity.name).\(relationship.name)"
      switch own.relationships[relationship.name] {
      case .key(let column, let entityColumn, _):
        guard let table = own.table else { return }
        try findings.attempt(table) { findings in
          try checkKeys(table, column, entityColumn, target, other, name, &findings)
        }
      case .foreign(let table, let column, _, true):
        // The column holds the key of the owner.
        guard let owner = own.table else { return }
        try findings.attempt(table) { findings in
          try checkKeys(table, column, nil, owner, own, name, &findings)
        }
      default: return
      }
    }
  }

  private func checkKeys(
    _ table: String, _ column: String, _ entityColumn: String?, _ target: String,
    _ other: EntityTable, _ name: String, _ findings: inout Findings
  ) throws {
    let key = "t.\(column.sqlName)"
    let known = other.numbers.map(String.init).joined(separator: ", ")
    let stated = entityColumn.map { "t.\($0.sqlName)" } ?? "NULL"
    let statement = try store.connection.prepare(
      """
      SELECT t.Z_PK, \(key), o.Z_PK, o.Z_ENT, \(stated) FROM \(table.sqlName) AS t \
      LEFT JOIN \(target.sqlName) AS o ON o.Z_PK = \(key) \
      WHERE \(key) IS NOT NULL AND \(store.isNotKept("t")) AND \(store.isNotKept("o")) \
      AND (o.Z_PK IS NULL OR o.Z_ENT NOT IN (\(known)) \
      OR \(entityColumn == nil ? "0" : "\(stated) IS NOT o.Z_ENT"))
      """)
    while try statement.step() {
      let row = statement.key(0)
      let goal = statement.key(1).map { "\($0)" } ?? "?"
      if statement.isNull(2) {
        findings.add(
          reference(
            .danglingReference, table, row, "\(name) leads to row \(goal) of \(target), which does not exist.",
            "'check --repair COPY' sets it to nil."))
      } else if let number = statement.key(3), !other.numbers.contains(number) {
        findings.add(
          reference(
            .wrongEntity, table, row, "\(name) leads to row \(goal) of \(target), which is of another entity.",
            "'check --repair COPY' sets it to nil."))
      } else {
        findings.add(
          reference(
            .wrongEntity, table, row,
            "\(name) leads to row \(goal) of \(target), but states another entity for it.",
            "'check --repair COPY' corrects the entity."))
      }
    }
  }

  /// Without a model it is a guess what a column refers to, so nothing is certain, and nothing is repaired.
  private func reference(
    _ kind: Finding.Kind, _ table: String, _ key: Int64?, _ what: String, _ repair: String
  ) -> Finding {
    if store.modelOrigin == .cache { return Finding(.error, kind, table: table, key: key, what, repair) }
    return Finding(
      .warning, kind, table: table, key: key, what,
      "The store carries no model: what the column refers to is guessed from names and values."
        + " Look at the row in the app.")
  }

  /// Pairs of many-to-many relationships whose ends are not there.
  func pairs(_ findings: inout Findings) throws {
    var seen: Set<String> = []
    try forEachRelationship { entity, relationship, own, other in
      guard case .join(let table, let owner, let target, _)? = own.relationships[relationship.name],
        seen.insert(table).inserted, let first = own.table, let second = other.table
      else { return }
      try findings.attempt(table) { findings in
        let statement = try store.connection.prepare(
          """
          SELECT j.\(owner.sqlName), j.\(target.sqlName), a.Z_PK FROM \(table.sqlName) AS j \
          LEFT JOIN \(first.sqlName) AS a ON a.Z_PK = j.\(owner.sqlName) \
          LEFT JOIN \(second.sqlName) AS b ON b.Z_PK = j.\(target.sqlName) \
          WHERE a.Z_PK IS NULL OR b.Z_PK IS NULL
          """)
        while try statement.step() {
          let isFirst = statement.isNull(2)
          let key = (isFirst ? statement.key(0) : statement.key(1)).map { "\($0)" } ?? "?"
          findings.add(
            reference(
              .danglingPair, table, statement.key(0),
              "\(entity.name).\(relationship.name) leads to row \(key) of "
                + "\(isFirst ? first : second), which does not exist.",
              "'check --repair COPY' deletes the pair."))
        }
      }
    }
  }

  /// One-to-one relationships that do not lead back.
  func inverses(_ findings: inout Findings) throws {
    try forEachRelationship { entity, relationship, own, other in
      guard case .key(let column, _, _)? = own.relationships[relationship.name],
        let inverse = store.model.inverse(of: relationship), !inverse.isToMany,
        case .key(let back, _, _)? = other.relationships[inverse.name],
        let table = own.table, let target = other.table
      else { return }
      try findings.attempt(table) { findings in
        // OpenSwiftData writes both ends of every pair, whatever column is empty in all rows.
        let isOwn = store.metadata.isOpenSwiftData
        let isKept = try isOwn || store.keeps(back, in: target)
        let statement = try store.connection.prepare(
          """
          SELECT t.Z_PK, o.Z_PK, o.\(back.sqlName) FROM \(table.sqlName) AS t \
          JOIN \(target.sqlName) AS o ON o.Z_PK = t.\(column.sqlName) \
          WHERE o.\(back.sqlName) IS NOT t.Z_PK AND \(store.isNotKept("t")) AND \(store.isNotKept("o"))
          """)
        while try statement.step() {
          let isEmpty = statement.isNull(2)
          if isEmpty && !isKept { continue }
          let key = statement.key(1).map { "\($0)" } ?? "?"
          let leads = statement.key(2).map { "leads to row \($0)" } ?? "is nil"
          findings.add(
            Finding(
              isEmpty && !isOwn ? .warning : .error, .brokenInverse, table: table, key: statement.key(0),
              "\(entity.name).\(relationship.name) leads to row \(key) of \(target), whose "
                + "\(inverse.name) \(leads).",
              isEmpty
                ? "'check --repair COPY' sets it, if no other row claims it."
                : "Decide which of the two is right, and set the other to nil in the app."))
        }
      }
    }
  }
}

extension Store {
  /// A condition: that a row is not of an entity of a former schema. There may be no row.
  func isNotKept(_ alias: String) -> String {
    "ifnull(\(alias).Z_ENT, 0) NOT IN (\(numbers.kept.map(String.init).joined(separator: ", ")))"
  }

  /// Whether any row has a value in a column of keys.
  ///
  /// Core Data itself writes one end of some one-to-one relationships only, as
  /// in the stores of Apple's Notes: then that column is empty in every row.
  func keeps(_ column: String, in table: String) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM \(table.sqlName) WHERE \(column.sqlName) IS NOT NULL)") == 1
  }
}
