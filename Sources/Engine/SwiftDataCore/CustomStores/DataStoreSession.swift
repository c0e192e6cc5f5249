// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom store as one context sees it: rows made of snapshots.
///
/// Contexts know stores by ``RowStore`` alone. A session asks its store with descriptors, for the editing state of its
/// context, and makes rows of what comes back. What the store leaves to the context, conditions and orders, is
/// evaluated on models in a context of the session's own (``ScratchContext``): those say what is in the store, whatever
/// is unsaved elsewhere.
final class DataStoreSession: RowStore, @unchecked Sendable {
  // Unchecked: used where its context is.
  let store: CustomStore
  // The context's engine keeps its sessions, and not the other way round.
  /// `nil` for the container itself.
  private unowned(unsafe) let core: ContextCore?
  private let fixedState: EditingState?
  private var hasBegun = false
  /// Snapshots that a store returned beside those that were asked for, by key.
  private var prefetchedSnapshots: [Int64: DefaultSnapshot] = [:]
  /// What came along before a save is of before it.
  private var generation = 0

  /// The session of a container, or that of a scratch context, which asks in the name of another one.
  init(_ store: CustomStore, editing: EditingState = EditingState()) {
    self.store = store
    core = nil
    fixedState = editing
  }

  /// - Parameter core: Owns the session.
  init(_ store: CustomStore, of core: ContextCore) {
    self.store = store
    self.core = core
    fixedState = nil
  }

  var identifier: String { store.identifier }
  var deliversWholeRows: Bool { true }

  func keeps(_ entity: _Entity) -> Bool { store.keeps(entity) }

  /// Says to the store, with the first call, that the context uses it.
  var editing: EditingState {
    if let fixedState { return fixedState }
    guard let core else { return EditingState() }
    let state = core.editingState.with(author: core.saving.author)
    if !hasBegun {
      hasBegun = true
      store.begin(state)
    }
    return state
  }

  /// The context is deallocated.
  func end(_ state: EditingState) { if hasBegun { store.end(state) } }

  /// Of the context; a scratch context needs no other.
  var container: ContainerCore? { core?.container }

  // MARK: Fetching

  func fetch(_ request: RowRequest, _ body: (inout FetchedRow) throws -> Void) throws {
    for row in try rows(request) { try row.withRow(mask: request.mask, body) }
  }

  func fetchKeys(_ request: RowRequest, _ body: (Int64, _Entity) throws -> Void) throws {
    guard let selected = try identifiers(request) else {
      for row in try rows(request) { try body(row.key, row.entity) }
      return
    }
    for (key, entity) in selected { try body(key, entity) }
  }

  func count(_ request: RowRequest) throws -> Int {
    guard request.keys == nil, let descriptor = request.descriptor, isExact(request) else {
      return try identifiers(request)?.count ?? rows(request).count
    }
    do {
      let count = try descriptor.count(store, editing, .init(limit: windowEnd(request)))
      return window(0..<count, request).count
    } catch let error as DataStoreError where error == .preferInMemoryFilter || error == .preferInMemorySort {
      return try rows(request).count
    }
  }

  /// Whether the store is asked for just what is wanted, but for the window.
  private func isExact(_ request: RowRequest) -> Bool {
    request.excludedKeys.isEmpty && request.excluding.isEmpty && request.reaching.isEmpty
      && request.includesSubentities && request.after == nil
  }

  /// The keys of a request, without rows; `nil` where rows are needed to know them.
  private func identifiers(_ request: RowRequest) throws -> [(key: Int64, entity: _Entity)]? {
    guard request.keys == nil, let descriptor = request.descriptor, request.excluding.isEmpty,
      request.reaching.isEmpty, request.after == nil
    else { return nil }
    let found: [PersistentIdentifier]
    do {
      found = try descriptor.identifiers(
        store, editing, .init(limit: isExact(request) ? windowEnd(request) : nil))
    } catch let error as DataStoreError where error == .preferInMemoryFilter || error == .preferInMemorySort {
      return nil
    }
    var seen: Set<PersistentIdentifier> = []
    var keys = try found.map { identifier in
      guard seen.insert(identifier).inserted else {
        throw store.issue.nonsense(
          "has returned an identifier twice.", entity: request.entity.name, identifier: identifier)
      }
      return (key: store.table.key(of: identifier), entity: try store.entity(of: identifier, expected: request.entity))
    }
    let excluded = Set(request.excludedKeys)
    keys.removeAll { excluded.contains($0.key) || !(request.includesSubentities || $0.entity === request.entity) }
    return Array(window(keys, request))
  }

