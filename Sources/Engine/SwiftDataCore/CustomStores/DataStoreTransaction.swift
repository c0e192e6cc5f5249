// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The changes of one save in a custom store, which it gets as a whole.
///
/// A `DataStore` has one call for a save, which either happens or not. So nothing is written before ``commit()``, new
/// models keep their temporary identifiers until then, and everything that could be wrong with the save is looked for
/// first: rows that are gone or have changed, snapshots that cannot be taken.
final class DataStoreTransaction: RowTransaction {
  let session: DataStoreSession
  var store: CustomStore { session.store }
  // The save keeps its writers until its transactions are done.
  /// Of a save; none for bulk changes.
  private(set) unowned(unsafe) var writer: SaveWriter?

  /// The stored values of the rows that are changed or deleted, by key.
  var stored: [Int64: SnapshotRow] = [:]
  private(set) var inserted: [any PersistentModel] = []
  var updated: [any PersistentModel] = []
  /// Models without an object of the context's, to be deleted.
  var deleted: [any PersistentModel] = []
  /// The keys of all of these.
  var changedKeys: Set<Int64> = []
  var deletedKeys: Set<Int64> = []
  /// Members of relationships without inverse that get an owner, or leave whichever they have.
  var taken: [(relationship: _Property, owner: Int64, member: Int64)] = []
  /// Of rows that are inserted without a model, by their temporary keys.
  var reserved: [Int64: Int64] = [:]
  private var batchDeletions: [(descriptor: any AnyFetchDescriptor, includesSubentities: Bool)] = []
  private var save: (() throws -> CustomStoreResult)?
  private var scratch: ScratchContext?

  init(_ session: DataStoreSession) { self.session = session }

  /// For models that are changed without a context knowing.
  func scratchContext() throws -> ScratchContext {
    if let scratch { return scratch }
    let new = try ScratchContext(session)
    scratch = new
    return new
  }

  func end() { scratch?.end() }

  /// Reads what the store has of all rows that the save is about.
  func begin(_ writer: SaveWriter) throws {
    self.writer = writer
    let plan = writer.plan
    for item in plan.insertions { changedKeys.insert(item.state.key) }
    var keys: [Int: (entity: _Entity, keys: [Int64])] = [:]
    for item in plan.updates + plan.deletions {
      keys[item.entity.root.ordinal, default: (item.entity.root, [])].keys.append(item.state.key)
    }
    for (entity, keys) in keys.values { try read(keys, entity) }
  }

  func read(_ keys: [Int64], _ entity: _Entity) throws {
    for row in try session.rows(keys: keys, expected: entity) { stored[row.key] = row }
  }

  // MARK: Changes of models

  func insert(_ model: any PersistentModel, _ entity: _Entity, key: Int64) throws { inserted.append(model) }

  func update(
    _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: PropertyMask, version: Int32?
  ) throws -> RowWrite {
    guard let row = stored[key] else { return .gone }
    if let version, version != row.version { return .changed }
    if changedKeys.insert(key).inserted { updated.append(model) }
    return .done(version: row.version &+ 1)
  }

  func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite {
    guard let row = stored[key] else { return .gone }
    if let version, version != row.version { return .changed }
    guard deletedKeys.insert(key).inserted else { return .done(version: row.version) }
    changedKeys.insert(key)
    if let model = writer?.core.registered(entity, key: key) { deleted.append(model) }
    return .done(version: row.version)
  }

  /// Both ends of a pair are in the save, since both have changed.
  func link(
    _ relationship: _Property, owner: Int64, target: Int64, add: Bool, targetIsWritten: Bool
  ) throws {
    if relationship.isOneWayToMany, target > 0 { taken.append((relationship, add ? owner : 0, target)) }
    for (key, entity) in [(owner, relationship.declaringEntity), (target, relationship.destination)] where key > 0 {
      guard relationship.isManyToMany || key == owner, !changedKeys.contains(key), let entity,
        let model = writer?.core.registered(entity, key: key)
      else { continue }
      try read([key], entity.root)
      guard stored[key] != nil else { continue }
      changedKeys.insert(key)
      updated.append(model)
    }
  }

