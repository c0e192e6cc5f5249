// SPDX-License-Identifier: Apache-2.0

/// Objects that refer to each other would keep each other alive forever:
/// both ends of a relationship are strong references. Which references a
/// context lets go, and what becomes of objects that no context looks after.
enum ObjectCircles {
  /// Says of each relationship whether its reference is let go, so that no
  /// circle of objects keeps itself alive.
  ///
  /// A child forgets the object of its parent, but not its key, so it is
  /// found again without I/O while anybody holds it; a parent keeps its
  /// children. Of a one-to-one or a many-to-many one end is enough. Where the references
  /// that are left can still form a ring (a tree of one entity, or A to B to
  /// C to A), they are let go too.
  static func mark(_ entities: [_Entity]) {
    var kept: [Int: Set<Int>] = [:]
    for property in entities.flatMap(\.relationships) {
      property.closesCircles = closesPair(property)
      guard !property.closesCircles, let destination = property.destination else { continue }
      kept[property.entity.root.ordinal, default: []].insert(destination.root.ordinal)
    }
    for property in entities.flatMap(\.relationships) where !property.closesCircles {
      guard let destination = property.destination else { continue }
      property.closesCircles = reaches(
        property.entity.root.ordinal, from: destination.root.ordinal, kept)
    }
  }

  private static func closesPair(_ property: _Property) -> Bool {
    guard let inverse = property.inverse else { return true }
    if property.isToMany != inverse.isToMany { return !property.isToMany }
    return !property.isCanonicalEnd
  }

  private static func reaches(_ goal: Int, from start: Int, _ edges: [Int: Set<Int>]) -> Bool {
    var seen: Set<Int> = []
    var pending = [start]
    while let node = pending.popLast() {
      if node == goal { return true }
      guard seen.insert(node).inserted else { continue }
      pending.append(contentsOf: edges[node] ?? [])
    }
    return false
  }

  /// Objects whose context is deallocated before their changes were saved. There is
  /// no row to read them from, but as long as anybody holds the other
  /// object, it is found by its key, temporary or not.
  static func release(_ objects: [any PersistentModel], _ core: ContextCore) {
    for object in objects {
      guard let state = object._$state, state.core === core, let entity = state.entity else {
        continue
      }
      for property in entity.relationships where property.closesCircles {
        switch property.description.related(of: object) {
        case .object(let target):
          if let other = target._$state, other.core === core, other.key != 0 {
            property.description.setRelated(.key(other.key), of: object)
          } else if property.isOptional {
            property.description.setRelated(.none, of: object)
          }
        case .objects:
          property.description.setRelated(state.key > 0 ? .fault : .objects([]), of: object)
        default: break
        }
      }
    }
  }

  /// Objects that left their context, and have no keys any more: what leads
  /// from one to another is let go.
  ///
  /// - Parameter isLast: Whether the context is going: what leads to objects that still hold them is let go as well, such
  ///   as to an owner whose deletion had taken them along and was never saved.
  static func breakLinks(_ objects: [(object: any PersistentModel, entity: _Entity)], isLast: Bool = false) {
    guard !objects.isEmpty else { return }
    let identities = Set(objects.map { ObjectIdentifier($0.object) })
    func isLeaving(_ object: any PersistentModel) -> Bool {
      guard let state = object._$state, state.core != nil, !state.isDeleted, !state.isRowGone
      else { return true }
      return identities.contains(ObjectIdentifier(object))
    }
    var holders = Holders()
    for (object, entity) in objects where object._$state?.core == nil {
      for property in entity.relationships where property.closesCircles {
        switch property.description.related(of: object) {
        case .object(let target):
          guard isLeaving(target) || isLast && holders.holds(target, object, property.inverse) else { continue }
          if property.isOptional {
            property.description.setRelated(.none, of: object)
          } else if let inverse = property.inverse {
            // A child that must have a parent keeps it; the parent lets go.
            leave(object, target, inverse)
          }
        case .objects(let members):
          let rest = members.filter { !isLeaving($0) && !(isLast && holders.holds($0, object, property.inverse)) }
          guard rest.count < members.count else { continue }
          property.description.setMembers(rest[...], of: object)
        default: break
        }
      }
    }
  }

  /// What the lists of objects hold, each read once.
  private struct Holders {
    private var lists: [ObjectIdentifier: [ObjectIdentifier: Set<ObjectIdentifier>]] = [:]

    /// - Parameter relationship: Of the holder.
    mutating func holds(
      _ holder: any PersistentModel, _ object: any PersistentModel, _ relationship: _Property?
    ) -> Bool {
      guard let relationship else { return false }
      switch relationship.description.related(of: holder) {
      case .object(let other): return other === object
      case .objects(let members):
        let (place, list) = (ObjectIdentifier(relationship), ObjectIdentifier(holder))
        if let known = lists[place]?[list] { return known.contains(ObjectIdentifier(object)) }
        let found = Set(members.map { ObjectIdentifier($0) })
        lists[place, default: [:]][list] = found
        return found.contains(ObjectIdentifier(object))
      default: return false
      }
    }
  }

  private static func leave(
    _ object: any PersistentModel, _ target: any PersistentModel, _ inverse: _Property
  ) {
    switch inverse.description.related(of: target) {
    case .objects: inverse.description.remove(object, from: target)
    case .object(let other) where other === object && inverse.isOptional:
      inverse.description.setRelated(.none, of: target)
    default: break
    }
  }
}

/// Keeps chains of objects short.
///
/// When the last reference to an object is released, Swift releases what it refers to before the call returns. In a list of
/// fifty thousand objects, each of which holds the next, that is fifty thousand calls within one another: more than a
/// stack has room for.
///
/// Every long chain leads through relationships that could close a circle: the others form no ring of entities
/// (`ObjectCircles`). Such a relationship of one object in 256 holds its keys only. It is found in the identity map
/// while anybody holds the object, and read again otherwise. Unsaved changes are held by the context, and by the
/// relationship until the save.
enum ObjectChains {
  /// The value, of 256, at which chains end.
  private static var end: UInt64 { 97 }

  /// Whether chains end at the object with this key.
  ///
  /// Neighbouring keys come evenly spread out of a multiplication by the golden ratio: of any 377 in a row, one ends a
  /// chain. ``end`` lets small stores have none.
  @inline(__always)
  static func end(at key: Int64) -> Bool {
    (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) &>> 56 == end
  }
}
