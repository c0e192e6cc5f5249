// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// Registers the changes of a context with its undo manager.
///
/// The first change registers an action, so that the manager knows at once
/// that there is something to undo; what follows belongs to the same action
/// until the manager's group ends, or the context's event does. Undoing makes
/// changes like any others: while it does, they become the action that redoes.
final class UndoRecorder: @unchecked Sendable {
  // Unchecked: used where its context is.
  private unowned let core: ContextCore
  private weak var manager: UndoManager?
  /// The step that is recorded for the undo manager.
  private var step: UndoStep?
  /// The steps that are recorded for open scopes (``ChangeScopes``).
  var scopes: [UndoStep] = []
  /// The actions that were registered since the outermost scope was opened: they are removed if it fails.
  private var scopeActions: [UndoStep] = []
  /// Those of scopes that are closed.
  private var keptActions: [WeakAction] = []
  /// While true, a scope is taken back, or a merge decides, which the manager does not hear of.
  private var isTakingBack = false
  /// While true, pairs that are taken apart belong to an object that is removed.
  private var isRemoving = false
  /// Objects that others may refer to without inverse.
  private var removals: [ObjectIdentifier: WeakRemoval] = [:]
  /// Members of lists without inverse that others have moved since the last save of the context.
  private(set) var takenMembers: Set<TakenMember> = []
  private var observers: [any NSObjectProtocol] = []
  private let isForScopes: Bool

  /// Whether nothing is to be recorded.
  var isIdle: Bool { isForScopes && scopes.isEmpty }

  struct TakenMember: Hashable {
    let entity: Int
    let key: Int64
  }

  private struct WeakRemoval { weak var removal: RemovedObject? }
  private struct WeakAction { weak var step: UndoStep? }

  /// - Parameter manager: `nil` if only scopes are recorded.
  init(_ core: ContextCore, _ manager: UndoManager?) {
    self.core = core
    self.manager = manager
    isForScopes = manager == nil
    guard let manager else { return }
    let names: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ]
    observers = names.map {
      NotificationCenter.default.addObserver(forName: $0, object: manager, queue: nil) {
        [weak self] _ in self?.step = nil
      }
    }
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  // MARK: Steps

  /// The steps that record a change: those of the scopes, and that of the undo manager.
  private func steps() -> [UndoStep] {
    guard !scopes.isEmpty else { return currentStep().map { [$0] } ?? [] }
    return scopes + (currentStep().map { [$0] } ?? [])
  }

  /// The step that records a change for the undo manager; `nil` if it is not to be recorded.
  private func currentStep() -> UndoStep? {
    guard let manager, manager.isUndoRegistrationEnabled, !isTakingBack else { return nil }
    if let step { return step }
    guard manager.groupsByEvent || manager.groupingLevel > 0, let context = core.context else {
      return nil
    }
    let new = UndoStep()
    if core.scopes.isOpen {
      // A target of its own, so that it can be removed alone; its action keeps it.
      manager.registerUndo(withTarget: new) { [weak context] _ in context?._core.undo?.perform(new) }
      scopeActions.append(new)
    } else {
      manager.registerUndo(withTarget: context) { $0._core.undo?.perform(new) }
    }
    // Registering may have opened a group, which ends what was before.
    step = new
    return new
  }

  private func perform(_ undone: UndoStep) {
    core.turn.enter()
    defer { core.turn.leave() }
    step = nil
    // There is always something to redo.
    _ = currentStep()
    core.takeBack(undone)
    step = nil
  }

  /// What follows is undone by itself.
  func endEvent() {
    step = nil
    #if !canImport(Darwin)
      if manager?.groupsByEvent == true { manager?.endEvent() }
    #endif
  }

  /// Forgets every action of the context.
  func removeAllActions(of context: ModelContext?) {
    removals.removeAll()
    if let context { manager?.removeAllActions(withTarget: context) }
    removeActions(after: 0)
    for action in keptActions { if let step = action.step { manager?.removeAllActions(withTarget: step) } }
    keptActions.removeAll()
    endEvent()
  }

  // MARK: Scopes

  /// How many actions open scopes have registered.
  var scopeActionCount: Int { scopeActions.count }

  /// What follows is an action of its own, of the same event.
  func endAction() { step = nil }

