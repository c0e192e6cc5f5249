// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// Reads windows of rows.
///
/// The first rows come at once, by the request's own order. For any other window the places of all rows are found once
/// (``RowOrder``); then each costs its own rows only.
final class GridReader {
  /// In seconds.
  static let timeLimit = 20.0
  private static let longestText = 240
  private static let ordersKept = 6

  private let live: any LiveSource
  private var orders: [(request: GridRequest, order: any RowOrder)] = []
  private var generation = 0
  private var number = 0
  /// For tests: rows that were decoded.
  private(set) var rowsRead = 0

  init(_ live: any LiveSource) { self.live = live }

  /// The first rows, without finding the places of all.
  func firstPage(_ request: GridRequest, limit: Int) throws -> GridPage {
    try live.read { source in
      guard let selection = try GridSelection(request, source) else { return GridPage(rows: [], first: 0) }
      return try source.limited(seconds: Self.timeLimit) {
        let keys = try source.rows(
          "SELECT t0.Z_PK FROM \(selection.from)\(selection.filter) ORDER BY \(selection.order) LIMIT \(limit)",
          selection.values
        ).compactMap { $0.first?.key }
        return GridPage(rows: try rows(keys, request.entity, source), first: 0)
      }
    }
  }

  /// The objects of the first rows.
  func references(_ request: GridRequest, limit: Int) throws -> [ObjectReference] {
    try live.read { source in
      guard let selection = try GridSelection(request, source) else { return [] }
      return try source.limited(seconds: Self.timeLimit) {
        let name = try source.store.entity(named: request.entity).name
        return try source.rows(
          "SELECT t0.Z_PK, t0.Z_ENT FROM \(selection.from)\(selection.filter) ORDER BY \(selection.order) LIMIT \(limit)",
          selection.values
        ).compactMap { row in
          row[0].key.map {
            ObjectReference(entity: row[1].key.flatMap { source.store.entitiesByNumber[$0] } ?? name, key: $0)
          }
        }
      }
    }
  }

  /// How many rows there are.
  func count(_ request: GridRequest) throws -> Int {
    try live.read { source in
      if request.isPlain, !request.isDescending {
        let entity = try source.store.entity(named: request.entity)
        return try source.limited(seconds: Self.timeLimit) { try source.count(of: entity) }
      }
      return try order(request, source)?.count ?? 0
    }
  }

  /// Rows by their places.
  func page(_ request: GridRequest, _ range: Range<Int>) throws -> GridPage {
    try live.read { source in
      guard let order = try order(request, source) else { return GridPage(rows: [], first: 0) }
      return try source.limited(seconds: Self.timeLimit) {
        let range = range.clamped(to: 0..<order.count)
        return GridPage(rows: try rows(order.keys(range), request.entity, source), first: range.lowerBound)
      }
    }
  }

  private func order(_ request: GridRequest, _ source: any RowSource) throws -> (any RowOrder)? {
    if live.generation != generation {
      orders = []
      generation = live.generation
    }
    if let index = orders.firstIndex(where: { $0.request == request }) {
      let known = orders.remove(at: index)
      orders.append(known)
      return known.order
    }
    guard let selection = try GridSelection(request, source) else { return nil }
    let order: any RowOrder = try source.limited(seconds: Self.timeLimit) {
      number += 1
      return try source.order(selection, isPlain: request.isPlain && !request.isDescending, number: number)
    }
    orders.append((request, order))
    if orders.count > Self.ordersKept { orders.removeFirst().order.drop() }
    return order
  }

  // MARK: Rows

  /// The rows of these keys, in their order. So many statements, however many rows: one for the rows, one for each
  /// relationship, one for the sizes of bytes.
  func rows(_ keys: [Int64], _ name: String, _ source: any RowSource) throws -> [DataGridRow] {
    guard !keys.isEmpty else { return [] }
    let store = source.store
    let entity = try store.entity(named: name)
    let columns = GridColumn.all(of: entity, in: store)
    let list = keys.map(String.init).joined(separator: ", ")
    var options = RowCursor.Options()
    options.includesSubentities = true
    options.includesToMany = false
    options.longestValue = Self.longestText * 8
    options.properties = Set(columns.map(\.name))
    try source.bring(keys, of: entity, longest: options.longestValue)
    let cursor = try RowCursor(store, entity, options, filter: "t0.Z_PK IN (\(list))")
    var objects: [Int64: StoredObject] = [:]
    while let object = try cursor.next() { objects[object.reference.key] = object }
    rowsRead += objects.count
    let counts = try counts(columns, entity, keys, source)
    let bytes = columns.filter { $0.kind == .data || $0.kind == .code }.map(\.name)
    let sizes = try source.sizes(bytes, of: entity, keys)
    let titles = try Titles(source).titles(
      of: objects.values.lazy.flatMap(\.values).compactMap { field -> ObjectReference? in
        if case .object(let reference) = field.value { reference } else { nil }
      })
    let maker = CellMaker(store: store, longestText: Self.longestText)
    return keys.compactMap { key in
      guard let object = objects[key] else { return nil }
      let cells = columns.map { column -> GridCell in
        if case .toMany = column.kind { return .objects(counts[column.name]?[key] ?? 0) }
        let value = object[column.name] ?? .null
        switch value {
        case .object(let reference): return .object(reference, title: titles[reference])
        case .data:
          if let size = sizes[column.name]?[key] { return .bytes(size, isExternal: false) }
        default: break
        }
        return maker.cell(value)
      }
      return DataGridRow(reference: object.reference, cells: cells)
    }
  }

  private func counts(
    _ columns: [GridColumn], _ entity: EntityDescription, _ keys: [Int64], _ source: any RowSource
  ) throws -> [String: [Int64: Int]] {
    var result: [String: [Int64: Int]] = [:]
    for case let column in columns {
      guard case .toMany = column.kind else { continue }
      result[column.name] = try TargetCounts(source).counts(column.name, of: entity.name, keys)
    }
    return result
  }
}
