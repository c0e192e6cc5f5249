// SPDX-License-Identifier: Apache-2.0

/// Members that joined or left to-many relationships which are not kept in a column of a property: pairs of many-to-many
/// relationships, each noted once, whichever side changed, and members of one-way relationships (``MemberMoves``).
struct LinkChanges {
  struct Pair: Hashable {
    let relationship: ObjectIdentifier
    let owner: ObjectIdentifier
    let target: ObjectIdentifier

    /// The pair as its other end names it, if the relationship is its own inverse.
    var reversed: Pair { Pair(relationship: relationship, owner: target, target: owner) }
  }

  struct Change {
    let relationship: _Property
    let owner: any PersistentModel
    let target: any PersistentModel
    let isAdded: Bool
    /// Whether the member of a one-way relationship leaves whatever owner the store says it has.
    var leavesAnyOwner = false

    /// The owner's key for writing the change; `nil` if the change cannot be written. A member that leaves any owner
    /// does so even if its owner in memory is gone: no row has the key 0.
    var ownerKey: Int64? {
      let state = owner._$state
      let isThere = state.map { $0.core != nil && !$0.isDeleted && !$0.isRowGone } ?? false
      if isThere { return state?.key }
      return leavesAnyOwner ? 0 : nil
    }

    /// The entity whose store has the change.
    var entity: _Entity? { leavesAnyOwner ? target._$state?.entity : owner._$state?.entity }
  }

  /// The destinations of a relationship, of any owner.
  struct Member: Hashable {
    let relationship: ObjectIdentifier
    let target: ObjectIdentifier

    init(_ relationship: _Property, _ target: any PersistentModel) {
      self.relationship = ObjectIdentifier(relationship.description)
      self.target = ObjectIdentifier(target)
    }

    init(_ change: Change) { self.init(change.relationship, change.target) }
  }

  /// The unsaved changes of the relationships of some objects.
  struct Snapshot {
    var pairs: [Change] = []
    var moves: [MemberMoves.Move] = []

    var isEmpty: Bool { pairs.isEmpty && moves.isEmpty }

    /// Pairs that came.
    var joined: [Change] { (pairs + moves.flatMap(\.changes)).filter(\.isAdded) }

    static func += (left: inout Snapshot, right: Snapshot) {
      left.pairs += right.pairs
      left.moves += right.moves
    }
  }

  private var changes: [Pair: Change] = [:]
  /// The pairs in the order in which they were first noted; each is here once.
  private var order: [Pair] = []
  /// The pairs of ``order``, as soon as one of them has been dropped.
  private var ordered: Set<Pair> = []
  /// Where the pairs of ``order`` are that an object is in; empty until an object's are asked for.
  private var ends: [ObjectIdentifier: [Int]] = [:]
  /// Members of one-way relationships.
  private(set) var moves = MemberMoves()
  /// How often changes have been written, or dropped as a whole: what the store says of a member has not changed by this
  /// context as long as this has not.
  private(set) var generation = 0

  var isEmpty: Bool { changes.isEmpty && moves.isEmpty }

  /// Of many-to-many relationships, in the order in which they were first noted.
  var pairs: [Change] { order.compactMap { changes[$0] } }

  /// In the order in which they were first noted.
  var all: [Change] { pairs + moves.all.flatMap(\.changes) }

  /// The owner that a member of a one-way relationship gets with the save.
  func owner(of target: any PersistentModel, _ relationship: _Property) -> (any PersistentModel)? {
    moves.isEmpty ? nil : moves[Member(relationship, target)]?.owner
  }

  /// Whether the save will take a member of a one-way relationship away.
  func takes(
    _ target: any PersistentModel, from owner: any PersistentModel, _ relationship: _Property
  ) -> Bool { !moves.isEmpty && moves.takes(Member(relationship, target), from: owner) }

  private func pair(
    _ relationship: _Property, _ owner: any PersistentModel, _ target: any PersistentModel
  ) -> Pair {
    Pair(
      relationship: ObjectIdentifier(relationship.description), owner: ObjectIdentifier(owner),
      target: ObjectIdentifier(target))
  }

  /// - Parameter relationship: Either end; the canonical one is noted.
  mutating func note(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool
  ) {
    if relationship.isOneWayToMany {
      if isAdded { moves.join(owner, relationship, target) } else { moves.leave(owner, relationship, target) }
    } else if !relationship.isCanonicalEnd, let inverse = relationship.inverse {
      note(inverse, owner: target, target: owner, isAdded: isAdded, canonical: inverse)
    } else {
      note(relationship, owner: owner, target: target, isAdded: isAdded, canonical: relationship)
    }
  }

  private mutating func note(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool, canonical: _Property
  ) {
    var pair = pair(canonical, owner, target)
    if canonical.isOwnInverse, changes[pair.reversed] != nil { pair = pair.reversed }
    if let known = changes[pair] {
      // Added and removed again, or the other way round: as if nothing had happened.
      if known.isAdded != isAdded { drop(pair) }
      return
    }
    changes[pair] = Change(
      relationship: canonical, owner: owner, target: target, isAdded: isAdded)
    guard ordered.isEmpty || ordered.insert(pair).inserted else { return }
    if !ends.isEmpty { noteEnds(of: pair, order.count) }
    order.append(pair)
  }

