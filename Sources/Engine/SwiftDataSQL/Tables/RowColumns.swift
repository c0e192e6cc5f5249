// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Which columns a row brings, and where each entity's properties are in it.
///
/// A row starts with Z_PK, Z_ENT and Z_OPT. The columns of the entity's
/// wanted properties follow in property order, then those that each
/// subentity adds, in the order of `entity.family`. The entity column of a
/// to-one relationship is not read: its key suffices.
package struct RowColumns: Sendable {
  /// How the rows of one concrete entity are read.
  package struct EntityColumns: Sendable {
    package let entity: _Entity
    /// The wanted properties that have columns.
    package let mask: PropertyMask
    /// The first column of each of the entity's properties, by index.
    package let firstColumns: [Int32]
  }

  /// How many columns come before the first property's.
  package static let headerCount: Int32 = 3

  /// The columns after the header.
  package let columns: [ColumnLayout]
  /// ``selectList(alias:)`` for the root table of a request.
  let rootList: String
  private let dialect: SQLDialect
  private let table: TableLayout?
  package let entities: [EntityColumns]
  /// Whether all rows are of one entity and its columns are in property
  /// order, so that a reader needs no map.
  package var isUniform: Bool { entities.count == 1 }
  /// How many columns the row has, the header included.
  package var count: Int32 { Self.headerCount + Int32(columns.count) }

  package init(
    layout: StoreLayout, entity: _Entity, mask: PropertyMask, includesSubentities: Bool = true
  ) {
    let family = includesSubentities ? entity.family.filter { layout.keeps($0) } : [entity]
    var columns: [ColumnLayout] = []
    var entities: [EntityColumns] = []
    var positions: [Int: [Int32]] = [:]
    for member in family {
      // What the superentity has is where the superentity has it.
      var first: [Int32] = []
      if member !== entity, let superentity = member.superentity {
        first = positions[superentity.ordinal] ?? []
      }
      var effective = mask
      for property in member.properties {
        let isStored = property.isRelationship || property.hasColumns
        // The last bit stands for stored properties, too: readers leave the others out by themselves.
        if !isStored, property.index < PropertyMask.sharedBit {
          effective.bits &= ~PropertyMask.bit(property.index)
        }
        guard property.index >= first.count else { continue }
        first.append(Self.headerCount + Int32(columns.count))
        guard isStored, effective.contains(property.index) else { continue }
        columns += layout.columns(of: property).filter { $0.content != .entity }
      }
      positions[member.ordinal] = first
      entities.append(EntityColumns(entity: member, mask: effective, firstColumns: first))
    }
    self.columns = columns
    self.entities = entities
    dialect = layout.dialect
    table = layout.tablesByRoot[entity.root.ordinal]
    rootList = Self.selectList(columns, alias: "t0", dialect, table)
  }

  /// The columns of a SELECT.
  package func selectList(alias: String) -> String {
    alias == "t0" ? rootList : Self.selectList(columns, alias: alias, dialect, table)
  }

  private static func selectList(
    _ columns: [ColumnLayout], alias: String, _ dialect: SQLDialect, _ table: TableLayout?
  ) -> String {
    let header = dialect.rowHeader(alias, table)
    return columns.reduce(into: header) { text, column in
      text += ", \(column.value(in: alias))"
    }
  }
}
