/// An unsaved relationship to one whose inverse is one to one too.
struct MergedPair {
  let inverse: _Property
  let partner: any PersistentModel
}

/// Relationships one to one that this context and somebody else have changed.
///
/// Each row of a pair has a column of its own, and the two contexts may have
/// paired an object with different ones: what is true of one column decides
/// about the partner's.
extension ContextCore {
  /// The pairs that a context has made by these properties.
  func pairs(of object: any PersistentModel, _ entity: _Entity, _ mask: _PropertyMask)
    -> [MergedPair]
  {
    oneToOne(entity, mask).compactMap { property, inverse in
      guard case .object(let partner) = property.description.related(of: object) else { return nil }
      return MergedPair(inverse: inverse, partner: partner)
    }
  }

  private func oneToOne(_ entity: _Entity, _ mask: _PropertyMask)
    -> [(property: _Property, inverse: _Property)]
  {
    entity.relationships.compactMap { property in
      guard !property.isToMany, mask.contains(property.index), let inverse = property.inverse,
        !inverse.isToMany
      else { return nil }
      return (property, inverse)
    }
  }

  /// The object has another partner again, the store's: the one that it had
  /// here is without, or with its own of the store.
  func giveUpPartner(_ pair: MergedPair, of object: any PersistentModel) {
    guard let state = pair.partner._$state, state.core === self, !state.isDeleted,
      let own = state.entity?.properties[pair.inverse.index].description,
      case .object(let current) = own.related(of: pair.partner), current === object
    else { return }
    if state.isInserted {
      guard own.isOptional else { return }
      own.notify(pair.partner) { own.setRelated(RelatedValue.none, of: pair.partner) }
    } else if state.dirty.contains(pair.inverse.index) {
      giveUp(_PropertyMask(bits: _PropertyMask.bit(pair.inverse.index)), pair.partner, state)
      mergeRow(pair.partner)
    }
  }

  /// The unsaved partners of an object stay. The one that somebody else has
  /// given it in the meantime is without, and saved so.
  func releasePartners(
    of object: any PersistentModel, _ state: _ModelState, _ entity: _Entity, _ mask: _PropertyMask
  ) {
    let pairs = oneToOne(entity, mask.intersection(state.dirty))
    guard !pairs.isEmpty, let row = storedRow(of: object, state, entity)?.object else { return }
    for (property, inverse) in pairs {
      guard case .key(let key) = property.description.related(of: row),
        let destination = property.destination
      else { continue }
      do {
        let found = try registered(destination, key: key) ?? loadRows(destination, keys: [key]).first
        if let found { release(found, inverse, from: object) }
      } catch {
        note(error)
      }
    }
  }

  private func release(
    _ partner: any PersistentModel, _ inverse: _Property, from object: any PersistentModel
  ) {
    guard let state = partner._$state, state.core === self, !state.isDeleted, !state.isVanished,
      !state.dirty.contains(inverse.index),
      let own = state.entity?.properties[inverse.index], own.isOptional, let key = object._$state?.key
    else { return }
    if case .fault = own.description.related(of: partner) { fireFault(partner, state, own.index) }
    switch own.description.related(of: partner) {
    case .object(let current): guard current === object else { return }
    case .key(let current): guard current == key else { return }
    default: return
    }
    willChange(partner, state, own.index)
    own.description.notify(partner) {
      own.description.setRelated(RelatedValue.none, of: partner)
    }
  }
}