  // MARK: The window

  /// How many models the store may stop after; `nil` for all.
  ///
  /// Whether a store has left some out cannot be seen from what it returns. So it is never asked to: the window is cut
  /// here, and is right whether the store stops or not.
  private func windowEnd(_ request: RowRequest) -> Int? {
    request.limit.map { max(0, $0).clampedSum(max(0, request.offset ?? 0)) }
  }

  private func window<Elements: RandomAccessCollection>(_ elements: Elements, _ request: RowRequest)
    -> Elements.SubSequence
  {
    let rest = elements.dropFirst(max(0, request.offset ?? 0))
    return request.limit.map { rest.prefix(max(0, $0)) } ?? rest
  }

  /// The rows of a request, in order.
  func rows(_ request: RowRequest) throws -> [SnapshotRow] {
    if let keys = request.keys { return try rows(keys: keys, expected: request.entity) }
    guard request.descriptor != nil || request.predicate == nil && request.sort.isEmpty else {
      throw store.issue.unsupported(
        "A request without its types", entity: request.entity.name, advice: "Fetch with a descriptor.")
    }
    let descriptor = request.descriptor ?? AnyFetchDescriptors.all(request.entity)
    let isExact = isExact(request)
    var parts = DescriptorParts()
    var batch: SnapshotBatch?
    while batch == nil {
      parts.limit = isExact && parts.predicate && parts.sort ? windowEnd(request) : nil
      do {
        batch = try descriptor.fetch(store, editing, parts)
      } catch DataStoreError.preferInMemoryFilter where parts.predicate && descriptor.hasPredicate {
        parts.predicate = false
      } catch DataStoreError.preferInMemorySort where parts.sort && descriptor.isSorted {
        parts.sort = false
      } catch let error as DataStoreError where error == .preferInMemoryFilter || error == .preferInMemorySort {
        throw store.issue.nonsense(
          "leaves to the context what it was not asked for (\(error)).", entity: request.entity.name)
      }
    }
    var rows = try store.rows(batch?.fetched ?? [], expected: request.entity)
    prefetchedSnapshots.removeAll()
    keepAtHand(batch?.related ?? [:])
    if isExact, parts.predicate, parts.sort { return Array(window(rows, request)) }
    let excluded = Set(request.excludedKeys)
    rows.removeAll { excluded.contains($0.key) || !(request.includesSubentities || $0.entity === request.entity) }
    let filters = !parts.predicate || !request.excluding.isEmpty || !request.reaching.isEmpty
    if (filters || !parts.sort), !rows.isEmpty {
      rows = try select(rows, request, descriptor, filters: !parts.predicate, sorts: !parts.sort)
    }
    if let after = request.after { rows = try self.rows(rows, after: after, request) }
    return Array(window(rows, request))
  }

  /// Evaluates conditions and orders that the store leaves to the context.
  private func select(
    _ rows: [SnapshotRow], _ request: RowRequest, _ descriptor: any AnyFetchDescriptor, filters: Bool, sorts: Bool
  ) throws -> [SnapshotRow] {
    let scratch = try ScratchContext(self)
    defer { scratch.end() }
    let objects = try scratch.objects(of: rows)
    var selected = rows.indices.filter { index in
      let object = objects[index]
      if filters, !descriptor.matches(object) { return false }
      if request.excluding.contains(where: { $0.matches(object) }) { return false }
      if request.reaching.isEmpty { return true }
      return request.reaching.contains { scratch.reaches($0.path, Set($0.keys), from: object) }
    }
    if sorts {
      let order = try descriptor.order(of: selected.map { objects[$0] }, request.entity)
      selected = order.map { selected[$0] }
    }
    try scratch.throwFailure()
    return selected.map { rows[$0] }
  }

