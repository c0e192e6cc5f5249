// SPDX-License-Identifier: Apache-2.0

/// The one way back for what was deleted.
///
/// Undoing, inserting again and the merge policy take deletions back. Each time the object's row is read again, and the
/// lists that others have changed: while the object was to be deleted, the store went on. Where both sides have changed
/// something, the merge policy decides, as it does for any other object.
extension ContextCore {
  /// Takes deletions back. What a save has deleted is inserted anew, as the
  /// same object, but as another row: keys are never given out twice.
  func bringBack(_ removals: [RemovedObject]) {
    guard !removals.isEmpty else { return }
    var kept: [RemovedObject] = []
    var renewed: [RemovedObject] = []
    for removal in removals {
      guard let state = removal.object._$state else { continue }
      if state.core === self {
        switch state.life {
        case .deleted: kept.append(removal)
        // A merge has taken the deletion back: the object is as its row.
        case .stored where state.key == removal.key, .updated where state.key == removal.key: continue
        // The program has inserted it again itself.
        case .inserted, .stored, .updated: renewed.append(removal)
        case .unregistered, .gone, .lost: continue
        }
      } else if state.core == nil, registerNew(removal.object) {
        renewed.append(removal)
      }
    }
    revive(kept)
    for removal in renewed {
      relate(removal)
      for (object, property) in removal.referrers { refer(object, property, to: removal.object) }
      for link in removal.links.joined {
        join(link.owner, link.relationship, link.target)
      }
    }
  }

  // MARK: Rows that are still there

  /// Objects whose deletion has not been saved are not to be deleted any more.
  private func revive(_ removals: [RemovedObject]) {
    guard !removals.isEmpty else { return }
    for removal in removals {
      guard let state = removal.object._$state else { continue }
      undo?.didRevive(removal.object)
      unsaved.deletedLinks.didRevive(removal.object)
      unsaved.cascades.remove(of: removal.object)
      unsaved.cascades.remove(from: removal.object)
      move(removal.object, state, to: state.dirty.isEmpty ? .stored : .updated)
    }
    let theirs = readAgain(removals.map(\.object))
    let here = removals.filter { isHere($0.object) }
    let later = unsaved.links.snapshot(of: here.map(\.object))
    let dirty = here.map { $0.object._$state?.dirty ?? .none }
    // Undoing takes the pairs back with the object.
    let relateAll = {
      for removal in here { self.relate(removal, except: theirs[ObjectIdentifier(removal.object)] ?? .none) }
    }
    if let undo { undo.removing(relateAll) } else { relateAll() }
    // Its pairs are in the store, but for those that had not been saved, and
    // what became of them while it was deleted.
    restoreLinks(of: here, later)
    settlePairs(of: here.map(\.object))
    for (removal, dirty) in zip(here, dirty) { forgetReturn(of: removal, dirty) }
    readListsAgain(of: here)
    for removal in here where theirs[ObjectIdentifier(removal.object)]?.isEmpty == false {
      readOwnersAgain(of: removal)
    }
  }

  /// What is as before the deletion has not changed, although it has been put back.
  ///
  /// - Parameter dirty: What was unsaved of the object before it was related again.
  private func forgetReturn(of removal: RemovedObject, _ dirty: PropertyMask) {
    let object = removal.object
    guard let state = object._$state, state.core === self else { return }
    for (_, targets) in removal.relations { forgetNullifications(of: targets, by: object) }
    let touched = state.dirty.subtracting(dirty)
    guard !touched.isEmpty else { return }
    // Its owner has put it into its list, although it has led there all the time.
    var same = PropertyMask.none
    for (property, targets) in removal.relations
    where !property.isToMany && property.index < PropertyMask.sharedBit && touched.contains(property.index) {
      if let target = targets.first, leads(object, property, to: target) { same.insert(property.index) }
    }
    let lists = touched.subtracting(removal.entity.ownColumns)
    if unsaved.links.changes(of: [object]).isEmpty { same = same.union(lists) }
    if !same.isEmpty { giveUp(same, object, state) }
  }

