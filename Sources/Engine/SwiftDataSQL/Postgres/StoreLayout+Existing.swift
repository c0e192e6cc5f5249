// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension StoreLayout {
    /// Where the models of a schema lie in tables that other programs have made.
    ///
    /// - Parameters:
    ///   - names: The tables of entities that are not called by the rule.
    /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if a model has no table, or a property no column of its type.
    package convenience init(
      existing catalog: ExistingTables, for model: SchemaModel, entities: [_Entity], namespace: String,
      names: [String: String]
    ) throws {
      var numbers: [Int: Int64] = [:]
      for (index, entity) in entities.enumerated() { numbers[entity.ordinal] = Int64(index) + 1 }
      let prefix = PostgresNames.quoted(namespace) + "."
      var mapping = ExistingMapping(catalog: catalog, entities: entities, names: names, prefix: prefix)
      try mapping.findTables()
      for entity in entities { try mapping.findColumns(entity) }
      for entity in entities { try mapping.findMembers(entity) }
      let tables = mapping.layouts(kept: Set(entities.map(\.ordinal)))
      let tablesByRoot = Dictionary(tables.map { ($0.root.ordinal, $0) }) { first, _ in first }
      self.init(
        tables: tables, joinTables: mapping.joins, indexes: try mapping.indexes(), columnNames: [:],
        entityNumbers: numbers,
        entitiesByNumber: Dictionary(
          entities.compactMap { entity in numbers[entity.ordinal].map { ($0, entity) } }
        ) { first, _ in first },
        tablesByRoot: tablesByRoot, columnsByProperty: mapping.columnsByProperty,
        hiddenColumns: mapping.hiddenColumns, joinTablesByProperty: mapping.ends, dialect: .postgres,
        // Functions of the connection's own: nothing is made in the namespace.
        helpers: "pg_temp.")
    }

    /// Whether the tables are another program's: nothing is made or changed but rows.
    package var isExisting: Bool { tables.contains { $0.existing != nil } }

    /// Rows of higher ranks refer to those of lower ones.
    package func rank(_ entity: _Entity) -> Int { tablesByRoot[entity.root.ordinal]?.existing?.rank ?? 0 }
  }

  extension ColumnLayout {
    /// Whether statements can read and write both in one form.
    fileprivate func isReadAlike(_ other: ColumnLayout) -> Bool {
      declaredType == other.declaredType && existing?.reading == other.existing?.reading
        && existing?.function == other.existing?.function && existing?.writing == other.existing?.writing
    }
  }

  /// Finds the tables and columns of models by their names.
  struct ExistingMapping {
    typealias PropertyKey = StoreLayout.PropertyKey

    let catalog: ExistingTables
    let entities: [_Entity]
    let names: [String: String]
    let prefix: String
    private(set) var tables: [Int: ExistingTables.Table] = [:]
    private(set) var columns: [Int: [ColumnLayout]] = [:]
    private(set) var columnsByProperty: [PropertyKey: [ColumnLayout]] = [:]
    private(set) var hiddenColumns: [PropertyKey: ColumnLayout] = [:]
    private(set) var joins: [JoinTableLayout] = []
    private(set) var ends: [PropertyKey: JoinTableEnd] = [:]

    init(catalog: ExistingTables, entities: [_Entity], names: [String: String], prefix: String) {
      self.catalog = catalog
      self.entities = entities
      self.names = names
      self.prefix = prefix
    }

    private func unfit(_ reason: String, _ entity: _Entity, _ property: String?, _ advice: String)
      -> SwiftDataError
    {
      SwiftDataError(.unknownDataStoreSchema, reason, entity: entity.name, property: property, advice: advice)
    }

    // MARK: Tables

    mutating func findTables() throws {
      for root in entities where root.root === root {
        let candidates = names[root.name].map { [$0] } ?? NamingRule.tables(root.name)
        guard let name = candidates.first(where: { catalog.tables[$0] != nil }), let table = catalog.tables[name] else {
          throw unfit(
            "The namespace has no table \(candidates[0]).", root, nil,
            "Name the table of the model: tables: .existing(named: [\"\(root.name)\": \"…\"]).")
        }
        if let refusal = table.refusal {
          throw unfit(
            refusal, root, nil,
            "Models have keys of one column. Leave the model out, or use ModelContext.query for it; or give the table a "
              + "key of one column, and a unique index on what was the key.")
        }
        if root.family.count > 1, table.column("entity").map({ $0.type != "text" }) ?? true {
          throw unfit(
            "The table \(name) has no text column entity, which says of what subclass a row is.", root, nil,
            "Declare models without subclasses over this table.")
        }
        tables[root.ordinal] = table
      }
    }

    private func table(_ entity: _Entity) -> ExistingTables.Table? { tables[entity.root.ordinal] }

    // MARK: Columns

    mutating func findColumns(_ entity: _Entity) throws {
      guard let table = table(entity) else { return }
      for property in entity.properties[entity.description.ownRange] {
        let key = PropertyKey(property)
        switch property.description.kind {
        case .attribute(let layout):
          guard property.hasColumns else { continue }
          let leaves = PostgresTableBuilder.leaves(layout, [property.name])
          let isAlone = leaves.count == 1
          columnsByProperty[key] = try leaves.map { leaf in
            try add(
              isAlone ? nameCandidates(property) : [leaf.path.map(PostgresNames.snake).joined(separator: "_")],
              leaf.content, property, table)
          }
        case .toOne:
          let candidates = (property.formerName.map { [$0] } ?? []) + NamingRule.keys(property.name)
          let column = try add(candidates, .key, property, table)
          columnsByProperty[key] = [column]
          try check(column, property, table)
        case .toMany: continue
        }
      }
    }

    private func nameCandidates(_ property: _Property) -> [String] {
      (property.formerName.map { [$0] } ?? []) + NamingRule.columns(property.name)
    }

    private mutating func add(
      _ candidates: [String], _ content: ColumnLayout.Content, _ property: _Property, _ table: ExistingTables.Table
    ) throws -> ColumnLayout {
      guard let column = candidates.lazy.compactMap({ table.column($0) }).first else {
        throw unfit(
          "The table \(table.name) has no column \(candidates[0]).", property.entity, property.name,
          "Name the column with originalName:, or mark the property as @Transient.")
      }
      guard column.name != table.key?.name || column.hasKey(as: content) else {
        throw unfit(
          "The column \(column.name) is the key of the table \(table.name), which is the model's persistentModelID.",
          property.entity, property.name,
          column.keyType == .integer || content == .key
            ? "Leave the property out." : "Declare the property as a UUID, a String, or as Data, as the column is.")
      }
      guard let layout = ColumnLayout(column, content) else {
        throw unfit(
          "The column \(column.name) of the table \(table.name) is \(column.declared), which is no value of the property.",
          property.entity, property.name, "'swiftdata schema' writes the types that fit.")
      }
      try take(layout, of: property.entity.root, table, property)
      return layout
    }

    /// Statements know a column by its name, so all of its properties have to read and write it alike.
    private mutating func take(
      _ layout: ColumnLayout, of root: _Entity, _ table: ExistingTables.Table, _ property: _Property
    ) throws {
      let known = columns[root.ordinal] ?? []
      if known.contains(layout) { return }
      guard known.allSatisfy({ $0.name != layout.name || $0.isReadAlike(layout) }) else {
        throw unfit(
          "Another property has the column \(layout.name) of the table \(table.name), and with a type of another kind.",
          property.entity, property.name, "Declare both with the same type, or mark one of them as @Transient.")
      }
      columns[root.ordinal, default: []].append(layout)
    }

    private func check(_ column: ColumnLayout, _ property: _Property, _ table: ExistingTables.Table) throws {
      guard let destination = property.destination, let target = self.table(destination) else { return }
      guard column.keyType == target.key?.keyType else {
        throw unfit(
          "The column \(column.name) is \(column.declaredType), which is no key of \(target.name).", property.entity,
          property.name, "Declare the relationship as one to the model of the table that the column is about.")
      }
      guard let key = table.foreignKey(PostgresNames.plain(column.name)) else { return }
      guard key.table == target.name, key.targets == target.primaryKey else {
        throw unfit(
          "The column \(column.name) refers to \(key.table) (\(key.targets.joined(separator: ", "))), "
            + "not to the key of \(target.name).", property.entity, property.name,
          "Declare the relationship as one to the model of that table.")
      }
    }

    // MARK: Members

    /// To-many relationships: tables of pairs, and columns in the table of the members.
    mutating func findMembers(_ entity: _Entity) throws {
      for relationship in entity.properties[entity.description.ownRange] where relationship.isToMany {
        guard let destination = relationship.destination, let target = table(destination), let own = table(entity)
        else {
          continue
        }
        if relationship.isManyToMany {
          guard relationship.isCanonicalEnd, let inverse = relationship.inverse else { continue }
          try findPairs(relationship, inverse, own, target)
        } else if relationship.inverse == nil {
          let named = relationship.formerName.flatMap { target.column($0) }
          let found = target.foreignKeys.filter { $0.table == own.name && $0.targets == own.primaryKey }
          guard let name = named?.name ?? (found.count == 1 ? found[0].columns[0] : nil) else {
            throw unfit(
              found.isEmpty
                ? "No column of the table \(target.name) refers to \(own.name)."
                : "Several columns of the table \(target.name) refer to \(own.name).", entity, relationship.name,
              "Name the column with originalName:, or declare the inverse relationship.")
          }
          hiddenColumns[PropertyKey(relationship)] = try add([name], .key, relationship, destination, target, own)
        }
      }
    }

    private mutating func add(
      _ candidates: [String], _ content: ColumnLayout.Content, _ relationship: _Property, _ member: _Entity,
      _ table: ExistingTables.Table, _ own: ExistingTables.Table
    ) throws -> ColumnLayout {
      guard let column = candidates.lazy.compactMap({ table.column($0) }).first,
        let layout = ColumnLayout(column, content), layout.keyType == own.key?.keyType
      else {
        throw unfit(
          "The table \(table.name) has no column of keys of \(own.name) called \(candidates[0]).", relationship.entity,
          relationship.name, "Name the column with originalName:.")
      }
      try take(layout, of: member.root, table, relationship)
      return layout
    }

    private mutating func findPairs(
      _ relationship: _Property, _ inverse: _Property, _ own: ExistingTables.Table, _ target: ExistingTables.Table
    ) throws {
      guard own.name != target.name || relationship.isOwnInverse else {
        throw unfit(
          "Both ends of the relationship are rows of \(own.name): which column of the table of pairs is which end, names do not tell.",
          relationship.entity, relationship.name, "Declare a model for the table of pairs, with a key of its own.")
      }
      let former = [relationship.formerName, inverse.formerName].compactMap { $0 }
      var found: [(table: ExistingTables.Table, own: String, target: String)] = []
      for table in catalog.tables.values.sorted(by: { $0.name < $1.name }) {
        guard former.isEmpty || former.contains(table.name), let (first, second) = catalog.pairs(table) else {
          continue
        }
        if first.table == own.name, second.table == target.name {
          found.append((table, first.columns[0], second.columns[0]))
        } else if first.table == target.name, second.table == own.name {
          found.append((table, second.columns[0], first.columns[0]))
        }
      }
      guard found.count == 1, let only = found.first else {
        let tables = found.map(\.table.name).joined(separator: ", ")
        throw unfit(
          found.isEmpty
            ? "No table has the pairs of \(own.name) and \(target.name): two references as its key, and nothing else that a row needs."
            : "Several tables have pairs of \(own.name) and \(target.name): \(tables).", relationship.entity,
          relationship.name, "Name the table with originalName:.")
      }
      let name = prefix + PostgresNames.quoted(only.table.name)
      let (owner, other) = (PostgresNames.quoted(only.own), PostgresNames.quoted(only.target))
      joins.append(
        JoinTableLayout(
          name: name, columns: [owner, other], owner: relationship.declaringEntity, relationship: relationship))
      let (ownType, targetType) = (own.key?.keyType ?? .integer, target.key?.keyType ?? .integer)
      ends[.init(relationship)] = JoinTableEnd(
        table: name, ownerColumn: owner, targetColumn: other, ownerType: ownType, targetType: targetType)
      if !relationship.isOwnInverse {
        ends[.init(inverse)] = JoinTableEnd(
          table: name, ownerColumn: other, targetColumn: owner, ownerType: targetType, targetType: ownType)
      }
    }

    // MARK: The result

    func layouts(kept: Set<Int>) -> [TableLayout] {
      let ranks = ranks()
      return entities.filter { $0.root === $0 }.compactMap { root in
        guard let table = tables[root.ordinal], let key = table.key else { return nil }
        let counter = table.column("opt").flatMap { column -> ExistingTables.Column? in
          let isProperty = (columns[root.ordinal] ?? []).contains { $0.name == "opt" }
          return ExistingTables.Table.numbers.contains(column.type) && column.isRequired && !isProperty ? column : nil
        }
        return TableLayout(
          name: prefix + PostgresNames.quoted(table.name), root: root, columns: columns[root.ordinal] ?? [],
          holdsSubentities: root.family.filter { kept.contains($0.ordinal) }.count > 1,
          existing: ExistingHeader(
            key: PostgresNames.quoted(key.name), version: counter == nil ? "xmin" : "opt", isCounted: counter != nil,
            source: table.source(of: key), isAlwaysGenerated: key.identity == "a",
            isChangedByServer: table.hasTriggers
              || (columns[root.ordinal] ?? []).contains { $0.existing?.isGenerated == true } || mayLackKey(root, key),
            rank: ranks[table.name] ?? 0, keyType: key.keyType ?? .integer,
            named: NamedKey(key, columns[root.ordinal] ?? [])))
      }
    }

    /// Whether an object may leave its key to the server, though a property has it.
    private func mayLackKey(_ root: _Entity, _ key: ExistingTables.Column) -> Bool {
      let name = PostgresNames.quoted(key.name)
      return key.keyType != .integer && key.initial != nil
        && root.family.contains { entity in
          entity.properties.contains { property in
            property.isOptional && (columnsByProperty[.init(property)] ?? []).contains { $0.name == name }
          }
        }
    }

    /// Tables that others refer to come first. What refers to each other has the same rank.
    private func ranks() -> [String: Int] {
      let names = Set(tables.values.map(\.name))
      var ranks: [String: Int] = [:]
      var open: Set<String> = []
      func rank(_ name: String) -> Int {
        if let known = ranks[name] { return known }
        guard open.insert(name).inserted else { return 0 }
        let targets = (catalog.tables[name]?.foreignKeys ?? []).map(\.table).filter { names.contains($0) && $0 != name }
        let found = (targets.map { rank($0) }.max() ?? -1) + 1
        ranks[name] = found
        open.remove(name)
        return found
      }
      for name in names.sorted() { _ = rank(name) }
      return ranks
    }

    /// The unique indexes of the models, which the tables must have: without them, nothing finds the row that a new model
    /// with the same values takes the place of.
    func indexes() throws -> [IndexLayout] {
      var all: [IndexLayout] = []
      for entity in entities {
        guard let table = table(entity) else { continue }
        for group in entity.schemaEntity?.uniquenessConstraints ?? [] {
          let columns = group.flatMap { name in
            entity.property(named: name).flatMap { columnsByProperty[.init($0)] } ?? []
          }.map { PostgresNames.plain($0.name) }
          guard let index = (table.unique + [table.primaryKey]).first(where: { Set($0) == Set(columns) }) else {
            throw unfit(
              "The table \(table.name) has no unique index on \(columns.joined(separator: ", ")).", entity,
              group.joined(separator: ", "), "Remove the constraint from the model, or make the index.")
          }
          all.append(
            IndexLayout(
              name: table.uniqueNames[index] ?? columns.joined(separator: "_"),
              table: prefix + PostgresNames.quoted(table.name),
              columns: columns.map(PostgresNames.quoted), kind: .unique, entity: entity, properties: group))
        }
      }
      return all
    }
  }
#endif
