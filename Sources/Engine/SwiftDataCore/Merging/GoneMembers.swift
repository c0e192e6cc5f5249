// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Loaded relationships no longer lead to objects whose rows another
  /// context, or a batch deletion, has removed.
  ///
  /// An object whose row was read knows who leads to it. For the others the
  /// registered objects of the entities that could are looked through once.
  func removeGoneMembers(_ gone: [(object: any PersistentModel, entity: _Entity)]) {
    guard !gone.isEmpty else { return }
    let identities = Set(gone.map { ObjectIdentifier($0.object) })
    var unknown: [ObjectIdentifier: _Property] = [:]
    for (object, entity) in gone {
      for property in entity.relationships {
        guard let inverse = property.inverse else { continue }
        switch property.description.related(of: object) {
        case .fault: unknown[ObjectIdentifier(inverse)] = inverse
        case .key(let key):
          guard let destination = property.destination,
            let owner = registered(destination, key: key)
          else { continue }
          remove(identities, owner, inverse.index)
        case .object(let owner): remove(identities, owner, inverse.index)
        case .objects(let owners): for owner in owners { remove(identities, owner, inverse.index) }
        case .none: break
        }
      }
    }
    // Without an inverse, an object does not know the objects that refer to it.
    for (_, entity) in gone {
      for reference in entity.oneWayReferences { unknown[ObjectIdentifier(reference)] = reference }
    }
    for inverse in unknown.values {
      for owner in map(of: inverse.entity).all()
      where owner._$state?.entity?.isKind(of: inverse.entity) == true {
        remove(identities, owner, inverse.index)
      }
    }
  }

  private func remove(
    _ identities: Set<ObjectIdentifier>, _ owner: any PersistentModel, _ index: Int
  ) {
    guard let state = owner._$state, state.core === self, let entity = state.entity,
      entity.properties.indices.contains(index)
    else { return }
    let property = entity.properties[index]
    switch property.description.related(of: owner) {
    case .objects(let members):
      // Unsaved changes of a list are of its other members.
      let rest = members.filter { !identities.contains(ObjectIdentifier($0)) }
      guard rest.count < members.count else { return }
      unsaved.memberships.didReplace(owner, index)
      property.description.notify(owner) { property.description.setMembers(rest[...], of: owner) }
    case .object(let member) where identities.contains(ObjectIdentifier(member)):
      guard property.isOptional, !state.dirty.contains(index) else { return }
      property.description.notify(owner) {
        property.description.setRelated(RelatedValue.none, of: owner)
      }
    default: break
    }
  }
}
