// SPDX-License-Identifier: Apache-2.0

/// A new object that turned out to be an existing row.
struct Upsert {
  let item: SavePlan.Item
  let key: Int64
  let entity: _Entity
  /// Where the row's to-one relationships led before.
  var former: [(property: _Property, key: Int64)]
  /// To-one relationships of the row's own object that have been assigned, and that the new object
  /// leaves empty.
  var kept = PropertyMask.none
  /// With ``UniqueConflictPolicy/keep``: the one-to-one relationships of the row that were written after all, since
  /// their other ends lead to it.
  var followed = PropertyMask.none
  /// Whether the row has another key than the new object.
  var keepsKey = false
}

extension SaveWriter {
  /// The existing row survives with its key and takes over the new values.
  ///
  /// - Parameter meet: Is told which row it is, before that is written.
  /// - Returns: Whether there is such a row.
  func upsert(
    _ item: SavePlan.Item, _ constraints: [[_Property]], _ transaction: any RowTransaction,
    _ conflict: SwiftDataError, meet: (RowID) throws -> Void = { _ in }
  ) throws -> Bool {
    for constraint in constraints {
      guard
        let row = try transaction.conflictingKey(of: item.object, item.entity, constraint)
      else { continue }
      guard row.entity === item.entity else { throw conflict }
      let found = RowID(root: row.entity.root.ordinal, key: row.key)
      // A row that will still be deleted cannot become the new model's.
      if transaction.checksReferencesAtOnce, newRows.deleted.contains(found) { throw conflict }
      try meet(found)
      let own = item.state.key
      item.state.key = row.key
      newRows.didMeet(found, item.object)
      if policy == .keep {
        upserts.append(Upsert(item: item, key: row.key, entity: row.entity, former: []))
        return true
      }
      let former = try formerTargets(row.key, item.entity)
      let keys = transaction.keyProperties(of: item.entity)
      let keepsKey = !keys.isEmpty && !constraint.contains { keys.contains($0.index) }
      let kept = keptRelationships(of: item).union(keys)
      guard
        case .done(let version) = try transaction.update(
          item.object, item.entity, key: row.key, mask: .all.subtracting(kept), version: nil)
      else {
        // Another transaction has deleted it since.
        item.state.key = own
        return false
      }
      versions.append((item.state, version))
      upserts.append(
        Upsert(item: item, key: row.key, entity: row.entity, former: former, kept: kept, keepsKey: keepsKey))
      return true
    }
    return false
  }

  /// An empty to-one of a new object says nothing about the row that it meets. Whoever looks for an object by its
  /// unique value before the save may have found the row's own, and related that one.
  private func keptRelationships(of item: SavePlan.Item) -> PropertyMask {
    var kept = PropertyMask.none
    guard let (existing, assigned) = owner(ofRowOf: item) else { return kept }
    for property in item.entity.relationships
    where !property.isToMany && property.index < PropertyMask.sharedBit && assigned.contains(property.index) {
      if case .none = property.description.related(of: item.object),
        case .object = property.description.related(of: existing)
      {
        kept.insert(property.index)
      }
    }
    return kept
  }

  /// The other object of this save that the row of an upsert belongs to, and which of its properties the program has
  /// assigned: one with a row, or a new one whose row was inserted a moment ago.
  private func owner(ofRowOf item: SavePlan.Item) -> (object: any PersistentModel, assigned: PropertyMask)? {
    if let existing = core.registered(item.entity, key: item.state.key), existing !== item.object,
      let state = existing._$state
    {
      return state.life == .updated ? (existing, state.dirty) : nil
    }
    return newRows.first(RowID(item), besides: item.object, in: plan.insertions).map { ($0.object, .all) }
  }

  /// What the row's to-one relationships with an inverse lead to before it
  /// takes over the new values: the other sides have to follow.
  private func formerTargets(_ key: Int64, _ entity: _Entity) throws
    -> [(property: _Property, key: Int64)]
  {
    let followed = entity.relationships.filter { !$0.isToMany && !$0.isOneWay }
    guard !followed.isEmpty else { return [] }
    var request = RowRequest(entity: entity.root)
    request.keys = [key]
    var former: [(property: _Property, key: Int64)] = []
    try store.fetch(request) { row in
      let copy = row.entity.description.make()
      copy._$load(&row.reader)
      for property in followed {
        guard case .key(let target) = property.description.related(of: copy) else { continue }
        former.append((property, target))
      }
    }
    return former
  }

