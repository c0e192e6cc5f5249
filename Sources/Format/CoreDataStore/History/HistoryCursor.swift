// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// One save in a store's persistent history.
package struct StoredTransaction: Sendable {
  /// The change of one object in the save.
  package struct Change: Sendable {
    /// ZCHANGETYPE; `unknown` if it is none of Core Data's.
    package enum Kind: String, Sendable {
      case insert, update, delete, unknown
    }

    package let number: Int64
    package let kind: Kind
    /// `nil` for a number that the store does not list.
    package let entity: String?
    package let key: Int64
    /// Of an update, as far as they can be told. `a|b`: one of these.
    package let properties: [String]
    /// Of a deletion: the values that were to be kept.
    package let tombstone: [StoredValue.Field]

    package init(
      number: Int64, kind: Kind, entity: String?, key: Int64, properties: [String], tombstone: [StoredValue.Field]
    ) {
      self.number = number
      self.kind = kind
      self.entity = entity
      self.key = key
      self.properties = properties
      self.tombstone = tombstone
    }
  }

  package let number: Int64
  package let date: Date?
  package let author: String?
  package let bundle: String?
  package let process: String?
  package let context: String?
  package let changes: [Change]

  package init(
    number: Int64, date: Date?, author: String?, bundle: String?, process: String?, context: String?, changes: [Change]
  ) {
    self.number = number
    self.date = date
    self.author = author
    self.bundle = bundle
    self.process = process
    self.context = context
    self.changes = changes
  }
}

/// The transactions of a store's history, from the oldest on.
package final class HistoryCursor {
  /// Which transactions.
  package struct Options: Sendable {
    /// Only changes of this entity, and transactions with some.
    package var entity: String?
    package var since: Date?
    /// From the newest on.
    package var isReversed = false
    package var limit: Int?
    /// Only transactions before this one.
    package var before: Int64?
    /// How many changes of each transaction at most.
    package var changeLimit: Int?

    package init() {}
  }

  private let store: Store
  private let transactions: Statement?
  private let changes: Statement?
  private let tombstoneCount: Int
  private var remaining: Int
  private var columns: [Int64: ChangedColumns] = [:]

  init(_ store: Store, _ options: Options) throws {
    self.store = store
    remaining = options.limit ?? .max
    guard let transactionTable = store.catalog.table(HistoryTables.transactions),
      let changeTable = store.catalog.table(HistoryTables.changes)
    else {
      transactions = nil
      changes = nil
      tombstoneCount = 0
      return
    }
    try RecentHistory.prepareToRead(store.connection, store.catalog)
    let fields =
      ["t.Z_PK", "t.ZTIMESTAMP"]
      + HistoryTables.Text.allCases.map {
        HistoryTables.value(of: $0) {
          $0 == HistoryTables.strings ? store.catalog.has($0) : transactionTable.column($0) != nil
        }
      }
    var conditions: [String] = []
    var values: [SQLiteValue] = []
    var changeCondition = "c.ZTRANSACTIONID = ?1"
    if let entity = options.entity {
      let numbers = store.layout[try store.entity(named: entity).name]?.numbers ?? []
      let list = numbers.map(String.init).joined(separator: ", ")
      changeCondition += " AND c.ZENTITY IN (\(list))"
      conditions.append(
        "EXISTS (SELECT 1 FROM ACHANGE AS c WHERE c.ZTRANSACTIONID = t.Z_PK AND c.ZENTITY IN (\(list)))"
      )
    }
    if let before = options.before {
      conditions.append("t.Z_PK < ?")
      values.append(.integer(before))
    }
    if let since = options.since {
      conditions.append("t.ZTIMESTAMP >= ?")
      values.append(.real(since.timeIntervalSinceReferenceDate))
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    transactions = try store.connection.prepare(
      "SELECT \(fields.joined(separator: ", ")) FROM ATRANSACTION AS t\(filter)"
        + " ORDER BY t.Z_PK\(options.isReversed ? " DESC" : "")")
    try transactions?.bind(values)
    var tombstones: [String] = []
    while let column = changeTable.column(HistoryTables.tombstone(tombstones.count)) {
      tombstones.append("c.\(column.name.sqlName)")
    }
    tombstoneCount = tombstones.count
    let bits = changeTable.column("ZCOLUMNS") == nil ? "NULL" : "c.ZCOLUMNS"
    let list = ["c.Z_PK", "c.ZCHANGETYPE", "c.ZENTITY", "c.ZENTITYPK", bits] + tombstones
    changes = try store.connection.prepare(
      "SELECT \(list.joined(separator: ", ")) FROM ACHANGE AS c WHERE \(changeCondition) ORDER BY c.Z_PK"
        + (options.changeLimit.map { " LIMIT \(max($0, 0))" } ?? "")
    )
  }

  /// The next transaction, or `nil` at the end.
  package func next() throws -> StoredTransaction? {
    guard remaining > 0, let transactions else { return nil }
    while try transactions.step() {
      guard let number = transactions.key(0) else { continue }
      remaining -= 1
      return StoredTransaction(
        number: number,
        date: transactions.value(1).number.map { Date(timeIntervalSinceReferenceDate: $0) },
        author: transactions.text(2), bundle: transactions.text(3), process: transactions.text(4),
        context: transactions.text(5), changes: try changes(of: number))
    }
    return nil
  }

  private func changes(of transaction: Int64) throws -> [StoredTransaction.Change] {
    guard let changes else { return [] }
    changes.reset()
    defer { changes.reset() }
    try changes.bind([.integer(transaction)])
    var result: [StoredTransaction.Change] = []
    while try changes.step() {
      let kind: StoredTransaction.Change.Kind =
        switch changes.key(1).flatMap({ HistoryTables.Change(rawValue: $0) }) {
        case .insert: .insert
        case .update: .update
        case .delete: .delete
        case nil: .unknown
        }
      let number = changes.key(2) ?? 0
      let name = store.entitiesByNumber[number]
      let entity = name.flatMap { store.model.entity(named: $0) }
      var properties: [String] = []
      if kind == .update, let entity, case .blob(let bytes) = changes.value(4) {
        properties = changedColumns(number, entity).names(Array(bytes))
      }
      var tombstone: [StoredValue.Field] = []
      if kind == .delete, let entity { tombstone = self.tombstone(of: entity, changes) }
      result.append(
        .init(
          number: changes.key(0) ?? 0, kind: kind,
          entity: name ?? store.numbers.row(number)?.name, key: changes.key(3) ?? 0,
          properties: properties, tombstone: tombstone))
    }
    return result
  }

  private func changedColumns(_ number: Int64, _ entity: EntityDescription) -> ChangedColumns {
    if let known = columns[number] { return known }
    let made = ChangedColumns(entity, store)
    columns[number] = made
    return made
  }

  private func tombstone(
    of entity: EntityDescription, _ statement: Statement
  ) -> [StoredValue.Field] {
    var slot = 0
    var fields: [StoredValue.Field] = []
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
    where attribute.preservesValueOnDeletion && !attribute.isTransient {
      let width = attribute.leaves.count
      guard slot + width <= tombstoneCount else { break }
      let stored = (slot..<(slot + width)).map { statement.value(5 + $0) }
      let value = store.decoder.value(attribute, stored[...])
      if !value.isNull { fields.append(.init(attribute.name, value)) }
      slot += width
    }
    return fields
  }
}

extension Store {
  /// The transactions of the history; none if the store keeps none.
  package func history(_ options: HistoryCursor.Options = .init()) throws -> HistoryCursor {
    try HistoryCursor(self, options)
  }
}
