// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Runs a `SELECT` and returns its columns as values.
  ///
  /// ```swift
  /// let rows = try context.query(
  ///   "SELECT \(\Track.genre), count(*) FROM \(Track.self) GROUP BY 1",
  ///   as: String.self, Int.self)
  /// ```
  ///
  /// Unsaved changes are not visible. If the container has several stores, the statement runs in
  /// that of the first model that it names, as `\(Track.self)` does.
  ///
  /// - Throws: ``SwiftDataError`` if the statement does not compile, would write, or returns too
  ///   few columns.
  public func query<each V>(_ sql: StoreSQL, as types: repeat (each V).Type) throws
    -> [(repeat each V)]
  {
    let core = _core
    core.mergeArrivals()
    let (store, entity) = try core.store(of: sql)
    let decoders = (repeat Self.columnDecoder(each types))
    var width = 0
    for columns in repeat Self.columnCount(each types) { width += columns }
    var rows: [(repeat each V)] = []
    try store.query(sql, columns: width, entity) { row in
      rows.append((repeat try (each decoders).decode(&row, core, entity)))
    }
    return rows
  }

  /// Fetches the models whose keys (`Z_PK`) are in the first column of a `SELECT`, in that order.
  ///
  /// ```swift
  /// let busiest = try context.fetch(
  ///   Track.self,
  ///   sql: "SELECT Z_PK FROM \(Track.self) ORDER BY abs(\(\Track.plays) - \(goal)) LIMIT 10")
  /// ```
  ///
  /// - Throws: As ``query(_:as:)``.
  public func fetch<T: PersistentModel>(_ type: T.Type, sql: StoreSQL) throws -> [T] {
    let core = _core
    core.mergeArrivals()
    let entity = try core.entity(type)
    var keys: [Int64] = []
    try core.store(of: entity).query(sql, columns: 1, entity) { row in
      keys.append(row.functions.pointee.integer(row.row, row.column))
    }
    let loaded = try core.loadRows(entity, keys: keys)
    core.groups.fetched(keys, of: entity)
    return withExtendedLifetime(loaded) {
      keys.compactMap { key in
        guard let model = core.registered(entity, key: key) as? T, !model.isDeleted else {
          return nil
        }
        return model
      }
    }
  }

  private static func columnDecoder<V>(_ type: V.Type) -> ColumnDecoder<V> { .attribute() }

  private static func columnCount<V>(_ type: V.Type) -> Int {
    type == PersistentIdentifier.self ? 2 : AttributeCodecs.codec(for: type)?.columnCount ?? 1
  }
}

extension ContextCore {
  /// The store that a statement names by its models, else the only one.
  fileprivate func store(of sql: StoreSQL) throws -> (any RowStore, _Entity) {
    for piece in sql._pieces {
      switch piece {
      case .table(let type), .column(let type, _):
        if let entity = model.entity(for: type) { return (try store(of: entity), entity) }
      default: continue
      }
    }
    guard let entity = model.entities.first else {
      throw SwiftDataError(.unknownSchema, "The container has no models.")
    }
    return (try store(of: entity), entity)
  }
}
