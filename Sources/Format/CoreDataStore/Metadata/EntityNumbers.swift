// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The rows of Z_PRIMARYKEY: entities by number, and the highest key given out.
package struct EntityNumbers: Sendable {
  package struct Row: Equatable, Sendable {
    package let number: Int64
    package let name: String
    /// The number of the direct superentity; 0 for a root.
    package let superentity: Int64
    /// The highest key that was given out; kept at roots only.
    package let maximum: Int64
  }

  package let rows: [Row]
  private let byNumber: [Int64: Row]
  private let byName: [String: Row]

  init(_ connection: Connection) throws {
    let all = try connection.rows(PrimaryKeyTable.selection)
    rows = all.compactMap { row in
      guard let number = row[0].key, case .text(let name) = row[1] else { return nil }
      return Row(
        number: number, name: name, superentity: row[2].key ?? 0, maximum: row[3].key ?? 0)
    }
    byNumber = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
    byName = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
  }

  private init(rows: [Row]) {
    self.rows = rows
    byNumber = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
    byName = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Gives the numbers the names of the model's entities.
  ///
  /// Core Data leaves the old name of a subentity here when it migrates a
  /// store in place to a model in which the entity is called otherwise.
  func renamed(for model: ManagedObjectModel) -> EntityNumbers {
    var names: [String: String] = [:]
    for entity in model.entities where byName[entity.name] == nil {
      guard let old = entity.renamingIdentifier, byName[old] != nil,
        model.entity(named: old) == nil
      else { continue }
      names[old] = names[old] == nil ? entity.name : ""
    }
    // Not if two entities would have the same one.
    names = names.filter { !$0.value.isEmpty }
    guard !names.isEmpty else { return self }
    return EntityNumbers(
      rows: rows.map {
        Row(
          number: $0.number, name: names[$0.name] ?? $0.name, superentity: $0.superentity,
          maximum: $0.maximum)
      })
  }

  package func row(_ number: Int64) -> Row? { byNumber[number] }
  package func row(named name: String) -> Row? { byName[name] }

  /// The entities of the app, without those of history and mirroring.
  package var entities: [Row] { rows.filter { (1..<PrimaryKeyTable.firstInternalNumber).contains($0.number) } }

  /// The numbers of entities of former schemas, whose rows a migration has kept.
  package var kept: [Int64] {
    rows.map(\.number).filter { (PrimaryKeyTable.firstKeptNumber..<PrimaryKeyTable.firstInternalNumber).contains($0) }
  }

  /// The number of the root above an entity.
  func root(of number: Int64) -> Int64 {
    var current = number
    for _ in 0..<50 {
      guard let row = byNumber[current], row.superentity != 0, row.superentity != current else {
        break
      }
      current = row.superentity
    }
    return current
  }
}
