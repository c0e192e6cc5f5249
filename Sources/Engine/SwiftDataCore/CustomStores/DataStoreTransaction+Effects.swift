// SPDX-License-Identifier: Apache-2.0

/// Both sides of relationships.
///
/// In a store of rows one side of a relationship is a column, and the other is found by it. Snapshots have both: what a
/// model leads to, and the list that it is in. A context tells the models that it knows; those that it has not loaded
/// are changed here, so that no list names a model that is gone or belongs to another owner.
extension DataStoreTransaction {
  /// A relationship of a model that is not in the save.
  private struct End: Hashable {
    let key: Int64
    let property: Int
  }

  private struct Change {
    let property: _Property
    var removed: Set<Int64> = []
    var added: [Int64] = []
  }

  /// Changes the models at the other ends, and says which rows those are.
  func applyEffects() throws -> [TouchedRow] {
    var changes: [End: Change] = [:]
    func change(_ key: Int64, _ property: _Property, _ body: (inout Change) -> Void) {
      body(&changes[End(key: key, property: property.index), default: Change(property: property)])
    }
    for key in deletedKeys {
      guard let row = stored[key] else { continue }
      for property in row.entity.relationships {
        guard let inverse = property.inverse, !property.isOutsideInverse,
          inverse.isToMany || property.deleteRule != .noAction
        else { continue }
        for target in row.targets(property) where !changedKeys.contains(target) {
          change(target, inverse) { $0.removed.insert(key) }
        }
      }
    }
    for object in updated + inserted {
      guard let state = object._$state, let entity = state.entity else { continue }
      let row = stored[state.key]
      for property in entity.relationships where !property.isToMany {
        guard let inverse = property.inverse, inverse.isToMany, !property.isOutsideInverse else { continue }
        let old = row?.targets(property).first
        let new = Self.target(of: object, property)
        guard old != new else { continue }
        if let old, !changedKeys.contains(old) { change(old, inverse) { $0.removed.insert(state.key) } }
        if let new, new > 0, !changedKeys.contains(new) { change(new, inverse) { $0.added.append(state.key) } }
      }
    }
    try collectReferences { key, property, target in change(key, property) { $0.removed.insert(target) } }
    return try changes.sorted { ($0.key.key, $0.key.property) < ($1.key.key, $1.key.property) }.compactMap {
      try apply($0.value, to: $0.key.key)
    }
  }

  private static func target(of object: any PersistentModel, _ property: _Property) -> Int64? {
    switch property.description.related(of: object) {
    case .key(let key): key
    case .object(let target): target._$state?.key
    default: nil
    }
  }

  /// Relationships without inverse that lead to what is deleted, or to members that have got another owner: nothing
  /// leads back from there, so the models that have them are looked through.
  private func collectReferences(_ body: (_ key: Int64, _ property: _Property, _ target: Int64) -> Void) throws {
    var sought: [ObjectIdentifier: (property: _Property, targets: Set<Int64>, owners: [Int64: Int64])] = [:]
    for key in deletedKeys {
      guard let entity = stored[key]?.entity else { continue }
      for property in entity.oneWayReferences where store.keeps(property.entity) {
        sought[ObjectIdentifier(property), default: (property, [], [:])].targets.insert(key)
      }
    }
    for (relationship, owner, member) in taken {
      // Models of any class that has it, whichever the new owner is of.
      let declared = relationship.declaringEntity.properties[relationship.index]
      sought[ObjectIdentifier(declared), default: (declared, [], [:])].owners[member] = owner
    }
    for (property, targets, owners) in sought.values {
      for row in try session.rows(RowRequest(entity: property.entity)) where !changedKeys.contains(row.key) {
        let own = row.entity.properties[property.index]
        for target in row.targets(own) where own.isOneWay {
          if targets.contains(target) || owners[target].map({ $0 != row.key }) == true {
            body(row.key, property, target)
          }
        }
      }
    }
  }

  private func apply(_ change: Change, to key: Int64) throws -> TouchedRow? {
    guard let identifier = store.table.identifier(of: key),
      let named = store.model.entity(named: identifier.entityName)
    else { return nil }
    let scratch = try scratchContext()
    guard let object = try scratch.core.registered(named, key: key) ?? scratch.core.loadRows(named, keys: [key]).first,
      let state = object._$state, let entity = state.entity, change.property.index < entity.properties.count
    else { return nil }
    let property = entity.properties[change.property.index]
    if property.isToMany {
      var members = scratch.core.toMany(of: object, state, property)
      members.removeAll { $0._$state.map { change.removed.contains($0.key) } ?? false }
      guard let destination = property.destination else { return nil }
      for added in change.added {
        if let known = scratch.core.registered(destination, key: added) {
          members.append(known)
        } else if added > 0 {
          members.append(scratch.core.fault(destination, key: added))
        }
      }
      property.description.setMembers(members[...], of: object)
    } else {
      guard let target = Self.target(of: object, property), change.removed.contains(target) else { return nil }
      guard property.isOptional else { throw SwiftDataError.missingDestination(entity, property) }
      property.description.setRelated(RelatedValue.none, of: object)
    }
    if !updated.contains(where: { $0 === object }) { updated.append(object) }
    return TouchedRow(
      entity: entity, key: key, version: state.version &+ 1,
      mask: PropertyMask(bits: PropertyMask.bit(property.index)))
  }
}
