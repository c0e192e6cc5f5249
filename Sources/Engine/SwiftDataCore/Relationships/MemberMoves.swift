// SPDX-License-Identifier: Apache-2.0

/// The changes of a save to the members of to-many relationships without inverse.
///
/// Such a relationship is kept in a column of its member, so a member has one owner at most. What counts is therefore
/// not which pairs came and went but, for each member, which owner it gets; without a move it has the one that the store
/// says. A move is a value: whoever has kept it can put it back as it was, as undoing does.
struct MemberMoves {
  /// The unsaved changes of one member.
  struct Move {
    let relationship: _Property
    let target: any PersistentModel
    /// The owner that the store says it has, if that is known because the member has left it.
    var former: (any PersistentModel)?
    /// The owner that it gets; `nil` if it has none from now on.
    var owner: (any PersistentModel)?
    /// The owner in memory that it has left last, where the one in the store is not known.
    var latest: (any PersistentModel)?

    var member: LinkChanges.Member { LinkChanges.Member(relationship, target) }

    /// As pairs: the member leaves, and joins.
    var changes: [LinkChanges.Change] {
      var changes: [LinkChanges.Change] = []
      if let former {
        changes.append(.init(relationship: relationship, owner: former, target: target, isAdded: false))
      }
      if let owner {
        changes.append(.init(relationship: relationship, owner: owner, target: target, isAdded: true))
      } else if former == nil, let latest {
        changes.append(
          .init(relationship: relationship, owner: latest, target: target, isAdded: false, leavesAnyOwner: true))
      }
      return changes
    }

    /// The member and its owners.
    var objects: [any PersistentModel] { [target, former, owner, latest].compactMap { $0 } }