  // MARK: Faults

  /// The rows with some keys; there is none for what the store does not have any more.
  func rows(keys: [Int64], expected: _Entity) throws -> [SnapshotRow] {
    if generation != store.generation { prefetchedSnapshots.removeAll() }
    var rows: [SnapshotRow] = []
    var missing: [Int: (entity: _Entity, identifiers: Set<PersistentIdentifier>)] = [:]
    for key in Set(keys) {
      guard let identifier = store.table.identifier(of: key),
        let entity = store.model.entity(named: identifier.entityName),
        store.keeps(entity), entity.root === expected.root
      else { continue }
      if let snapshot = prefetchedSnapshots.removeValue(forKey: key) {
        rows.append(try store.row(snapshot, expected: entity))
      } else {
        missing[entity.ordinal, default: (entity, [])].identifiers.insert(identifier)
      }
    }
    for (entity, identifiers) in missing.values.sorted(by: { $0.entity.ordinal < $1.entity.ordinal }) {
      rows += try self.rows(identifiers, entity)
    }
    return rows
  }

  private func rows(_ identifiers: Set<PersistentIdentifier>, _ entity: _Entity) throws -> [SnapshotRow] {
    let cached = try store.cached(Array(identifiers), editing)
    if let foreign = cached.keys.first(where: { !identifiers.contains($0) }) {
      throw store.issue.nonsense(
        "has returned a cached snapshot that was not asked for.", entity: entity.name, identifier: foreign)
    }
    let rest = identifiers.subtracting(cached.keys)
    var snapshots = Array(cached.values)
    if !rest.isEmpty {
      let found = try store.models(rest, entity, editing)
      snapshots += found.fetched
      keepAtHand(found.related)
    }
    return try store.rows(snapshots, expected: entity)
  }

  private func keepAtHand(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) {
    for (identifier, snapshot) in snapshots { putAtHand(snapshot, store.table.key(of: identifier)) }
  }

  /// A snapshot that the store wants its model to take over.
  func putAtHand(_ snapshot: DefaultSnapshot, _ key: Int64) {
    if generation != store.generation { prefetchedSnapshots.removeAll() }
    generation = store.generation
    prefetchedSnapshots[key] = snapshot
  }

  // MARK: Relationships

  func fetchRelated(
    _ relationship: _Property, owners: [Int64], _ body: (inout FetchedRow) throws -> Void
  ) throws {
    for (owner, members) in try related(relationship, owners) {
      for member in members { try member.withRow(owner: owner, body) }
    }
  }

  func fetchRelatedKeys(
    _ relationship: _Property, owners: [Int64], _ body: (Int64, Int64, _Entity) throws -> Void
  ) throws {
    for (owner, members) in try related(relationship, owners) {
      for member in members { try body(owner, member.key, member.entity) }
    }
  }

  func countRelated(_ relationship: _Property, owner: Int64) throws -> Int {
    try related(relationship, [owner]).reduce(0) { $0 + $1.members.count }
  }

  /// The members of each owner's list, in its order, as far as they are in the store.
  func related(_ relationship: _Property, _ owners: [Int64]) throws -> [(owner: Int64, members: [SnapshotRow])] {
    guard let destination = relationship.destination else { return [] }
    let lists = try rows(keys: owners, expected: relationship.entity).map { row in
      (owner: row.key, keys: row.targets(row.entity.properties[relationship.index]))
    }
    let members = Dictionary(
      uniqueKeysWithValues: try rows(keys: lists.flatMap(\.keys), expected: destination).map { ($0.key, $0) })
    return lists.map { ($0.owner, $0.keys.compactMap { members[$0] }) }
  }

  // MARK: Writing

  func write<R>(author: String?, _ body: (any RowTransaction) throws -> R) throws -> R {
    let transaction = DataStoreTransaction(self)
    defer { transaction.end() }
    let result = try body(transaction)
    try transaction.commit()
    return result
  }

  func erase() throws {
    store.noteWrite()
    try store.erase()
  }

  func close() throws {}

  var statistics: StoreStatistics { store.statistics.value }
}
