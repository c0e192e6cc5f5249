// SPDX-License-Identifier: Apache-2.0

/// Undoing what became of members of relationships without inverse: each is with the owner that it had.
extension ContextCore {
  /// Members leave the owners that they have got, before anything else comes back.
  func leave(_ moves: [UndoStep.Move]) {
    for move in moves {
      // One that is there already has not moved after all: the store says so, unless this context has given it.
      let isThere = move.owner.map { holds(move.target, $0, move.relationship) } ?? false
      undo?.noteMove(of: move.target, move.relationship, move.owner, isAdded: move.owner != nil && !isThere)
      guard !isExact(move), move.owner == nil || move.owner?._$state?.core == nil else { continue }
      leaveLater(move, unsaved.links.owner(of: move.target, move.relationship) ?? move.joined)
    }
    leaveLists(moves.filter(isExact))
    for move in moves where isExact(move) {
      unsaved.links.restore(move.move, of: move.target, move.relationship)
    }
  }

  /// Lists lose members that had another owner. No change is noted of the members: what was unsaved of them is put back
  /// as it was. The step that is being recorded hears of each one: it must not say that a member has joined an owner
  /// which came back with it and loses it here.
  private func leaveLists(_ moves: [UndoStep.Move]) {
    var groups: [ObjectIdentifier: (relationship: _Property, moves: [ObjectIdentifier: UndoStep.Move])] = [:]
    for move in moves {
      groups[ObjectIdentifier(move.relationship.description), default: (move.relationship, [:])]
        .moves[ObjectIdentifier(move.target)] = move
    }
    for (relationship, moves) in groups.values {
      forEachOwner(of: moves.values.map(\.target), relationship) { owner, held in
        let leaving = held.filter { moves[ObjectIdentifier($0)]?.owner !== owner }
        guard !leaving.isEmpty, let state = owner._$state, let list = state.entity?.properties[relationship.index]
        else {
          return
        }
        for member in leaving { undo?.noteMove(of: member, relationship, owner) }
        undo?.willReorder(owner, state, list)
        unsaved.adjusted.append((owner, list))
        remove(leaving, from: owner, relationship)
      }
    }
  }

  /// Whether the loaded list of an owner has a member.
  private func holds(
    _ member: any PersistentModel, _ owner: any PersistentModel, _ relationship: _Property
  ) -> Bool {
    guard let list = owner._$state?.entity?.properties[relationship.index], list.description.isLoaded(owner) else {
      return false
    }
    return unsaved.memberships.contains(member, owner, list.description)
  }

  /// Whether the store says the same of a member as when it moved, as far as this context has changed it.
  private func isExact(_ move: UndoStep.Move) -> Bool { move.generation == unsaved.links.generation }

  /// The move has been saved: the member leaves like any other.
  private func leaveLater(_ move: UndoStep.Move, _ owner: (any PersistentModel)?) {
    guard let owner, isHere(move.target), isHere(owner) else { return }
    separate(.init(relationship: move.relationship, owner: owner, target: move.target, isAdded: true))
  }

  /// Members are in the lists of the owners that they had.
  func comeBack(_ moves: [UndoStep.Move]) {
    // What came back with others is not where it belongs yet.
    leaveLists(moves.filter(isExact))
    // A list without inverse holds a member that is to be deleted until the save, and has it if it comes back.
    let moves = moves.filter { move in move.target._$state.map { $0.core === self && !$0.isRowGone } ?? false }
    var unknown: Set<ObjectIdentifier> = []
    for move in moves where isExact(move) {
      unsaved.links.restore(move.move, of: move.target, move.relationship)
      if move.move == nil, move.owner == nil { unknown.insert(ObjectIdentifier(move.relationship.description)) }
    }
    // Whoever has such a member may have been read without it.
    if !unknown.isEmpty { readAdjustedListsAgain { unknown.contains(ObjectIdentifier($0.description)) } }
    for move in moves {
      guard let owner = move.owner, isHere(owner) else {
        if !isExact(move), isHere(move.target) {
          leaveLater(move, unsaved.links.owner(of: move.target, move.relationship))
        }
        continue
      }
      if !isExact(move) {
        join(owner, move.relationship, move.target)
        if isHere(move.target) { take([move.target], for: owner, move.relationship) }
      } else if let state = owner._$state, let list = state.entity?.properties[move.relationship.index] {
        join(move.target, owner, state, list)
      }
    }
  }
}