  /// A scope fails: its actions undo nothing.
  func removeActions(after count: Int) {
    step = nil
    guard scopeActions.count > count else { return }
    for action in scopeActions[count...] { manager?.removeAllActions(withTarget: action) }
    scopeActions.removeSubrange(count...)
  }

  /// No scope can fail any more that has registered an action.
  func keepActions() {
    guard !scopeActions.isEmpty else { return }
    step = nil
    keptActions.removeAll { $0.step == nil }
    keptActions += scopeActions.map { WeakAction(step: $0) }
    scopeActions.removeAll()
  }

  /// Takes changes back without registering an action that does them again.
  func withoutActions(_ body: () -> Void) {
    let before = isTakingBack
    isTakingBack = true
    body()
    isTakingBack = before
  }

  // MARK: What changes

  /// A property is about to change; its object may be a fault.
  func willChange(_ object: any PersistentModel, _ state: _ModelState, _ index: Int) {
    guard let entity = state.entity else { return }
    let property = entity.properties[index]
    guard !property.isToMany else {
      for step in scopes where !step.isInserted(object) { step.noteTouch(object) }
      return
    }
    for step in steps() where !step.isInserted(object) {
      guard property.isRelationship else {
        guard !step.hasAttribute(object, index) else { continue }
        load(object, state, property)
        step.noteAttribute(object, index, entity)
        continue
      }
      guard !step.hasDestination(object, property) else { continue }
      load(object, state, property)
      let target = core.targets(of: object, state, property, loading: true).first
      step.noteDestination(object, property, target)
    }
  }

  private func load(_ object: any PersistentModel, _ state: _ModelState, _ property: _Property) {
    guard !state.flags.isDisjoint(with: [.fault, .partial]),
      !property.description.isLoaded(object)
    else { return }
    core.fireFault(object, state, property.index)
  }

  /// A loaded list is about to lose members, or to be replaced.
  func willReorder(_ object: any PersistentModel, _ state: _ModelState, _ property: _Property) {
    guard let entity = state.entity, property.description.isLoaded(object) else { return }
    for step in steps() where !step.isInserted(object) { step.noteOrder(object, property, entity) }
  }

  /// - Parameter relationship: Either end.
  func notePair(
    _ relationship: _Property, _ owner: any PersistentModel, _ target: any PersistentModel,
    isAdded: Bool
  ) {
    guard !isRemoving else { return }
    for step in steps() where !step.isInserted(owner) {
      // With its own end, an object takes the pair along.
      guard relationship.inverse == nil || !step.isInserted(target) else { continue }
      if !relationship.isCanonicalEnd, let inverse = relationship.inverse {
        step.notePair(.init(relationship: inverse, owner: target, target: owner, isAdded: isAdded))
      } else {
        step.notePair(
          .init(relationship: relationship, owner: owner, target: target, isAdded: isAdded))
      }
    }
  }

  /// A member of a one-way relationship is about to join an owner, or to leave one.
  func noteMove(
    of target: any PersistentModel, _ relationship: _Property, _ owner: (any PersistentModel)? = nil,
    isAdded: Bool = false
  ) {
    let links = core.unsaved.links
    let move = links.moves[LinkChanges.Member(relationship, target)]
    // It leaves an owner that no change has given it: the store says that it is there.
    let isStored = !isAdded && move?.former == nil && move?.latest == nil && move?.owner !== owner
    let former = UndoStep.Move(
      relationship: relationship, target: target, move: move, stored: isStored ? owner : move?.former,
      generation: links.generation)
    for step in steps() where !step.isInserted(target) { step.noteMove(former, owner, isAdded: isAdded) }
  }

  // MARK: What comes and goes

  func didInsert(_ object: any PersistentModel) {
    for step in steps() { step.noteInsertion(object) }
  }

  /// The deletion of an object is undone.
  func didRevive(_ object: any PersistentModel) {
    for step in steps() { step.noteRevival(object) }
  }

  /// An object is about to be deleted: it and what it is related to are as
  /// they were.
  func willRemove(_ object: any PersistentModel, _ state: _ModelState, _ entity: _Entity) {
    let steps = steps()
    guard !steps.isEmpty else { return }
    if state.flags.contains(.partial) {
      for property in entity.properties where !property.isToMany { load(object, state, property) }
    }
    for step in steps { noteRemoval(of: object, state, entity, in: step) }
  }

