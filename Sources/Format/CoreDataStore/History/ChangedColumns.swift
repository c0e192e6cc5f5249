// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Which properties an update has changed, as the bits of ACHANGE.ZCOLUMNS (`HistoryBits`).
package struct ChangedColumns {
  private enum Slot: Equatable {
    case property(String)
    case hidden
    /// One of the to-many relationships.
    case toMany
  }

  private let slots: [Slot]
  private let toManyNames: [String]

  package init(_ entity: EntityDescription, _ store: Store) {
    let place = store.layout[entity.name]
    let relationships = entity.relationships.filter { !$0.isTransient }
    let family = Set(([entity] + store.model.ancestors(of: entity)).map(\.name))
    func part(_ name: String, _ count: Int) -> (name: String, slots: [Slot]) {
      (name, Array(repeating: .property(name), count: count))
    }
    slots = HistoryBits.slots(
      toOne: relationships.filter { !$0.isToMany }.map { relationship in
        if case .key(_, .some, _)? = place?.relationships[relationship.name] {
          return part(relationship.name, 2)
        }
        return part(relationship.name, 1)
      },
      hidden: store.orderedEntities.flatMap { owner in
        store.model.ownRelationships(of: owner).sorted { $0.name < $1.name }.filter {
          guard $0.isToMany, family.contains($0.destination),
            case .foreign(_, _, _, true)? = store.layout[owner.name]?.relationships[$0.name]
          else { return false }
          return true
        }.map { _ in .hidden }
      },
      attributes: entity.attributes.filter { !$0.isTransient }
        .map { part($0.name, $0.leaves.count) },
      toMany: relationships.filter(\.isToMany).map { ($0.name, .toMany) })
    toManyNames = relationships.filter(\.isToMany).map(\.name).sorted()
  }

  /// The names of the properties whose bits are set. A to-many relationship
  /// that may be one of several is given as `a|b`.
  package func names(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var toMany = 0
    for (bit, slot) in slots.enumerated() where HistoryBits.isSet(bit, in: bytes) {
      switch slot {
      case .property(let name): if names.last != name { names.append(name) }
      case .hidden: continue
      case .toMany: toMany += 1
      }
    }
    if toMany == toManyNames.count { return names + toManyNames }
    return toMany == 0 ? names : names + [toManyNames.joined(separator: "|")]
  }

  /// The bits of properties.
  func bytes(_ properties: Set<String>) -> [UInt8] {
    let firstToMany = slots.count - toManyNames.count
    return HistoryBits.bytes(slots.count) { bit in
      switch slots[bit] {
      case .property(let name): properties.contains(name)
      case .hidden: false
      case .toMany: properties.contains(toManyNames[bit - firstToMany])
      }
    }
  }
}
