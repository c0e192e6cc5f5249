// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Deletes objects as their model says: cascades, empties what leads to them, or refuses.
///
/// Relationships without inverse that lead to what is deleted are emptied, too, which Core Data leaves to its
/// apps.
struct ObjectDeletion {
  private let run: ImportRun
  private var writer: StoreWriter { run.writer }
  private var store: Store { run.store }
  private var doomed: [ObjectReference] = []
  private var isDoomed: Set<ObjectReference> = []
  private var values: [ObjectReference: StoredObject] = [:]

  init(_ run: ImportRun) { self.run = run }

  mutating func delete(_ objects: [ObjectReference]) throws {
    try collect(objects)
    try refuse()
    try run.throwProblems()
    for object in doomed { try detach(object) }
    try run.throwProblems()
    for object in doomed {
      try releaseFiles(of: object)
      try writer.delete(object)
    }
  }

  /// All objects that are deleted, along the relationships that cascade.
  private mutating func collect(_ objects: [ObjectReference]) throws {
    let reader = ObjectReader(store)
    var waiting = Array(objects.reversed())
    while let reference = waiting.popLast() {
      guard !isDoomed.contains(reference) else { continue }
      guard let object = try reader.object(reference) else {
        if objects.contains(reference) { run.note("\(reference)", "there is no such row any more") }
        continue
      }
      let own = object.reference
      guard isDoomed.insert(own).inserted else { continue }
      guard doomed.count < RowJournal.largest else {
        throw StoreError(
          .unsupported, "The deletion is about more than \(RowJournal.largest) rows, which is too much for one step.",
          file: store.url.path, advice: "Delete fewer rows at once.")
      }
      doomed.append(own)
      values[own] = object
      for relationship in relationships(own) where relationship.deleteRule == .cascade {
        waiting += targets(relationship, object).reversed()
      }
    }
  }

  private func relationships(_ reference: ObjectReference) -> [RelationshipDescription] {
    (store.model.entity(named: reference.entity)?.relationships ?? []).filter { !$0.isTransient }
  }

  private func targets(_ relationship: RelationshipDescription, _ object: StoredObject) -> [ObjectReference] {
    switch object[relationship.name] {
    case .object(let target)?: [target]
    case .objects(let targets)?: targets
    default: []
    }
  }

  private func refuse() throws {
    for object in doomed {
      guard let value = values[object] else { continue }
      for relationship in relationships(object) where relationship.deleteRule == .deny {
        let left = targets(relationship, value).filter { !isDoomed.contains($0) }
        guard let first = left.first else { continue }
        run.note(
          "\(object)",
          "it cannot be deleted as long as '\(relationship.name)' leads to \(left.count == 1 ? "\(first)" : "\(left.count) objects")"
        )
      }
    }
  }

  /// Empties what leads to an object from those that stay.
  private func detach(_ object: ObjectReference) throws {
    guard let value = values[object], let place = store.layout[object.entity] else { return }
    for relationship in relationships(object) {
      let stays = targets(relationship, value).filter { !isDoomed.contains($0) }
      let inverse = store.model.inverse(of: relationship)
      switch place.relationships[relationship.name] {
      case .join(let table, let owner, let target, _):
        try deletePairs(table, owner, object.key)
        if store.isOwnInverse(relationship, of: object.entity) { try deletePairs(table, target, object.key) }
        if let inverse { for target in stays { try writer.touch(target, inverse.name) } }
      case .foreign(_, let column, let order, true):
        for target in stays {
          try writer.update(target, ([column] + [order].compactMap { $0 }).map { ($0, .null) }, [])
        }
      case .key, .foreign:
        guard let inverse, relationship.deleteRule != .noAction else { continue }
        for target in stays { try empty(inverse, of: target, object) }
      case .missing, nil: continue
      }
    }
    try detachOthers(object)
  }

  private func empty(
    _ relationship: RelationshipDescription, of target: ObjectReference, _ object: ObjectReference
  ) throws {
    guard !relationship.isToMany else { return try writer.touch(target, relationship.name) }
    guard
      case .key(let column, let entityColumn, let order)? =
        store.layout[target.entity]?.relationships[relationship.name]
    else { return }
    if !relationship.isOptional {
      run.note("\(target)", "'\(relationship.name)' needs a value, and leads to \(object), which would be deleted")
    }
    let columns = ([column] + [entityColumn, order].compactMap { $0 }).map { ($0, SQLiteValue.null) }
    try writer.update(target, columns, [relationship.name])
  }

  /// Relationships without inverse that lead to an object.
  private func detachOthers(_ object: ObjectReference) throws {
    guard let entity = store.model.entity(named: object.entity) else { return }
    let family = Set(([entity] + store.model.ancestors(of: entity)).map(\.name))
    for owner in store.model.entities {
      for relationship in store.model.ownRelationships(of: owner)
      where family.contains(relationship.destination) && store.model.inverse(of: relationship) == nil {
        guard let place = store.layout[owner.name], let table = place.table else { continue }
        switch place.relationships[relationship.name] {
        case .key(let column, _, _):
          let rows = try store.connection.rows(
            "SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE \(column.sqlName) = ?", [.integer(object.key)])
          for row in rows {
            guard let key = row[0].key else { continue }
            let name = row[1].key.flatMap { store.entitiesByNumber[$0] } ?? owner.name
            let target = ObjectReference(entity: name, key: key)
            if !isDoomed.contains(target) { try empty(relationship, of: target, object) }
          }
        case .join(let table, _, let target, _): try deletePairs(table, target, object.key)
        default: continue
        }
      }
    }
  }

  private func deletePairs(_ table: String, _ column: String, _ key: Int64) throws {
    guard let known = store.catalog.table(table) else { return }
    let names = known.columns.map(\.name)
    let rows = try store.connection.rows(
      "SELECT \(names.map(\.sqlName).joined(separator: ", ")) FROM \(table.sqlName) WHERE \(column.sqlName) = ?",
      [.integer(key)])
    for row in rows {
      writer.journal?.noteDelete(.init(table: table, values: zip(names, row).map { .init($0, $1) }))
    }
    try store.connection.run("DELETE FROM \(table.sqlName) WHERE \(column.sqlName) = ?", [.integer(key)])
  }

  /// The files of large values go with the row.
  private func releaseFiles(of object: ObjectReference) throws {
    try writer.replaceFiles(store.columnsWithFiles(of: object.entity), of: object)
  }
}
