// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The columns that a file's indexes tell: their names carry the names of
/// entities and properties as they are.
struct ModelIndexHints {
  /// By entity and property.
  private(set) var columns: [String: [String: String]] = [:]

  init(_ model: ManagedObjectModel, _ table: TableCatalog.Table, entities: [EntityDescription]) {
    let indexes = Dictionary(table.indexes.map { ($0.name, $0.columns) }) { first, _ in first }
    guard !indexes.isEmpty else { return }
    for entity in entities {
      for constraint in entity.uniquenessConstraints {
        let name = TableNaming.uniqueIndex(on: constraint, of: entity.name)
        add(constraint, indexes[name], entity, model)
      }
      for index in entity.indexes {
        add(
          index.elements.map(\.property),
          indexes[TableNaming.index(named: index.name, of: entity.name)], entity, model)
      }
    }
  }

  private mutating func add(
    _ properties: [String], _ columns: [String]?, _ entity: EntityDescription,
    _ model: ManagedObjectModel
  ) {
    guard let columns, columns.count == properties.count else { return }
    for (property, column) in zip(properties, columns) {
      // An index may be of an inherited property.
      let owner = model.declaring(property, from: entity)
      self.columns[owner.name, default: [:]][property] = column
    }
  }
}
