// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// Brings the links of relationships to where changed models have them: where one became many, or many one, and where an
  /// inverse has come or been removed.
  struct LinkChanges {
    /// Rows that each name an object and one that it leads to.
    struct Source {
      /// Without quotes.
      let table: String
      let owner: String
      let member: String

      var reversed: Source { Source(table: table, owner: member, member: owner) }
    }

    struct Move {
      let property: _Property
      let sources: [Source]
      /// Whether the place for the property's own links has them already; what it has otherwise is of an older schema.
      let keepsProperty: Bool
      let keepsInverse: Bool
    }

    private(set) var moves: [Move] = []
    private let layout: StoreLayout
    private let former: FormerSchema?

    /// - Throws: ``SwiftDataError`` if an object has more links than it can keep.
    init(_ changes: TableChanges) throws {
      layout = changes.ddl.layout
      former = changes.past?.former
      guard former != nil else { return }
      for entity in changes.ddl.layout.tables.flatMap(\.root.family) where layout.keeps(entity) {
        for property in FormerSchema.own(entity) where property.isRelationship {
          guard let destination = property.destination, layout.keeps(destination) else { continue }
          if let move = try plan(property) { moves.append(move) }
        }
      }
      for move in moves { try check(move, changes) }
    }

    /// Whether a to-one relationship gets its keys from elsewhere.
    func fills(_ property: _Property) -> Bool {
      guard !property.isToMany else { return false }
      return moves.contains { move in
        [move.property, move.property.inverse].contains {
          $0.map { $0.name == property.name && $0.declaringEntity === property.declaringEntity } ?? false
        }
      }
    }

    /// What nobody may write to meanwhile, quoted.
    var tables: Set<String> {
      var all: Set<String> = []
      for move in moves { all.formUnion(move.sources.map { layout.helper(PostgresNames.quoted($0.table)) }) }
      return all
    }

    // MARK: Planning

    private func plan(_ property: _Property) throws -> Move? {
      guard let former else { return nil }
      let inverse = property.inverse
      if let inverse, !Self.isFirst(property, inverse) { return nil }
      let own = former.former(property)
      let other = inverse.flatMap { former.former($0) }
      guard own != nil || other != nil else { return nil }
      let isPair = FormerSchema.isPair(own, other)
      let keepsProperty = keeps(property, own, other, isPair: isPair)
      let keepsInverse = inverse.map { keeps($0, other, own, isPair: isPair) } ?? true
      let isMerged = own != nil && other != nil && !isPair
      if keepsProperty, keepsInverse, !isMerged { return nil }
      var sources: [Source] = []
      if let own { sources.append(try source(own, property)) }
      if let other, let inverse, !isPair { sources.append(try source(other, inverse).reversed) }
      return Move(property: property, sources: sources, keepsProperty: keepsProperty, keepsInverse: keepsInverse)
    }

    private static func isFirst(_ property: _Property, _ inverse: _Property) -> Bool {
      (property.declaringEntity.ordinal, property.index) <= (inverse.declaringEntity.ordinal, inverse.index)
    }

    /// Whether the place where a relationship's links are is where they were. A list whose inverse is to-one has none of its
    /// own.
    private func keeps(
      _ property: _Property, _ former: FormerSchema.Relationship?, _ inverse: FormerSchema.Relationship?, isPair: Bool
    ) -> Bool {
      guard property.isToMany else { return former?.description.isToMany == false }
      guard let declared = property.inverse else {
        return former.map { $0.description.isToMany && $0.description.inverse == nil } ?? true
      }
      guard declared.isToMany else { return true }
      return isPair && former?.description.isToMany == true && inverse?.description.isToMany == true
    }

    private func source(_ former: FormerSchema.Relationship, _ property: _Property) throws -> Source {
      if let source = find(former) { return source }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The relationship is stored differently now, and the store does not say where its keys are.",
        entity: property.declaringEntity.name, property: property.name, advice: "Give the relationship another name.")
    }

    private func find(_ relationship: FormerSchema.Relationship) -> Source? {
      guard let former else { return nil }
      let (entity, stored) = (relationship.entity, relationship.description)
      if let place = former.places[entity]?[stored.name] {
        return place.isHidden == true
          ? Source(table: place.table, owner: place.column, member: "pk")
          : Source(table: place.table, owner: "pk", member: place.column)
      }
      guard stored.isToMany, let inverse = stored.inverse,
        let declaring = former.declaring(inverse, from: stored.destination)
      else { return nil }
      if let pairs = former.pairs(entity, stored.name) {
        return Source(table: pairs.table, owner: pairs.ownerColumn, member: pairs.targetColumn)
      }
      return former.places[declaring]?[inverse].map { Source(table: $0.table, owner: $0.column, member: "pk") }
    }

    // MARK: Looking

    /// All links, once each; those to missing rows do not count.
    ///
    /// - Parameter name: What a column is called by then.
    private func links(_ move: Move, _ name: (String, String) -> String) -> String? {
      guard let destination = move.property.destination else { return nil }
      let owner = move.property.declaringEntity
      let conditions = [(owner, "o"), (destination, "m")].compactMap {
        layout.condition($0.0, includesSubentities: true, alias: $0.1)
      }
      let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
      return move.sources.map { source in
        let (first, second) = (
          "s.\(PostgresNames.quoted(name(source.table, source.owner)))",
          "s.\(PostgresNames.quoted(name(source.table, source.member)))"
        )
        return "SELECT \(first) AS owner, \(second) AS member FROM "
          + "\(layout.helper(PostgresNames.quoted(source.table))) AS s "
          + "JOIN \(layout.table(of: owner).name) AS o ON o.pk = \(first) "
          + "JOIN \(layout.table(of: destination).name) AS m ON m.pk = \(second)\(filter)"
      }.joined(separator: " UNION ")
    }

    private func check(_ move: Move, _ changes: TableChanges) throws {
      // Without rows there are no links; a table that comes with the change has none.
      guard let destination = move.property.destination,
        [move.property.declaringEntity, destination].allSatisfy({ entity in
          let table = layout.table(of: entity)
          return changes.isThere(table.name)
            && (layout.condition(entity, includesSubentities: true, alias: "t") == nil
              || changes.contents.columns[PostgresNames.plain(table.name)]?["entity"] != nil)
        }), let links = links(move, { $1 })
      else { return }
      func repeats(_ key: String) throws -> Bool {
        try changes.exists("SELECT 1 FROM (\(links)) AS l GROUP BY l.\(key) HAVING count(*) > 1 LIMIT 1")
      }
      let property = move.property
      if !property.isToMany {
        if try repeats("owner") { throw Self.several(property) }
        try require(property, "owner", links, changes)
      }
      guard let inverse = property.inverse else {
        guard property.isToMany, try repeats("member") else { return }
        throw Self.error(
          property, "Some objects are in several of these lists; without an inverse, each can be in only one.",
          "Declare a to-many relationship at the other end and name it as the inverse, or remove the objects with the "
            + "former version of the schema first: in the program that has it, or in willMigrate of a stage.")
      }
      guard !inverse.isToMany, inverse !== property else { return }
      if try repeats("member") { throw Self.several(inverse) }
      try require(inverse, "member", links, changes)
    }

    /// - Throws: ``SwiftDataError`` if an object has no destination, and must have one.
    private func require(_ side: _Property, _ key: String, _ links: String, _ changes: TableChanges) throws {
      guard !side.isOptional else { return }
      let condition = layout.condition(side.declaringEntity, includesSubentities: true, alias: "t")
      let rows =
        "SELECT 1 FROM \(layout.table(of: side.entity).name) AS t WHERE \(condition.map { $0 + " AND " } ?? "")"
        + "NOT EXISTS (SELECT 1 FROM (\(links)) AS l WHERE l.\(key) = t.pk) LIMIT 1"
      guard try changes.exists(rows), !changes.excuses(side) else { return }
      throw Self.error(
        side, "The relationship must have a destination now, and the store has objects without one.",
        "Make it optional, or give each object a destination first.")
    }

    private static func several(_ side: _Property) -> SwiftDataError {
      error(
        side, "The store has objects with several destinations, and the relationship is now to-one.",
        "Leave one destination for each with the former version of the schema first: in the program that has it, or in "
          + "willMigrate of a stage.")
    }

    private static func error(_ side: _Property, _ explanation: String, _ advice: String) -> SwiftDataError {
      SwiftDataError(
        .unknownDataStoreSchema, explanation, entity: side.entity.name, property: side.name, advice: advice)
    }

    // MARK: Writing

    private static let list = "pg_temp.swiftdata_links"

    /// What follows when all tables and columns are there.
    func statements(_ changes: TableChanges) -> [String] {
      moves.flatMap { move -> [String] in
        guard let links = links(move, { changes.renamed[[$0, $1]] ?? $1 }) else { return [] }
        return ["CREATE TEMPORARY TABLE swiftdata_links ON COMMIT DROP AS \(links)"] + writes(move)
          + ["DROP TABLE \(Self.list)"]
      }
    }

    private func writes(_ move: Move) -> [String] {
      let property = move.property
      guard let destination = property.destination else { return [] }
      if let end = layout.joinTable(of: property) {
        let insert = "INSERT INTO \(end.table) (\(end.ownerColumn), \(end.targetColumn)) SELECT"
        let rest = "FROM \(Self.list) AS l ON CONFLICT DO NOTHING"
        return (move.keepsProperty ? [] : ["DELETE FROM \(end.table)"]) + ["\(insert) l.owner, l.member \(rest)"]
          + (property.isOwnInverse ? ["\(insert) l.member, l.owner \(rest)"] : [])
      }
      if let hidden = layout.hiddenColumn(of: property) {
        return write(
          layout.table(of: destination).name, hidden.name, key: "member", value: "owner", replaces: !move.keepsProperty)
      }
      var all = writeKeys(property, key: "owner", value: "member", replaces: !move.keepsProperty)
      if let inverse = property.inverse, !property.isOwnInverse {
        all += writeKeys(inverse, key: "member", value: "owner", replaces: !move.keepsInverse)
      }
      return all
    }

    private func writeKeys(_ side: _Property, key: String, value: String, replaces: Bool) -> [String] {
      guard !side.isToMany, let column = layout.columns(of: side).first else { return [] }
      return write(layout.table(of: side.entity).name, column.name, key: key, value: value, replaces: replaces)
    }

    private func write(_ table: String, _ column: String, key: String, value: String, replaces: Bool) -> [String] {
      (replaces ? ["UPDATE \(table) SET \(column) = NULL WHERE \(column) IS NOT NULL"] : [])
        + ["UPDATE \(table) AS t SET \(column) = l.\(value) FROM \(Self.list) AS l WHERE l.\(key) = t.pk"]
    }
  }
#endif
