// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// Reads pages of the history.
///
/// The history names the properties that a save has changed, and not their values. So what came after is known of the last
/// change of each property only: it is there still. What was before is known of what was kept of deleted rows.
struct HistoryPageReader {
  static let transactionsAtOnce = 30
  static let changesAtOnce = 12

  let source: any RowSource
  private var store: Store { source.store }

  init(_ source: any RowSource) { self.source = source }

  func page(entity: String?, before: Int64?) throws -> HistoryPage {
    var options = HistoryCursor.Options()
    options.isReversed = true
    options.entity = entity
    options.before = before
    options.limit = Self.transactionsAtOnce + 1
    options.changeLimit = Self.changesAtOnce
    var found = try source.transactions(options)
    let hasMore = found.count > Self.transactionsAtOnce
    if hasMore { found.removeLast() }
    let all = found.flatMap(\.changes)
    let later = try source.laterChanges(found)
    let objects = try objects(all)
    let titles = try Titles(source).titles(of: objects.values.map(\.reference))
    return HistoryPage(
      transactions: try found.map { transaction in
        HistoryPage.Transaction(
          number: transaction.number, date: transaction.date, author: transaction.author.map(Store.oneLine),
          source: [transaction.process ?? transaction.bundle, transaction.context].compactMap { $0 }
            .map(Store.oneLine).joined(separator: " · "),
          changes: transaction.changes.map { change($0, later, objects, titles) },
          changeCount: transaction.changes.count < Self.changesAtOnce
            ? transaction.changes.count : try source.changeCount(of: transaction.number, entity: entity))
      }, hasMore: hasMore)
  }

  /// The rows that changes are about, as they are now.
  private func objects(_ changes: [StoredTransaction.Change]) throws -> [ObjectReference: StoredObject] {
    var keys: [String: Set<Int64>] = [:]
    for change in changes where change.kind != .delete {
      if let entity = change.entity, store.layout[entity]?.table != nil { keys[entity, default: []].insert(change.key) }
    }
    var result: [ObjectReference: StoredObject] = [:]
    for (name, keys) in keys {
      guard let entity = store.model.entity(named: name) else { continue }
      var options = RowCursor.Options()
      options.includesToMany = false
      options.longestValue = 2_000
      let list = keys.map(String.init).joined(separator: ", ")
      try source.bring(Array(keys), of: entity, longest: options.longestValue)
      let cursor = try RowCursor(store, entity, options, filter: "t0.Z_PK IN (\(list))")
      while let object = try cursor.next() { result[object.reference] = object }
    }
    return result
  }

  private func change(
    _ change: StoredTransaction.Change, _ later: LaterChanges, _ objects: [ObjectReference: StoredObject],
    _ titles: [ObjectReference: String]
  ) -> HistoryPage.Change {
    let reference = change.entity.map { ObjectReference(entity: $0, key: change.key) }
    let object = reference.flatMap { objects[$0] }
    func text(_ value: StoredValue?) -> String? {
      guard let value else { return nil }
      let text = value.isNull ? "nil" : store.text(value)
      return text.count > 200 ? String(text.prefix(200)) + "…" : text
    }
    var values: [HistoryPage.Value] = []
    switch change.kind {
    case .update:
      values = change.properties.map { name in
        let isLast = !later.touches(change, name)
        return HistoryPage.Value(
          property: name.replacing("|", with: " or "), before: nil, after: isLast ? text(object?[name]) : nil)
      }
    case .insert:
      values = (object?.values ?? []).filter { !$0.value.isNull && !later.touches(change, $0.name) }
        .map { HistoryPage.Value(property: $0.name, before: nil, after: text($0.value)) }
    case .delete:
      values = change.tombstone.map { HistoryPage.Value(property: $0.name, before: text($0.value), after: nil) }
    case .unknown: break
    }
    return HistoryPage.Change(
      id: change.number, kind: .init(rawValue: change.kind.rawValue) ?? .unknown, entity: change.entity,
      key: change.key, reference: object?.reference, title: reference.flatMap { titles[$0] }, values: values)
  }
}

/// Which properties of objects were changed again after a change: one pass over the later part of the history.
package struct LaterChanges {
  private struct Row: Hashable {
    let entity: String
    let key: Int64
  }

  /// The number of the last change of each property.
  private var last: [Row: [String: Int64]] = [:]

  /// Without any.
  package init() {}

  /// Notes that a change has touched a property.
  package mutating func note(_ number: Int64, _ entity: String, _ key: Int64, _ property: String) {
    let row = Row(entity: entity, key: key)
    last[row, default: [:]][property] = max(number, last[row]?[property] ?? 0)
  }

  init(_ changes: [StoredTransaction.Change], _ store: Store) throws {
    guard let first = changes.map(\.number).min() else { return }
    let rows = Set(changes.compactMap { change in change.entity.map { Row(entity: $0, key: change.key) } })
    guard !rows.isEmpty else { return }
    let keys = Set(rows.map(\.key)).map(String.init).joined(separator: ", ")
    let statement = try store.connection.prepare(
      "SELECT Z_PK, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE WHERE Z_PK >= ? AND ZCHANGETYPE = 1"
        + " AND ZENTITYPK IN (\(keys))")
    try statement.bind([.integer(first)])
    var columns: [String: ChangedColumns] = [:]
    while try statement.step() {
      guard let number = statement.key(0), let name = statement.key(1).flatMap({ store.entitiesByNumber[$0] }),
        let key = statement.key(2), rows.contains(Row(entity: name, key: key)),
        let entity = store.model.entity(named: name), case .blob(let bytes) = statement.value(3)
      else { continue }
      let known = columns[name] ?? ChangedColumns(entity, store)
      columns[name] = known
      for property in known.names(Array(bytes)) { note(number, name, key, property) }
    }
  }

  func touches(_ change: StoredTransaction.Change, _ property: String) -> Bool {
    guard let entity = change.entity, let number = last[Row(entity: entity, key: change.key)]?[property] else {
      return false
    }
    return number > change.number
  }
}