  /// The store knows its unique values itself, and says which model took a new one over.
  func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property]) throws
    -> (key: Int64, entity: _Entity)?
  { nil }
  func vacate(_ constraint: [_Property], _ entity: _Entity, key: Int64) throws {}
  func releasePartners(_ relationship: _Property, owner: Int64, except target: Int64?) throws {}

  func relatedKeys(_ relationship: _Property, owner: Int64, limit: Int?) throws -> [Int64] {
    let keys = try session.related(relationship, [owner]).flatMap { $0.members.map(\.key) }
    return limit.map { Array(keys.prefix($0)) } ?? keys
  }

  // MARK: Deleting by predicate

  func deleteAll(_ request: RowRequest, _ settled: SettledRows) throws -> BatchDeletion {
    if let descriptor = request.descriptor, canDeleteByItself(request) {
      var result = BatchDeletion()
      try session.fetchKeys(request) { result.deleted.append(($1, $0)) }
      batchDeletions.append((descriptor, request.includesSubentities))
      for (_, key) in result.deleted { deletedKeys.insert(key) }
      return result
    }
    return try deleteRows(session.rows(request).filter { !deletedKeys.contains($0.key) }, settled)
  }

  /// Whether nothing but the models themselves goes, and nothing else is saved: a deletion in the store and a save are
  /// two calls, of which the first cannot be undone.
  private func canDeleteByItself(_ request: RowRequest) -> Bool {
    guard store.deletesBatches, request.excludedKeys.isEmpty else { return false }
    if let plan = writer?.plan {
      guard plan.batchDeletions.count == 1, plan.insertions.isEmpty, plan.updates.isEmpty, plan.deletions.isEmpty,
        plan.links.isEmpty
      else { return false }
    }
    return request.entity.family.allSatisfy { $0.relationships.isEmpty && $0.oneWayReferences.isEmpty }
      && request.entity.oneWayReferences.isEmpty
  }

  // MARK: Ending

  func settle() throws -> [TouchedRow] {
    let touched = try applyEffects()
    return touched
  }

  /// Takes the snapshots: what is wrong with one is known before any store commits.
  func finish() throws {
    guard save == nil, batchDeletions.isEmpty || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else {
      return
    }
    guard !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else { return }
    save = try store.preparedSave(inserted: inserted, updated: updated, deleted: deleted, session.editing)
    try scratch?.throwFailure()
    try writer?.core.throwNotedErrors()
  }

  /// Hands everything over to the store.
  func commit() throws {
    try finish()
    if let batch = batchDeletions.first, save == nil {
      if try batch.descriptor.deleteBatch(
        store, session.editing, includeSubclasses: batch.includesSubentities)
      {
        store.noteWrite()
        for key in deletedKeys { store.table.retire(key) }
        return
      }
      // The store had rather be told which ones.
      batchDeletions.removeAll()
      let keys = deletedKeys
      deletedKeys.removeAll()
      let rows = try keys.compactMap { key -> (Int64, _Entity)? in
        guard let identifier = store.table.identifier(of: key) else { return nil }
        return store.model.entity(named: identifier.entityName).map { (key, $0) }
      }.flatMap { try session.rows(keys: [$0.0], expected: $0.1) }
      _ = try deleteRows(rows, SettledRows())
      try finish()
    }
    guard let save else { return }
    self.save = nil
    let temporary = inserted.map(\.persistentModelID)
    store.noteWrite()
    let result = try save()
    // Reads in the meantime have seen the former state.
    store.noteWrite()
    let identifiers = try checked(result, temporary)
    adopt(result, temporary, identifiers)
  }

  // MARK: The result

  /// The permanent identifiers of what was inserted, in order.
  private func checked(_ result: CustomStoreResult, _ temporary: [PersistentIdentifier]) throws
    -> [PersistentIdentifier]
  {
    guard result.storeIdentifier == store.identifier else {
      throw store.issue.nonsense("has answered a save in the name of another store, \(result.storeIdentifier).")
    }
    let known = Set(temporary)
    if let foreign = result.remapped.keys.first(where: { !known.contains($0) }) {
      throw store.issue.nonsense(
        "has given a new identifier to a model that was not inserted.", entity: foreign.entityName,
        identifier: foreign)
    }
    for (identifier, snapshot) in result.reregistered.merging(result.readBack, uniquingKeysWith: { $1 }) {
      let entity = try store.entity(of: identifier, expected: namedEntity(identifier))
      _ = try store.row(snapshot, expected: entity)
    }
    var named: Set<PersistentIdentifier> = []
    return try temporary.map { identifier in
      guard let permanent = result.remapped[identifier] else {
        throw store.issue.nonsense(
          "has given no permanent identifier to an inserted model.", entity: identifier.entityName,
          identifier: identifier)
      }
      let entity = try store.entity(of: permanent, expected: namedEntity(identifier))
      guard entity.name == identifier.entityName else {
        throw store.issue.nonsense(
          "has given the identifier of a \(permanent.entityName) to a model.", entity: identifier.entityName,
          identifier: permanent)
      }
      // Only what must be unique makes two models one.
      guard named.insert(permanent).inserted || !entity.uniquenessConstraints.isEmpty else {
        throw store.issue.nonsense(
          "has given one identifier to two inserted models, although \(entity.name) has no unique values.",
          entity: entity.name, identifier: permanent)
      }
      return permanent
    }
  }

  private func namedEntity(_ identifier: PersistentIdentifier) throws -> _Entity {
    if let entity = store.model.entity(named: identifier.entityName) { return entity }
    throw store.issue.nonsense("has named an entity that the schema has not.", entity: identifier.entityName)
  }

  /// Memory follows the store: keys, versions, and what the store has made of the values.
  private func adopt(
    _ result: CustomStoreResult, _ temporary: [PersistentIdentifier], _ identifiers: [PersistentIdentifier]
  ) {
    let table = store.table
    for key in deletedKeys { table.retire(key) }
    var assigned: Set<Int64> = []
    var new: Set<Int64> = []
    for (object, identifier) in zip(inserted, identifiers) {
      guard let state = object._$state, let entity = state.entity else { continue }
      if let key = reserved[state.key] {
        table.bind(identifier, to: key)
        continue
      }
      let key = table.key(of: identifier)
      let isTakenOver = !assigned.insert(key).inserted || result.takenOver.contains(identifier)
      state.key = key
      if !isTakenOver { new.insert(key) }
      guard isTakenOver, let writer else { continue }
      writer.upserts.append(
        Upsert(
          item: SavePlan.Item(object: object, state: state, entity: entity), key: key, entity: entity, former: []))
    }
    var reregistered = result.reregistered
    for snapshot in result.written {
      let identifier = result.remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      let final = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: result.remapped)
      guard let entity = store.model.entity(named: identifier.entityName),
        let row = try? store.row(final, expected: entity)
      else { continue }
      note(row.key, row.version, entity)
      guard let read = result.readBack[identifier], let readRow = try? store.row(read, expected: entity) else {
        continue
      }
      if readRow.version == row.version {
        store.settle(StoreDoubts(snapshot), of: entity)
      } else {
        store.settle(.newRelations, of: entity)
        reregistered[identifier] = read
      }
    }
    for (identifier, snapshot) in reregistered {
      guard let entity = store.model.entity(named: identifier.entityName),
        let row = try? store.row(snapshot, expected: entity)
      else { continue }
      session.putAtHand(snapshot, row.key)
      // To have a new model with other values than it was sent is to have inserted it.
      if !new.contains(row.key) {
        writer?.touched.append(TouchedRow(entity: entity, key: row.key, version: row.version, mask: .all))
      }
      if let object = object(entity, row.key) { writer?.overtaken.append(object) }
    }
    writer?.historyToken = result.token
  }

  private func note(_ key: Int64, _ version: Int32, _ entity: _Entity) {
    guard let state = object(entity, key)?._$state else { return }
    writer?.versions.append((state, version))
  }

  /// The context's object of a row, also of one that has just got its key.
  private func object(_ entity: _Entity, _ key: Int64) -> (any PersistentModel)? {
    writer?.core.registered(entity, key: key) ?? inserted.first { $0._$state?.key == key }
  }
}
