// SPDX-License-Identifier: Apache-2.0

/// Gives the columns of one table their names, by Core Data's rule: `Z` and
/// the upper-case name; a name that is taken gets the next number.
struct ColumnNaming {
  private var taken: Set<String>
  private let known: [String: [String: String]]
  private(set) var names: [String: [String: String]] = [:]

  init(known: [String: [String: String]], entities: [String], kept: Set<String>) {
    self.known = known
    taken = kept.union(RowHeader.columns)
    for entity in entities { taken.formUnion((known[entity] ?? [:]).values) }
  }

  /// - Parameter path: what the column is for, within the entity.
  mutating func name(_ natural: String, entity: String, path: String) -> String {
    let name: String
    if let known = known[entity]?[path] {
      name = known
    } else {
      name = ColumnNames.free(natural) { taken.contains($0) }
      taken.insert(name)
    }
    names[entity, default: [:]][path] = name
    return name
  }
}
