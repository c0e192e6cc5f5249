// SPDX-License-Identifier: Apache-2.0

/// The objects that one fetch or one relationship delivered, by key.
///
/// A program that reads a relationship of one of them is likely to read it of the others, in whatever order: the faults
/// of a whole stretch are filled by one statement. Stretches begin at multiples of their length, so that a loop from the
/// last object to the first, or one in an order of its own, takes no more statements than one from the first on.
struct FetchGroup {
  static let window = 1024

  let keys: [Int64]
  private var positions: [Int64: Int]?

  init(keys: [Int64]) { self.keys = keys }

  /// The keys around `key` that are filled at once; `nil` if it is not among them.
  mutating func stretch(around key: Int64) -> ArraySlice<Int64>? {
    if positions == nil {
      positions = Dictionary(
        keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let position = positions?[key] else { return nil }
    let start = position - position % Self.window
    return keys[start..<min(start + Self.window, keys.count)]
  }
}

/// The latest groups of one context, by entity hierarchy.
///
/// Those of fetches and those of relationships are kept apart: in a loop over
/// fetched objects, small groups of members come and go.
struct FetchGroups {
  private enum Origin: Int, CaseIterable { case fetch, relationship }
  private static let kept = 2

  private var groups: [Int: [[FetchGroup]]] = [:]
  /// How many objects the largest group has had.
  private(set) var largest = 0

  mutating func fetched(_ keys: [Int64], of entity: _Entity) { add(keys, entity, .fetch) }

  /// - Parameter isShared: Whether a member may be of several owners, and so be
  ///   named several times.
  mutating func related(_ keys: [Int64], of entity: _Entity, isShared: Bool) {
    guard isShared else { return add(keys, entity, .relationship) }
    var seen = Set<Int64>(minimumCapacity: keys.count)
    add(keys.filter { seen.insert($0).inserted }, entity, .relationship)
  }

  private mutating func add(_ keys: [Int64], _ entity: _Entity, _ origin: Origin) {
    guard keys.count > 1 else { return }
    largest = max(largest, keys.count)
    let empty = [[FetchGroup]](repeating: [], count: Origin.allCases.count)
    var all = groups.removeValue(forKey: entity.root.ordinal) ?? empty
    if all[origin.rawValue].count >= Self.kept { all[origin.rawValue].removeFirst() }
    all[origin.rawValue].append(FetchGroup(keys: keys))
    groups[entity.root.ordinal] = all
  }

  /// The keys that came with `key`.
  mutating func stretch(around key: Int64, of entity: _Entity) -> ArraySlice<Int64> {
    let ordinal = entity.root.ordinal
    guard let all = groups[ordinal] else { return [] }
    for origin in all.indices {
      for position in all[origin].indices.reversed() {
        if let stretch = groups[ordinal]?[origin][position].stretch(around: key) { return stretch }
      }
    }
    return []
  }
}
