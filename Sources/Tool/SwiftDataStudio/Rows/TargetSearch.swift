// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// Finds objects by what they are called, or by their keys.
struct TargetSearch {
  static let most = 12
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// The first objects of an entity whose title contains a text, in any spelling; or the one of a key.
  func find(_ text: String, of name: String) throws -> [RowDetail.Target] {
    let entity = try store.entity(named: name)
    let typed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var request = GridRequest(entity: entity.name)
    var keys: [Int64] = []
    let key = Int64(typed) ?? ObjectReference(typed).map(\.key)
    if let key { keys.append(key) }
    if let title = Titles.attribute(of: entity)?.name {
      request.order = title
      if !typed.isEmpty {
        request.condition =
          "\(ConditionCompletion.written(title)) contains[cd] \(ConditionCompletion.quoted(typed))"
      }
    } else if !typed.isEmpty {
      // Nothing to search in: keys alone.
      return try targets(keys, of: entity)
    }
    guard let selection = try GridSelection(request, store) else { return [] }
    let found = try TimeLimit.run(store.connection, seconds: GridReader.timeLimit) {
      try store.connection.rows(
        "SELECT t0.Z_PK FROM \(selection.from)\(selection.filter) ORDER BY \(selection.order) LIMIT \(Self.most)",
        selection.values)
    }.compactMap { $0.first?.key }
    return try targets(keys + found.filter { $0 != key }, of: entity)
  }

  private func targets(_ keys: [Int64], of entity: EntityDescription) throws -> [RowDetail.Target] {
    guard !keys.isEmpty, let place = store.layout[entity.name], let table = place.table else { return [] }
    let list = keys.map(String.init).joined(separator: ", ")
    let rows = try store.connection.rows("SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE Z_PK IN (\(list))")
    var references: [Int64: ObjectReference] = [:]
    for row in rows {
      guard let key = row[0].key else { continue }
      // Of the entity, or of one below it.
      guard let number = row[1].key, place.numbers.contains(number), let name = store.entitiesByNumber[number] else {
        continue
      }
      references[key] = ObjectReference(entity: name, key: key)
    }
    let found = keys.compactMap { references[$0] }
    let titles = try Titles(store).titles(of: found)
    return found.map { RowDetail.Target(reference: $0, title: titles[$0]) }
  }
}

/// The values that occur of a property.
struct DistinctValues {
  static let most = 40
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// None if there are too many of them for a menu.
  func values(_ property: String, of name: String) throws -> [String] {
    let entity = try store.entity(named: name)
    guard let attribute = entity.attribute(named: property), !attribute.isTransient,
      let place = store.layout[entity.name], let table = place.table,
      let names = place.attributes[property]?.names, names.count == 1, let column = names.first
    else { return [] }
    let rows = try TimeLimit.run(store.connection, seconds: 2) {
      try store.connection.rows(
        "SELECT DISTINCT \(column.sqlName) FROM \(table.sqlName) WHERE typeof(\(column.sqlName)) IN ('text', 'integer')"
          + " LIMIT \(Self.most + 1)")
    }
    guard rows.count <= Self.most else { return [] }
    return rows.compactMap { row -> String? in
      switch row.first {
      case .text(let text)?: text.utf8.count <= 200 && !text.utf8.contains(0) ? text : nil
      case .integer(let number)?: "\(number)"
      default: nil
      }
    }.sorted()
  }
}