  /// Rows that were written with the key that an upsert then gave up, and the
  /// other ends of one-to-one relationships that it took from other objects.
  func repairReferences(_ transaction: any RowTransaction) throws {
    let moved = Set(upserts.map { ObjectIdentifier($0.item.object) })
    let takenOver = Dictionary(upserts.map { (RowID($0.item), $0.kept) }) { $1 }
    for item in updates + plan.insertions {
      var mask = PropertyMask.none
      for property in item.entity.relationships where !property.isToMany {
        guard case .object(let target) = property.description.related(of: item.object),
          moved.contains(ObjectIdentifier(target))
        else { continue }
        mask.insert(property.index)
      }
      // A row that an upsert has taken over has the rest of its values from there.
      if policy != .keep, !item.state.isInserted, let kept = takenOver[RowID(item)] { mask = mask.intersection(kept) }
      let isKept = policy == .keep && moved.contains(ObjectIdentifier(item.object))
      guard !mask.isEmpty, !isKept else { continue }
      if case .done(let version) = try transaction.update(
        item.object, item.entity, key: item.state.key, mask: mask, version: nil)
      {
        versions.append((item.state, version))
      }
    }
    guard policy != .keep else { return try repairKeptPairs(transaction) }
    for upsert in upserts {
      for property in upsert.entity.relationships
      where !property.isToMany && !upsert.kept.contains(property.index) {
        guard let inverse = property.inverse, !inverse.isToMany, !property.isOutsideInverse else { continue }
        try releasePartners(of: upsert, property, transaction)
      }
    }
  }

  /// With ``UniqueConflictPolicy/keep`` a row stays as it is, but what refers to the new object refers to it from now on:
  /// the row's end of such a pair follows, and its former partner is without. A row that gets members has changed, as any
  /// owner has: other containers and processes learn it from the history alone.
  private func repairKeptPairs(_ transaction: any RowTransaction) throws {
    for index in upserts.indices {
      let upsert = upserts[index]
      var mask = PropertyMask.none
      for property in upsert.entity.relationships
      where !property.isToMany && property.inverse?.isToMany == false && !property.isOutsideInverse {
        guard case .object = property.description.related(of: upsert.item.object) else { continue }
        mask.insert(property.index)
      }
      mask = mask.union(members(of: upsert))
      guard !mask.isEmpty else { continue }
      upserts[index].former = try formerTargets(upsert.key, upsert.entity).filter { mask.contains($0.property.index) }
      upserts[index].followed = mask
      guard
        case .done(let version) = try transaction.update(
          upsert.item.object, upsert.entity, key: upsert.key, mask: mask, version: nil)
      else { continue }
      versions.append((upsert.item.state, version))
      for property in upsert.entity.relationships where !property.isToMany && mask.contains(property.index) {
        try releasePartners(of: upserts[index], property, transaction)
      }
    }
  }

  /// The to-many relationships by which a new object gives members to the row that it met.
  private func members(of upsert: Upsert) -> PropertyMask {
    var mask = PropertyMask.none
    for property in upsert.entity.relationships where property.isToMany {
      if property.description.relatedCount(of: upsert.item.object) ?? 0 > 0 { mask.insert(property.index) }
    }
    return mask
  }

  private func releasePartners(
    of upsert: Upsert, _ property: _Property, _ transaction: any RowTransaction
  ) throws {
    var target: Int64?
    if case .object(let object) = property.description.related(of: upsert.item.object) {
      target = object._$state?.key
    }
    let former = upsert.former.first { $0.property === property }?.key
    guard former != target else { return }
    if former != nil, property.inverse?.isOptional == false, let inverse = property.inverse {
      throw SwiftDataError(
        .modelValidationFailure,
        "The unique values belong to a row that is the required destination of another one.",
        entity: inverse.entity.name, property: inverse.name,
        advice: "Fetch the existing model and change it, or make the relationship optional.")
    }
    try transaction.releasePartners(property, owner: upsert.key, except: target)
  }
}
