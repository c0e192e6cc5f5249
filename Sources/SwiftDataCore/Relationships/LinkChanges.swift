/// Pairs of many-to-many and one-way to-many relationships that were added
/// or removed since the last save. A pair is noted once, whichever side
/// changed.
struct LinkChanges {
  struct Pair: Hashable {
    let relationship: ObjectIdentifier
    let owner: ObjectIdentifier
    let target: ObjectIdentifier

    /// The same, if the relationship is its own inverse.
    var reversed: Pair { Pair(relationship: relationship, owner: target, target: owner) }
  }

  struct Change {
    let relationship: _Property
    let owner: any PersistentModel
    let target: any PersistentModel
    let isAdded: Bool
    /// Whether the member of a one-way relationship joined and left: it leaves the owner that it had
    /// before, too, which need not be known.
    var leavesAnyOwner = false
    /// Whether it leaves because the owner that had taken it, and not saved so, is deleted.
    var isReleased = false
  }

  /// What a relationship leads to, whoever the owner is.
  struct Member: Hashable {
    let relationship: ObjectIdentifier
    let target: ObjectIdentifier

    init(relationship: ObjectIdentifier, target: ObjectIdentifier) {
      (self.relationship, self.target) = (relationship, target)
    }

    init(_ change: Change) {
      relationship = ObjectIdentifier(change.relationship.description)
      target = ObjectIdentifier(change.target)
    }
  }

  private var changes: [Pair: Change] = [:]
  /// The pairs in the order in which they were first noted; each is here once.
  private var order: [Pair] = []
  /// The pairs of ``order``, as soon as one of them has been dropped.
  private var ordered: Set<Pair> = []
  /// The owner to which a member of a one-way relationship was last added:
  /// it has one only.
  private var owners: [Member: ObjectIdentifier] = [:]
  /// The pairs by which members of one-way relationships leave.
  private var leaving: [Member: [Pair]] = [:]
  /// Members of one-way relationships that are back with the owner that the store says they have.
  private var returned: Set<Member> = []

  var isEmpty: Bool { changes.isEmpty }

  /// In the order in which they were first noted.
  var all: [Change] { order.compactMap { changes[$0] } }

  /// The owner that a member of a one-way relationship gets with the save.
  func owner(of target: any PersistentModel, _ relationship: _Property)
    -> (any PersistentModel)?
  {
    guard !owners.isEmpty else { return nil }
    return added(pair(relationship, target, target))?.owner
  }

  /// Whether the save will take a member of a one-way relationship away.
  func takes(
    _ target: any PersistentModel, from owner: any PersistentModel, _ relationship: _Property
  ) -> Bool {
    if let taker = self.owner(of: target, relationship) { return taker !== owner }
    if latest(pair(relationship, owner, target))?.leavesAnyOwner == true { return true }
    return changes[pair(relationship, owner, target)]?.isAdded == false
  }

  private func pair(
    _ relationship: _Property, _ owner: any PersistentModel, _ target: any PersistentModel
  ) -> Pair {
    Pair(
      relationship: ObjectIdentifier(relationship.description), owner: ObjectIdentifier(owner),
      target: ObjectIdentifier(target))
  }

  /// The change that gives the target of a pair to any owner.
  private func added(_ pair: Pair) -> Change? {
    guard let change = latest(pair), change.isAdded else { return nil }
    return change
  }

