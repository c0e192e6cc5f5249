// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension StoreLayout {
    /// The tables that a PostgreSQL store of these entities has.
    ///
    /// - Parameters:
    ///   - entities: The entities that the store keeps.
    ///   - namespace: What PostgreSQL calls a schema.
    ///   - known: The names that the store has given already.
    ///   - substrings: What finds parts of texts; `nil` where the database has nothing for that.
    /// - Throws: ``SwiftDataError/valueOutOfRange`` for a name that is too long, or too many columns.
    package convenience init(
      postgresFor model: SchemaModel, entities: [_Entity], namespace: String,
      known: PostgresKnownNames = PostgresKnownNames(), substrings: SubstringWish? = nil
    ) throws {
      var kept: Set<Int> = []
      for entity in entities {
        var ancestor: _Entity? = entity
        while let current = ancestor, kept.insert(current.ordinal).inserted { ancestor = current.superentity }
      }
      let ordered = model.entities.filter { kept.contains($0.ordinal) }
      var numbers: [Int: Int64] = [:]
      for (index, entity) in ordered.enumerated() { numbers[entity.ordinal] = Int64(index) + 1 }
      let prefix = PostgresNames.quoted(namespace) + "."

      var tableNames = known.takenTables.union(known.tables.values)
      for pairs in known.pairs.values.flatMap(\.values) { tableNames.insert(pairs.table) }
      var roots: [Int: (name: String, builder: PostgresTableBuilder)] = [:]
      for root in ordered where root.root === root {
        let natural = PostgresNames.snake(root.name)
        // The store's own tables begin so.
        let name =
          known.tables[root.name]
          ?? Self.free(natural.hasPrefix("swiftdata_") ? natural + "_rows" : natural, &tableNames)
        roots[root.ordinal] = (
          try PostgresNames.checked(name, root), PostgresTableBuilder(table: name, root: root, known: known)
        )
      }
      for entity in ordered {
        try roots[entity.root.ordinal]?.builder.add(entity)
      }
      for owner in ordered {
        for relationship in owner.properties[owner.description.ownRange] where relationship.isOneWayToMany {
          guard let destination = relationship.destination, numbers[destination.ordinal] != nil else { continue }
          try roots[destination.root.ordinal]?.builder.addHidden(relationship)
        }
      }
      var tables: [TableLayout] = []
      var tablesByRoot: [Int: TableLayout] = [:]
      var columnsByProperty: [PropertyKey: [ColumnLayout]] = [:]
      var hiddenColumns: [PropertyKey: ColumnLayout] = [:]
      for root in ordered where root.root === root {
        guard let (name, builder) = roots[root.ordinal] else { continue }
        let table = TableLayout(
          name: prefix + PostgresNames.quoted(name), root: root, columns: builder.columns,
          holdsSubentities: root.family.filter { numbers[$0.ordinal] != nil }.count > 1)
        tables.append(table)
        tablesByRoot[root.ordinal] = table
        columnsByProperty.merge(builder.columnsByProperty) { first, _ in first }
        hiddenColumns.merge(builder.hiddenColumns) { first, _ in first }
      }
      var joins = PostgresPairs(prefix: prefix, tableNames: tableNames, known: known.pairs)
      for entity in ordered {
        for relationship in entity.properties[entity.description.ownRange]
        where relationship.isManyToMany && relationship.isCanonicalEnd {
          guard let inverse = relationship.inverse, numbers[inverse.declaringEntity.ordinal] != nil else { continue }
          try joins.add(relationship, inverse)
        }
      }
      let indexes = PostgresIndexes(
        tables: tablesByRoot, columnsByProperty: columnsByProperty, hiddenColumns: hiddenColumns, pairs: joins.tables
      ).all(ordered)
      var byNumber: [Int64: _Entity] = [:]
      var formerNames: [Int64: String] = [:]
      for entity in ordered { byNumber[numbers[entity.ordinal] ?? 0] = entity }
      for entity in ordered {
        for name in (known.formerSubentities[entity.name] ?? []).sorted() {
          let number = Int64(ordered.count + formerNames.count) + 1
          byNumber[number] = entity
          formerNames[number] = name
        }
      }
      self.init(
        tables: tables, joinTables: joins.tables, indexes: indexes, columnNames: [:], entityNumbers: numbers,
        entitiesByNumber: byNumber,
        tablesByRoot: tablesByRoot, columnsByProperty: columnsByProperty, hiddenColumns: hiddenColumns,
        joinTablesByProperty: joins.ends, dialect: .postgres, helpers: prefix, formerNames: formerNames,
        substrings: substrings.map {
          SubstringIndexes($0, ordered, tables: tablesByRoot, columns: columnsByProperty)
        })
      try checkLimits()
    }

    /// The first of `name`, `name_2`, … that is not taken.
    static func free(_ natural: String, _ taken: inout Set<String>) -> String {
      var name = natural
      var number = 1
      while !taken.insert(name).inserted {
        number += 1
        name = "\(natural)_\(number)"
      }
      return name
    }
  }

  /// The columns of one hierarchy.
  struct PostgresTableBuilder {
    typealias PropertyKey = StoreLayout.PropertyKey

    let table: String
    let root: _Entity
    private(set) var columns: [ColumnLayout] = []
    private(set) var columnsByProperty: [PropertyKey: [ColumnLayout]] = [:]
    private(set) var hiddenColumns: [PropertyKey: ColumnLayout] = [:]
    private let known: [String: [String: String]]
    private var names = Set(PostgresNames.header + PostgresNames.system + [PostgresSearchIndex.column])

    init(table: String, root: _Entity, known: PostgresKnownNames) {
      self.table = table
      self.root = root
      self.known = known.columns
      names.formUnion(known.takenColumns[table] ?? [])
    }

    mutating func add(_ entity: _Entity) throws {
      for property in entity.properties[entity.description.ownRange] {
        let key = PropertyKey(property)
        switch property.description.kind {
        case .attribute(let layout):
          guard property.hasColumns else { continue }
          columnsByProperty[key] = try Self.leaves(layout, [property.name]).map {
            try column($0.path, known: $0.path, $0.type, $0.content, property)
          }
        case .toOne:
          columnsByProperty[key] = [
            try column([property.name, "id"], known: [property.name], "bigint", .key, property)
          ]
        case .toMany: continue
        }
      }
    }

    /// The key of the owner of a to-many without inverse.
    mutating func addHidden(_ relationship: _Property) throws {
      hiddenColumns[PropertyKey(relationship)] = try column(
        [relationship.declaringEntity.name, relationship.name, "id"], known: [relationship.name], "bigint", .key,
        relationship)
    }

    private mutating func column(
      _ path: [String], known place: [String], _ type: String, _ content: ColumnLayout.Content, _ property: _Property
    ) throws -> ColumnLayout {
      var name = path.map(PostgresNames.snake).joined(separator: "_")
      if let given = known[property.declaringEntity.name]?[place.joined(separator: ".")] {
        name = given
      } else {
        if names.contains(name) {
          name =
            PostgresNames.header.contains(name)
            ? name + "_value" : PostgresNames.snake(property.entity.name) + "_" + name
        }
        name = StoreLayout.free(name, &names)
      }
      let column = ColumnLayout(
        name: PostgresNames.quoted(try PostgresNames.checked(name, property.entity, property.name)), declaredType: type,
        content: content)
      columns.append(column)
      return column
    }

    typealias Leaf = (path: [String], type: String, content: ColumnLayout.Content)

    static func leaves(_ layout: AttributeLayout, _ path: [String]) -> [Leaf] {
      switch layout {
      case .scalar(let type), .rawValue(let type): [(path, type.postgresType, .attribute(type))]
      case .archive: [(path, "jsonb", .archive)]
      case .transformable: [(path, "bytea", .archive)]
      case .enumeration(let elements), .composite(let elements):
        elements.flatMap { leaves($0.layout, path + [$0.name]) }
      }
    }
  }

  extension _ColumnType {
    /// How a column is declared.
    ///
    /// Dates are seconds since 2001, as a `Date` has them: a `timestamptz` has whole microseconds, and what was assigned
    /// would not equal what is read.
    fileprivate var postgresType: String {
      switch self {
      case .integer16: "smallint"
      case .integer32: "integer"
      case .integer64: "bigint"
      case .boolean: "boolean"
      case .double, .date: "double precision"
      case .float: "real"
      case .decimal: "numeric"
      case .string, .url: "text COLLATE \"C\""
      case .data: "bytea"
      case .uuid: "uuid"
      }
    }
  }

  /// The tables of pairs.
  struct PostgresPairs {
    let prefix: String
    var tableNames: Set<String>
    let known: [String: [String: PostgresKnownNames.Pairs]]
    private(set) var tables: [JoinTableLayout] = []
    private(set) var ends: [StoreLayout.PropertyKey: JoinTableEnd] = [:]

    init(prefix: String, tableNames: Set<String>, known: [String: [String: PostgresKnownNames.Pairs]]) {
      self.prefix = prefix
      self.tableNames = tableNames
      self.known = known
    }

    mutating func add(_ relationship: _Property, _ inverse: _Property) throws {
      let owner = relationship.declaringEntity
      if let given = known[owner.name]?[relationship.name] {
        return add(
          relationship, inverse, prefix + PostgresNames.quoted(given.table),
          [given.ownerColumn, given.targetColumn].map(PostgresNames.quoted))
      }
      let name = StoreLayout.free(
        PostgresNames.snake(owner.name) + "_" + PostgresNames.snake(relationship.name), &tableNames)
      let table = prefix + PostgresNames.quoted(try PostgresNames.checked(name, owner, relationship.name))
      let own = PostgresNames.snake(owner.name) + "_id"
      var other = PostgresNames.snake(inverse.declaringEntity.name) + "_id"
      if other == own { other = PostgresNames.snake(relationship.name) + "_id" }
      if other == own { other = "other_id" }
      let columns = try [own, other].map {
        PostgresNames.quoted(try PostgresNames.checked($0, owner, relationship.name))
      }
      add(relationship, inverse, table, columns)
    }

    /// - Parameter columns: First the one with the keys of the objects that have the relationship.
    private mutating func add(_ relationship: _Property, _ inverse: _Property, _ table: String, _ columns: [String]) {
      tables.append(
        JoinTableLayout(
          name: table, columns: columns, owner: relationship.declaringEntity, relationship: relationship))
      ends[.init(relationship)] = JoinTableEnd(table: table, ownerColumn: columns[0], targetColumn: columns[1])
      if !relationship.isOwnInverse {
        ends[.init(inverse)] = JoinTableEnd(table: table, ownerColumn: columns[1], targetColumn: columns[0])
      }
    }
  }

  /// An index on each key of another row, and what `#Index` and `#Unique` ask for.
  ///
  /// Indexes of rows end with the key, as every order does: a page is read from the index alone, without a sort of the rows
  /// that are equal, and continues after a row at once, however many equal ones come before it.
  struct PostgresIndexes {
    let tables: [Int: TableLayout]
    let columnsByProperty: [StoreLayout.PropertyKey: [ColumnLayout]]
    let hiddenColumns: [StoreLayout.PropertyKey: ColumnLayout]
    let pairs: [JoinTableLayout]

    func all(_ entities: [_Entity]) -> [IndexLayout] {
      var all: [(parts: [String], make: (String) -> IndexLayout)] = []
      var known: Set<[String]> = []
      func add(
        _ table: String, _ columns: [String], _ kind: IndexLayout.Kind, _ entity: _Entity, _ properties: [String] = []
      ) {
        let columns = kind != .unique && tables.values.contains { $0.name == table } ? columns + [Self.key] : columns
        let parts = IndexLayout.parts(table, columns, kind)
        guard known.insert(parts).inserted else { return }
        all.append(
          (
            parts,
            {
              IndexLayout(name: $0, table: table, columns: columns, kind: kind, entity: entity, properties: properties)
            }
          ))
      }
      for entity in entities {
        guard let table = tables[entity.root.ordinal] else { continue }
        for property in entity.properties[entity.description.ownRange] where property.isRelationship {
          if let hidden = hiddenColumns[.init(property)], let destination = property.destination,
            let other = tables[destination.root.ordinal]
          {
            add(other.name, [hidden.name], .structural, destination)
          } else if !property.isToMany {
            for column in columnsByProperty[.init(property)] ?? [] {
              add(table.name, [column.name], .structural, entity)
            }
          }
        }
        for group in entity.schemaEntity?.uniquenessConstraints ?? [] {
          if let columns = columns(group, entity) { add(table.name, columns, .unique, entity, group) }
        }
        for group in entity.schemaEntity?.indices ?? [] {
          if let columns = columns(group, entity) { add(table.name, columns, .fetch, entity, group) }
        }
      }
      for table in pairs where table.columns.count == 2 {
        add(table.name, [table.columns[1], table.columns[0]], .structural, table.owner)
      }
      return zip(PostgresNames.names(all.map(\.parts)), all).map { $1.make($0) }
    }

    /// The column of the key, by which no property can be called.
    static let key = "pk"

    private func columns(_ group: [String], _ entity: _Entity) -> [String]? {
      var names: [String] = []
      for path in group {
        let parts = path.split(separator: ".").map { String($0) }
        guard let first = parts.first, let property = entity.property(named: first),
          let found = StoreLayout.select(
            Array(parts.dropFirst()), of: property, from: columnsByProperty[.init(property)] ?? [])
        else { return nil }
        names += found.map(\.name)
      }
      return names.isEmpty ? nil : names
    }
  }
#endif
