// SPDX-License-Identifier: Apache-2.0

/// Changes without models of the context's: by predicate, and from values.
extension DataStoreTransaction {
  /// Deletes rows with their delete rules, and says which rows that concerns.
  func deleteRows(_ roots: [SnapshotRow], _ settled: SettledRows) throws -> BatchDeletion {
    var result = BatchDeletion()
    var pending = roots
    var denied: [(row: SnapshotRow, property: _Property)] = []
    var cascading: [ObjectIdentifier: _Property] = [:]
    var emptied: [(target: Int64, property: _Property)] = []
    var spared: [(target: Int64, owner: Int64, property: _Property)] = []
    let scratch = try scratchContext()
    func isSpared(_ target: Int64, _ owner: Int64, _ property: _Property) -> Bool {
      guard !settled.isEmpty, let destination = property.destination else { return false }
      return settled.spares(.init(destination, target), of: owner, property) { deletedKeys.contains($0) }
    }
    func arriving(_ property: _Property) throws -> [SnapshotRow] {
      guard settled.hasMoves, let destination = property.destination else { return [] }
      let keys = settled.arriving(destination, property) { deletedKeys.contains($0) }
      return try session.rows(keys: keys.filter { !deletedKeys.contains($0) }, expected: destination.root)
        .filter { $0.entity.isKind(of: destination) }
    }
    while true {
      if pending.isEmpty {
        // A row that was moved goes after all if its new owner does.
        for (target, owner, property) in spared where !isSpared(target, owner, property) {
          guard let destination = property.destination else { continue }
          pending += try session.rows(keys: [target], expected: destination)
        }
        spared.removeAll { !isSpared($0.target, $0.owner, $0.property) }
        // So does one that was moved to an owner which goes.
        for property in cascading.values { pending += try arriving(property) }
      }
      guard let row = pending.popLast() else { break }
      guard deletedKeys.insert(row.key).inserted else { continue }
      stored[row.key] = row
      changedKeys.insert(row.key)
      result.deleted.append((row.entity, row.key))
      deleted.append(try row.withRow { try scratch.core.object(for: &$0, mask: .all) })
      for property in row.entity.relationships {
        switch property.deleteRule {
        case .cascade:
          guard let destination = property.destination else { continue }
          if settled.hasMoves { cascading[ObjectIdentifier(property)] = property }
          let targets = row.targets(property)
          spared += targets.filter { isSpared($0, row.key, property) }.map { ($0, row.key, property) }
          pending += try session.rows(
            keys: targets.filter { !isSpared($0, row.key, property) }, expected: destination)
        case .deny: denied.append((row, property))
        case .nullify:
          guard let inverse = property.inverse, !inverse.isToMany else { continue }
          emptied += row.targets(property).filter { !isSpared($0, row.key, property) }.map { ($0, inverse) }
        case .noAction: continue
        }
      }
    }
    for (row, property) in denied {
      guard let destination = property.destination else { continue }
      let rest = row.targets(property).filter { !deletedKeys.contains($0) && !isSpared($0, row.key, property) }
      let remains = try !rest.isEmpty && !session.rows(keys: rest, expected: destination).isEmpty
      guard try remains || !arriving(property).isEmpty else { continue }
      throw SwiftDataError(
        .deleteDenied, "The delete rule forbids the deletion while \(destination.name) models remain.",
        entity: row.entity.name, property: property.name,
        advice: "Delete or reassign the related models first, or call rollback().")
    }
    for (target, property) in emptied where !deletedKeys.contains(target) {
      guard let identifier = store.table.identifier(of: target),
        let entity = store.model.entity(named: identifier.entityName)
      else { continue }
      result.updated.append((entity, target, PropertyMask(bits: PropertyMask.bit(property.index))))
    }
    return result
  }

  func updateAll(_ request: RowRequest, _ values: [PropertyColumns]) throws -> [(entity: _Entity, key: Int64)] {
    let scratch = try scratchContext()
    return try session.rows(request).map { row in
      stored[row.key] = row
      changedKeys.insert(row.key)
      updated.append(try row.replacing(values).withRow { try scratch.core.object(for: &$0, mask: .all) })
      return (row.entity, row.key)
    }
  }

  /// Keys for what the store will name later.
  func allocateKeys(for root: _Entity, count: Int) throws -> Int64 { store.table.reserve(count) }

  func insert(_ values: [PropertyColumns], _ entity: _Entity, key: Int64) throws {
    let scratch = try scratchContext()
    let object = entity.description.make()
    let state = object.ensuredState
    let temporary = TemporaryKeys.next()
    let row = try store.layout(of: entity).blank(
      key: temporary, ._row(temporary, scope: IdentifierScope(storeIdentifier: nil, entityName: entity.name)))
    scratch.core.register(object, entity, key: temporary)
    scratch.core.settle(state, as: .inserted)
    try row.replacing(values).withRow { row in
      object._$load(&row.reader)
      if let failure = row.reader.failure { throw failure }
    }
    reserved[temporary] = key
    changedKeys.insert(temporary)
    try insert(object, entity, key: temporary)
  }
}
