// SPDX-License-Identifier: Apache-2.0

/// Which relationships hold objects, oldest first.
///
/// Two objects that refer to each other would keep each other in memory for
/// ever. The context therefore lets the oldest loaded relationships of
/// unchanged objects become faults again when there are many, and all when
/// the context goes: memory follows what the program holds.
struct LoadedRelationships {
  static let limit = 32_768

  fileprivate struct Entry {
    let entity: _Entity
    let key: Int64
    let index: Int
  }

  private var entries: [Entry] = []
  private var first = 0

  /// Adds a relationship; gives those that have to go now.
  fileprivate mutating func add(_ entry: Entry, _ core: ContextCore) -> [Entry] {
    entries.append(entry)
    // What the latest fetches brought is in use.
    let limit = max(Self.limit, 2 * core.groups.largest)
    guard entries.count - first > limit else { return [] }
    // A quarter at a time, so that the cost is spread.
    let end = first + limit / 4
    let oldest = Array(entries[first..<end])
    first = end
    if first > limit {
      entries.removeFirst(first)
      first = 0
    }
    return oldest
  }

  fileprivate mutating func takeAll() -> [Entry] {
    defer {
      entries.removeAll()
      first = 0
    }
    return Array(entries[first...])
  }

  fileprivate static func unload(_ entry: Entry, _ core: ContextCore) {
    guard let object = core.registered(entry.entity, key: entry.key), let state = object._$state,
      !state.dirty.contains(entry.index), !state.isInserted, !state.isDeleted,
      state.entity === entry.entity
    else { return }
    let property = entry.entity.properties[entry.index]
    switch property.description.related(of: object) {
    case .object(let target):
      // The key is kept: the identity stays known without I/O.
      if let key = target._$state?.key, key > 0 {
        property.description.setRelated(.key(key), of: object)
      } else if target._$state?.core == nil, property.isOptional {
        // It has left the context without ever having had a row.
        property.description.setRelated(RelatedValue.none, of: object)
      }
    case .objects: property.description.unload(object)
    default: break
    }
  }
}

// What is let go may release objects, and a class of the program's may read
// relationships as it goes: by then the list is as it will be.
extension ContextCore {
  /// The relationship at `index` holds objects now.
  ///
  /// - Parameter isInUse: Whether they are about to be read.
  func noteLoaded(_ state: _ModelState, _ index: Int, isInUse: Bool = false) {
    guard state.key > 0, let entity = state.entity, entity.properties[index].closesCircles
    else { return }
    let entry = LoadedRelationships.Entry(entity: entity, key: state.key, index: index)
    if !isInUse, ObjectChains.end(at: state.key) { return LoadedRelationships.unload(entry, self) }
    for oldest in loadedRelationships.add(entry, self) { LoadedRelationships.unload(oldest, self) }
  }

  /// Lets all loaded relationships that could close circles go.
  func unloadRelationships() {
    for entry in loadedRelationships.takeAll() { LoadedRelationships.unload(entry, self) }
  }
}

/// Lists that were read with unsaved changes applied, which are not so any more.
extension ContextCore {
  /// The unsaved pairs of objects that are gone will not be written: members that they had taken from others stay there,
  /// and lists that were read with those pairs are read again.
  func dropLinks(of objects: [any PersistentModel]) {
    unsaved.links.forget(objects)
    readAdjustedListsAgain(where: \.isOneWayToMany)
  }

  /// Lists are read again when they are next asked for; those that have changed themselves at once, with what is unsaved.
  func readAdjustedListsAgain(where isConcerned: (_Property) -> Bool) {
    var seen = Set<LingeringMembers.End>()
    for (owner, list) in unsaved.adjusted where list.isToMany && isConcerned(list) {
      guard isHere(owner), let state = owner._$state, list.description.isLoaded(owner),
        seen.insert(.init(owner: ObjectIdentifier(owner), index: list.index)).inserted
      else { continue }
      if state.dirty.contains(list.index) {
        mergeLists(owner, changedElsewhere: PropertyMask(bits: PropertyMask.bit(list.index)))
      } else if !state.isInserted {
        unsaved.memberships.didReplace(owner, list.index)
        list.description.notify(owner) { list.description.unload(owner) }
      }
    }
  }
}