  private func noteRemoval(
    of object: any PersistentModel, _ state: _ModelState, _ entity: _Entity, in step: UndoStep
  ) {
    for move in core.unsaved.links.snapshot(of: [object]).moves { noteMove(of: move.target, move.relationship) }
    guard step.noteRemoval(object) else { return }
    let removal = RemovedObject(object, entity)
    for property in entity.relationships
    where property.isToMany && property.description.isLoaded(object) {
      step.noteOrder(object, property, entity)
    }
    for property in entity.relationships where isKept(property) {
      let targets = core.targets(of: object, state, property, loading: true)
      removal.relations.append((property, targets))
      guard property.isOneWayToMany else { continue }
      // What no change has brought into the list, the store has there.
      for target in targets where core.unsaved.links.moves[LinkChanges.Member(property, target)] == nil {
        noteMove(of: target, property, object)
      }
    }
    removal.links = core.unsaved.links.snapshot(of: [object])
    step.append(removal)
    if !entity.oneWayReferences.isEmpty {
      // Lists that are read again meanwhile come without it.
      for reference in entity.oneWayReferences where reference.isOneWayToMany {
        core.forEachOwner(of: [object], reference) { owner, _ in removal.referrers.append((owner, reference)) }
      }
      removals[ObjectIdentifier(object)] = WeakRemoval(removal: removal)
    }
  }

  /// The members of a one-to-many are found by what they lead to themselves,
  /// unless a delete rule leaves them alone.
  private func isKept(_ property: _Property) -> Bool {
    guard property.isToMany, let inverse = property.inverse, !inverse.isToMany else { return true }
    return property.deleteRule == .noAction
  }

  func removing(_ body: () -> Void) {
    let before = isRemoving
    isRemoving = true
    body()
    isRemoving = before
  }

  /// A save has deleted rows, and empties the references to them that have
  /// no inverse: in changed objects already, in others next.
  func didDelete(
    _ deletions: [SavePlan.Item],
    emptied: [(object: any PersistentModel, property: _Property, value: RelatedValue)]
  ) {
    guard !removals.isEmpty else { return }
    for (object, property, value) in emptied {
      for target in Relationships.objects(in: value) {
        removals[ObjectIdentifier(target)]?.removal?.referrers.append((object, property))
      }
    }
    var seen = Set<ObjectIdentifier>()
    for item in deletions {
      for reference in item.entity.oneWayReferences
      where seen.insert(ObjectIdentifier(reference)).inserted {
        noteReferrers(reference, deletions)
      }
    }
  }

  /// A reference without inverse cannot lead to what has left; it will when
  /// that comes back.
  func noteReferrer(
    _ object: any PersistentModel, _ property: _Property, to target: any PersistentModel
  ) {
    removals[ObjectIdentifier(target)]?.removal?.referrers.append((object, property))
  }

  /// Others have given a member to another owner, or to none: the steps know of the owner that it had.
  func didTake(_ entity: _Entity, _ key: Int64) {
    takenMembers.insert(TakenMember(entity: entity.root.ordinal, key: key))
  }

  /// Forgets removals that no action knows any more, and what others have moved: from now on, undoing moves it back.
  func didSave() {
    removals = removals.filter { $0.value.removal != nil }
    takenMembers = []
  }

  private func noteReferrers(_ reference: _Property, _ deletions: [SavePlan.Item]) {
    guard let root = reference.destination?.root else { return }
    var keys: [Int64: any PersistentModel] = [:]
    for item in deletions where item.entity.root === root { keys[item.state.key] = item.object }
    for object in core.map(of: reference.entity).all() {
      guard let entity = object._$state?.entity, entity.isKind(of: reference.entity) else { continue }
      let property = entity.properties[reference.index]
      let related = property.description.related(of: object)
      var targets = Relationships.objects(in: related)
      if case .key(let key) = related { targets = keys[key].map { [$0] } ?? [] }
      for target in targets {
        removals[ObjectIdentifier(target)]?.removal?.referrers.append((object, property))
      }
    }
  }
}
