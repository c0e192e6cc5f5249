// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres

  /// The rows that a change is about, brought from a database into a private file: those that it names, those that their
  /// relationships lead to, and all that deletions take along or have to leave consistent.
  ///
  /// Nothing else is read: an owner of a million rows can be changed without them.
  struct DatabaseScope {
    private let copy: DatabaseCopy
    private let tables: DatabaseTables
    private let writer: BulkWriter
    private var brought: [String: Set<Int64>] = [:]
    /// As many as a step of a person's may be about.
    private static let largest = 10_000

    private var store: Store { writer.store }
    private var session: DatabaseSession { copy.session }

    init(_ copy: DatabaseCopy, _ tables: DatabaseTables, _ writer: BulkWriter) {
      self.copy = copy
      self.tables = tables
      self.writer = writer
    }

    // MARK: Changes

    mutating func bring(_ edits: [StoreEdit]) throws {
      var named: [ObjectReference] = []
      var deleted: [ObjectReference] = []
      for edit in edits {
        switch edit {
        case .update(let reference, let members):
          named.append(reference)
          named += targets(members)
        case .insert(_, let members): named += targets(members)
        case .relate(let reference, _, let added, let removed): named += [reference] + added + removed
        case .delete(let reference): deleted.append(reference)
        }
      }
      try bring(named)
      try bringTargets(of: named)
      for case .relate(let reference, let name, let added, let removed) in edits {
        try bringPairs(of: reference, name, added + removed)
      }
      try bringDeletion(of: deleted)
    }

    /// What a change has written, and what has to do with what it has made.
    mutating func bring(toUndo report: EditReport) throws {
      let references = report.rows.map(\.reference)
      try bring(references)
      try bringTargets(of: references)
      try bringNeighbours(of: report.rows.filter { $0.kind == .insert }.map(\.reference))
      for pair in report.insertedPairs {
        guard let pairs = tables.pairs.first(where: { $0.file.table == pair.table }), let keys = pairs.keys(of: pair)
        else { continue }
        try bring(pairs, "\(pairs.ownerColumn) = \(keys.owner) AND \(pairs.targetColumn) = \(keys.target)")
      }
    }

    /// Rows as they are, and nothing else.
    mutating func bring(_ references: [ObjectReference]) throws {
      for (root, keys) in byRoot(references) { try bring(root, keys) }
    }

    /// References that values of properties are.
    private func targets(_ members: [JSONValue.Member]) -> [ObjectReference] {
      members.flatMap { member -> [ObjectReference] in
        switch member.value {
        case .string(let text): [ObjectReference(text)].compactMap { $0 }
        case .array(let values):
          values.compactMap { if case .string(let text) = $0 { ObjectReference(text) } else { nil } }
        default: []
        }
      }.filter { store.model.entity(named: $0.entity) != nil }
    }

    private func byRoot(_ references: [ObjectReference]) -> [String: Set<Int64>] {
      var result: [String: Set<Int64>] = [:]
      for reference in references {
        guard let entity = store.model.entity(named: reference.entity) else { continue }
        result[store.model.root(of: entity).name, default: []].insert(reference.key)
      }
      return result
    }

    private mutating func bring(_ root: String, _ keys: Set<Int64>) throws {
      let missing = keys.subtracting(brought[root] ?? []).sorted()
      guard !missing.isEmpty, let table = tables.tables.first(where: { $0.root == root }) else { return }
      guard brought.values.reduce(missing.count, { $0 + $1.count }) <= Self.largest else { throw Self.tooMany }
      brought[root, default: []].formUnion(missing)
      try copy.copy(table, into: writer, where: "t.pk = ANY(\(DatabaseSource.array(missing)))")
    }

    private static var tooMany: StoreError {
      StoreError(
        .unsupported, "The change is about more than \(largest) rows, which is too much for one step.",
        file: "database", advice: "Change fewer rows at once.")
    }

    private mutating func bring(_ pairs: DatabasePairs, _ condition: String) throws {
      try copy.copy(pairs, into: writer, where: condition)
    }

    // MARK: What is connected

    /// The objects that to-one relationships lead to, of a one-to-one relationship its other end.
    private mutating func bringTargets(of references: [ObjectReference]) throws {
      for (root, keys) in byRoot(references) {
        for (target, found) in try outgoing(root, keys) { try bring(target, found) }
      }
    }

    private func outgoing(_ root: String, _ keys: Set<Int64>) throws -> [String: Set<Int64>] {
      guard let table = tables.tables.first(where: { $0.root == root }), !keys.isEmpty else { return [:] }
      var result: [String: Set<Int64>] = [:]
      for column in table.keys {
        let name = DatabaseSession.quoted(column.database)
        result[column.target ?? "", default: []].formUnion(
          try self.keys(
            "SELECT DISTINCT \(name) FROM \(session.quoted(table.database)) WHERE pk = ANY(\(DatabaseSource.array(keys.sorted()))) "
              + "AND \(name) IS NOT NULL"))
      }
      return result
    }

    private func keys(_ sql: String) throws -> [Int64] {
      // One more tells that there are too many.
      try session.rows("\(sql) LIMIT \(Self.largest + 1)").compactMap {
        if case .integer(let key)? = $0.first { key } else { nil }
      }
    }

    /// All that leads to objects, and all that they lead to.
    private mutating func bringNeighbours(of references: [ObjectReference]) throws {
      for (root, keys) in byRoot(references) where !keys.isEmpty {
        let array = DatabaseSource.array(keys.sorted())
        for (target, found) in try outgoing(root, keys) { try bring(target, found) }
        for table in tables.tables {
          for column in table.keys where column.target == root {
            let found = try self.keys(
              "SELECT pk FROM \(session.quoted(table.database)) WHERE \(DatabaseSession.quoted(column.database)) = ANY(\(array))"
            )
            try bring(table.root, Set(found))
          }
        }
        for pairs in tables.pairs {
          for (end, column, other, otherColumn) in [
            (pairs.owner, pairs.ownerColumn, pairs.target, pairs.targetColumn),
            (pairs.target, pairs.targetColumn, pairs.owner, pairs.ownerColumn),
          ] where end == root {
            let condition = "\(column) = ANY(\(array))"
            let found = try self.keys(
              "SELECT DISTINCT \(otherColumn) FROM \(session.quoted(pairs.database.table)) WHERE \(condition)")
            try bring(other, Set(found))
            try bring(pairs, condition)
          }
        }
      }
    }

    /// The pairs of an object with some others.
    private mutating func bringPairs(
      of reference: ObjectReference, _ relationship: String, _ others: [ObjectReference]
    ) throws {
      guard let entity = store.model.entity(named: reference.entity),
        case .join(let table, _, _, _)? = store.layout[entity.name]?.relationships[relationship],
        let pairs = tables.pairs.first(where: { $0.file.table == table }), !others.isEmpty
      else { return }
      let array = DatabaseSource.array(others.map(\.key))
      // A relationship may be its own inverse.
      for (column, other) in [(pairs.ownerColumn, pairs.targetColumn), (pairs.targetColumn, pairs.ownerColumn)] {
        try bring(pairs, "\(column) = \(reference.key) AND \(other) = ANY(\(array))")
      }
    }

    /// Objects, those that go with them by their relationships' delete rules, and what is connected with any of them.
    private mutating func bringDeletion(of references: [ObjectReference]) throws {
      var doomed = Set(references)
      var waiting = references
      while !waiting.isEmpty {
        try bring(waiting)
        try bringNeighbours(of: waiting)
        var next: [ObjectReference] = []
        for reference in waiting {
          guard let object = try store.object(reference) else { continue }
          doomed.insert(object.reference)
          let relationships = store.model.entity(named: object.reference.entity)?.relationships ?? []
          for relationship in relationships where relationship.deleteRule == .cascade && !relationship.isTransient {
            switch object[relationship.name] {
            case .object(let target)?: next.append(target)
            case .objects(let targets)?: next += targets
            default: continue
            }
          }
        }
        waiting = Set(next).filter { !doomed.contains($0) }.sorted { "\($0)" < "\($1)" }
        doomed.formUnion(waiting)
      }
    }
  }

  extension DatabaseTable {
    /// The columns that lead to rows.
    var keys: [Column] { columns.filter { if case .key = $0.content { true } else { false } } }
  }

  extension DatabasePairs {
    var ownerColumn: String { DatabaseSession.quoted(database.owner) }
    var targetColumn: String { DatabaseSession.quoted(database.target) }

    /// The keys of a pair of the file's table.
    func keys(of pair: EditReport.Pair) -> (owner: Int64, target: Int64)? {
      func key(_ column: String) -> Int64? {
        pair.values.first { $0.column.uppercased() == column.uppercased() }?.value.key
      }
      guard let owner = key(file.owner), let target = key(file.target) else { return nil }
      return (owner, target)
    }
  }
#endif
