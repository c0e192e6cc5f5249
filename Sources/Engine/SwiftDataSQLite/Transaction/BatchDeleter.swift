// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Deletes rows and what their delete rules demand, set by set.
///
/// A temporary table collects the keys that will go; cascades add to it until
/// nothing is new. Only then `.deny` is asked, columns are emptied and rows
/// deleted: an object that denies does not stand in the way if it goes too.
struct BatchDeleter {
  let connection: SQLiteConnection
  let layout: StoreLayout
  let settled: SettledRows
  private(set) var touches = RowTouches()

  private static let doomed = "temp.SwiftDataDoomed"
  /// Rows that the rules leave alone. Deleted ones have the property -1; those that get another destination, or another
  /// owner in a list without inverse, have its key or 0; those that leave a many-to-many relationship, or join one, the
  /// key of each former or new owner.
  private static let others = "temp.SwiftDataSettled"

  mutating func run(_ entity: _Entity, _ keys: SQLStatement) throws -> BatchDeletion {
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS SwiftDataDoomed (root INTEGER, key INTEGER, ent INTEGER, \
      round INTEGER, PRIMARY KEY (root, key)) WITHOUT ROWID
      """)
    try connection.execute("DELETE FROM \(Self.doomed)")
    try connection.withStatement(
      "WITH keys (k, e) AS (\(keys.text)) "
        + "INSERT OR IGNORE INTO \(Self.doomed) SELECT \(root(entity)), k, e, 0 FROM keys"
    ) { statement in
      try statement.bind(keys.bindings)
      try statement.run()
    }
    try noteSettled()
    var round = 0
    while try cascade(round) { round += 1 }
    // A row that was moved goes after all if its new owner does.
    while try settled.hasMoves && cascade(round, all: true) {
      repeat { round += 1 } while try cascade(round)
    }
    var result = BatchDeletion()
    let entities = try doomedEntities()
    for (number, entity) in entities { try checkDenials(number, entity) }
    var updated: Set<Change> = []
    var masks: [RowTouches.Key: PropertyMask] = [:]
    for (number, entity) in entities {
      try nullify(number, entity) { change, property in
        updated.insert(change)
        masks[RowTouches.Key(root: root(change.entity), key: change.key), default: .none]
          .insert(property)
      }
    }
    // Rows that were emptied have their new counters, and are in the history once, with all that they have lost.
    let written = Set(masks.keys)
    for (number, entity) in entities { try cleanUp(number, entity, written) }
    for row in written { if let touch = touches.rows[row] { masks[row] = masks[row]?.union(touch.mask) } }
    result.updated = updated.map {
      ($0.entity, $0.key, masks[RowTouches.Key(root: root($0.entity), key: $0.key)] ?? .none)
    }.sorted { ($0.0.ordinal, $0.1) < ($1.0.ordinal, $1.1) }
    result.deleted = try deleteRows()
    try connection.execute("DELETE FROM \(Self.doomed)")
    return result
  }

  private func noteSettled() throws {
    guard !settled.isEmpty else { return }
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS SwiftDataSettled (root INTEGER, key INTEGER, property INTEGER, \
      target INTEGER, PRIMARY KEY (root, key, property, target)) WITHOUT ROWID
      """)
    try connection.execute("DELETE FROM \(Self.others)")
    try connection.withStatement("INSERT INTO \(Self.others) VALUES (?1, ?2, ?3, ?4)") { statement in
      func note(_ row: SettledRows.Row, _ property: Int, _ target: Int64) throws {
        statement.bind(Int64(row.root), 1)
        statement.bind(row.key, 2)
        statement.bind(Int64(property), 3)
        statement.bind(target, 4)
        try statement.run()
      }
      for row in settled.deleted { try note(row, -1, 0) }
      for (row, moves) in settled.moves {
        for (property, target) in moves { try note(row, property, target) }
      }
      for (member, owner) in settled.owners { try note(member.row, Self.number(member.entity, member.index), owner) }
      for (member, owners) in settled.left {
        for owner in owners { try note(member.row, Self.number(member.entity, member.index), owner) }
      }
      for (member, owners) in settled.joined {
        for owner in owners { try note(member.row, Self.joining(member.entity, member.index), owner) }
      }
    }
  }

  /// What stands for a to-many relationship of an entity: no index of a property, and not -1.
  private static func number(_ entity: Int, _ index: Int) -> Int { -2 - (entity << 20 | index) << 1 }

  /// What stands for joining a many-to-many relationship of an entity; the other number stands for leaving it.
  private static func joining(_ entity: Int, _ index: Int) -> Int { number(entity, index) - 1 }

  /// Continues a condition: the save has not decided itself about the row with the alias.
  ///
  /// - Parameter owner: The column that has the key of the owner whose rule it is.
  private func unsettled(_ relationship: _Property, _ destination: _Entity, alias: String, owner: String) -> String {
    guard !settled.isEmpty else { return "" }
    var cases = "s.property = -1"
    let number = Self.number(relationship.declaringEntity.ordinal, relationship.index)
    if relationship.isManyToMany {
      cases += " OR s.property = \(number) AND s.target = \(owner)"
    } else if let index = relationship.isOneWayToMany ? number : relationship.inverse?.index {
      cases +=
        " OR s.property = \(index) AND (s.target = 0 OR NOT EXISTS (SELECT 1 FROM \(Self.doomed) AS y "
        + "WHERE y.root = \(root(relationship.entity)) AND y.key = s.target))"
    }
    return " AND NOT EXISTS (SELECT 1 FROM \(Self.others) AS s "
      + "WHERE s.root = \(root(destination)) AND s.key = \(alias).Z_PK AND (\(cases)))"
  }

  private struct Change: Hashable {
    let entity: _Entity
    let key: Int64
    static func == (a: Change, b: Change) -> Bool { a.key == b.key && a.entity === b.entity }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  private func root(_ entity: _Entity) -> Int { entity.root.ordinal }

  /// The keys of doomed rows of one concrete entity.
  private func keys(_ number: Int64, _ entity: _Entity, round: Int? = nil) -> String {
    "SELECT key FROM \(Self.doomed) WHERE root = \(root(entity)) AND ent = \(number)"
      + (round.map { " AND round = \($0)" } ?? "")
  }

  /// That the row with the alias is not doomed.
  private func survives(_ entity: _Entity, alias: String) -> String {
    "NOT EXISTS (SELECT 1 FROM \(Self.doomed) AS x "
      + "WHERE x.root = \(root(entity)) AND x.key = \(alias).Z_PK)"
  }

  private func doomedEntities(round: Int? = nil) throws -> [(number: Int64, entity: _Entity)] {
    let condition = round.map { " WHERE round = \($0)" } ?? ""
    var numbers: [Int64] = []
    try connection.withStatement(
      "SELECT DISTINCT ent FROM \(Self.doomed)\(condition) ORDER BY ent"
    ) { statement in
      while try statement.step() { numbers.append(statement.integer(0)) }
    }
    return numbers.compactMap { number in
      layout.entity(number: number).map { (number, $0) }
    }
  }

  /// Adds what the rows of the last round, or of all rounds, take with them; false if nothing.
  private func cascade(_ round: Int, all: Bool = false) throws -> Bool {
    var isNew = false
    let owners = all ? nil : round
    for (number, entity) in try doomedEntities(round: owners) {
      for relationship in entity.relationships where relationship.deleteRule == .cascade {
        guard let destination = relationship.destination, layout.keeps(destination) else { continue }
        let path = try RelationshipPath(relationship, layout)
        try connection.executeOnce(
          "INSERT OR IGNORE INTO \(Self.doomed) "
            + "SELECT DISTINCT \(root(destination)), t.Z_PK, t.Z_ENT, \(round + 1) FROM \(path.source) "
            + "WHERE \(path.condition(owners: keys(number, entity, round: owners)))"
            + unsettled(relationship, destination, alias: "t", owner: path.ownerColumn))
        if connection.changes > 0 { isNew = true }
        guard let arrivals = arrivals(relationship, destination, owners: keys(number, entity, round: owners)) else {
          continue
        }
        try connection.executeOnce(
          "INSERT OR IGNORE INTO \(Self.doomed) "
            + "SELECT DISTINCT \(root(destination)), t.Z_PK, t.Z_ENT, \(round + 1) FROM \(arrivals)")
        if connection.changes > 0 { isNew = true }
      }
    }
    return isNew
  }

  /// The rows that the save leads to owners which go, with the alias `t`; `nil` if there are none.
  private func arrivals(_ relationship: _Property, _ destination: _Entity, owners: String) -> String? {
    guard settled.hasMoves else { return nil }
    let index: Int
    if relationship.isManyToMany {
      index = Self.joining(relationship.declaringEntity.ordinal, relationship.index)
    } else if relationship.isOneWayToMany {
      index = Self.number(relationship.declaringEntity.ordinal, relationship.index)
    } else {
      guard let inverse = relationship.inverse, !inverse.isToMany else { return nil }
      index = inverse.index
    }
    let ofEntity =
      layout.entityCondition(destination, includesSubentities: true, alias: "t").map { " AND (\($0))" } ?? ""
    return "\(Self.others) AS a JOIN \(layout.table(of: destination).name) AS t ON t.Z_PK = a.key "
      + "WHERE a.root = \(root(destination)) AND a.property = \(index) AND a.target IN (\(owners))\(ofEntity) "
      + "AND NOT EXISTS (SELECT 1 FROM \(Self.others) AS d WHERE d.root = a.root AND d.key = a.key AND d.property = -1)"
  }

  private func checkDenials(_ number: Int64, _ entity: _Entity) throws {
    for relationship in entity.relationships where relationship.deleteRule == .deny {
      guard let destination = relationship.destination, layout.keeps(destination) else { continue }
      let path = try RelationshipPath(relationship, layout)
      let isDenied =
        try connection.integer(
          "SELECT 1 FROM \(path.source) WHERE \(path.condition(owners: keys(number, entity))) "
            + "AND \(survives(destination, alias: "t"))"
            + unsettled(relationship, destination, alias: "t", owner: path.ownerColumn) + " LIMIT 1") != nil
      let isDeniedByMoved = try arrivals(relationship, destination, owners: keys(number, entity)).map { arrivals in
        try connection.integer("SELECT 1 FROM \(arrivals) AND \(survives(destination, alias: "t")) LIMIT 1") != nil
      }
      guard isDenied || isDeniedByMoved == true else { continue }
      throw SwiftDataError(
        .deleteDenied, "The delete rule .deny forbids the deletion while there are related models.",
        entity: entity.name, property: relationship.name, file: connection.file,
        advice: "Delete the related models first, or remove them from the relationship.")
    }
  }

  /// Empties the to-one relationships that lead to doomed rows.
  private func nullify(
    _ number: Int64, _ entity: _Entity, _ changed: (Change, Int) -> Void
  ) throws {
    for relationship in entity.relationships where relationship.deleteRule != .noAction {
      guard let inverse = relationship.inverse, !inverse.isToMany,
        let destination = relationship.destination, layout.keeps(destination)
      else { continue }
      let columns = layout.columns(of: inverse).map(\.name)
      guard let key = columns.first else { continue }
      let table = layout.table(of: destination).name
      let condition =
        "\(key) IN (\(keys(number, entity))) AND \(survives(destination, alias: table))"
        + unsettled(relationship, destination, alias: table, owner: key)
      guard inverse.isOptional else {
        guard
          try connection.integer("SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1") != nil
        else { continue }
        throw SwiftDataError(
          .modelValidationFailure,
          "The deletion would leave models without a required destination.",
          entity: inverse.entity.name, property: inverse.name, file: connection.file,
          advice:
            "Give \(entity.name).\(relationship.name) the delete rule .cascade, or make the relationship optional.")
      }
      let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
      try connection.withStatement(
        "UPDATE \(table) SET \(assignments), Z_OPT = coalesce(Z_OPT, 0) + 1 WHERE \(condition) "
          + "RETURNING Z_PK, Z_ENT"
      ) { statement in
        while try statement.step() {
          let found = layout.entity(number: statement.integer(1)) ?? destination
          changed(Change(entity: found, key: statement.integer(0)), inverse.index)
        }
      }
    }
  }

  /// Removes pairs, and empties columns that would point to nothing.
  private mutating func cleanUp(_ number: Int64, _ entity: _Entity, _ written: Set<RowTouches.Key>) throws {
    let keys = keys(number, entity)
    for cleanup in DeletionStatements.cleanups(entity, layout, keys: "IN (\(keys))") {
      guard let touched = cleanup.touches else {
        try connection.execute(cleanup.sql)
        continue
      }
      let statement = try connection.prepare(cleanup.sql)
      try touches.run(statement, touched.content, of: touched.entity, layout, written: written)
    }
  }

  private func deleteRows() throws -> [(entity: _Entity, key: Int64)] {
    var deleted: [(entity: _Entity, key: Int64)] = []
    for table in layout.tables {
      let root = table.root.ordinal
      try connection.withStatement(
        "SELECT key, ent FROM \(Self.doomed) WHERE root = \(root) ORDER BY key"
      ) { statement in
        while try statement.step() {
          let entity = layout.entity(number: statement.integer(1)) ?? table.root
          deleted.append((entity, statement.integer(0)))
        }
      }
      try connection.execute(
        "DELETE FROM \(table.name) "
          + "WHERE Z_PK IN (SELECT key FROM \(Self.doomed) WHERE root = \(root))")
    }
    return deleted
  }
}