  /// Reads the rows of revived objects, by one statement per hierarchy.
  ///
  /// - Returns: What others have changed of them meanwhile, by object.
  private func readAgain(_ objects: [any PersistentModel]) -> [ObjectIdentifier: PropertyMask] {
    var groups: [Int: (root: _Entity, objects: [Int64: any PersistentModel])] = [:]
    for object in objects {
      guard let state = object._$state, let root = state.entity?.root, state.key > 0 else { continue }
      groups[root.ordinal, default: (root, [:])].objects[state.key] = object
    }
    var theirs: [ObjectIdentifier: PropertyMask] = [:]
    var missing: [(object: any PersistentModel, entity: _Entity)] = []
    for group in groups.values {
      var left = group.objects
      var request = RowRequest(entity: group.root)
      request.keys = Array(left.keys)
      do {
        try store(of: group.root).fetch(request) { row in
          guard let object = left.removeValue(forKey: row.key), let state = object._$state else { return }
          theirs[ObjectIdentifier(object)] = try accept(&row, into: object, state)
        }
      } catch {
        note(error)
        continue
      }
      for object in left.values {
        guard let state = object._$state, let entity = state.entity else { continue }
        unsaved.overtakenDeletions[ObjectIdentifier(object)] = nil
        noteLostChanges(object, state)
        rowIsGone(object, state)
        missing.append((object, entity))
      }
    }
    removeGoneMembers(missing)
    return theirs
  }

