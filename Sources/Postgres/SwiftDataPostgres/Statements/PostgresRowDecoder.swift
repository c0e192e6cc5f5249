// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// How the rows of one shape of request are taken apart; made once per shape.
  final class PostgresRowDecoder: @unchecked Sendable {
    // Unchecked: never changed; the maps are freed when it goes.
    private struct Member {
      let entity: _Entity
      let mask: PropertyMask
      /// `nil` if the columns are in property order.
      let map: UnsafePointer<Int32>?
    }

    let columns: RowColumns
    /// Rows by key, as many as one.
    let lookup: String
    private let members: [String: Member]
    private let single: Member?
    /// What rows are read as whose entity is not known.
    private let others: Member?
    private let maps: [UnsafeMutableBufferPointer<Int32>]
    private let entity: _Entity
    /// Whose rows' keys the columns have; empty where all keys are whole numbers.
    let keys: [_Entity?]

    init(layout: StoreLayout, entity: _Entity, mask: PropertyMask, includesSubentities: Bool) {
      columns = RowColumns(layout: layout, entity: entity, mask: mask, includesSubentities: includesSubentities)
      self.entity = entity
      keys = layout.hasNamedKeys ? Self.keys(columns, layout) : []
      var members: [String: Member] = [:]
      var maps: [UnsafeMutableBufferPointer<Int32>] = []
      for item in columns.entities {
        var map: UnsafePointer<Int32>?
        if !columns.isUniform, !item.firstColumns.isEmpty {
          // Freed by `deinit`.
          let buffer = UnsafeMutableBufferPointer<Int32>.allocate(capacity: item.firstColumns.count)
          _ = buffer.initialize(from: item.firstColumns)
          maps.append(buffer)
          map = buffer.baseAddress.map { UnsafePointer($0) }
        }
        members[item.entity.name] = Member(entity: item.entity, mask: item.mask, map: map)
      }
      // Rows of subclasses that the models no longer have, and of those that only a newer program has.
      for item in columns.entities {
        for name in layout.names(of: [item.entity]) where members[name] == nil {
          members[name] = members[item.entity.name]
        }
      }
      self.members = members
      self.maps = maps
      others = includesSubentities && entity.root === entity ? members[entity.name] : nil
      single = columns.isUniform ? columns.entities.first.flatMap { members[$0.entity.name] } : nil
      let condition = layout.condition(entity, includesSubentities: includesSubentities, alias: "t")
      lookup =
        "SELECT \(columns.selectList(alias: "t")) FROM \(layout.table(of: entity).name) AS t WHERE t.\(layout.table(of: entity).key) = $1"
        + (condition.map { " AND \($0)" } ?? "")
    }

    /// The destinations of to-one relationships, by column.
    private static func keys(_ columns: RowColumns, _ layout: StoreLayout) -> [_Entity?] {
      var keys = [_Entity?](repeating: nil, count: Int(columns.count))
      for item in columns.entities {
        for relationship in item.entity.relationships where !relationship.isToMany {
          guard item.mask.contains(relationship.index), relationship.index < item.firstColumns.count,
            !layout.columns(of: relationship).isEmpty
          else { continue }
          let column = Int(item.firstColumns[relationship.index])
          if keys.indices.contains(column) { keys[column] = relationship.destination }
        }
      }
      return keys
    }

    deinit { for map in maps { map.deallocate() } }

    /// The row that the cursor is at.
    func row(_ cursor: ResultCursor, owner: Int64 = 0) throws -> FetchedRow {
      let rows = cursor.rows
      let member: Member
      if let single { member = single } else { member = try self.member(rows.text(cursor.row, 1)) }
      let key = rows.number(cursor.row, 0, of: entity)
      // Models that are not saved have zero, and then negative numbers.
      if key <= 0 { throw unusable(key, member.entity) }
      return FetchedRow(
        key: key, entity: member.entity,
        version: Int32(truncatingIfNeeded: rows.integer(cursor.row, 2)), owner: owner,
        reader: _RowReader(
          row: cursor.pointer, functions: ResultCursor.functions, firstColumn: RowColumns.headerCount,
          mask: member.mask,
          columnOfProperty: member.map, description: member.entity.description))
    }

    private func unusable(_ key: Int64, _ entity: _Entity) -> SwiftDataError {
      SwiftDataError(
        .valueOutOfRange, "A row has the key \(key).", entity: entity.name,
        advice: "Keys of models are positive: give the row another one, or leave it out by a predicate.")
    }

    private func member(_ name: String) throws -> Member {
      if let member = members[name] ?? others { return member }
      throw SwiftDataError(
        .storeIsCorrupted, "A row belongs to the entity \(name), which is unknown.",
        entity: columns.entities.first?.entity.name, advice: "List the subclass in the container's schema.")
    }
  }

  /// The plans of one store.
  final class PostgresRowDecoderCache: Sendable {
    private struct Key: Hashable {
      let entity: Int
      let mask: UInt64
      let includesSubentities: Bool
    }

    private let layout: StoreLayout
    private let plans = Mutex<[Key: PostgresRowDecoder]>([:])

    init(layout: StoreLayout) { self.layout = layout }

    func plan(_ entity: _Entity, mask: PropertyMask = .all, includesSubentities: Bool = true) throws
      -> PostgresRowDecoder
    {
      let key = Key(entity: entity.ordinal, mask: mask.bits, includesSubentities: includesSubentities)
      if let known = plans.withLock({ $0[key] }) { return known }
      _ = try layout.existingTable(of: entity)
      let plan = PostgresRowDecoder(
        layout: layout, entity: entity, mask: mask, includesSubentities: includesSubentities)
      plans.withLock { $0[key] = plan }
      return plan
    }
  }

  extension StoreLayout {
    /// A condition that holds for the rows of an entity in its table; `nil` if it holds for all rows.
    func condition(_ entity: _Entity, includesSubentities: Bool, alias: String) -> String? {
      let table = table(of: entity)
      guard table.holdsSubentities, !(entity === table.root && includesSubentities) else { return nil }
      let names = names(of: (includesSubentities ? entity.family : [entity]).filter { keeps($0) }).map(\.inSingleQuotes)
      return "\(alias).entity IN (\(names.joined(separator: ", ")))"
    }

    /// The entity of a row; the root for one that is not known.
    func entity(named name: String?, in root: _Entity) -> _Entity {
      guard let name else { return root.root }
      return root.root.family.first { $0.name == name } ?? entity(formerName: name) ?? root.root
    }

    /// What returns key, entity and counter of a row with an alias.
    func header(of entity: _Entity, alias: String) -> String {
      let table = table(of: entity)
      return
        "\(alias).\(table.key), \(table.holdsSubentities ? "\(alias).entity" : "NULL::text"), \(alias).\(table.version)"
    }
  }
#endif