  private mutating func noteEnds(of pair: Pair, _ place: Int) {
    ends[pair.owner, default: []].append(place)
    if pair.target != pair.owner { ends[pair.target, default: []].append(place) }
  }

  /// The pairs of objects, dropped ones too, in the order in which they were first noted.
  ///
  /// - Complexity: O(number of these), but for the first call.
  private mutating func pairs(of ids: some Collection<ObjectIdentifier>) -> [Pair] {
    if order.isEmpty { return [] }
    if ends.isEmpty { for (place, pair) in order.enumerated() { noteEnds(of: pair, place) } }
    guard ids.count > 1 else { return ids.first.flatMap { ends[$0] }.map { $0.map { order[$0] } } ?? [] }
    return Set(ids.flatMap { ends[$0] ?? [] }).sorted().map { order[$0] }
  }

  /// A dropped pair keeps its place.
  private mutating func drop(_ pair: Pair) {
    if ordered.isEmpty { ordered = Set(order) }
    changes[pair] = nil
  }

  /// What becomes of a member of a one-way relationship is as it was once; `nil`: as the store says.
  mutating func restore(
    _ move: MemberMoves.Move?, of target: any PersistentModel, _ relationship: _Property
  ) { moves.set(move, Member(relationship, target)) }

  /// Drops the change of a pair that the store has made already: another writer
  /// has saved the same.
  ///
  /// - Parameter relationship: Either end.
  mutating func didMeet(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool
  ) {
    if relationship.isOneWayToMany {
      return moves.didMeet(owner, Member(relationship, target), isAdded: isAdded)
    }
    guard let change = change(relationship, owner, target), change.isAdded == isAdded else { return }
    drop(pair(change.relationship, change.owner, change.target))
  }

  /// Another writer has given a member of a one-way relationship to an owner: it has left all others.
  ///
  /// - Parameter owner: Of this key.
  mutating func didTake(
    _ target: any PersistentModel, _ relationship: _Property, by owner: Int64
  ) { moves.didTake(Member(relationship, target), by: owner) }

  /// Whether the save will write a pair, or take it apart, as these say.
  ///
  /// - Parameter relationship: Either end.
  func has(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool
  ) -> Bool { self.isAdded(relationship, owner, target) == isAdded }

  /// Whether the save will take a pair apart.
  ///
  /// - Parameter relationship: Either end.
  func removes(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel
  ) -> Bool { isAdded(relationship, owner, target) == false }

  /// Whether the save will write a pair.
  ///
  /// - Parameter relationship: Either end.
  func adds(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel
  ) -> Bool { isAdded(relationship, owner, target) == true }

  private func isAdded(
    _ relationship: _Property, _ owner: any PersistentModel, _ target: any PersistentModel
  ) -> Bool? {
    relationship.isOneWayToMany
      ? moves.isAdded(owner, Member(relationship, target)) : change(relationship, owner, target)?.isAdded
  }

  private func change(
    _ relationship: _Property, _ owner: any PersistentModel, _ target: any PersistentModel
  ) -> Change? {
    guard !changes.isEmpty else { return nil }
    if !relationship.isCanonicalEnd, let inverse = relationship.inverse {
      return changes[pair(inverse, target, owner)]
    }
    let pair = pair(relationship, owner, target)
    if let change = changes[pair] { return change }
    return relationship.isOwnInverse ? changes[pair.reversed] : nil
  }

  /// Drops the pairs of an object that is deleted. Members that it had taken from others stay without owner.
  ///
  /// - Returns: Those members.
  mutating func release(_ object: any PersistentModel) -> [any PersistentModel] {
    if !changes.isEmpty {
      let id = ObjectIdentifier(object)
      for pair in pairs(of: CollectionOfOne(id)) { drop(pair) }
    }
    return moves.isEmpty ? [] : moves.release(from: object)
  }

  /// Drops changes that a save has written.
  mutating func forget(_ written: [Change]) {
    generation += 1
    for change in written {
      if change.relationship.isOneWayToMany {
        moves.set(nil, Member(change))
      } else {
        drop(pair(change.relationship, change.owner, change.target))
      }
    }
  }

  /// Drops the changes of objects that are gone.
  mutating func forget(_ objects: [any PersistentModel]) {
    guard !isEmpty, !objects.isEmpty else { return }
    let ids = Set(objects.map { ObjectIdentifier($0) })
    for pair in pairs(of: ids) { drop(pair) }
    moves.forget(ids)
  }

  /// The unsaved changes of the relationships of objects, and of members that have left them for others.
  mutating func snapshot(of objects: [any PersistentModel]) -> Snapshot {
    guard !isEmpty, !objects.isEmpty else { return Snapshot() }
    let ids = Set(objects.map { ObjectIdentifier($0) })
    return Snapshot(
      pairs: pairs(of: ids).compactMap { changes[$0] }, moves: moves.all(concerning: ids))
  }

  /// The unsaved changes of the relationships of objects, moves as the pairs that come and go.
  mutating func changes(of objects: [any PersistentModel]) -> [Change] {
    let snapshot = snapshot(of: objects)
    return snapshot.pairs + snapshot.moves.flatMap(\.changes)
  }

  mutating func removeAll() {
    generation += 1
    changes.removeAll()
    moves.removeAll()
    order.removeAll()
    ordered.removeAll()
    ends.removeAll()
  }
}