  /// A revived object takes its row's values. Of its own unsaved ones it gives up what the policy says; those that stay
  /// keep the version that they were made on, so that the save finds the conflict.
  private func accept(
    _ row: inout FetchedRow, into object: any PersistentModel, _ state: _ModelState
  ) throws -> PropertyMask {
    let overtaken = unsaved.overtakenDeletions.removeValue(forKey: ObjectIdentifier(object))
    guard let entity = state.entity, overtaken != nil || row.version != state.version || state.version == 0 else {
      return .none
    }
    // A row that is newer than what was said of it may have changed in any property.
    let theirs = overtaken.map { row.version == state.version ? $0.mask : .all } ?? .all
    let version = overtaken?.version ?? state.version
    let emptied = nullifications(of: object, state, changedElsewhere: theirs)
    for nullification in emptied {
      giveUp(PropertyMask(bits: PropertyMask.bit(nullification.property.index)), object, state)
    }
    let both = state.dirty.intersection(theirs).intersection(entity.ownColumns)
    let policy = effectiveMergePolicy
    if !both.isEmpty {
      noteConflict(.bothChanged, entity, both)
      if policy == .storeWins { giveUp(both, object, state) }
    }
    var failure: (any Error)?
    followingMoves(object, state) {
      notifyAll(object, state) {
        do { try loadAround(object, state, &row, mask: .all) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    if policy == .error, !both.isEmpty { state.version = version }
    nullifyAgain(emptied, of: object)
    mergeLists(object, changedElsewhere: theirs)
    return theirs
  }

  /// - Parameter later: What became of the relationships of these objects while they were deleted.
  private func restoreLinks(of removals: [RemovedObject], _ later: LinkChanges.Snapshot) {
    let former = removals.map(\.links)
    unsaved.links.forget(removals.map(\.object))
    for link in former.flatMap(\.pairs) + later.pairs where isHere(link.owner) && isHere(link.target) {
      unsaved.links.note(link.relationship, owner: link.owner, target: link.target, isAdded: link.isAdded)
    }
    // The last one that gives a member to an owner which is here, or just the last one.
    var moves: [LinkChanges.Member: MemberMoves.Move] = [:]
    for move in former.flatMap(\.moves) + later.moves {
      let known = moves[move.member]
      if move.owner.map(isHere) == true || known?.owner.map(isHere) != true { moves[move.member] = move }
    }
    for var move in moves.values where move.target._$state?.core === self {
      undo?.noteMove(of: move.target, move.relationship)
      if let owner = move.owner, !isHere(owner) {
        move.owner = nil
        if move.former == nil { move.latest = owner }
      }
      unsaved.links.restore(move, of: move.target, move.relationship)
    }
  }

  /// Lists that were read while these objects were to be deleted have been read without them.
  private func readListsAgain(of removals: [RemovedObject]) {
    let roots = Set(removals.map { $0.entity.root.ordinal })
    readAdjustedListsAgain { list in list.destination.map { roots.contains($0.root.ordinal) } ?? false }
  }

  /// Others have changed the row of a revived object: lists that hold it, or held it before, are read again.
  private func readOwnersAgain(of removal: RemovedObject) {
    guard let state = removal.object._$state else { return }
    for property in removal.entity.relationships {
      guard let inverse = property.inverse, inverse.isToMany else { continue }
      let former = removal.relations.first { $0.property === property }?.targets ?? []
      var seen = Set<ObjectIdentifier>()
      for owner in former + targets(of: removal.object, state, property, loading: false)
      where isHere(owner) && seen.insert(ObjectIdentifier(owner)).inserted {
        readAgain(inverse.index, of: owner)
      }
      if property.isToMany { readAgain(property.index, of: removal.object) }
    }
  }

  // MARK: Relationships

  /// - Parameter theirs: What others have changed in the meantime: there the row says where the object leads.
  private func relate(_ removal: RemovedObject, except theirs: PropertyMask = .none) {
    let object = removal.object
    guard let state = object._$state else { return }
    for property in removal.entity.relationships where property.isToMany {
      clean(object, state, property)
    }
    for (property, targets) in removal.relations {
      if property.isToMany {
        for target in targets where isFree(target, property, for: object, state) { join(object, property, target) }
        continue
      }
      guard !theirs.contains(property.index) else { continue }
      lead(object, state, property, to: targets.first)
      // The other side no longer has it, even if this one has not.
      if let target = targets.first, isHere(target) { connect(object, property, target) }
    }
  }

  /// Whether a member has not got another owner since.
  func isFree(
    _ target: any PersistentModel, _ property: _Property, for object: any PersistentModel, _ state: _ModelState
  ) -> Bool {
    if property.isOneWayToMany { return unsaved.links.owner(of: target, property).map { $0 === object } ?? true }
    guard let inverse = property.inverse, !inverse.isToMany,
      let own = target._$state?.entity?.properties[inverse.index]
    else { return true }
    return switch own.description.related(of: target) {
    case .object(let owner): owner === object
    case .key(let key): key == state.key
    default: true
    }
  }

  /// A deleted object keeps its lists, whatever becomes of the members. Those
  /// that no longer lead to it come back when their own side does.
  private func clean(
    _ object: any PersistentModel, _ state: _ModelState, _ property: _Property
  ) {
    guard property.description.relatedCount(of: object) != nil else { return }
    let members = Relationships.objects(in: property.description.related(of: object))
    let left = members.filter { isHere($0) && leadsBack($0, to: object, state, property) }
    guard left.count < members.count else { return }
    unsaved.memberships.didReplace(object, property.index)
    unsaved.adjusted.append((object, property))
    property.description.notify(object) { property.description.setMembers(left[...], of: object) }
  }

  private func leadsBack(
    _ member: any PersistentModel, to object: any PersistentModel, _ state: _ModelState,
    _ property: _Property
  ) -> Bool {
    if property.isOneWayToMany { return isFree(member, property, for: object, state) }
    guard let inverse = property.inverse, !inverse.isToMany, property.deleteRule != .noAction else {
      return true
    }
    return switch inverse.description.related(of: member) {
    case .object(let owner): owner === object
    case .key(let key): key == state.key
    case .fault: true
    default: false
    }
  }

  private func refer(
    _ object: any PersistentModel, _ property: _Property, to target: any PersistentModel
  ) {
    guard isHere(object), let state = object._$state else { return }
    if property.isToMany { return join(object, property, target) }
    switch property.description.related(of: object) {
    case .none, .key: lead(object, state, property, to: target)
    default: break
    }
  }
}

/// An object that left the context, and what it was related to: for undoing, and for deletions that
/// are undone.
final class RemovedObject {
  let object: any PersistentModel
  let entity: _Entity
  /// The key of its row; negative if it had none yet.
  let key: Int64
  /// One destination of a to-one relationship, or none; of a relationship to
  /// many the members that no inverse of theirs brings back.
  var relations: [(property: _Property, targets: [any PersistentModel])] = []
  /// The unsaved changes of its relationships.
  var links = LinkChanges.Snapshot()
  /// Objects that a save has taken the reference to this one from.
  var referrers: [(object: any PersistentModel, property: _Property)] = []

  init(_ object: any PersistentModel, _ entity: _Entity) {
    self.object = object
    self.entity = entity
    key = object._$state?.key ?? 0
  }
}
