// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The object that a to-one relationship leads to: registered, or a fault.
  func toOne(
    of object: any PersistentModel, _ state: _ModelState, _ property: _Property, key: Int64
  ) -> (any PersistentModel)? {
    turn.enter()
    defer { turn.leave() }
    guard let destination = property.destination else { return nil }
    noteLoaded(state, property.index)
    // Another program may have left the key of an object of another class.
    func fits(_ target: any PersistentModel) -> Bool {
      target._$state?.entity?.isKind(of: destination) == true
    }
    if let known = registered(destination, key: key) { return fits(known) ? known : nil }
    do {
      let siblings = siblings(of: state, property, wanting: destination)
      if let entity = state.entity { noteFault(entity, property, count: siblings.count + 1) }
      let keys = Set(siblings.map(\.target)).subtracting([key])
      let loaded = try loadRows(destination, keys: [key] + keys)
      var objects: [Int64: any PersistentModel] = [:]
      for object in loaded where fits(object) {
        if let key = object._$state?.key { objects[key] = object }
      }
      for sibling in siblings {
        guard let target = objects[sibling.target], let state = sibling.object._$state,
          keeps(state, property)
        else { continue }
        property.description.setRelated(.object(target), of: sibling.object)
        noteLoaded(state, property.index)
      }
      return objects[key]
    } catch {
      note(error, reading: object, property)
      return nil
    }
  }

  /// Whether the relationship of an object may hold its objects: a context that is deallocated
  /// lets none go later, and chains of objects must not get long (see `ObjectChains`).
  func keeps(_ state: _ModelState, _ property: _Property) -> Bool {
    !property.closesCircles || !(isContextDeallocated || ObjectChains.end(at: state.key))
  }

  /// The objects fetched together with this one whose relationship waits for
  /// a row too.
  private func siblings(of state: _ModelState, _ property: _Property, wanting destination: _Entity)
    -> [(object: any PersistentModel, target: Int64)]
  {
    guard let entity = state.entity else { return [] }
    var found: [(object: any PersistentModel, target: Int64)] = []
    for key in groups.stretch(around: state.key, of: entity) {
      guard let sibling = registered(entity, key: key), let other = sibling._$state?.entity,
        other.isKind(of: property.declaringEntity),
        case .key(let target) = property.description.related(of: sibling),
        registered(destination, key: target) == nil
      else { continue }
      found.append((sibling, target))
    }
    return found
  }
}
