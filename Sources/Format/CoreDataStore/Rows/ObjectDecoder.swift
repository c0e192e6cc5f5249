// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// How rows of one entity become objects.
struct ObjectDecoder {
  private enum Source {
    case attribute(AttributeDescription, columns: [Int?])
    case toOne(key: Int, entity: Int?, EntityReader)
    case toMany(ToManyReader)
    case nothing
  }

  private let entity: String
  private let decoder: ValueDecoder
  private var sources: [(name: String, source: Source)] = []

  init(
    _ store: Store, _ entity: EntityDescription, _ options: RowCursor.Options,
    _ columns: inout StatementColumns
  ) throws {
    self.entity = entity.name
    var decoder = store.decoder
    decoder.keepsBytes = options.keepsBytes
    self.decoder = decoder
    guard let layout = store.layout[entity.name] else { return }
    func isWanted(_ name: String) -> Bool { options.properties?.contains(name) ?? true }
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient && isWanted(attribute.name) {
      let positions = Self.positions(layout.attributes[attribute.name], attribute, &columns)
      sources.append((attribute.name, .attribute(attribute, columns: positions)))
    }
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name })
    where !relationship.isTransient && isWanted(relationship.name) {
      switch layout.relationships[relationship.name] {
      case .key(let column, let entityColumn, _):
        let reader = EntityReader(store, relationship.destination)
        sources.append(
          (
            relationship.name,
            .toOne(
              key: columns.position(column),
              entity: entityColumn.map { columns.position($0) }, reader)
          ))
      case .missing, nil: sources.append((relationship.name, .nothing))
      case .foreign, .join:
        guard options.includesToMany else { continue }
        if let reader = try ToManyReader(store, relationship, of: layout) {
          sources.append((relationship.name, .toMany(reader)))
        }
      }
    }
  }

  /// `nil` for columns that the file does not have.
  private static func positions(
    _ place: AttributeColumns?, _ attribute: AttributeDescription, _ columns: inout StatementColumns
  ) -> [Int?] {
    switch place {
    case .column(let name): [columns.position(name)]
    case .elements(let elements):
      zip(elements, attribute.elements).flatMap { positions($0.columns, $1, &columns) }
    case .missing, nil: [nil]
    }
  }

  func object(_ key: Int64, _ statement: Statement) throws -> StoredObject {
    let reference = ObjectReference(entity: entity, key: key)
    var values: [StoredValue.Field] = []
    values.reserveCapacity(sources.count)
    for (name, source) in sources {
      let value: StoredValue
      switch source {
      case .attribute(let attribute, let columns):
        let stored = columns.map { $0.map { statement.value($0) } ?? .null }
        value = decoder.value(attribute, stored[...])
      case .toOne(let column, let entityColumn, let reader):
        if let target = statement.key(column) {
          let number = entityColumn.flatMap { statement.key($0) }
          value = .object(
            ObjectReference(entity: try reader.entity(of: target, number), key: target))
        } else {
          value = .null
        }
      case .toMany(let reader): value = .objects(try reader.targets(of: key))
      case .nothing: value = .null
      }
      values.append(.init(name, value))
    }
    return StoredObject(reference: reference, version: statement.key(2), values: values)
  }
}

extension Store {
  package var decoder: ValueDecoder {
    ValueDecoder(externalFiles: externalFiles, seeksReferences: modelOrigin != .cache)
  }

  var externalFiles: LargeValueFiles { LargeValueFiles(of: url) }
}
