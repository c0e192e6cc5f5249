// SPDX-License-Identifier: Apache-2.0

/// The order in which Core Data numbers entities: roots by name without regard
/// to case, each followed by its subentities.
package enum EntityOrder {
  /// - Parameters:
  ///   - entities: no two of one name. Those whose superentity is not among
  ///     them count as roots; such as inherit from themselves come last.
  ///   - name: the name of an entity.
  ///   - superentity: the name of the entity that one inherits from.
  package static func sorted<Entity>(
    _ entities: [Entity], name: (Entity) -> String, superentity: (Entity) -> String?
  ) -> [Entity] {
    func byName(_ entities: [Entity]) -> [Entity] {
      entities.map { (lower: name($0).lowercased(), name: name($0), entity: $0) }
        .sorted { ($0.lower, $0.name) < ($1.lower, $1.name) }.map(\.entity)
    }
    let names = Set(entities.map(name))
    var children: [String: [Entity]] = [:]
    var roots: [Entity] = []
    for entity in entities {
      if let parent = superentity(entity), names.contains(parent) {
        children[parent, default: []].append(entity)
      } else {
        roots.append(entity)
      }
    }
    // A stack instead of recursion: a model may be deeper than ours is.
    var waiting: [Entity] = byName(roots).reversed()
    var ordered: [Entity] = []
    while let entity = waiting.popLast() {
      ordered.append(entity)
      waiting += byName(children.removeValue(forKey: name(entity)) ?? []).reversed()
    }
    if ordered.count < entities.count {
      let reached = Set(ordered.map(name))
      ordered += byName(entities.filter { !reached.contains(name($0)) })
    }
    return ordered
  }
}

extension ManagedObjectModel {
  /// Entities in the order in which Core Data numbers them.
  package static func ordered(_ entities: [EntityDescription]) -> [EntityDescription] {
    EntityOrder.sorted(entities, name: \.name, superentity: \.superentity)
  }
}
