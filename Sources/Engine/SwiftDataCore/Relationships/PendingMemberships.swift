// SPDX-License-Identifier: Apache-2.0

/// Members that joined or left a to-many relationship while it was a fault.
///
/// Adding one object to a relationship of a million must not load the
/// million: the change is kept here and applied when the relationship is read.
struct PendingMemberships {
  private struct End: Hashable {
    let owner: ObjectIdentifier
    let index: Int
  }

  private struct Changes {
    /// In the order in which they were made; one that was made again is `nil`.
    var members: [(object: any PersistentModel, isAdded: Bool)?] = []
    var positions: [ObjectIdentifier: Int] = [:]

    mutating func note(_ object: any PersistentModel, _ isAdded: Bool) {
      if let old = positions.updateValue(members.count, forKey: ObjectIdentifier(object)) {
        members[old] = nil
      }
      members.append((object, isAdded))
    }
  }

  private var ends: [End: Changes] = [:]
  /// Members of large loaded relationships, so that joining stays cheap.
  private var members: [End: Set<ObjectIdentifier>] = [:]

  mutating func note(
    _ object: any PersistentModel, joined isAdded: Bool, _ owner: any PersistentModel, _ index: Int
  ) {
    let end = End(owner: ObjectIdentifier(owner), index: index)
    ends[end, default: Changes()].note(object, isAdded)
  }

  /// The changes of one end, which are then applied.
  mutating func take(_ owner: any PersistentModel, _ index: Int)
    -> [(object: any PersistentModel, isAdded: Bool)]
  {
    guard !ends.isEmpty else { return [] }
    let changes = ends.removeValue(forKey: End(owner: ObjectIdentifier(owner), index: index))
    return changes?.members.compactMap { $0 } ?? []
  }

  /// Whether a loaded relationship has a member; a set is kept for large ones.
  mutating func contains(
    _ object: any PersistentModel, _ owner: any PersistentModel, _ property: PropertyDescription
  ) -> Bool {
    let end = End(owner: ObjectIdentifier(owner), index: property.index)
    if !members.isEmpty, let known = members[end] { return known.contains(ObjectIdentifier(object)) }
    guard let count = property.relatedCount(of: owner) else { return false }
    guard count > 16 else { return property.contains(object, in: owner) }
    var set = Set<ObjectIdentifier>(minimumCapacity: count)
    property.forEachRelated(of: owner) { set.insert(ObjectIdentifier($0)) }
    members[end] = set
    return set.contains(ObjectIdentifier(object))
  }

  mutating func didAppend(_ object: any PersistentModel, _ owner: any PersistentModel, _ index: Int) {
    guard !members.isEmpty else { return }
    members[End(owner: ObjectIdentifier(owner), index: index)]?.insert(ObjectIdentifier(object))
  }

  mutating func didRemove(_ object: any PersistentModel, _ owner: any PersistentModel, _ index: Int) {
    guard !members.isEmpty else { return }
    members[End(owner: ObjectIdentifier(owner), index: index)]?.remove(ObjectIdentifier(object))
  }

  mutating func didReplace(_ owner: any PersistentModel, _ index: Int) {
    guard !members.isEmpty else { return }
    members[End(owner: ObjectIdentifier(owner), index: index)] = nil
  }

  /// Forgets what a save has written of members.
  mutating func forget(where isWritten: (any PersistentModel) -> Bool) {
    for (end, var changes) in ends {
      var isEmpty = true
      for (position, change) in changes.members.enumerated() {
        guard let change else { continue }
        if isWritten(change.object) {
          changes.members[position] = nil
          changes.positions[ObjectIdentifier(change.object)] = nil
        } else {
          isEmpty = false
        }
      }
      ends[end] = isEmpty ? nil : changes
    }
  }

  mutating func removeAll() {
    ends.removeAll()
    members.removeAll()
  }
}
