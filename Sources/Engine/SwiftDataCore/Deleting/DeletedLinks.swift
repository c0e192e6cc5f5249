// SPDX-License-Identifier: Apache-2.0

/// What was unsaved of the relationships of objects when they were deleted.
///
/// A deletion drops these changes, because the row takes its pairs along. Two still need them: whoever takes the
/// deletion back, and the delete rules in the store, where a member that had left is with its deleted owner still.
struct DeletedLinks {
  private var pairs: [LinkChanges.Change?] = []
  private var moves: [MemberMoves.Move?] = []
  /// The places of these that an object is in.
  private var ends: [ObjectIdentifier: Places] = [:]
  /// By deleted object.
  private var departures: [ObjectIdentifier: Departures] = [:]

  private struct Places {
    var pairs: [Int] = []
    var moves: [Int] = []
  }

  /// The members that had left an object. All are kept: identities are those of objects that are there.
  private struct Departures {
    let owner: any PersistentModel
    var members: [LinkChanges.Pair: any PersistentModel] = [:]
  }

  var changes: LinkChanges.Snapshot {
    LinkChanges.Snapshot(pairs: pairs.compactMap { $0 }, moves: moves.compactMap { $0 })
  }

  /// The part of the changes about an object.
  func changes(of object: any PersistentModel) -> LinkChanges.Snapshot {
    guard let places = ends[ObjectIdentifier(object)] else { return LinkChanges.Snapshot() }
    return LinkChanges.Snapshot(
      pairs: places.pairs.compactMap { pairs[$0] }, moves: places.moves.compactMap { moves[$0] })
  }

  private mutating func append(_ snapshot: LinkChanges.Snapshot) {
    for change in snapshot.pairs {
      for id in Set([ObjectIdentifier(change.owner), ObjectIdentifier(change.target)]) {
        ends[id, default: Places()].pairs.append(pairs.count)
      }
      pairs.append(change)
    }
    for move in snapshot.moves {
      for id in Set(move.objects.map { ObjectIdentifier($0) }) {
        ends[id, default: Places()].moves.append(moves.count)
      }
      moves.append(move)
    }
  }

  /// - Parameters:
  ///   - snapshot: Of these objects, before their delete rules were applied.
  ///   - objects: Are deleted.
  mutating func add(_ snapshot: LinkChanges.Snapshot, of objects: [any PersistentModel]) {
    guard !snapshot.isEmpty else { return }
    append(snapshot)
    let ids = Set(objects.map { ObjectIdentifier($0) })
    func note(_ owner: any PersistentModel, _ pair: LinkChanges.Pair, _ member: any PersistentModel) {
      let id = ObjectIdentifier(owner)
      if ids.contains(id) { departures[id, default: Departures(owner: owner)].members[pair] = member }
    }
    for change in snapshot.pairs where !change.isAdded {
      let pair = Self.pair(change.relationship, change.owner, change.target)
      note(change.owner, pair, change.target)
      note(change.target, pair, change.owner)
    }
    for move in snapshot.moves {
      guard let former = move.former, move.owner !== former else { continue }
      note(former, Self.pair(move.relationship, former, move.target), move.target)
    }
  }

  /// Whether a member had left an owner before that was deleted.
  ///
  /// - Parameter relationship: Either end.
  func hasLeft(
    _ owner: any PersistentModel, _ relationship: _Property, _ member: any PersistentModel
  ) -> Bool {
    guard !departures.isEmpty, let members = departures[ObjectIdentifier(owner)]?.members else { return false }
    let pair = Self.pair(relationship, owner, member)
    return members[pair] != nil || relationship.isOwnInverse && members[pair.reversed] != nil
  }

  /// As ``LinkChanges`` has it.
  private static func pair(
    _ relationship: _Property, _ owner: any PersistentModel, _ member: any PersistentModel
  ) -> LinkChanges.Pair {
    if !relationship.isCanonicalEnd, let inverse = relationship.inverse { return pair(inverse, member, owner) }
    return LinkChanges.Pair(
      relationship: ObjectIdentifier(relationship.description), owner: ObjectIdentifier(owner),
      target: ObjectIdentifier(member))
  }

  /// Forgets the changes of objects that are gone for good.
  mutating func removeAll(where isRemoved: (any PersistentModel) -> Bool) {
    let rest = LinkChanges.Snapshot(
      pairs: pairs.compactMap { $0 }.filter { !isRemoved($0.owner) && !isRemoved($0.target) },
      moves: moves.compactMap { $0 }.filter { !$0.objects.contains(where: isRemoved) })
    (pairs, moves, ends) = ([], [], [:])
    append(rest)
    if !departures.isEmpty { departures = departures.filter { !isRemoved($0.value.owner) } }
  }

  /// Forgets the changes of objects that are not deleted any more.
  ///
  /// - Complexity: O(number of their changes).
  mutating func remove(of objects: [any PersistentModel]) {
    for id in objects.map({ ObjectIdentifier($0) }) {
      departures[id] = nil
      guard let places = ends.removeValue(forKey: id) else { continue }
      for place in places.pairs { pairs[place] = nil }
      for place in places.moves { moves[place] = nil }
    }
  }

  /// An object is not deleted any more: what has left it, its own changes say.
  mutating func didRevive(_ object: any PersistentModel) {
    if !departures.isEmpty { departures[ObjectIdentifier(object)] = nil }
  }
}

extension UnsavedChanges {
  /// Whether a member had left an owner before that was deleted, and has not joined it since.
  ///
  /// - Parameter relationship: Either end.
  func hasLeft(
    _ owner: any PersistentModel, _ relationship: _Property, _ member: any PersistentModel
  ) -> Bool {
    deletedLinks.hasLeft(owner, relationship, member)
      && !links.adds(relationship, owner: owner, target: member)
  }
}
