// SPDX-License-Identifier: Apache-2.0

/// What one undo action undoes: the net change of a stretch of work, as
/// objects and values before it.
///
/// A to-one relationship is kept as the destination that it had; so are, by
/// their inverses, the members of a one-to-many. Of other relationships to
/// many, the pairs are kept that came and went.
final class UndoStep {
  /// The values of an object before its first change.
  final class Former {
    let object: any PersistentModel
    /// Its unsaved changes.
    let dirty: PropertyMask
    /// An instance of the same class: attributes, and lists for their order,
    /// are copied in their own types.
    private(set) var values: (any PersistentModel)?
    fileprivate(set) var attributes = PropertyMask.none
    fileprivate(set) var lists: [_Property] = []
    fileprivate(set) var destinations: [(property: _Property, target: (any PersistentModel)?)] = []

    fileprivate init(_ object: any PersistentModel) {
      self.object = object
      dirty = object._$state?.dirty ?? .none
    }

    fileprivate func copy(_ property: PropertyDescription, _ entity: _Entity) {
      let values = values ?? entity.description.make()
      self.values = values
      property.copyStored(from: object, to: values)
    }
  }

  /// A member that a to-many relationship got or lost.
  struct Pair {
    let relationship: _Property
    let owner: any PersistentModel
    let target: any PersistentModel
    let isAdded: Bool
  }

  /// Where a member of a one-way relationship was before it moved.
  struct Move {
    let relationship: _Property
    let target: any PersistentModel
    /// Its unsaved changes; `nil` if its owner was that of the store.
    let move: MemberMoves.Move?
    /// Its owner according to the store, as far as that is known.
    fileprivate(set) var stored: (any PersistentModel)?
    /// Of the changes then: as long as it is the same, the store says the same of the member.
    let generation: Int
    /// The owner that it has joined last.
    fileprivate(set) var joined: (any PersistentModel)?

    /// The owner that it had, as far as that is known.
    var owner: (any PersistentModel)? { move.map { $0.owner } ?? stored }
  }

  private struct PairKey: Hashable {
    let relationship: ObjectIdentifier
    let owner: ObjectIdentifier
    let target: ObjectIdentifier
  }

  private(set) var changed = UndoEntries<ObjectIdentifier, Former>()
  private var pairEntries = UndoEntries<PairKey, Pair>()
  private var moveEntries = UndoEntries<LinkChanges.Member, Move>()
  private var insertedEntries = UndoEntries<ObjectIdentifier, any PersistentModel>()
  private var removedEntries = UndoEntries<ObjectIdentifier, RemovedObject>()

  var former: [Former] { changed.values }
  var pairs: [Pair] { pairEntries.values }
  /// Members of one-way relationships that have moved.
  var moves: [Move] { moveEntries.values }
  /// What came into the context.
  var inserted: [any PersistentModel] { insertedEntries.values }
  /// What left it.
  var removed: [RemovedObject] { removedEntries.values }

  // MARK: Noting

  /// Whether undoing takes the object out of the context, so that nothing
  /// else need be known of it.
  func isInserted(_ object: any PersistentModel) -> Bool {
    insertedEntries[ObjectIdentifier(object)] != nil
  }

  private func former(_ object: any PersistentModel) -> Former {
    let id = ObjectIdentifier(object)
    if let known = changed[id] { return known }
    let new = Former(object)
    changed.append(new, id)
    return new
  }

  /// Something about an object is about to change that is known otherwise, such as the members of a list.
  func noteTouch(_ object: any PersistentModel) { _ = former(object) }

  func hasAttribute(_ object: any PersistentModel, _ index: Int) -> Bool {
    changed[ObjectIdentifier(object)]?.attributes.contains(index) ?? false
  }

  func noteAttribute(_ object: any PersistentModel, _ index: Int, _ entity: _Entity) {
    let former = former(object)
    former.attributes.insert(index)
    let bit = PropertyMask.bit(index)
    // The last bit stands for several properties.
    guard bit == PropertyMask.bit(63) else {
      return former.copy(entity.description.properties[index], entity)
    }
    for property in entity.properties[PropertyMask.sharedBit...] where !property.isRelationship {
      former.copy(property.description, entity)
    }
  }

  /// Whether it is known where a to-one relationship led; of what was removed, its removal says so.
  func hasDestination(_ object: any PersistentModel, _ property: _Property) -> Bool {
    if removedEntries[ObjectIdentifier(object)] != nil { return true }
    return changed[ObjectIdentifier(object)]?.destinations.contains { $0.property === property } ?? false
  }

  func noteDestination(
    _ object: any PersistentModel, _ property: _Property, _ target: (any PersistentModel)?
  ) {
    former(object).destinations.append((property, target))
  }

