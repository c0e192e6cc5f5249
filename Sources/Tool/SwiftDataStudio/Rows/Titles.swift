// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// What objects are called where there is no room for more: the value of an attribute that tells most.
struct Titles {
  private let source: any RowSource

  init(_ source: any RowSource) { self.source = source }

  /// The attribute that names an entity's objects.
  static func attribute(of entity: EntityDescription) -> AttributeDescription? {
    let texts = entity.attributes.filter { $0.type == .string && !$0.isTransient }
    for name in ["name", "title", "label", "displayName", "fullName", "lastName", "text", "summary", "identifier"] {
      if let found = texts.first(where: { $0.name.lowercased() == name.lowercased() }) { return found }
    }
    if let named = texts.first(where: {
      $0.name.lowercased().hasSuffix("name") || $0.name.lowercased().hasSuffix("title")
    }) {
      return named
    }
    let unique = Set(entity.uniquenessConstraints.joined())
    return texts.sorted { $0.name < $1.name }.first { unique.contains($0.name) } ?? texts.min { $0.name < $1.name }
  }

  /// One statement for all objects of an entity.
  func titles(of references: some Sequence<ObjectReference>) throws -> [ObjectReference: String] {
    var result: [ObjectReference: String] = [:]
    for (name, group) in Dictionary(grouping: Set(references), by: \.entity) {
      guard let entity = source.store.model.entity(named: name), let attribute = Self.attribute(of: entity),
        let place = source.store.layout[name], let table = place.table,
        case .column(let column)? = place.attributes[attribute.name]
      else { continue }
      let keys = group.map { String($0.key) }.joined(separator: ", ")
      let rows = try source.rows(
        "SELECT Z_PK, substr(\(column.sqlName), 1, 80) FROM \(table.sqlName) WHERE Z_PK IN (\(keys))")
      for row in rows {
        guard row.count == 2, let key = row[0].key, case .text(let text) = row[1], !text.isEmpty else { continue }
        result[ObjectReference(entity: name, key: key)] = Store.oneLine(text)
      }
    }
    return result
  }
}
