/// Pairs of many-to-many and one-way to-many relationships that were added
/// or removed since the last save. A pair is noted once, whichever side
/// changed.
struct LinkChanges {
  struct Pair: Hashable {
    let relationship: ObjectIdentifier
    let owner: ObjectIdentifier
    let target: ObjectIdentifier
  }

  struct Change {
    let relationship: _Property
    let owner: any PersistentModel
    let target: any PersistentModel
    let isAdded: Bool
  }

  private var changes: [Pair: Change] = [:]
  private var order: [Pair] = []

  var isEmpty: Bool { changes.isEmpty }

  /// In the order in which they were first noted.
  var all: [Change] { order.compactMap { changes[$0] } }

  /// - Parameter relationship: Either end; the canonical one is noted.
  mutating func note(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool
  ) {
    if !relationship.isCanonicalEnd, let inverse = relationship.inverse {
      note(inverse, owner: target, target: owner, isAdded: isAdded, canonical: inverse)
    } else {
      note(relationship, owner: owner, target: target, isAdded: isAdded, canonical: relationship)
    }
  }

  private mutating func note(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool, canonical: _Property
  ) {
    let pair = Pair(
      relationship: ObjectIdentifier(canonical.description), owner: ObjectIdentifier(owner),
      target: ObjectIdentifier(target))
    if let known = changes[pair] {
      // Added and removed again: as if nothing had happened.
      if known.isAdded != isAdded { changes[pair] = nil }
      return
    }
    changes[pair] = Change(
      relationship: canonical, owner: owner, target: target, isAdded: isAdded)
    order.append(pair)
  }

  /// Drops the pairs of an object that is gone.
  mutating func forget(_ object: any PersistentModel) {
    let id = ObjectIdentifier(object)
    for pair in order where pair.owner == id || pair.target == id { changes[pair] = nil }
  }

  mutating func removeAll() {
    changes.removeAll()
    order.removeAll()
  }
}
