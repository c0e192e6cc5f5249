// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelContext {
  /// Computes aggregates of the rows that match a descriptor, in one statement and without loading
  /// objects.
  ///
  /// ```swift
  /// let (count, latest) = try context.aggregate(
  ///   FetchDescriptor<Track>(), .count, .maximum(\.released))
  /// ```
  ///
  /// If the descriptor has a limit or an offset, only those rows are included, counted in its order.
  ///
  /// - Throws: ``SwiftDataError`` if the context has unsaved changes that the result would depend
  ///   on (save first, or set `includePendingChanges` to false to aggregate what is in the store),
  ///   or if a key path does not lead to an attribute.
  public func aggregate<T: PersistentModel, each V>(
    _ descriptor: FetchDescriptor<T> = FetchDescriptor<T>(),
    _ aggregates: repeat Aggregate<T, each V>
  ) throws -> (repeat each V) {
    let entity = try _core.entity(T.self)
    var columns: [ProjectionRequest.Column] = []
    repeat columns.append(try _core.column((each aggregates).function, (each aggregates).keyPath, entity))
    var request = try _core.projection(descriptor, entity, columns)
    // Which rows are within a window is a matter of their order.
    if descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
      try _core.sort(&request, descriptor, entity)
    }
    let core = _core
    var result: (repeat each V)?
    try core.store(of: entity).project(request) { row in
      result = (repeat try (each aggregates).decoder.decode(&row, core, entity))
    }
    guard let result else {
      throw SwiftDataError(
        .storeIsCorrupted, "The store gave no result for an aggregate.", entity: entity.name)
    }
    return result
  }

  /// Reads properties of the rows that match a descriptor, in its order, without creating objects.
  ///
  /// ```swift
  /// let rows = try context.fetchValues(
  ///   FetchDescriptor<Track>(sortBy: [SortDescriptor(\.title)]),
  ///   \.title, \.album?.title, \.persistentModelID)
  /// ```
  ///
  /// - Throws: As ``aggregate(_:_:)``.
  public func fetchValues<T: PersistentModel, each V>(
    _ descriptor: FetchDescriptor<T>, _ properties: repeat KeyPath<T, each V>
  ) throws -> [(repeat each V)] {
    try fetchValues(descriptor, repeat each properties) { (value: repeat each V) in
      (repeat each value)
    }
  }

  /// Reads properties as ``fetchValues(_:_:)`` does, and converts each row to a value of your own.
  ///
  /// ```swift
  /// struct Line: Sendable { let title: String; let plays: Int }
  /// let lines = try context.fetchValues(
  ///   FetchDescriptor<Track>(), \.title, \.plays, as: Line.init)
  /// ```
  public func fetchValues<T: PersistentModel, R, each V>(
    _ descriptor: FetchDescriptor<T>, _ properties: repeat KeyPath<T, each V>,
    as make: (repeat each V) throws -> R
  ) throws -> [R] {
    let entity = try _core.entity(T.self)
    var columns: [ProjectionRequest.Column] = []
    repeat columns.append(try _core.column(.value, each properties, entity))
    var request = try _core.projection(descriptor, entity, columns)
    try _core.sort(&request, descriptor, entity)
    let decoders = (repeat _core.decoder(each properties, entity))
    let core = _core
    var results: [R] = []
    try core.store(of: entity).project(request) { row in
      results.append(try make(repeat try (each decoders).decode(&row, core, entity)))
    }
    return results
  }

  /// Groups rows by a property, with aggregates of each group.
  ///
  /// ```swift
  /// let genres = try context.fetchGroups(
  ///   FetchDescriptor<Track>(), by: \.genre, .count, .sum(\.minutes),
  ///   having: .count > 10, orderBy: [.descending(.count)])
  /// for (genre, count, minutes) in genres { … }
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: Which rows take part. Its limit and offset are those of
  ///     the groups; its order is not used.
  ///   - key: An attribute, or an attribute of a to-one relationship.
  ///   - having: Which groups are given.
  ///   - orderBy: In which order; then, and without one, by the key.
  /// - Throws: As ``aggregate(_:_:)``.
  public func fetchGroups<T: PersistentModel, Key, each V>(
    _ descriptor: FetchDescriptor<T>, by key: KeyPath<T, Key>,
    _ aggregates: repeat Aggregate<T, each V>,
    having: AggregateCondition<T>? = nil, orderBy: [AggregateOrder<T>] = []
  ) throws -> [(key: Key, values: (repeat each V))] {
    let entity = try _core.entity(T.self)
    var columns = [try _core.column(.value, key, entity)]
    repeat columns.append(try _core.column((each aggregates).function, (each aggregates).keyPath, entity))
    var request = try _core.projection(descriptor, entity, columns)
    request.groupCount = 1
    request.having = try having.map { try _core.condition($0, entity) }
    request.order = try orderBy.map {
      (try _core.column($0.function, $0.keyPath, entity), $0.isAscending)
    }
    try _core.refuseUnsavedChanges(
      descriptor, entity,
      (request.having?.paths ?? []) + request.order.compactMap { $0.column.path })
    let keyDecoder = _core.decoder(key, entity)
    let core = _core
    var results: [(key: Key, values: (repeat each V))] = []
    try core.store(of: entity).project(request) { row in
      let key = try keyDecoder.decode(&row, core, entity)
      results.append((key, (repeat try (each aggregates).decoder.decode(&row, core, entity))))
    }
    return results
  }
}

