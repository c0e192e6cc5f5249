// SPDX-License-Identifier: Apache-2.0

/// Fills relationships of many objects, one statement for each relationship
/// and stretch of objects.
enum Prefetch {
  static func load(
    _ names: [String], of objects: [any PersistentModel], _ entity: _Entity, _ core: ContextCore
  ) throws {
    core.isPrefetching = true
    defer { core.isPrefetching = false }
    var current = objects
    var place = entity
    for (position, name) in names.enumerated() {
      let isLast = position == names.count - 1
      guard let property = place.property(named: name), property.isRelationship,
        let destination = property.destination
      else {
        throw SwiftDataError(
          .unsupportedKeyPath, "It is not a relationship, so it cannot be prefetched.",
          entity: place.name, property: name, advice: "List relationships only.")
      }
      // The faults of a stretch are filled by the first of it that is read.
      core.groups.fetched(current.compactMap { $0._$state?.key }, of: place)
      var next: [any PersistentModel] = []
      var seen = Set<ObjectIdentifier>()
      for object in current {
        guard let state = object._$state else { continue }
        if isLast, property.isToMany {
          guard core.keeps(state, property) else { continue }
          core.loadToMany(of: object, state, property)
          continue
        }
        for target in targets(of: object, state, property, core)
        where seen.insert(ObjectIdentifier(target)).inserted { next.append(target) }
      }
      current = next
      place = destination
    }
  }

  private static func targets(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property,
    _ core: ContextCore
  ) -> [any PersistentModel] {
    if property.isToMany { return core.toMany(of: object, state, property) }
    switch property.description.related(of: object) {
    case .object(let target): return [target]
    case .key(let key):
      guard let target = core.toOne(of: object, state, property, key: key) else { return [] }
      if core.keeps(state, property) { property.description.setRelated(.object(target), of: object) }
      return [target]
    default: return []
    }
  }
}
