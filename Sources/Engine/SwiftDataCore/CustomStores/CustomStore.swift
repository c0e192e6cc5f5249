// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A custom store's result of a fetch, without types.
struct SnapshotBatch {
  var fetched: [DefaultSnapshot] = []
  var related: [PersistentIdentifier: DefaultSnapshot] = [:]
}

/// A custom store's result of a save, without types.
struct CustomStoreResult {
  var storeIdentifier: String
  var remapped: [PersistentIdentifier: PersistentIdentifier]
  var reregistered: [PersistentIdentifier: DefaultSnapshot]
  var token: (any HistoryToken)?
  /// The inserted and updated snapshots of the request, with temporary identifiers.
  var written: [DefaultSnapshot]
  /// Of the permanent identifiers of what was inserted, those under which the store had a model before.
  var takenOver: Set<PersistentIdentifier> = []
  /// What the store has made of some of what was written, read again.
  var readBack: [PersistentIdentifier: DefaultSnapshot] = [:]
}

/// A custom store, which all contexts of a container share.
///
/// One call at a time: a `DataStore` need not be safe to use from several threads, and contexts belong to many.
class CustomStore: @unchecked Sendable {
  // Unchecked: constants; the store itself is used behind the lock.
  let name: String
  let identifier: String
  let model: SchemaModel
  let entities: [_Entity]
  let table = IdentifierTable()
  let issue: DataStoreIssue
  let statistics = StatisticsCounter()
  private let columns: [SnapshotColumns?]
  private let writes = Atomic<Int>(0)
  private let lock = NSRecursiveLock()
  /// The doubts that are settled, by the entity's ordinal; used behind the lock.
  private var settledDoubts: [Int: StoreDoubts] = [:]

