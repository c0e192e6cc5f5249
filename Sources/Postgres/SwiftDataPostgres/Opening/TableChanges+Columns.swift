// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// The columns of the tables.
  extension TableChanges {
    /// A column, and what it is for.
    struct ColumnUse {
      let column: ColumnLayout
      /// `nil` for the key of the owner of a to-many relationship without inverse.
      let property: _Property?
      /// Among the property's columns.
      let position: Int
      /// Where its values are before the change, without quotes; `nil` if it is new.
      let source: String?
      /// What they are of, as the store's models say.
      var type: AttributeType?

      var name: String { PostgresNames.plain(column.name) }
    }

    func columnUses(_ table: TableLayout) -> [ColumnUse] {
      let columns = contents.columns[PostgresNames.plain(table.name)] ?? [:]
      let owners = properties(table)
      let lists = ddl.layout.tables.flatMap { $0.root.family }.filter { ddl.layout.keeps($0) }
        .flatMap { FormerSchema.own($0) }.filter { $0.isOneWayToMany }
      return table.columns.map { column in
        let property = owners.first { ddl.layout.columns(of: $0).contains(column) }
        let position = property.flatMap { ddl.layout.columns(of: $0).firstIndex(of: column) } ?? 0
        let owner: _Property? =
          property ?? lists.first { ddl.layout.hiddenColumn(of: $0) == column && isMember($0, table) }
        let place = owner.flatMap { self.place($0, position, table) }
        let name = PostgresNames.plain(column.name)
        var source = place?.column
        if source == nil, columns[name] != nil { source = name }
        if source == nil, past == nil, let property { source = formerName(column, property, table) }
        if let found = source, columns[found] == nil || !wasThere(found, table) && isLeftover(found, table) {
          source = columns[name] == nil ? nil : name
        }
        return ColumnUse(
          column: column, property: property, position: position, source: source,
          type: place?.type.flatMap { AttributeType(rawValue: $0) })
      }
    }

    private func isMember(_ list: _Property, _ table: TableLayout) -> Bool {
      list.destination.map { ddl.layout.keeps($0) && ddl.layout.table(of: $0).name == table.name } ?? false
    }

    private func place(_ property: _Property, _ position: Int, _ table: TableLayout) -> PropertyOrigins.Place? {
      guard let origin = past?.origin(of: property) else { return nil }
      var suffix = ""
      if !property.isRelationship {
        let parts = AttributePart.parts(of: property)
        guard parts.indices.contains(position) else { return nil }
        suffix = parts[position].path.dropFirst().map { "." + $0 }.joined()
      }
      return origin.parts[suffix].flatMap { $0.table == PostgresNames.plain(table.name) ? $0 : nil }
    }

    /// What a renamed property's column was called, in a store that does not say what its models were.
    private func formerName(_ column: ColumnLayout, _ property: _Property, _ table: TableLayout) -> String? {
      guard let former = property.formerName else { return nil }
      let name = PostgresNames.plain(column.name)
      let prefix = PostgresNames.snake(property.name)
      guard name.hasPrefix(prefix) else { return nil }
      let old = PostgresNames.snake(former) + name.dropFirst(prefix.count)
      // A name that is in use is left to its property.
      return table.columns.contains { PostgresNames.plain($0.name) == old } ? nil : old
    }

    // MARK: Names

    /// Takes columns to their new names, through others where one wants a name that another still has.
    mutating func renameColumns(_ table: TableLayout, _ uses: [ColumnUse]) {
      let plain = PostgresNames.plain(table.name)
      var renames = uses.compactMap { use in
        use.source.flatMap { $0 == use.name ? nil : (from: $0, to: use.name) }
      }
      let old = Set(renames.map(\.from))
      // A column that somebody has made by hand stays where it is.
      renames.removeAll { contents.columns[plain]?[$0.to] != nil && !old.contains($0.to) }
      for rename in renames { renamed[[plain, rename.from]] = rename.to }
      noteRenames(uses, plain)
      if renames.contains(where: { old.contains($0.to) }) {
        for (index, rename) in renames.enumerated() { self.rename(rename.from, "swiftdata_moving_\(index)", table) }
        for (index, rename) in renames.enumerated() { self.rename("swiftdata_moving_\(index)", rename.to, table) }
      } else {
        for rename in renames { self.rename(rename.from, rename.to, table) }
      }
    }

    private mutating func rename(_ old: String, _ new: String, _ table: TableLayout) {
      statements.append(
        "ALTER TABLE \(table.name) RENAME COLUMN \(PostgresNames.quoted(old)) TO \(PostgresNames.quoted(new))")
      renameParts(old, new, table)
      contents.rename(column: old, of: PostgresNames.plain(table.name), to: new)
    }

    // MARK: Types

    mutating func compare(_ use: ColumnUse, _ table: TableLayout, _ hadEntities: Bool, _ links: LinkChanges) throws {
      let wanted = use.column.declaredType.components(separatedBy: " COLLATE").first ?? ""
      guard let type = contents.columns[PostgresNames.plain(table.name)]?[use.name] else {
        return try add(use, table, hadEntities, links)
      }
      if let property = use.property, let former = use.type {
        let parts = AttributePart.parts(of: property)
        if parts.indices.contains(use.position), !former.keepsValues(as: parts[use.position].type) {
          throw SwiftDataError(
            .unknownDataStoreSchema,
            "In the store, this attribute is of type \(former), in the schema of type \(parts[use.position].type): its values "
              + "would mean something else.", entity: property.entity.name,
            property: parts[use.position].path.joined(separator: "."),
            advice:
              "Give the attribute its former type, or give the new one another name, and convert the values in a stage "
              + "of a migration plan.")
        }
      }
      guard type != wanted else { return }
      guard let conversion = PostgresDDL.conversion(of: use.column.name, from: type, to: wanted) else {
        throw mismatch(table, "The column \(use.name) is of the type \(type); the schema wants \(wanted).")
      }
      note(.retyped(from: type, to: wanted), use.property.map { "\($0.declaringEntity.name).\($0.name)" } ?? use.name)
      statements.append(
        PostgresDDL.convert(
          use.column.name, of: table.name, from: type, to: wanted, conversion, initial: try initialValue(use)))
    }

    private func mismatch(_ table: TableLayout, _ reason: String) -> SwiftDataError {
      SwiftDataError(
        .unknownDataStoreSchema, reason, entity: table.root.name,
        advice: "Change the table with SQL, or change the model to fit the table.")
    }

    // MARK: New columns

    /// A column that is new has its property's default value in the rows that there are, and in those that servers of the
    /// previous version insert: no row is written for it.
    private mutating func add(
      _ use: ColumnUse, _ table: TableLayout, _ hadEntities: Bool, _ links: LinkChanges
    ) throws {
      guard let property = use.property else {
        statements.append(ddl.add(use.column, to: table))
        return
      }
      guard try DefaultColumns.make(property) != nil else {
        // Of an attribute that is there a part may be nothing, and links come from elsewhere.
        let isNew = past?.origin(of: property) == nil && !links.fills(property)
        emptyColumns.insert([PostgresNames.plain(table.name), use.name])
        if isNew, !property.isOptional {
          try requireNoRows(property, table, hadEntities)
          if isFormer(property.declaringEntity) { note(.lacksValue, property) }
        }
        statements.append(ddl.add(use.column, to: table))
        return
      }
      statements.append(ddl.add(use.column, to: table) + (try initialValue(use).map { " DEFAULT \($0)" } ?? ""))
    }

    /// The default value of a column, as a constant.
    private func initialValue(_ use: ColumnUse) throws -> String? {
      guard let property = use.property, let values = try DefaultColumns.make(property),
        values.indices.contains(use.position)
      else { return nil }
      return try literal(values[use.position], use.column, property)
    }
  }
#endif
