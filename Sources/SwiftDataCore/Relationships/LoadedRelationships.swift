/// Which relationships hold objects, oldest first.
///
/// Two objects that refer to each other would keep each other in memory for
/// ever. The context therefore lets the oldest loaded relationships of
/// unchanged objects become faults again when there are many, and all when
/// the context goes: memory follows what the program holds.
struct LoadedRelationships {
  static let limit = 32_768

  private struct Entry {
    let entity: _Entity
    let key: Int64
    let index: Int
  }

  private var entries: [Entry] = []
  private var first = 0

  mutating func note(_ state: _ModelState, _ index: Int, _ core: ContextCore) {
    guard let entity = state.entity, state.key > 0, entity.properties[index].closesCircles
    else { return }
    entries.append(Entry(entity: entity, key: state.key, index: index))
    // What the latest fetches brought is in use.
    let limit = max(Self.limit, 2 * core.groups.largest)
    guard entries.count - first > limit else { return }
    // A quarter at a time, so that the cost is spread.
    let end = first + limit / 4
    for position in first..<end { Self.unload(entries[position], core) }
    first = end
    if first > limit {
      entries.removeFirst(first)
      first = 0
    }
  }

  mutating func unloadAll(_ core: ContextCore) {
    for position in first..<entries.count { Self.unload(entries[position], core) }
    entries.removeAll()
    first = 0
  }

  private static func unload(_ entry: Entry, _ core: ContextCore) {
    guard let object = core.registered(entry.entity, key: entry.key), let state = object._$state,
      !state.dirty.contains(entry.index), state.flags.isDisjoint(with: [.inserted, .deleted]),
      state.entity === entry.entity
    else { return }
    let property = entry.entity.properties[entry.index]
    switch property.description.related(of: object) {
    case .object(let target):
      // The key is kept: the identity stays known without I/O.
      if let key = target._$state?.key, key > 0 {
        property.description.setRelated(.key(key), of: object)
      }
    case .objects: property.description.unload(object)
    default: break
    }
  }
}