  init(name: String, identifier: String, model: SchemaModel, entities: [_Entity]) {
    self.name = name
    self.identifier = identifier
    self.model = model
    self.entities = entities
    issue = DataStoreIssue(store: name)
    var columns = [SnapshotColumns?](repeating: nil, count: model.entities.count)
    for entity in entities { columns[entity.ordinal] = SnapshotColumns(entity, store: issue) }
    self.columns = columns
  }

  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> SnapshotBatch {
    SnapshotBatch()
  }
  func identifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws
    -> [PersistentIdentifier]
  { [] }
  func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int { 0 }
  func cached(_ identifiers: [PersistentIdentifier], _ editing: EditingState) throws
    -> [PersistentIdentifier: DefaultSnapshot]
  { [:] }
  /// Takes the snapshots of a save now; the result writes them.
  func preparedSave(
    inserted: [any PersistentModel], updated: [any PersistentModel], deleted: [any PersistentModel],
    _ editing: EditingState
  ) throws -> () throws -> CustomStoreResult {
    { [identifier] in
      CustomStoreResult(storeIdentifier: identifier, remapped: [:], reregistered: [:], token: nil, written: [])
    }
  }
  /// - Returns: Whether the store can delete by itself; if not, nothing has happened.
  func deleteBatch<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, _ includeSubclasses: Bool, _ editing: EditingState
  ) throws -> Bool { false }
  var deletesBatches: Bool { false }
  func erase() throws {}
  /// Whether the store is a ``DataStoreCare``; if not, the calls of it do nothing.
  var takesCare: Bool { false }
  func backUp(to folder: URL) throws {}
  func restore(from folder: URL) throws {}
  func findProblems() throws -> [String] { [] }
  func compact() throws -> Int64 { 0 }
  func begin(_ editing: EditingState) {}
  func end(_ editing: EditingState) {}
  /// Whether the store is ``HistoryProviding``.
  var providesHistory: Bool { false }
  /// `nil` if the store has no transactions of this type.
  func history<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> [H]? { nil }
  func deleteHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> Bool { false }

  // MARK: Reading by identifier

  /// The models with some identifiers, and maybe others along with them.
  final func models(_ identifiers: Set<PersistentIdentifier>, _ entity: _Entity, _ editing: EditingState) throws
    -> SnapshotBatch
  {
    do {
      let found = try AnyFetchDescriptors.named(identifiers, entity).fetch(self, editing, .init())
      if let foreign = found.fetched.first(where: { !identifiers.contains($0.persistentIdentifier) }) {
        throw issue.nonsense(
          "has returned a model that was not asked for.", entity: entity.name,
          identifier: foreign.persistentIdentifier)
      }
      return found
    } catch DataStoreError.preferInMemoryFilter {
      // A store that evaluates no predicate at all has to give everything.
      let all = try AnyFetchDescriptors.all(entity).fetch(self, editing, .init())
      return SnapshotBatch(fetched: all.fetched.filter { identifiers.contains($0.persistentIdentifier) })
    }
  }

  /// Of what was just written, what the store may have in another way, read again.
  final func readBack(_ written: [DefaultSnapshot], _ result: CustomStoreResult, _ editing: EditingState)
    -> [PersistentIdentifier: DefaultSnapshot]
  {
    var sought: [Int: Set<PersistentIdentifier>] = [:]
    for snapshot in written {
      let identifier = result.remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      guard result.reregistered[identifier] == nil, let entity = model.entity(named: identifier.entityName),
        !StoreDoubts(snapshot).isSubset(of: settledDoubts[entity.ordinal] ?? [])
      else { continue }
      sought[entity.ordinal, default: []].insert(identifier)
    }
    var found: [PersistentIdentifier: DefaultSnapshot] = [:]
    for (ordinal, identifiers) in sought {
      // The save has happened, whatever becomes of this.
      guard let batch = try? models(identifiers, model.entities[ordinal], editing) else { continue }
      for snapshot in batch.fetched { found[snapshot.persistentIdentifier] = snapshot }
    }
    return found
  }

  /// The store does right by models of an entity.
  final func settle(_ doubts: StoreDoubts, of entity: _Entity) {
    lock.lock()
    defer { lock.unlock() }
    settledDoubts[entity.ordinal, default: []].formUnion(doubts)
  }

  // MARK: Calls

  /// Another number after each save of the container's.
  final var generation: Int { writes.load(ordering: .acquiring) }
  final func noteWrite() { writes.wrappingAdd(1, ordering: .releasing) }

  /// Runs a call of the store's, alone.
  final func calling<R>(_ action: String, _ body: () throws -> R) throws -> R {
    lock.lock()
    defer { lock.unlock() }
    statistics.noteStatement()
    do {
      // What the store decodes is of the container's models.
      return try SnapshotDecoding.$model.withValue(model, operation: body)
    } catch {
      throw issue.failure(error, while: action)
    }
  }

  // MARK: Rows

  /// The entity that an identifier of the store's names.
  ///
  /// - Parameter expected: The entity that was asked for.
  func entity(of identifier: PersistentIdentifier, expected: _Entity) throws -> _Entity {
    if identifier.isTemporary || identifier.storeIdentifier == nil {
      throw issue.nonsense(
        "has returned a model with a temporary identifier.", entity: identifier.entityName, identifier: identifier)
    }
    guard identifier.storeIdentifier == self.identifier else {
      throw issue.nonsense(
        "has returned a model of another store, \(identifier.storeIdentifier ?? "").", entity: identifier.entityName,
        identifier: identifier)
    }
    guard let entity = model.entity(named: identifier.entityName), columns[entity.ordinal] != nil else {
      throw issue.nonsense(
        "has returned a model of an entity that it does not keep.", entity: identifier.entityName,
        identifier: identifier)
    }
    guard entity.isKind(of: expected) else {
      throw issue.nonsense(
        "was asked for \(expected.name) and has returned a \(entity.name).", entity: expected.name,
        identifier: identifier)
    }
    return entity
  }

  func row(_ snapshot: DefaultSnapshot, expected: _Entity) throws -> SnapshotRow {
    let entity = try entity(of: snapshot.persistentIdentifier, expected: expected)
    return try layout(of: entity).row(of: snapshot, table, storeIdentifier: identifier)
  }

  func rows(_ snapshots: [DefaultSnapshot], expected: _Entity) throws -> [SnapshotRow] {
    var seen = Set<PersistentIdentifier>(minimumCapacity: snapshots.count)
    let rows = try snapshots.map { snapshot in
      guard seen.insert(snapshot.persistentIdentifier).inserted else {
        throw issue.nonsense(
          "has returned a model twice in one result.", entity: expected.name,
          identifier: snapshot.persistentIdentifier)
      }
      return try row(snapshot, expected: expected)
    }
    statistics.noteRows(rows.count)
    return rows
  }

  func layout(of entity: _Entity) throws -> SnapshotColumns {
    if let known = columns[entity.ordinal] { return known }
    throw issue.nonsense("does not keep the entity.", entity: entity.name)
  }

  func keeps(_ entity: _Entity) -> Bool { columns.indices.contains(entity.ordinal) && columns[entity.ordinal] != nil }
}
