// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Finds the columns of one table for the properties of its entities.
///
/// Names are given by rule: `Z` and the upper-case name, with a number where
/// several properties of a hierarchy would share one. A store that was
/// migrated in place has given its numbers in another order, so the rule has
/// the last word only: before it come the file's own indexes, which carry the
/// properties' names, the declared types, and the entities whose rows use a
/// column.
struct ColumnAssignment {
  /// One column to be found.
  struct Slot {
    let entity: String
    let path: String
    let natural: String
    /// The declared type; empty if any will do.
    let type: String
    /// The entity that declares the property and all below it.
    let numbers: Set<Int64>
  }

  private let table: TableCatalog.Table
  private let usedBy: (String) -> Set<Int64>
  private var claimed: Set<String> = []
  private(set) var columns: [String: [String: String]] = [:]

  /// - Parameters:
  ///   - hints: what is known from elsewhere, by entity and path.
  ///   - usedBy: the entities whose rows hold a value in a column.
  init(
    _ table: TableCatalog.Table, slots: [Slot], hints: [String: [String: String]],
    usedBy: @escaping (String) -> Set<Int64>
  ) {
    self.table = table
    self.usedBy = usedBy
    claimed = Set(RowHeader.columns)
    for slot in slots {
      guard let hint = hints[slot.entity]?[slot.path], table.column(hint) != nil else { continue }
      claim(hint, slot)
    }
    let open = slots.filter { columns[$0.entity]?[$0.path] == nil }
    let naturals = Set(slots.map(\.natural))
    var groups: [String: [Slot]] = [:]
    for slot in open { groups[slot.natural, default: []].append(slot) }
    // Short names last: what is left for `ZVALUE` is not `ZVALUE1`'s own.
    for natural in groups.keys.sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
      assign(groups[natural] ?? [], natural, reserved: naturals)
    }
    for slot in open where columns[slot.entity]?[slot.path] == nil && slot.path.contains(".") {
      assignByPath(slot)
    }
  }

  /// Parts of composite attributes are named without the attribute, in all
  /// stores at hand; should another store name both, this finds it.
  private mutating func assignByPath(_ slot: Slot) {
    let wanted = ColumnNames.column(slot.path).filter { $0 != "_" }
    let column = table.columns.first {
      !claimed.contains($0.name.uppercased())
        && $0.name.uppercased().filter { $0 != "_" } == wanted
    }
    if let column { claim(column.name, slot) }
  }

  private mutating func assign(_ slots: [Slot], _ natural: String, reserved: Set<String>) {
    var candidates = table.columns.filter { column in
      let name = column.name.uppercased()
      return ColumnNames.isNumbered(name, of: natural) && !claimed.contains(name)
        && (name == natural || !reserved.contains(name))
    }
    candidates.sort {
      ColumnNames.number($0.name, of: natural) < ColumnNames.number($1.name, of: natural)
    }
    // One property and one column need no further thought.
    if slots.count == 1, let slot = slots.first, candidates.first?.name.uppercased() == natural {
      let fits = candidates.first { $0.type == slot.type } ?? candidates[0]
      claim((slot.type.isEmpty ? candidates[0] : fits).name, slot)
      return
    }
    var rest: [Slot] = []
    for slot in slots {
      if let index = candidates.firstIndex(where: { accepts(slot, $0, candidates) }) {
        claim(candidates.remove(at: index).name, slot)
      } else {
        rest.append(slot)
      }
    }
    for slot in rest where !candidates.isEmpty { claim(candidates.removeFirst().name, slot) }
  }

  private func accepts(
    _ slot: Slot, _ column: TableCatalog.Column, _ candidates: [TableCatalog.Column]
  ) -> Bool {
    guard slot.type.isEmpty || slot.type == column.type else { return false }
    guard candidates.contains(where: { $0.type == column.type && $0 != column }) else {
      return true
    }
    return usedBy(column.name).isSubset(of: slot.numbers)
  }

  private mutating func claim(_ column: String, _ slot: Slot) {
    claimed.insert(column.uppercased())
    columns[slot.entity, default: [:]][slot.path] = column
  }

  /// The column that is named by `isMatch`, or none; each is given out once.
  mutating func take(where isMatch: (String) -> Bool) -> String? {
    guard
      let column = table.columns.first(where: {
        !claimed.contains($0.name.uppercased()) && isMatch($0.name.uppercased())
      })
    else { return nil }
    claimed.insert(column.name.uppercased())
    return column.name
  }
}
