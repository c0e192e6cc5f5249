// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A ``CustomStore`` over a store of type `S`: between snapshots of its own type and those without one.
final class TypedCustomStore<S: DataStore>: CustomStore, @unchecked Sendable {
  // Unchecked: as the superclass.
  private let store: S

  init(_ store: S, name: String, model: SchemaModel, entities: [_Entity]) {
    self.store = store
    super.init(name: name, identifier: store.identifier, model: model, entities: entities)
  }

  // MARK: Reading

  override func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws
    -> SnapshotBatch
  {
    try calling("fetch \(T.self)") {
      let result = try store.fetch(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
      return SnapshotBatch(
        fetched: try result.fetchedSnapshots.map(erased), related: try erased(result.relatedSnapshots))
    }
  }

  override func identifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws
    -> [PersistentIdentifier]
  {
    try calling("fetch identifiers of \(T.self)") {
      try store.fetchIdentifiers(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }
  }

  override func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int {
    let count = try calling("count \(T.self)") {
      try store.fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }
    guard count >= 0 else {
      throw issue.nonsense("has counted \(count) models.", entity: T._$description.entityName)
    }
    return count
  }

  override func cached(_ identifiers: [PersistentIdentifier], _ editing: EditingState) throws
    -> [PersistentIdentifier: DefaultSnapshot]
  {
    try calling("give cached snapshots") {
      try erased(store.cachedSnapshots(for: identifiers, editingState: editing))
    }
  }

  private func erased(_ snapshots: [PersistentIdentifier: S.Snapshot]) throws
    -> [PersistentIdentifier: DefaultSnapshot]
  {
    guard !snapshots.isEmpty else { return [:] }
    return try Dictionary(
      uniqueKeysWithValues: snapshots.map { identifier, snapshot in
        guard snapshot.persistentIdentifier == identifier else {
          throw issue.nonsense(
            "has returned the snapshot of \(snapshot.persistentIdentifier) under another identifier.",
            entity: identifier.entityName, identifier: identifier)
        }
        return (identifier, try erased(snapshot))
      })
  }

  private func erased(_ snapshot: S.Snapshot) throws -> DefaultSnapshot {
    do {
      return try SnapshotEncoder.values(of: snapshot)
    } catch {
      throw issue.nonsense(
        "has returned a snapshot that cannot be read: \(error)", entity: snapshot.persistentIdentifier.entityName,
        identifier: snapshot.persistentIdentifier, underlying: error)
    }
  }

  // MARK: Writing

  override func preparedSave(
    inserted: [any PersistentModel], updated: [any PersistentModel], deleted: [any PersistentModel],
    _ editing: EditingState
  ) throws -> () throws -> CustomStoreResult {
    let request = DataStoreSaveChangesRequest<S.Snapshot>(
      inserted: try inserted.map(snapshot), updated: try updated.map(snapshot), deleted: try deleted.map(snapshot),
      editingState: editing)
    return { [self] in
      try calling("save") {
        let result = try store.save(request)
        var answer = CustomStoreResult(
          storeIdentifier: result.storeIdentifier, remapped: result.remappedIdentifiers,
          reregistered: try erased(result.snapshotsToReregister), token: result.historyToken,
          written: try (request.inserted + request.updated).map(erased),
          // Before anybody can read what this save has written.
          takenOver: Set(result.remappedIdentifiers.values.filter { table.seenKey(of: $0) != nil }))
        answer.readBack = readBack(answer.written, answer, editing)
        return answer
      }
    }
  }

  private func snapshot(of object: any PersistentModel) throws -> S.Snapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    let identifier = object.persistentModelID
    var snapshot = S.Snapshot(from: SnapshotReader.backingData(of: object), relatedBackingDatas: &related)
    if snapshot.persistentIdentifier != identifier {
      snapshot = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: [:])
    }
    guard snapshot.persistentIdentifier == identifier else {
      throw issue.nonsense(
        "has snapshots that do not keep the identity of their model.", entity: identifier.entityName,
        identifier: identifier)
    }
    return snapshot
  }

  override var deletesBatches: Bool { store is any DataStoreBatching }

  override func deleteBatch<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, _ includeSubclasses: Bool, _ editing: EditingState
  ) throws -> Bool {
    guard let batching = store as? any DataStoreBatching else { return false }
    do {
      try calling("delete \(T.self)") {
        try batching.delete(
          DataStoreBatchDeleteRequest<T>(
            editingState: editing, predicate: predicate, includeSubclasses: includeSubclasses))
      }
      return true
    } catch let error as DataStoreError where error != .invalidPredicate {
      return false
    }
  }

  override func erase() throws {
    try calling("erase") { try store.erase() }
    table.retireAll()
  }

  // MARK: Care

  override var takesCare: Bool { store is any DataStoreCare }

  override func backUp(to folder: URL) throws {
    try calling("be backed up") { try (store as? any DataStoreCare)?.backUp(to: folder) }
  }

  override func restore(from folder: URL) throws {
    try calling("be restored") { try (store as? any DataStoreCare)?.restore(from: folder) }
  }

  override func findProblems() throws -> [String] {
    try calling("be checked") { try (store as? any DataStoreCare)?.findProblems() ?? [] }
  }

  override func compact() throws -> Int64 {
    try calling("be compacted") { try (store as? any DataStoreCare)?.compact() ?? 0 }
  }

  override func begin(_ editing: EditingState) { try? calling("begin") { store.initializeState(for: editing) } }
  override func end(_ editing: EditingState) { try? calling("end") { store.invalidateState(for: editing) } }

  // MARK: History

  override var providesHistory: Bool { store is any HistoryProviding }

  override func history<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> [H]? {
    guard let provider = store as? any HistoryProviding else { return nil }
    func open<P: HistoryProviding>(_ provider: P) throws -> [H]? {
      guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType> else { return nil }
      return try calling("fetch its history") { try provider.fetchHistory(descriptor) } as? [H]
    }
    return try open(provider)
  }

  override func deleteHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> Bool {
    guard let provider = store as? any HistoryProviding else { return false }
    func open<P: HistoryProviding>(_ provider: P) throws -> Bool {
      guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType> else { return false }
      try calling("delete its history") { try provider.deleteHistory(descriptor) }
      return true
    }
    return try open(provider)
  }
}
