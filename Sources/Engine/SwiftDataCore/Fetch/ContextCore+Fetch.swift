// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ContextCore {
  func entity<T: PersistentModel>(_ type: T.Type) throws -> _Entity {
    if let entity = model.entity(for: type) { return entity }
    throw SwiftDataError(
      .unknownSchema, "\(type) is not in the container's schema.",
      entity: type._$description.entityName,
      advice: "Name it in ModelContainer(for:) or in the schema.")
  }

  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try fetch(descriptor, _FetchTerms(descriptor))
  }

  /// The objects that a descriptor describes, in order.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ terms: _FetchTerms) throws -> [T] {
    turn.enter()
    defer { turn.leave() }
    checkHome(.fetch, T._$description.entityName)
    mergeArrivals()
    let request = try sortedRequest(descriptor, terms)
    var keys: [Int64] = []
    let objects: [T]
    if descriptor.includePendingChanges && hasPendingChanges {
      objects = try mergedRows(descriptor, request, &keys)
    } else if terms.prefetches, let ahead = try requestsAhead(descriptor, request.entity) {
      objects = try rows(request, T.self, &keys, ahead: ahead)
    } else {
      objects = try rows(request, T.self, &keys)
    }
    try finish(descriptor, terms, request.entity, objects, keys)
    return objects
  }

  /// What is done with the objects of a fetch.
  func finish<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ terms: _FetchTerms, _ entity: _Entity, _ objects: [T], _ keys: [Int64]
  ) throws {
    groups.fetched(keys, of: entity)
    if terms.prefetches { try prefetch(descriptor, entity, objects) }
  }

  /// The request of a descriptor with its order, without the pending part.
  func sortedRequest<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ terms: _FetchTerms) throws -> RowRequest {
    let entity = try entity(T.self)
    var request = try request(descriptor, terms, entity)
    // In generic code, an array of `T` or of something of `T` looks for its metadata even if it is empty, and a key path
    // literal is made anew each time, at the cost of a hundred steps of SQLite: the terms, closures, and nothing that a
    // fetch without unsaved changes does not need.
    if terms.isSorted {
      request.sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    }
    return request
  }

  /// Whether there are unsaved changes of any entity.
  var hasPendingChanges: Bool { !unsaved.isEmpty }

  /// Rows and objects with unsaved changes, in the order of a descriptor.
  private func mergedRows<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ request: RowRequest, _ keys: inout [Int64]
  ) throws -> [T] {
    var request = request
    let entity = request.entity
    guard
      let pending = try PendingChanges.collect(self, entity, predicate: descriptor.predicate, sort: request.sort)
    else { return try rows(request, T.self, &keys) }
    if descriptor.predicate != nil, !pending.candidates.isEmpty {
      // Some predicates that the store refuses would trap if they were evaluated.
      try store(of: entity).validate(request)
    }
    let matches = pending.matches(descriptor.predicate)
    request.excludedKeys = pending.excludedKeys
    guard matches.count > 0 else { return try rows(request, T.self, &keys) }
    let order = FetchOrder(
      steps: try descriptor.sortBy.map { try SortStep($0, entity: entity) }, names: container.keyNames(of: entity))
    let offset = max(0, descriptor.fetchOffset ?? 0)
    // Rows and objects are merged before the window is cut out.
    request.offset = nil
    request.limit = descriptor.fetchLimit.map { max(0, $0).clampedSum(offset) }
    var objects = try rows(request, T.self, &keys)
    objects = pending.withoutDoomedRows { Self.merge(objects, matches.sorted(by: order.precedes), order) }
    if offset > 0 { objects.removeFirst(min(offset, objects.count)) }
    if let limit = descriptor.fetchLimit, objects.count > limit {
      objects.removeLast(objects.count - max(0, limit))
    }
    return objects
  }

  private static func merge<T: PersistentModel>(_ rows: [T], _ pending: [T], _ order: FetchOrder<T>)
    -> [T]
  {
    var merged: [T] = []
    merged.reserveCapacity(rows.count + pending.count)
    var next = 0
    for row in rows {
      while next < pending.count, order.precedes(pending[next], row) {
        merged.append(pending[next])
        next += 1
      }
      merged.append(row)
    }
    merged.append(contentsOf: pending[next...])
    return merged
  }

  func rows<T: PersistentModel>(
    _ request: RowRequest, _ type: T.Type, _ keys: inout [Int64]
  ) throws -> [T] {
    var objects = FetchedObjects()
    let isPartial = request.mask != .all
    try store(of: request.entity).fetch(request) { row in
      let object = try object(of: &row, request.mask, isPartial: isPartial)
      keys.append(row.key)
      objects.append(object)
    }
    if isPartial { reloadOvertaken() }
    // The request is for the entity of `T`, and each object is of the class of its row.
    return objects.array(of: T.self)
  }

  /// The objects of a request, and what relationships of theirs lead to if the store brings it in the same round trip.
  private func rows<T: PersistentModel>(
    _ request: RowRequest, _ type: T.Type, _ keys: inout [Int64], ahead: [RelatedRequest]
  ) throws -> [T] {
    var objects = FetchedObjects()
    var reading = ReadAhead.Reading(ahead, self)
    let isPartial = request.mask != .all
    let isRead = try store(of: request.entity).fetch(request, with: ahead, &reading) { row in
      let object = try object(of: &row, request.mask, isPartial: isPartial)
      keys.append(row.key)
      objects.append(object)
    }
    guard isRead else { return try rows(request, T.self, &keys) }
    if isPartial { reloadOvertaken() }
    readAhead = reading.finish()
    return objects.array(of: T.self)
  }

  /// The object of a row, of which a fetch has read some properties or all.
  @inline(__always)
  func object(of row: inout FetchedRow, _ mask: PropertyMask, isPartial: Bool) throws -> any PersistentModel {
    let object = try object(for: &row, mask: mask)
    if isPartial, let state = object._$state, state.version == row.version { markPartial(object, state, mask) }
    return object
  }

  /// Reads the rows whole of which a fetch of some properties has met newer versions.
  func reloadOvertaken() {
    guard !merging.overtaken.isEmpty else { return }
    let objects = merging.overtaken
    merging.overtaken = []
    reload(objects)
  }

  private func markPartial(
    _ object: any PersistentModel, _ state: _ModelState, _ mask: PropertyMask
  ) {
    guard let entity = state.entity, !state.flags.contains(.partial) else { return }
    let isPartial = entity.description.properties.contains {
      !mask.contains($0.index) && !entity.properties[$0.index].isToMany && !$0.isLoaded(object)
    }
    if isPartial { state.flags.insert(.partial) }
  }

  /// The request of a descriptor, without the pending part.
  func request<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ entity: _Entity) throws -> RowRequest {
    try request(descriptor, _FetchTerms(descriptor), entity)
  }

  private func request<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ terms: _FetchTerms, _ entity: _Entity
  ) throws -> RowRequest {
    var request = RowRequest(entity: entity)
    request.predicate = terms.predicate
    if container.hasCustomStores {
      request.descriptor = AnyFetchDescriptors.erasing(descriptor)
    }
    request.limit = descriptor.fetchLimit.map { max(0, $0) }
    request.offset = descriptor.fetchOffset.map { max(0, $0) }
    if !unsaved.batchDeletions.isEmpty, descriptor.includePendingChanges {
      request.excluding = unsaved.exclusions(from: entity)
    }
    if terms.isPartial, !entity.description.hasConstants {
      var mask = PropertyMask.none
      for keyPath in descriptor.propertiesToFetch {
        guard let name = entity.description.path(keyPath)?.properties.first,
          let property = entity.property(named: name)
        else {
          throw SwiftDataError(
            .unsupportedKeyPath, "The key path \(keyPath) in propertiesToFetch is not stored.",
            entity: entity.name, advice: "List persisted properties only.")
        }
        mask.insert(property.index)
      }
      request.mask = mask
    }
    return request
  }

  /// Fills the relationships that a descriptor prefetches.
  func prefetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ entity: _Entity, _ objects: [T]) throws {
    defer { readAhead.removeAll() }
    let paths = try descriptor.prefetchedPaths()
    try readAhead(paths, entity, objects)
    for path in paths { try Prefetch.load(path, of: objects, entity, self) }
  }

  // MARK: Counts and identifiers

  func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    turn.enter()
    defer { turn.leave() }
    checkHome(.fetch, T._$description.entityName)
    mergeArrivals()
    let entity = try entity(T.self)
    var request = try request(descriptor, entity)
    let pending =
      descriptor.includePendingChanges
      ? try PendingChanges.collect(self, entity, predicate: descriptor.predicate, sort: []) : nil
    guard let pending else { return try store(of: entity).count(request) }
    request.excludedKeys = pending.excludedKeys
    request.limit = nil
    request.offset = nil
    let total = try store(of: entity).count(request) + pending.matches(descriptor.predicate).count
    let rest = max(0, total - max(0, descriptor.fetchOffset ?? 0))
    return min(rest, descriptor.fetchLimit.map { max(0, $0) } ?? rest)
  }

  func identifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier]
  {
    turn.enter()
    defer { turn.leave() }
    if descriptor.includePendingChanges, hasChanges {
      return try fetch(descriptor).map(\.persistentModelID)
    }
    return try keys(descriptor).map { identifier($0.entity, $0.key) }
  }

  /// Keys of stored rows, in order.
  func keys<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
    -> [(key: Int64, entity: _Entity)]
  {
    turn.enter()
    defer { turn.leave() }
    mergeArrivals()
    let entity = try entity(T.self)
    var request = try request(descriptor, entity)
    request.sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    var keys: [(key: Int64, entity: _Entity)] = []
    try store(of: entity).fetchKeys(request) { keys.append(($0, $1)) }
    return keys
  }

  /// Objects by key, in the given order; a key without a row gives a model
  /// that reports `isDeleted`.
  func objects<T: PersistentModel>(_ keys: ArraySlice<(key: Int64, entity: _Entity)>, _: T.Type)
    throws -> [T]
  {
    turn.enter()
    defer { turn.leave() }
    guard let first = keys.first else { return [] }
    let loaded = try loadRows(first.entity, keys: keys.map { $0.key })
    // Rows may have gone since their keys were read.
    let missing =
      loaded.count == keys.count
      ? [] : Set(keys.lazy.map { $0.key }).subtracting(loaded.compactMap { $0._$state?.key })
    return withExtendedLifetime(loaded) {
      keys.map { key, entity in
        let object = registered(entity, key: key) ?? unreadFault(entity, key: key)
        if missing.contains(key), let state = object._$state { rowIsGone(object, state) }
        // Keys come with the entities of their rows, which are kinds of that of `T`.
        return unsafeDowncast(object, to: T.self)
      }
    }
  }

  /// A registered object without values, for a row that may exist.
  func fault(_ entity: _Entity, key: Int64) -> any PersistentModel {
    let object = unreadFault(entity, key: key)
    if entity.description.hasConstants, let state = object._$state {
      // A `let` cannot ask for its row later.
      fireFault(object, state, 0)
    }
    return object
  }

  /// As `fault(_:key:)`, without reading anything even if there are constants.
  func unreadFault(_ entity: _Entity, key: Int64) -> any PersistentModel {
    let object = entity.description.make()
    object.ensuredState.flags.insert(.fault)
    register(object, entity, key: key)
    return object
  }
}

extension Int {
  /// The sum, or the nearest number to it: limits and offsets come from the program, and `.max` is a common one.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other > 0 ? .max : .min
  }
}
