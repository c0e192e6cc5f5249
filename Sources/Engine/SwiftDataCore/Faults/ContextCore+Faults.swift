// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Reads the row of an object, for properties that are neither loaded nor
  /// changed. A row that is gone leaves the object with its last values.
  func fireFault(_ object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    guard let entity = state.entity, state.key > 0, !state.isRowGone else { return }
    let property = entity.properties[index]
    if property.isToMany || property.description.isLoaded(object) {
      if !state.isFault { return }
      if property.isToMany, index != 0 { return }
    }
    do {
      if state.flags.contains(.member), try fireMembers(state, entity, property), !state.isFault {
        return
      }
      let keys = [state.key] + partialSiblings(of: state, entity)
      noteFault(entity, property, count: keys.count)
      if try loadRows(entity, keys: keys).isEmpty { rowIsGone(object, state) }
    } catch {
      note(error, reading: object)
    }
  }

  /// Objects that were fetched together with this one, also without some
  /// properties.
  private func partialSiblings(of state: _ModelState, _ entity: _Entity) -> [Int64] {
    guard state.flags.contains(.partial) else { return [] }
    return groups.stretch(from: state.key, of: entity).filter { key in
      key != state.key
        && registered(entity, key: key)?._$state?.flags.contains(.partial) == true
    }
  }
}
