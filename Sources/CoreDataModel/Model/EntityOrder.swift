extension ManagedObjectModel {
  /// Entities in the order in which Core Data numbers them: roots by name
  /// without regard to case, each followed by its subentities.
  ///
  /// Entities whose superentity is not among them count as roots; such as
  /// inherit from themselves come last.
  public static func ordered(_ entities: [EntityDescription]) -> [EntityDescription] {
    let names = Set(entities.map(\.name))
    var children: [String: [EntityDescription]] = [:]
    var roots: [EntityDescription] = []
    for entity in entities {
      if let parent = entity.superentity, names.contains(parent) {
        children[parent, default: []].append(entity)
      } else {
        roots.append(entity)
      }
    }
    // A stack instead of recursion: a model may be deeper than ours is.
    var waiting: [EntityDescription] = sorted(roots).reversed()
    var ordered: [EntityDescription] = []
    while let entity = waiting.popLast() {
      ordered.append(entity)
      waiting += sorted(children.removeValue(forKey: entity.name) ?? []).reversed()
    }
    if ordered.count < entities.count {
      let reached = Set(ordered.map(\.name))
      ordered += sorted(entities.filter { !reached.contains($0.name) })
    }
    return ordered
  }

  private static func sorted(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }
}