  /// What has become of the target of a pair with the owner to which it was last added.
  private func latest(_ pair: Pair) -> Change? {
    let member = Member(relationship: pair.relationship, target: pair.target)
    guard let owner = owners[member] else { return nil }
    return changes[Pair(relationship: pair.relationship, owner: owner, target: pair.target)]
  }

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
    var pair = pair(canonical, owner, target)
    if canonical.isOwnInverse, changes[pair.reversed] != nil { pair = pair.reversed }
    if let known = changes[pair] {
      guard known.isAdded != isAdded else { return }
      return invert(known, pair)
    }
    changes[pair] = Change(
      relationship: canonical, owner: owner, target: target, isAdded: isAdded)
    if canonical.isOneWayToMany {
      let member = Member(relationship: pair.relationship, target: pair.target)
      if isAdded {
        owners[member] = pair.owner
      } else {
        leaving[member, default: []].append(pair)
        returned.remove(member)
      }
    }
    if ordered.isEmpty || ordered.insert(pair).inserted { order.append(pair) }
  }

  /// A pair that was added is removed again, or the other way round.
  private mutating func invert(_ known: Change, _ pair: Pair) {
    guard known.relationship.isOneWayToMany, known.target._$state.map({ $0.key > 0 }) == true else {
      // As if nothing had happened.
      return drop(pair)
    }
    let member = Member(known)
    var change = Change(
      relationship: known.relationship, owner: known.owner, target: known.target,
      isAdded: !known.isAdded)
    if known.leavesAnyOwner {
      changes[pair] = change
      // Another one may have had it meanwhile.
      owners[member] = pair.owner
    } else if known.isAdded, !returned.contains(member), !isLeaving(member) {
      change.leavesAnyOwner = true
      changes[pair] = change
      leaving[member, default: []].append(pair)
    } else {
      // The owner that it had is known: it has left that one, or is back.
      if !known.isAdded { returned.insert(member) }
      drop(pair)
    }
  }

  private func isLeaving(_ member: Member) -> Bool {
    leaving[member]?.contains { changes[$0]?.isAdded == false } ?? false
  }

  /// A dropped pair keeps its place.
  private mutating func drop(_ pair: Pair) {
    if ordered.isEmpty { ordered = Set(order) }
    changes[pair] = nil
  }

  /// Drops the change of a pair that the store has made already: somebody else
  /// has saved the same.
  ///
  /// - Parameter relationship: Either end.
  mutating func didMeet(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool
  ) {
    guard let change = change(relationship, owner, target), change.isAdded == isAdded,
      !change.leavesAnyOwner
    else { return }
    drop(pair(change.relationship, change.owner, change.target))
  }

  /// Somebody else has given a member of a one-way relationship to an owner: it has left all others.
  ///
  /// - Parameter owner: Of this key.
  mutating func didTake(
    _ target: any PersistentModel, _ relationship: _Property, by owner: Int64
  ) {
    guard !leaving.isEmpty else { return }
    let member = Member(
      relationship: ObjectIdentifier(relationship.description), target: ObjectIdentifier(target))
    for pair in leaving[member] ?? [] {
      guard let change = changes[pair], !change.isAdded else { continue }
      if change.leavesAnyOwner || change.owner._$state?.key != owner { drop(pair) }
    }
  }

  /// Whether the save will write a pair, or take it apart, as these say.
  ///
  /// - Parameter relationship: Either end.
  func has(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel,
    isAdded: Bool
  ) -> Bool { change(relationship, owner, target)?.isAdded == isAdded }

  /// Drops the pairs of an object that is gone.
  mutating func forget(_ object: any PersistentModel) {
    let id = ObjectIdentifier(object)
    for pair in order where pair.owner == id || pair.target == id { drop(pair) }
  }

  /// A member of a one-way relationship that joined and left an owner need not leave the one that it had before.
  ///
  /// - Returns: Whether it would have.
  mutating func didReturn(
    _ target: any PersistentModel, _ relationship: _Property, from owner: any PersistentModel
  ) -> Bool {
    let pair = pair(relationship, owner, target)
    guard let change = changes[pair], !change.isAdded, change.leavesAnyOwner else { return false }
    drop(pair)
    return true
  }

  /// Drops the pairs of an object that is deleted. Members that it had taken from others stay without owner: they had
  /// left those others when they were taken.
  ///
  /// - Returns: Those members.
  mutating func release(_ object: any PersistentModel) -> [any PersistentModel] {
    guard !changes.isEmpty else { return [] }
    let id = ObjectIdentifier(object)
    var released: [any PersistentModel] = []
    for pair in order where pair.owner == id || pair.target == id {
      guard let known = changes[pair], pair.owner == id, known.isAdded, known.relationship.isOneWayToMany,
        known.target._$state.map({ $0.key > 0 && !$0.isDeleted }) == true
      else {
        drop(pair)
        continue
      }
      let member = Member(known)
      guard owners[member] == id else {
        drop(pair)
        continue
      }
      released.append(known.target)
      // The owner that it had is known, and it has left that one already.
      if isLeaving(member) {
        drop(pair)
        continue
      }
      changes[pair] = Change(
        relationship: known.relationship, owner: known.owner, target: known.target, isAdded: false,
        leavesAnyOwner: true, isReleased: true)
      leaving[member, default: []].append(pair)
    }
    return released
  }

  /// Drops pairs that a save has written.
  mutating func forget(_ written: [Change]) {
    for change in written { drop(pair(change.relationship, change.owner, change.target)) }
  }

  /// Whether the save will take a pair of a many-to-many relationship apart.
  ///
  /// - Parameter relationship: Either end.
  func removes(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel
  ) -> Bool { change(relationship, owner, target)?.isAdded == false }

  /// Whether the save will write a pair.
  ///
  /// - Parameter relationship: Either end.
  func adds(
    _ relationship: _Property, owner: any PersistentModel, target: any PersistentModel
  ) -> Bool { change(relationship, owner, target)?.isAdded == true }

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

  mutating func forget(_ objects: [any PersistentModel]) {
    guard !changes.isEmpty, !objects.isEmpty else { return }
    let ids = Set(objects.map { ObjectIdentifier($0) })
    for pair in order where ids.contains(pair.owner) || ids.contains(pair.target) { drop(pair) }
  }

  /// The pairs of objects, also of members that need not leave their owner
  /// as long as another one has them.
  func changes(of objects: [any PersistentModel]) -> [Change] {
    guard !changes.isEmpty, !objects.isEmpty else { return [] }
    let ids = Set(objects.map { ObjectIdentifier($0) })
    return order.compactMap { pair in
      ids.contains(pair.owner) || ids.contains(pair.target) ? changes[pair] : nil
    }
  }

  mutating func removeAll() {
    changes.removeAll()
    owners.removeAll()
    leaving.removeAll()
    returned.removeAll()
    order.removeAll()
    ordered.removeAll()
  }
}
