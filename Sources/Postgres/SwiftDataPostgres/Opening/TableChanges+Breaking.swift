// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// What servers of the former version cannot go on with.
  extension TableChanges {
    mutating func note(_ kind: BreakingChange.Kind, _ subject: String) {
      let change = BreakingChange(subject: subject, kind: kind)
      if !breaking.contains(change) { breaking.append(change) }
    }

    mutating func note(_ kind: BreakingChange.Kind, _ property: _Property) {
      note(kind, "\(property.declaringEntity.name).\(property.name)")
    }

    /// Whether servers of the former version may have objects of an entity.
    func isFormer(_ entity: _Entity) -> Bool { past.map { $0.former.entity(entity.name) != nil } ?? true }

    /// Columns that have got other names.
    mutating func noteRenames(_ uses: [ColumnUse], _ table: String) {
      for use in uses {
        guard let source = use.source, source != use.name, renamed[[table, source]] == use.name else { continue }
        guard let property = use.property else {
          note(.renamed(from: source), "\(table).\(use.name)")
          continue
        }
        let former = past?.origin(of: property)?.name ?? property.formerName ?? source
        // The part of an enum or a struct.
        note(.renamed(from: former == property.name ? source : former), property)
      }
    }

    /// How a property that there was already has changed what may be in its columns.
    mutating func noteValues(_ property: _Property, _ table: TableLayout) {
      guard let past else { return }
      if !past.copies(for: property).isEmpty { note(.moved, property) }
      guard let origin = past.origin(of: property) else { return }
      if origin.isKept {
        // The former version does not know it, and inserts what the column has by default.
        let plain = PostgresNames.plain(table.name)
        let hasDefault = origin.parts.values.contains { contents.defaults.contains([plain, $0.column]) }
        if !property.isOptional, !hasDefault, isFormer(property.declaringEntity) { note(.lacksValue, property) }
        return
      }
      guard let wasOptional = past.former.isOptional(origin.entity, origin.name) else { return }
      if wasOptional, !property.isOptional { note(.noLongerOptional, property) }
      if !wasOptional, property.isOptional { note(.nowOptional, property) }
    }

    /// Properties of which new objects have no value any more, and must have one for the former version.
    mutating func noteRemovals() {
      guard let past else { return }
      let entities = ddl.layout.tables.flatMap { $0.root.family }.filter { ddl.layout.keeps($0) }
      var used: Set<[String]> = []
      for property in entities.flatMap({ FormerSchema.own($0) }) {
        guard let origin = past.origin(of: property) else { continue }
        used.insert([origin.entity, origin.name])
      }
      let moved = Set(breaking.map(\.subject))
      for entity in entities {
        guard let places = past.former.places[entity.name] else { continue }
        for (path, place) in places.sorted(by: { $0.key < $1.key }) where place.isHidden != true {
          let name = String(path.prefix { $0 != "." && $0 != "/" })
          guard !used.contains([entity.name, name]), past.former.isOptional(entity.name, name) == false,
            contents.columns[place.table]?[place.column] != nil,
            !contents.defaults.contains([place.table, place.column]),
            !moved.contains("\(entity.name).\(name)")
          else { continue }
          note(.removed, "\(entity.name).\(name)")
        }
      }
    }

    /// A constraint on a table that is in use. What the former version inserts has no value in a column that is new.
    mutating func noteUnique(_ index: IndexLayout) {
      let table = PostgresNames.plain(index.table)
      guard index.kind == .unique, isThere(index.table), isFormer(index.entity),
        !index.columns.contains(where: { emptyColumns.contains([table, PostgresNames.plain($0)]) })
      else { return }
      note(.newlyUnique, "\(index.entity.name).\(index.properties.joined(separator: ", "))")
    }
  }

  extension FormerSchema {
    /// Whether a property of the store's models may be nil; `nil` for one that they do not declare, or that has no columns.
    func isOptional(_ entity: String, _ name: String) -> Bool? {
      if let attribute = ownAttributes(entity).first(where: { $0.name == name }) { return attribute.isOptional }
      guard let relationship = ownRelationships(entity).first(where: { $0.name == name }), !relationship.isToMany else {
        return nil
      }
      return relationship.isOptional
    }
  }
#endif
