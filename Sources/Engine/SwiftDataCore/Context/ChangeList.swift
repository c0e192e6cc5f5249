// SPDX-License-Identifier: Apache-2.0

/// Objects in the order in which they changed; each is here once.
///
/// Adding and removing take constant time on average, wherever an object is: one far from the end keeps its place until
/// the list is next read, or half of the places are free.
struct ChangeList {
  /// How far from the end a removal closes the gap at once.
  private static let nearEnd = 16

  private var places: [any PersistentModel] = []
  /// Where the objects are; empty until one far from the end has been removed.
  private var positions: [ObjectIdentifier: Int] = [:]
  /// The places of removed objects. A place is freed once.
  private var free: Set<Int> = []

  var isEmpty: Bool { count == 0 }
  var count: Int { places.count - free.count }

  /// The objects.
  ///
  /// - Complexity: O(1), or O(*n*) after removals.
  var models: [any PersistentModel] {
    mutating get {
      closeGaps()
      return places
    }
  }

  mutating func append(_ object: any PersistentModel) {
    if !positions.isEmpty { positions[ObjectIdentifier(object)] = places.count }
    places.append(object)
  }

  mutating func remove(_ object: any PersistentModel) {
    if positions.isEmpty {
      // The latest are the likeliest.
      let near = places.suffix(Self.nearEnd)
      if let index = near.lastIndex(where: { $0 === object }) {
        places.remove(at: index)
        return
      }
      guard near.startIndex > 0 else { return }
      positions.reserveCapacity(places.count)
      for (index, place) in places.enumerated() { positions[ObjectIdentifier(place)] = index }
    }
    guard let index = positions.removeValue(forKey: ObjectIdentifier(object)) else { return }
    free.insert(index)
    if 2 * free.count > places.count { closeGaps() }
  }

  mutating func removeAll() {
    places.removeAll()
    if positions.isEmpty { return }
    positions = [:]
    free = []
  }

  private mutating func closeGaps() {
    guard !positions.isEmpty || !free.isEmpty else { return }
    // What is let go may be a class of the program's that looks at the context as it goes: by then the list is whole.
    let former = places
    withExtendedLifetime(former) {
      if !free.isEmpty { places = former.indices.filter { !free.contains($0) }.map { former[$0] } }
      positions = [:]
      free = []
    }
  }
}
