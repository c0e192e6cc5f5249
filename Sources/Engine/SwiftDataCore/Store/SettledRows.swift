// SPDX-License-Identifier: Apache-2.0

/// Rows that a save deletes or moves itself, besides its deletions by predicate: the delete rules of those leave them
/// alone, although the store still has them where they were.
package struct SettledRows {
  package struct Row: Hashable {
    package let root: Int
    package let key: Int64

    package init(_ entity: _Entity, _ key: Int64) { (root, self.key) = (entity.root.ordinal, key) }
  }

  /// A row as a member of a to-many relationship that no column of a property keeps.
  package struct Member: Hashable {
    /// Of the relationship, whichever subclass's it is.
    package let entity: Int
    package let index: Int
    package let row: Row

    package init(_ relationship: _Property, _ row: Row) {
      (entity, index, self.row) = (relationship.declaringEntity.ordinal, relationship.index, row)
    }
  }

  package private(set) var deleted: Set<Row> = []
  /// What to-one relationships that have changed lead to, by the index of the property; zero for no destination.
  package private(set) var moves: [Row: [Int: Int64]] = [:]
  /// The owners that members of relationships without inverse get; zero for none.
  package private(set) var owners: [Member: Int64] = [:]
  /// The owners that members of many-to-many relationships leave, from either end.
  package private(set) var left: [Member: Set<Int64>] = [:]
  /// The owners that members of many-to-many relationships get, from either end.
  package private(set) var joined: [Member: Set<Int64>] = [:]

  package init() {}

  init(_ plan: SavePlan, _ unsaved: UnsavedChanges) {
    for item in plan.deletions { deleted.insert(Row(item.entity, item.state.key)) }
    for item in plan.updates {
      for property in item.entity.relationships
      where !property.isToMany && !property.isOneWay && item.state.dirty.contains(property.index) {
        let target: Int64?
        switch property.description.related(of: item.object) {
        case .object(let object):
          if unsaved.lateRelations.contains(item.object, object) { continue }
          target = object._$state?.key
        case .key(let key): target = key
        default: target = nil
        }
        moves[Row(item.entity, item.state.key), default: [:]][property.index] = target ?? 0
      }
    }
    // The plan has only what can be written: nothing of owners that go. What these had given up before counts as well.
    for move in unsaved.deletedLinks.changes.moves { note(move) }
    for move in unsaved.links.moves.all {
      if let owner = move.owner, unsaved.lateRelations.contains(move.target, owner) { continue }
      note(move)
    }
    for change in unsaved.deletedLinks.changes.pairs { note(change) }
    // Those of deleted models are not written.
    joined = [:]
    for change in unsaved.links.pairs
    where !change.isAdded || !unsaved.lateRelations.contains(change.owner, change.target) { note(change) }
  }

  /// - Parameter move: Replaces what an earlier one says of its member.
  private mutating func note(_ move: MemberMoves.Move) {
    guard let row = Self.row(move.target) else { return }
    owners[Member(move.relationship, row)] = move.owner?._$state?.key ?? 0
  }

  /// - Parameter change: Of a many-to-many relationship.
  private mutating func note(_ change: LinkChanges.Change) {
    guard let inverse = change.relationship.inverse, let owner = Self.row(change.owner),
      let target = Self.row(change.target)
    else { return }
    for (object, member, key) in [
      (change.target, Member(change.relationship, target), owner.key),
      (change.owner, Member(inverse, owner), target.key),
    ] {
      if change.isAdded {
        left[member]?.remove(key)
        // What is new is in no table yet.
        if object._$state?.isInserted == false { joined[member, default: []].insert(key) }
      } else {
        left[member, default: []].insert(key)
      }
    }
  }

  /// The row of a model, if the store has one.
  private static func row(_ object: any PersistentModel) -> Row? {
    guard let state = object._$state, let entity = state.entity, state.key > 0 else { return nil }
    return Row(entity, state.key)
  }

  package var isEmpty: Bool { deleted.isEmpty && !hasMoves && left.isEmpty }

  /// Whether rows get other owners, or further ones.
  package var hasMoves: Bool { !moves.isEmpty || !owners.isEmpty || !joined.isEmpty }

  /// Whether a row is none of those that the rule of a relationship is about.
  ///
  /// - Parameters:
  ///   - owner: The key of the row that is deleted, whose rule it is.
  ///   - isDoomed: Whether the owner with a key goes, too: a row that was moved there is not spared.
  package func spares(
    _ row: Row, of owner: Int64, _ relationship: _Property, isDoomed: (Int64) -> Bool
  ) -> Bool {
    if deleted.contains(row) { return true }
    let target: Int64?
    if relationship.isOneWayToMany {
      target = owners.isEmpty ? nil : owners[Member(relationship, row)]
    } else if relationship.isManyToMany {
      return !left.isEmpty && left[Member(relationship, row)]?.contains(owner) == true
    } else {
      target = relationship.inverse.flatMap { moves[row]?[$0.index] }
    }
    guard let target else { return false }
    return target == 0 || !isDoomed(target)
  }

  /// The keys of the rows of a hierarchy that the save leads to owners which go: the rule of the relationship is about
  /// them as well.
  ///
  /// - Parameter isDoomed: Whether the owner with a key goes.
  package func arriving(_ entity: _Entity, _ relationship: _Property, isDoomed: (Int64) -> Bool) -> [Int64] {
    guard hasMoves else { return [] }
    var rows: [Row] = []
    if relationship.isManyToMany {
      for (member, owners) in joined where member == Member(relationship, member.row) {
        if owners.contains(where: isDoomed) { rows.append(member.row) }
      }
    } else if relationship.isOneWayToMany {
      for (member, owner) in owners where member == Member(relationship, member.row) && owner != 0 && isDoomed(owner) {
        rows.append(member.row)
      }
    } else if let inverse = relationship.inverse, !inverse.isToMany {
      for (row, targets) in moves {
        if let target = targets[inverse.index], target != 0, isDoomed(target) { rows.append(row) }
      }
    }
    return rows.filter { $0.root == entity.root.ordinal && !deleted.contains($0) }.map(\.key).sorted()
  }

  /// The keys of the rows of a hierarchy that the rule of a relationship spares, whichever of its owners goes. So it is
  /// where the inverse has one destination.
  package func spared(_ entity: _Entity, _ relationship: _Property, isDoomed: (Int64) -> Bool) -> [Int64] {
    guard !isEmpty, !relationship.isManyToMany else { return [] }
    let rows = deleted.union(moves.keys).filter { $0.root == entity.root.ordinal }
    return rows.filter { spares($0, of: 0, relationship, isDoomed: isDoomed) }.map(\.key).sorted()
  }
}
