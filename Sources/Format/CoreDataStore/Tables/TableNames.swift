// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The tables of root entities: `Z` and the upper-case name.
struct TableNames {
  private var names: [String: String] = [:]

  init(entities: [EntityDescription], _ catalog: TableCatalog) {
    var claimed: Set<String> = []
    let roots = entities.filter { $0.superentity == nil }
    for entity in roots {
      let natural = TableNaming.table(of: entity.name)
      if let table = catalog.table(natural), claimed.insert(natural).inserted {
        names[entity.name] = table.name
      }
    }
    // Names that differ in case only get numbers.
    for entity in roots where names[entity.name] == nil {
      let natural = TableNaming.table(of: entity.name)
      let table = catalog.tables.first {
        let name = $0.name.uppercased()
        return ColumnNames.isNumbered(name, of: natural) && !claimed.contains(name)
          && $0.column("Z_PK") != nil
          && !roots.contains { TableNaming.table(of: $0.name) == name }
      }
      if let table {
        claimed.insert(table.name.uppercased())
        names[entity.name] = table.name
      }
    }
  }

  subscript(root: String) -> String? { names[root] }
}
