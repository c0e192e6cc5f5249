// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// What a transaction knows of rows whose keys are no whole numbers.
  struct NamedRows {
    /// In order.
    private var changes: [KeyTable.Change] = []
    /// Default values of keys that the server has made and no row has yet, by the ordinal of the root entity.
    fileprivate var waiting: [Int: [[UInt8]]] = [:]

    mutating func settle(_ number: Int64, as key: [UInt8], _ table: KeyTable) {
      changes.append(table.settle(number, as: key))
    }

    /// The transaction was rolled back.
    mutating func undo(_ table: KeyTable) {
      for change in changes.reversed() { table.undo(change) }
      changes = []
    }
  }

  /// New rows with keys that are no whole numbers. A property of the model has the key, or the column has a default value:
  /// that is made before the rows are inserted, so that what refers to them goes to the server in the same round trip.
  /// `RETURNING` would tell it too late, and not which row of several has which key.
  extension PostgresTransaction {
    /// - Returns: The first of `count` numbers; `nil` if keys of the table are numbers.
    func allocateNumbers(for root: _Entity, _ count: Int, asking block: Int) throws -> Int64? {
      let table = try layout.existingTable(of: root)
      guard table.keyType != .integer, let keyTable = store.keyTable, let header = table.existing else { return nil }
      let first = keyTable.reserve(count, root)
      // What the properties have is known when the rows are written.
      if !header.named.isMapped { try makeKeys(Array(first..<(first + Int64(count))), root, asking: block) }
      return first
    }

    /// Gives rows the default values of their keys.
    private func makeKeys(_ numbers: [Int64], _ entity: _Entity, asking block: Int) throws {
      let table = try layout.existingTable(of: entity)
      let ordinal = entity.root.ordinal
      guard let named = table.existing?.named, !numbers.isEmpty else { return }
      if !named.isRandom, self.named.waiting[ordinal, default: []].count < numbers.count {
        try fetchKeys(entity, table, named, max(numbers.count, block))
      }
      for number in numbers {
        let key =
          named.isRandom ? table.keyType.bytes(of: UUID().uuidString) : self.named.waiting[ordinal]?.popLast()
        store.keyTable?.assign(key, to: number)
      }
    }

    private func fetchKeys(_ entity: _Entity, _ table: TableLayout, _ named: NamedKey, _ count: Int) throws {
      guard let initial = named.initial else {
        throw SwiftDataError(
          .storeFailure, "The key \(table.key) of the table \(table.name) has no default value.", entity: entity.name,
          advice: "Declare a property for this column, whose value becomes the key; or give the column a default.")
      }
      let result = try ask(
        PostgresStatement("SELECT \(initial) FROM generate_series(1, $1::bigint)", [Parameter(Int64(count))]), count,
        entity)
      let keys = (0..<result.count).compactMap { result.key($0, 0) }
      // The last one is taken first.
      self.named.waiting[entity.root.ordinal] = keys.reversed() + (self.named.waiting[entity.root.ordinal] ?? [])
    }

    /// Says which keys the rows will have, before anything that refers to them is written.
    func assignKeys(of rows: [RowToWrite]) throws {
      guard let keyTable = store.keyTable else { return }
      // Those of the table's own default values are assigned already.
      let unknown = rows.filter { layout.keyType(of: $0.entity) != .integer && keyTable.bytes(of: $0.key) == nil }
      for (_, rows) in Dictionary(grouping: unknown, by: \.entity.ordinal).sorted(by: { $0.key < $1.key }) {
        guard let entity = rows.first?.entity else { continue }
        guard let property = keyProperty(of: entity) else {
          // Refused before, and inserted again.
          try makeKeys(rows.map(\.key), entity, asking: rows.count)
          continue
        }
        var mask = PropertyMask.none
        mask.insert(property.index)
        let batch = plans.batch(entity, mask)
        var unnamed: [Int64] = []
        for row in rows {
          try batch.append(row.model)
          assignKey(batch.lastKey, to: row.key, layout.table(of: entity))
          if batch.lastKey == nil { unnamed.append(row.key) }
        }
        try makeKeys(unnamed, entity, asking: unnamed.count)
      }
    }

    private func keyProperty(of entity: _Entity) -> _Property? {
      let table = layout.table(of: entity)
      guard table.existing?.named.isMapped == true else { return nil }
      return entity.properties.first { property in layout.columns(of: property).contains { $0.name == table.key } }
    }

    func keyProperties(of entity: _Entity) -> PropertyMask {
      // Those beyond are not told from each other.
      guard store.keyTable != nil, let property = keyProperty(of: entity), property.index < PropertyMask.sharedBit
      else {
        return .none
      }
      return PropertyMask(bits: PropertyMask.bit(property.index))
    }

    /// For a row without a model.
    func assignKey(_ key: [UInt8]?, ofBulk entity: _Entity, to number: Int64, _ table: TableLayout) throws {
      if key == nil { return try makeKeys([number], entity, asking: keyBlocks[entity.root.ordinal] ?? 0) }
      assignKey(key, to: number, table)
    }

    func assignKey(_ key: [UInt8]?, to number: Int64, _ table: TableLayout) {
      store.keyTable?.assign(key.map { table.keyType.canonical($0) }, to: number)
    }

    // MARK: What was written

    /// Notes that rows are there.
    ///
    /// - Parameter result: Their keys.
    /// - Returns: The positions of those that a unique index has refused.
    func settle(_ rows: [(position: Int, row: RowToWrite)], _ result: ResultRows, _ entity: _Entity) throws -> [Int] {
      let written = (0..<result.count).compactMap { result.key($0, 0) }
      if rows.count == 1, let only = rows.first?.row, let key = written.first {
        // Whatever a trigger has made of it.
        settle(only.key, as: key)
        note(.insert, entity, only.key)
        return []
      }
      // With unique values, what is missing has met another row.
      let isComplete = written.count == rows.count || !entity.uniquenessConstraints.isEmpty
      var left = Set(written)
      if !isComplete {
        try checkArrival(rows.map(\.row.key).filter { !left.contains(store.keyTable?.bytes(of: $0) ?? []) }, entity)
        left = Set(rows.compactMap { store.keyTable?.bytes(of: $0.row.key) })
      }
      var refused: [Int] = []
      for (position, row) in rows {
        if let key = store.keyTable?.bytes(of: row.key), left.remove(key) != nil {
          settle(row.key, as: key)
          note(.insert, entity, row.key)
        } else {
          store.keyTable?.assign(nil, to: row.key)
          refused.append(position)
        }
      }
      if !left.isEmpty { throw otherKeys(entity) }
      return refused
    }

    func settle(_ number: Int64, as key: [UInt8]) {
      if let table = store.keyTable { named.settle(number, as: key, table) }
    }

    /// Notes that an updated row has the key that its object has.
    func rename(_ number: Int64, as key: [UInt8], _ table: TableLayout) {
      let key = table.keyType.canonical(key)
      if store.keyTable?.bytes(of: number) != key { settle(number, as: key) }
    }

    /// The order in which rows are written: that of their keys, for all processes the same.
    func precedes(_ left: RowToWrite, _ right: RowToWrite) -> Bool {
      let roots = (left.entity.root.ordinal, right.entity.root.ordinal)
      guard roots.0 == roots.1 else { return roots.0 < roots.1 }
      if store.keyTable != nil, let names = store.keyNames(of: left.entity) {
        return names.precedes(left.key, right.key)
      }
      return left.key < right.key
    }
  }
#endif