  /// Keeps the order of a loaded list that is about to lose members.
  func noteOrder(_ object: any PersistentModel, _ property: _Property, _ entity: _Entity) {
    let former = former(object)
    guard !former.lists.contains(where: { $0 === property }) else { return }
    former.lists.append(property)
    former.copy(property.description, entity)
  }

  func notePair(_ pair: Pair) {
    let key = PairKey(
      relationship: ObjectIdentifier(pair.relationship.description),
      owner: ObjectIdentifier(pair.owner), target: ObjectIdentifier(pair.target))
    guard let known = pairEntries[key] else {
      // One end was removed with the pair, and is back with it.
      if pair.isAdded, wasRemoved(pair) { return }
      return pairEntries.append(pair, key)
    }
    // Came and went: as if nothing had happened.
    if known.isAdded != pair.isAdded { pairEntries.remove(key) }
  }

  /// - Parameters:
  ///   - owner: The one that the member is about to join, or to leave; `nil` if it does neither.
  ///   - isAdded: Whether it joins.
  func noteMove(_ move: Move, _ owner: (any PersistentModel)?, isAdded: Bool) {
    let member = LinkChanges.Member(move.relationship, move.target)
    var entry = moveEntries[member] ?? move
    // The owner in the store may come to light when the member has left it for another one; one that has taken it in this
    // step is not that.
    if entry.generation == move.generation, entry.stored == nil, entry.joined.map({ $0 !== move.stored }) ?? true {
      entry.stored = move.stored
    }
    if let owner {
      if isAdded { entry.joined = owner } else if entry.joined === owner { entry.joined = nil }
    }
    moveEntries[member] = entry
  }

  /// Whether an object that was removed had the pair then.
  private func wasRemoved(_ pair: Pair) -> Bool {
    func had(_ object: any PersistentModel, _ relationship: _Property?, _ other: any PersistentModel) -> Bool {
      guard let relationship, let removal = removedEntries[ObjectIdentifier(object)] else { return false }
      return removal.relations.contains { property, targets in
        property.index == relationship.index && targets.contains { $0 === other }
      }
    }
    let links = removedEntries[ObjectIdentifier(pair.target)]?.links.pairs ?? []
    return had(pair.owner, pair.relationship, pair.target) || had(pair.target, pair.relationship.inverse, pair.owner)
      || links.contains {
        $0.isAdded && $0.owner === pair.owner && $0.relationship.description === pair.relationship.description
      }
  }

  func noteInsertion(_ object: any PersistentModel) {
    let id = ObjectIdentifier(object)
    // What had been removed before was there at the beginning.
    guard removedEntries[id] == nil, insertedEntries[id] == nil else { return }
    insertedEntries.append(object, id)
  }

  /// A deletion was undone before it was saved.
  func noteRevival(_ object: any PersistentModel) {
    let id = ObjectIdentifier(object)
    // Removed and added again: as if nothing had happened.
    guard removedEntries[id] == nil else { return removedEntries.remove(id) }
    noteInsertion(object)
  }

  /// - Returns: Whether the step has to know what the object had.
  func noteRemoval(_ object: any PersistentModel) -> Bool {
    let id = ObjectIdentifier(object)
    if insertedEntries[id] != nil {
      insertedEntries.remove(id)
      return false
    }
    return removedEntries[id] == nil
  }

  func append(_ removal: RemovedObject) {
    removedEntries.append(removal, ObjectIdentifier(removal.object))
  }

  /// What has become of some objects is to stay.
  func forget(where isKept: (any PersistentModel) -> Bool) {
    changed.removeAll { isKept($0.object) }
    pairEntries.removeAll { isKept($0.owner) && isKept($0.target) }
    moveEntries.removeAll { isKept($0.target) }
    insertedEntries.removeAll(where: isKept)
    removedEntries.removeAll { isKept($0.object) }
  }
}

/// Values by key, in the order in which they came.
struct UndoEntries<Key: Hashable, Value> {
  private var entries: [Value?] = []
  private var positions: [Key: Int] = [:]

  var values: [Value] { entries.compactMap { $0 } }

  subscript(key: Key) -> Value? {
    get { positions[key].flatMap { entries[$0] } }
    set {
      guard let newValue else { return remove(key) }
      if let position = positions[key] { entries[position] = newValue } else { append(newValue, key) }
    }
  }

  mutating func append(_ value: Value, _ key: Key) {
    positions[key] = entries.count
    entries.append(value)
  }

  mutating func remove(_ key: Key) {
    if let position = positions.removeValue(forKey: key) { entries[position] = nil }
  }

  mutating func removeAll(where isRemoved: (Value) -> Bool) {
    for (key, position) in positions {
      if let value = entries[position], isRemoved(value) { remove(key) }
    }
  }
}