extension ContextCore {
  func column<T: PersistentModel>(
    _ function: ProjectionRequest.Function, _ keyPath: PartialKeyPath<T>?, _ entity: _Entity
  ) throws -> ProjectionRequest.Column {
    guard let keyPath else { return .init(function: function, path: nil) }
    if TypeInspection.isIdentity(keyPath, entity.description) {
      return .init(function: function, path: PropertyPath(properties: []), isIdentifier: true)
    }
    if let path = entity.description.identityPath(keyPath) {
      return .init(function: function, path: path, isIdentifier: true)
    }
    guard let path = entity.description.path(keyPath) else {
      throw SwiftDataError(
        .unsupportedKeyPath, "The key path \(keyPath) does not lead to a persisted property.",
        entity: entity.name, advice: "Name attributes, or attributes or identifiers of to-one relationships.")
    }
    return .init(function: function, path: path)
  }

  /// Reads the values of a property that ``column(_:_:_:)`` asks for.
  func decoder<T, V>(_ keyPath: KeyPath<T, V>, _ entity: _Entity) -> ColumnDecoder<V> {
    guard V.self == PersistentIdentifier.self || V.self == PersistentIdentifier?.self else { return .attribute() }
    let steps = entity.description.identityPath(keyPath).flatMap { entity.toOneRelationships($0) }
    return .identifier(of: steps?.last?.destination ?? entity)
  }

  func condition<T: PersistentModel>(_ condition: AggregateCondition<T>, _ entity: _Entity) throws
    -> ProjectionRequest.Condition
  {
    switch condition.tree {
    case .test(let function, let keyPath, let comparison, let value):
      .test(try column(function, keyPath, entity), comparison, value)
    case .all(let parts): .all(try parts.map { try self.condition($0, entity) })
    case .any(let parts): .any(try parts.map { try self.condition($0, entity) })
    }
  }

  /// The request of a descriptor for columns; refuses unsaved changes that
  /// the store does not know of.
  func projection<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ entity: _Entity, _ columns: [ProjectionRequest.Column]
  ) throws -> ProjectionRequest {
    mergeArrivals()
    try refuseUnsavedChanges(descriptor, entity, columns.compactMap(\.path))
    return ProjectionRequest(rows: try request(descriptor, entity), columns: columns)
  }

  /// Gives the rows of a projection the order of its descriptor, which unsaved changes may change, too.
  func sort<T: PersistentModel>(
    _ request: inout ProjectionRequest, _ descriptor: FetchDescriptor<T>, _ entity: _Entity
  ) throws {
    request.rows.sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    try refuseUnsavedChanges(descriptor, entity, request.rows.sort.map(\.path))
  }

  /// Throws if unsaved changes could change what the store answers.
  func refuseUnsavedChanges<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ entity: _Entity, _ paths: [PropertyPath]
  ) throws {
    guard descriptor.includePendingChanges, hasChanges else { return }
    turn.enter()
    defer { turn.leave() }
    let sort = paths.map { SortKey(path: $0, order: .plain, isAscending: true) }
    let pending = try PendingChanges.collect(
      self, entity, predicate: descriptor.predicate, sort: sort)
    guard let pending, !pending.excludedKeys.isEmpty || !pending.candidates.isEmpty else { return }
    throw SwiftDataError(
      .includePendingChangesWithBatchSize,
      "Only the store can answer this request, and the context has unsaved changes that affect it.",
      entity: entity.name,
      advice: "Save first, or set includePendingChanges to false.")
  }
}
