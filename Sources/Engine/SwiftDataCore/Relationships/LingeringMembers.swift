// SPDX-License-Identifier: Apache-2.0

/// Deleted members that loaded lists still hold.
///
/// Between `delete(_:)` and the save a list keeps its deleted members, so that the indices of the others stay the same:
/// `for index in offsets { context.delete(trip.stops[index]) }` deletes what was meant. They leave the list with the
/// save, with ``ModelContext/processPendingChanges()``, with a rollback, or by being taken out; undoing finds them in
/// their places. What Apple's framework does was established from public code that depends on it.
struct LingeringMembers {
  struct End: Hashable {
    let owner: ObjectIdentifier
    let index: Int
  }

  struct List {
    let owner: any PersistentModel
    let property: _Property
    var members: Set<ObjectIdentifier>
  }

  private(set) var lists: [End: List] = [:]
  private var members: Set<ObjectIdentifier> = []

  var isEmpty: Bool { lists.isEmpty }

  mutating func note(_ member: any PersistentModel, _ owner: any PersistentModel, _ property: _Property) {
    let end = End(owner: ObjectIdentifier(owner), index: property.index)
    members.insert(ObjectIdentifier(member))
    lists[end, default: List(owner: owner, property: property, members: [])].members
      .insert(ObjectIdentifier(member))
  }

  /// Whether any list holds an object only until the save.
  func holds(_ object: any PersistentModel) -> Bool { members.contains(ObjectIdentifier(object)) }

  /// Whether any list holds an object still.
  func isInAnyList(_ object: any PersistentModel) -> Bool {
    members.contains(ObjectIdentifier(object))
      && lists.values.contains { $0.members.contains(ObjectIdentifier(object)) }
  }

  /// Whether a list holds a member only until the save.
  func contains(_ member: any PersistentModel, _ owner: any PersistentModel, _ property: _Property) -> Bool {
    guard !lists.isEmpty else { return false }
    return lists[End(owner: ObjectIdentifier(owner), index: property.index)]?.members
      .contains(ObjectIdentifier(member)) ?? false
  }

  /// The list was replaced, or the member is back.
  mutating func forget(_ member: any PersistentModel, _ owner: any PersistentModel, _ property: _Property) {
    guard !lists.isEmpty else { return }
    let end = End(owner: ObjectIdentifier(owner), index: property.index)
    lists[end]?.members.remove(ObjectIdentifier(member))
    if lists[end]?.members.isEmpty == true { lists[end] = nil }
  }

  mutating func removeAll() {
    lists.removeAll()
    members.removeAll()
  }

  mutating func take() -> [List] {
    defer { removeAll() }
    return Array(lists.values)
  }
}

extension ModelContext {
  /// For the host of views, after each event.
  package func _settleDeletions() { _core.settleLists() }

  /// For the host of views, before each event: what follows is undone by itself.
  package func _endUndoEvent() { _core.undo?.endEvent() }
}

extension ContextCore {
  /// A deleted object has left the loaded list of an owner, which holds it until the save all the same.
  ///
  /// - Parameter property: That of the deleted object, whose inverse the list is.
  func linger(
    _ member: any PersistentModel, in owner: any PersistentModel, _ state: _ModelState, _ list: _Property,
    _ property: _Property
  ) {
    if property.isManyToMany { notePair(property, owner: member, target: owner, isAdded: false) }
    undo?.willReorder(owner, state, list)
    willChange(owner, state, list.index)
    unsaved.lingering.note(member, owner, list)
  }

  /// Deleted members leave the lists that still hold them.
  func settleLists() {
    turn.enter()
    defer { turn.leave() }
    guard !unsaved.lingering.isEmpty else { return }
    for list in unsaved.lingering.take() {
      guard case .objects(let held) = list.property.description.related(of: list.owner),
        let rest = remaining(list)
      else { continue }
      for member in held where list.members.contains(ObjectIdentifier(member)) { stopLingering(member) }
      unsaved.memberships.didReplace(list.owner, list.property.index)
      list.property.description.notify(list.owner) {
        list.property.description.setMembers(rest[...], of: list.owner)
      }
    }
  }

  /// Runs code that judges models by what they will be: a predicate evaluated in memory sees lists without their
  /// deleted members. Observers are not told, since the lists are as before when this returns.
  ///
  /// - Parameter candidates: Which models are judged. Nothing leads from a member to the owner of a list without inverse,
  ///   so those of the candidates are looked through.
  func withoutLingeringMembers<R, C: Sequence>(of candidates: C, _ body: () throws -> R) rethrows -> R
  where C.Element: PersistentModel {
    guard !unsaved.lingering.isEmpty || unsaved.leadsToGone else { return try body() }
    var whole: [(owner: any PersistentModel, property: _Property, members: [any PersistentModel])] = []
    func hide(_ rest: [any PersistentModel]?, _ owner: any PersistentModel, _ property: _Property) {
      guard let rest else { return }
      whole.append((owner, property, Relationships.objects(in: property.description.related(of: owner))))
      property.description.setMembers(rest[...], of: owner)
    }
    for list in unsaved.lingering.lists.values { hide(remaining(list), list.owner, list.property) }
    if unsaved.leadsToGone {
      for owner in candidates {
        for property in owner._$state?.entity?.relationships ?? [] where property.isOneWayToMany {
          guard case .objects(let members) = property.description.related(of: owner) else { continue }
          let rest = members.filter { isHere($0) }
          hide(rest.count < members.count ? rest : nil, owner, property)
        }
      }
    }
    defer {
      for (owner, property, members) in whole { property.description.setMembers(members[...], of: owner) }
    }
    return try body()
  }

  /// A new object that was deleted has left the last list.
  func stopLingering(_ member: any PersistentModel) {
    guard let state = member._$state, state.core == nil, state.life == .gone, !state.flags.contains(.standIn),
      !unsaved.lingering.isInAnyList(member)
    else { return }
    settle(state, as: .unregistered)
  }

  /// The members that stay; `nil` if the list holds none of the others.
  private func remaining(_ list: LingeringMembers.List) -> [any PersistentModel]? {
    guard case .objects(let members) = list.property.description.related(of: list.owner) else { return nil }
    let rest = members.filter { !list.members.contains(ObjectIdentifier($0)) || isHere($0) }
    return rest.count < members.count ? rest : nil
  }
}
