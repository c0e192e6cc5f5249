// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// Finds objects by what they are called, or by their keys.
struct TargetSearch {
  static let most = 12
  private let source: any RowSource
  private var store: Store { source.store }

  init(_ source: any RowSource) { self.source = source }

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
    guard let selection = try GridSelection(request, source) else { return [] }
    let found = try source.limited(seconds: GridReader.timeLimit) {
      try source.rows(
        "SELECT t0.Z_PK FROM \(selection.from)\(selection.filter) ORDER BY \(selection.order) LIMIT \(Self.most)",
        selection.values)
    }.compactMap { $0.first?.key }
    return try targets(keys + found.filter { $0 != key }, of: entity)
  }

  private func targets(_ keys: [Int64], of entity: EntityDescription) throws -> [RowDetail.Target] {
    guard !keys.isEmpty, let place = store.layout[entity.name], let table = place.table else { return [] }
    let list = keys.map(String.init).joined(separator: ", ")
    let rows = try source.rows("SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE Z_PK IN (\(list))")
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
    let titles = try Titles(source).titles(of: found)
    return found.map { RowDetail.Target(reference: $0, title: titles[$0]) }
  }
}

/// The values that occur of a property.
struct DistinctValues {
  static let most = 40
  private let source: any RowSource

  init(_ source: any RowSource) { self.source = source }

  /// None if there are too many of them for a menu.
  func values(_ property: String, of name: String) throws -> [String] {
    let entity = try source.store.entity(named: name)
    // A moment of whole seconds is a whole number in a file.
    guard let attribute = entity.attribute(named: property), !attribute.isTransient, attribute.type != .date else {
      return []
    }
    let values = try source.limited(seconds: 2) {
      try source.distinctValues(attribute, of: entity, most: Self.most + 1)
    }
    guard values.count <= Self.most else { return [] }
    return values.compactMap { value -> String? in
      switch value {
      case .text(let text): text.utf8.count <= 200 && !text.utf8.contains(0) ? text : nil
      case .integer(let number): "\(number)"
      default: nil
      }
    }.sorted()
  }
}
