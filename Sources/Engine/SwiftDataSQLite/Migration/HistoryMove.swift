// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Has the history of one entity name the same properties with another schema.
struct HistoryMove {
  /// The entity's number before the migration.
  let number: Int64
  /// For each new bit, the old one.
  let bits: [Int?]
  /// For each new column of tombstones, the old one; `nil` if they stay.
  let tombstones: [Int?]?

  static func steps(
    _ contents: StoreContents, _ layouts: MigrationLayouts, _ entities: [_Entity]
  ) -> [LightweightMigration.Step] {
    guard layouts.isChanged, let model = contents.storedModel,
      contents.columnNames(of: "ACHANGE").isSuperset(of: ["ZENTITY", "ZCOLUMNS"])
    else { return [] }
    let renames = PropertyRenames(contents: contents, entities: entities)
    return entities.compactMap { entity in
      guard let stored = model.entity(named: entity.name),
        let row = contents.modelEntities.first(where: { $0.name == entity.name })
      else { return nil }
      let (old, new) = (HistorySlots(stored, in: model), HistorySlots(entity, layouts.current))
      let names = oldNames(entity, renames)
      func former(_ slot: String) -> String {
        let name = slot.prefix { $0 != "." }
        return names[String(name)].map { $0 + slot.dropFirst(name.count) } ?? slot
      }
      let bits = new.bits.map { old.bits.firstIndex(of: former($0)) ?? old.bits.firstIndex(of: $0) }
      var tombstones: [Int?]?
      if let wanted = new.tombstones, let known = old.tombstones, !known.isEmpty {
        let slots = wanted.map { known.firstIndex(of: former($0)) }
        if slots.enumerated().contains(where: { $0 != $1 }) || slots.count < known.count {
          tombstones = slots
        }
      }
      let isSame = bits.count == old.bits.count && bits.enumerated().allSatisfy { $0 == $1 }
      guard !isSame || tombstones != nil else { return nil }
      return .moveHistory(HistoryMove(number: row.number, bits: bits, tombstones: tombstones))
    }
  }

  /// Old names by new ones; those of other entities' to-many relationships
  /// are called after their entity too.
  private static func oldNames(_ entity: _Entity, _ renames: PropertyRenames) -> [String: String] {
    var names: [String: String] = [:]
    var ancestor: _Entity? = entity
    while let current = ancestor {
      names.merge(renames.oldNames(in: current)) { first, _ in first }
      // Pairs have no columns that tell.
      for property in current.properties where property.isToMany && names[property.name] == nil {
        names[property.name] = PropertyRenames.originalName(of: property)
      }
      ancestor = current.superentity
    }
    for reference in entity.oneWayReferences where reference.isToMany {
      let owner = reference.declaringEntity
      guard let original = renames.oldNames(in: owner)[reference.name] else { continue }
      names["\(owner.name)/\(reference.name)"] = "\(owner.name)/\(original)"
    }
    return names
  }

  func run(_ connection: SQLiteConnection) throws {
    try moveBits(connection)
    if let tombstones { try move(tombstones, connection) }
  }

  private func moveBits(_ connection: SQLiteConnection) throws {
    let changes =
      "ZENTITY = \(number) AND ZCHANGETYPE = \(HistoryTables.Change.update.rawValue) AND ZCOLUMNS IS NOT NULL"
    // Through a table, as what one becomes may be what another was.
    try connection.executeOnce(
      "CREATE TEMP TABLE OSD_BITS (old BLOB PRIMARY KEY, new BLOB) WITHOUT ROWID")
    try connection.executeOnce(
      "INSERT INTO OSD_BITS SELECT DISTINCT ZCOLUMNS, NULL FROM ACHANGE WHERE \(changes)")
    var known: [Data] = []
    try connection.withStatement("SELECT old FROM temp.OSD_BITS") { statement in
      while try statement.step() { known.append(Data(statement.bytes(0))) }
    }
    let update = try connection.prepare("UPDATE temp.OSD_BITS SET new = ?1 WHERE old = ?2")
    for old in known {
      try Data(moved(Array(old))).withUnsafeBytes { try update.bind($0, 1) }
      try old.withUnsafeBytes { try update.bind($0, 2) }
      try update.run()
    }
    try connection.executeOnce(
      "UPDATE ACHANGE SET ZCOLUMNS = (SELECT new FROM temp.OSD_BITS WHERE old = ZCOLUMNS) "
        + "WHERE \(changes)")
    try connection.executeOnce("DROP TABLE temp.OSD_BITS")
  }

  private func moved(_ old: [UInt8]) -> [UInt8] {
    HistoryBits.bytes(bits.count) { bit in
      bits[bit].map { HistoryBits.isSet($0, in: old) } ?? false
    }
  }

  private func move(_ slots: [Int?], _ connection: SQLiteConnection) throws {
    let count = try HistoryTombstones.existingCount(connection)
    guard count > 0 else { return }
    for slot in slots.indices.dropFirst(count) {
      try connection.executeOnce("ALTER TABLE ACHANGE ADD COLUMN \(HistoryTables.tombstone(slot)) BLOB")
    }
    let assignments = (0..<max(count, slots.count)).map { slot in
      let source = slot < slots.count ? slots[slot] : nil
      let value = source.flatMap { $0 < count ? HistoryTables.tombstone($0) : nil } ?? "NULL"
      return "\(HistoryTables.tombstone(slot)) = \(value)"
    }
    try connection.executeOnce(
      "UPDATE ACHANGE SET \(assignments.joined(separator: ", ")) "
        + "WHERE ZENTITY = \(number) AND ZCHANGETYPE = \(HistoryTables.Change.delete.rawValue)")
  }
}
