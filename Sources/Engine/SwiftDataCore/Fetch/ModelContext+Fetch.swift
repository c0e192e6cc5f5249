// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelContext {
  /// Fetches the models that match, in order. There is one object for each row.
  ///
  /// ```swift
  /// let rock = try context.fetch(
  ///   FetchDescriptor<Track>(predicate: #Predicate { $0.genre == "Rock" }))
  /// ```
  ///
  /// - Throws: ``SwiftDataError`` if the predicate or the order cannot run in
  ///   the store, or the store fails.
  @inlinable
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try fetch(descriptor, _FetchTerms(descriptor))
  }

  @usableFromInline
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ terms: _FetchTerms) throws -> [T] {
    try _core.fetch(descriptor, terms)
  }

  /// Fetches the models that match, and loads them in batches when they are accessed.
  ///
  /// - Throws: ``SwiftDataError/includePendingChangesWithBatchSize`` if there
  ///   are unsaved changes that the descriptor includes.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<T>
  {
    try refuseChanges(descriptor)
    return _core.window(try _core.keys(descriptor), batchSize)
  }

  /// Counts the models that match, without loading them.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try _core.count(descriptor)
  }

  /// Fetches the identifiers of the models that match, in order, without loading the models.
  public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier]
  {
    try _core.identifiers(descriptor)
  }

  /// Fetches the identifiers of the models that match, in batches.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    try refuseChanges(descriptor)
    let keys = try _core.keys(descriptor)
    let core = _core
    return FetchResultsCollection(count: keys.count, batchSize: batchSize) { range in
      keys[range].map { core.identifier($0.entity, $0.key) }
    }
  }

  private func refuseChanges<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws {
    guard descriptor.includePendingChanges, hasChanges else { return }
    throw SwiftDataError(
      .includePendingChangesWithBatchSize,
      "A fetch in batches cannot include unsaved changes.",
      entity: T._$description.entityName,
      advice: "Save first, or set includePendingChanges to false.")
  }

  /// Calls a closure with each model that matches, with `batchSize` rows in memory at a time.
  ///
  /// - Parameters:
  ///   - fetch: What to enumerate.
  ///   - batchSize: How many rows are read at once.
  /// - allowEscapingMutations: Has no effect; part of Apple's signature. Changes that the closure makes stay unsaved
  ///   until the next save.
  ///   - block: Called in the descriptor's order. Models that have been deleted since the enumeration
  ///     began are skipped.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (T) throws -> Void
  ) throws {
    if fetch.includePendingChanges, hasChanges {
      // A new one that is deleted has left the context.
      for model in try _core.fetch(fetch)
      where !model.isDeleted && model._$state?.core === _core { try block(model) }
      return
    }
    let keys = try _core.keys(fetch)
    // The store still has the rows whose deletions wait for a save.
    let deletions = _core.unsaved.deleted.models
    let deleted = Set(deletions.lazy.map { ObjectIdentifier($0) })
    defer { withExtendedLifetime(deletions) {} }
    var start = 0
    while start < keys.count {
      let end = min(start + max(1, batchSize), keys.count)
      let models = try _core.objects(keys[start..<end], T.self)
      _core.groups.fetched(keys[start..<end].map { $0.key }, of: keys[start].entity)
      func isThere(_ model: T) -> Bool {
        // Once its deletion is saved, an object has left the context.
        guard let state = model._$state, state.core === _core, !state.isRowGone else { return false }
        return !state.isDeleted || deleted.contains(ObjectIdentifier(model))
      }
      try _core.prefetch(fetch, _core.entity(T.self), models.filter(isThere))
      for model in models where isThere(model) { try block(model) }
      start = end
    }
  }

  /// Returns the model with an identifier: the object in the context, or else a fault whose row is
  /// read with its first property. If there is no such row, the model reports `isDeleted`.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    _core.model(for: persistentModelID)
  }

  /// Returns the object with an identifier, if it is in the context.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
    _core.registeredModel(for: persistentModelID) as? T
  }

  /// The SQL that a fetch of stored rows runs as: for diagnosis and tests.
  package func _explain<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> String {
    let entity = try _core.entity(T.self)
    var request = try _core.request(descriptor, entity)
    request.sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    return try _core.store(of: entity).statementText(of: request)
  }
}

extension ContextCore {
  /// The objects of rows, loaded in batches as they are asked for.
  func window<T: PersistentModel>(_ keys: [(key: Int64, entity: _Entity)], _ batchSize: Int)
    -> FetchResultsCollection<T>
  {
    FetchResultsCollection(count: keys.count, batchSize: batchSize, keys: keys) { [self] range in
      turn.enter()
      defer { turn.leave() }
      do {
        let objects = try objects(keys[range], T.self)
        if let first = keys[range].first {
          groups.fetched(keys[range].map { $0.key }, of: first.entity)
        }
        return objects
      } catch {
        note(error)
        // A stand-in is of the class of its entity, which is a kind of that of `T`.
        return keys[range].map { unsafeDowncast(standIn($0.entity), to: T.self) }
      }
    }
  }
}
