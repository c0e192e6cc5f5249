import CoreDataModel

/// The bits of ACHANGE.ZCOLUMNS: which properties an update has changed.
///
/// The most significant bit comes first. Bits stand for to-one relationships
/// by name (two if there is an entity column), then hidden columns of others'
/// to-many relationships, attributes by name (one per column), and to-many
/// relationships. Of the last group Core Data's order is not known.
struct ChangedColumns {
  private enum Slot: Equatable {
    case property(String)
    case hidden
    /// One of the to-many relationships.
    case toMany
  }

  private let slots: [Slot]
  private let toManyNames: [String]

  init(_ entity: EntityDescription, _ store: Store) {
    let place = store.layout[entity.name]
    var slots: [Slot] = []
    let relationships = entity.relationships.filter { !$0.isTransient }.sorted { $0.name < $1.name }
    for relationship in relationships where !relationship.isToMany {
      slots.append(.property(relationship.name))
      if case .key(_, .some, _)? = place?.relationships[relationship.name] {
        slots.append(.property(relationship.name))
      }
    }
    let family = Set(([entity] + store.model.ancestors(of: entity)).map(\.name))
    for owner in store.orderedEntities {
      for relationship in store.model.ownRelationships(of: owner).sorted(by: { $0.name < $1.name })
      where relationship.isToMany && family.contains(relationship.destination) {
        if case .foreign(_, _, _, true)? = store.layout[owner.name]?.relationships[
          relationship.name]
        {
          slots.append(.hidden)
        }
      }
    }
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient {
      let count = LayoutBuilder.leaves(attribute, path: attribute.name).count
      slots += Array(repeating: .property(attribute.name), count: count)
    }
    toManyNames = relationships.filter(\.isToMany).map(\.name)
    slots += Array(repeating: .toMany, count: toManyNames.count)
    self.slots = slots
  }

  /// The names of the properties whose bits are set. A to-many relationship
  /// that may be one of several is given as `a|b`.
  func names(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var toMany = 0
    for (bit, slot) in slots.enumerated() where bit / 8 < bytes.count {
      guard bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { continue }
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
    var bytes = [UInt8](repeating: 0, count: (slots.count + 7) / 8)
    let firstToMany = slots.count - toManyNames.count
    for (bit, slot) in slots.enumerated() {
      let isSet =
        switch slot {
        case .property(let name): properties.contains(name)
        case .hidden: false
        case .toMany: properties.contains(toManyNames[bit - firstToMany])
        }
      if isSet { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
    }
    return bytes
  }
}
