// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// A relationship between two objects, of which the file knows one end.
///
/// The column of that end is written with its row; the other's when all rows are there.
struct InverseColumnWrite: Equatable {
  /// The rows with the known end.
  let table: String
  let number: Int64
  let column: String
  /// All columns of the known end: with the number of the other's entity, and a place there.
  let columns: [String]
  /// Whether the known end may be empty.
  let isOptional: Bool
  /// The rows with the other.
  let entity: String
  let target: String
  let back: String
  let backEntity: String?
  /// The property of the other end.
  let property: String
  /// The class and property of the known one, for what is lost.
  let className: String
  let source: String
  /// Whether it is an element of a list or dictionary, which keeps its object although another has it.
  let isElement: Bool
}

extension TransferPlan {
  /// The pairs whose other ends no property of the file gives.
  func pairs(in store: Store) -> [InverseColumnWrite] {
    var pairs: [InverseColumnWrite] = []
    for step in steps {
      for link in step.links {
        guard let relationship = step.entity.relationship(named: link.name) else { continue }
        add(relationship, of: step.entity.name, (step.table.name, link.name, false), store, &pairs)
      }
      for collection in step.collections {
        guard case .elements(let elements) = collection.kind, let column = elements.objectColumns.first,
          let entity = store.model.entity(named: elements.entity)
        else { continue }
        for relationship in entity.relationships {
          guard case .key(column, _, _)? = store.layout[entity.name]?.relationships[relationship.name] else { continue }
          add(relationship, of: entity.name, (step.table.name, collection.propertyName, true), store, &pairs)
        }
      }
    }
    return pairs
  }

  private func add(
    _ relationship: RelationshipDescription, of entity: String,
    _ source: (class: String, property: String, isElement: Bool),
    _ store: Store, _ pairs: inout [InverseColumnWrite]
  ) {
    guard let inverse = store.model.inverse(of: relationship), !inverse.isToMany,
      let own = store.layout[entity], let other = store.layout[relationship.destination],
      case .key(let column, let entityColumn, let order)? = own.relationships[relationship.name],
      case .key(let back, let backEntity, _)? = other.relationships[inverse.name],
      let table = own.table, let target = other.table, !(table == target && column == back),
      // What the file has for both ends is written as it is.
      !steps.contains(where: { step in
        step.entity.name == relationship.destination && step.links.contains { $0.name == inverse.name }
      })
    else { return }
    let pair = InverseColumnWrite(
      table: table, number: own.number, column: column, columns: [column] + [entityColumn, order].compactMap { $0 },
      isOptional: relationship.isOptional, entity: relationship.destination, target: target, back: back,
      backEntity: backEntity, property: inverse.name, className: source.class, source: source.property,
      isElement: source.isElement)
    if !pairs.contains(pair) { pairs.append(pair) }
  }
}