    func concerns(_ ids: Set<ObjectIdentifier>) -> Bool {
      ids.contains(ObjectIdentifier(target)) || former.map { ids.contains(ObjectIdentifier($0)) } ?? false
        || owner.map { ids.contains(ObjectIdentifier($0)) } ?? false
        || latest.map { ids.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  private var moves: [LinkChanges.Member: Move] = [:]
  /// The members in the order in which they were first moved; each is here once.
  private var order: [LinkChanges.Member] = []
  /// The members of ``order``, as soon as one of them has been dropped.
  private var ordered: Set<LinkChanges.Member> = []
  /// The places in ``order`` of the moves that concern an object, or have; empty until an object's are asked for.
  private var ends: [ObjectIdentifier: Set<Int>] = [:]
  /// The places of the members in ``order``, as soon as ``ends`` is there.
  private var places: [LinkChanges.Member: Int] = [:]

  var isEmpty: Bool { moves.isEmpty }

  /// In the order in which the members were first moved.
  var all: [Move] { moves.isEmpty ? [] : order.compactMap { moves[$0] } }

  subscript(member: LinkChanges.Member) -> Move? { moves[member] }

  /// Puts a move back, or takes it away.
  mutating func set(_ move: Move?, _ member: LinkChanges.Member) {
    guard let move else {
      guard moves[member] != nil else { return }
      if ordered.isEmpty { ordered = Set(order) }
      moves[member] = nil
      return
    }
    if moves.updateValue(move, forKey: member) == nil, ordered.isEmpty || ordered.insert(member).inserted {
      if !ends.isEmpty { places[member] = order.count }
      order.append(member)
    }
    if !ends.isEmpty, let place = places[member] { noteEnds(of: move, place) }
  }

  private mutating func noteEnds(of move: Move, _ place: Int) {
    for object in move.objects { ends[ObjectIdentifier(object), default: []].insert(place) }
  }

  /// The moves that concern any of some objects, in the order in which the members were first moved.
  ///
  /// - Complexity: O(number of these), but for the first call.
  mutating func all(concerning ids: Set<ObjectIdentifier>) -> [Move] {
    guard !moves.isEmpty else { return [] }
    if ends.isEmpty {
      for (place, member) in order.enumerated() {
        places[member] = place
        if let move = moves[member] { noteEnds(of: move, place) }
      }
    }
    let found = ids.count == 1 ? ids.first.flatMap { ends[$0] } ?? [] : Set(ids.flatMap { ends[$0] ?? [] })
    return found.sorted().compactMap { moves[order[$0]] }.filter { $0.concerns(ids) }
  }

  // MARK: Noting

  mutating func join(_ owner: any PersistentModel, _ relationship: _Property, _ target: any PersistentModel) {
    let member = LinkChanges.Member(relationship, target)
    var move = moves[member] ?? Move(relationship: relationship, target: target)
    // Where the store has it: as if nothing had happened.
    if move.former === owner { return set(nil, member) }
    move.owner = owner
    move.latest = nil
    set(move, member)
  }

  mutating func leave(_ owner: any PersistentModel, _ relationship: _Property, _ target: any PersistentModel) {
    let member = LinkChanges.Member(relationship, target)
    let hasRow = target._$state.map { $0.key > 0 } == true
    guard var move = moves[member] else {
      if hasRow { set(Move(relationship: relationship, target: target, former: owner), member) }
      return
    }
    if move.owner === owner {
      guard hasRow else { return set(nil, member) }
      move.owner = nil
      if move.former == nil { move.latest = owner }
    } else if move.former == nil, move.owner != nil {
      // It is in the list of this owner because the store says so.
      move.former = owner
    }
    set(move, member)
  }

  /// An owner is deleted. Members that it had taken from others stay without owner: they had left those others when
  /// they were taken.
  ///
  /// - Returns: Those members.
  mutating func release(from object: any PersistentModel) -> [any PersistentModel] {
    var released: [any PersistentModel] = []
    for var move in all(concerning: [ObjectIdentifier(object)]) {
      if move.target === object {
        set(nil, move.member)
      } else if move.owner === object {
        guard move.target._$state.map({ $0.key > 0 && !$0.isDeleted }) == true else {
          set(nil, move.member)
          continue
        }
        released.append(move.target)
        move.owner = nil
        if move.former == nil { move.latest = object }
        set(move, move.member)
      } else if move.former === object {
        // Its row, and what leads to that, goes with the save.
        move.former = nil
        set(move.owner == nil ? nil : move, move.member)
      }
    }
    return released
  }

  /// Objects are gone that are in memory only, or whose rows are.
  mutating func forget(_ ids: Set<ObjectIdentifier>) {
    func isGone(_ object: (any PersistentModel)?) -> Bool { object.map { ids.contains(ObjectIdentifier($0)) } ?? false }
    for var move in all(concerning: ids) {
      if isGone(move.former) { move.former = nil }
      if isGone(move.owner) { move.owner = nil }
      if isGone(move.latest) { move.latest = nil }
      let isNothing = move.former == nil && move.owner == nil && move.latest == nil
      set(isGone(move.target) || isNothing ? nil : move, move.member)
    }
  }

  /// Another writer has given a member to an owner of this key, or to none: it has left all others.
  mutating func didTake(_ member: LinkChanges.Member, by owner: Int64) {
    guard var move = moves[member] else { return }
    if move.owner == nil {
      if move.former == nil || move.former?._$state?.key != owner { set(nil, member) }
    } else if let former = move.former, former._$state?.key != owner {
      move.former = nil
      set(move, member)
    }
  }

  /// Another writer has saved what a move is about.
  mutating func didMeet(_ owner: any PersistentModel, _ member: LinkChanges.Member, isAdded: Bool) {
    guard let move = moves[member] else { return }
    if isAdded ? move.owner === owner : move.owner == nil && move.former === owner { set(nil, member) }
  }

  // MARK: Asking

  /// Whether the save will take a member away from an owner that the store says it has.
  func takes(_ member: LinkChanges.Member, from owner: any PersistentModel) -> Bool {
    guard let move = moves[member] else { return false }
    if let taker = move.owner { return taker !== owner }
    return move.former == nil || move.former === owner
  }

  /// Whether a member joins an owner, or leaves it; `nil` if neither.
  func isAdded(_ owner: any PersistentModel, _ member: LinkChanges.Member) -> Bool? {
    guard let move = moves[member] else { return nil }
    if move.owner === owner { return true }
    return move.former === owner || move.owner == nil && move.latest === owner ? false : nil
  }

  mutating func removeAll() {
    moves.removeAll()
    order.removeAll()
    ordered.removeAll()
    ends.removeAll()
    places.removeAll()
  }
}
