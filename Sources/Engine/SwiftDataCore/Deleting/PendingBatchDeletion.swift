// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A deletion by predicate that waits for the save which it is a part of.
struct PendingBatchDeletion {
  let id = UUID()
  let request: RowRequest
  let predicate: StorePredicate?
  /// Registered objects that it will delete.
  var marked: [any PersistentModel] = [] { didSet { markedIDs = Set(marked.map { ObjectIdentifier($0) }) } }
  private var markedIDs: Set<ObjectIdentifier> = []
  /// What was assigned of them since had these values before.
  private var formerValues: [ObjectIdentifier: FormerValues] = [:]

  private struct FormerValues {
    let object: any PersistentModel
    /// An instance of the same class.
    let values: any PersistentModel
    var properties: [PropertyDescription] = []

    func restore() {
      for property in properties {
        property.notify(object) { property.copyStored(from: values, to: object) }
      }
    }
  }

  init(_ request: RowRequest, _ predicate: StorePredicate?) {
    self.request = request
    self.predicate = predicate
  }

  func marks(_ object: any PersistentModel) -> Bool { markedIDs.contains(ObjectIdentifier(object)) }

  /// The rows of an entity that will be gone; `nil` if there are none, whatever the predicate says.
  func exclusion(from entity: _Entity) -> RowRequest.Exclusion? {
    let covers =
      request.entity.isKind(of: entity) || request.includesSubentities && entity.isKind(of: request.entity)
    guard covers else { return nil }
    return RowRequest.Exclusion(
      entity: request.entity, includesSubentities: request.includesSubentities, predicate: predicate,
      descriptor: request.descriptor)
  }

  /// A property of a marked object is about to be assigned.
  mutating func keepFormerValue(of object: any PersistentModel, _ property: PropertyDescription, _ entity: _Entity) {
    let id = ObjectIdentifier(object)
    var former = formerValues[id] ?? FormerValues(object: object, values: entity.description.make())
    guard !former.properties.contains(where: { $0 === property }) else { return }
    property.copyStored(from: object, to: former.values)
    former.properties.append(property)
    formerValues[id] = former
  }

  /// Nothing was recorded of the assignments, and no other object knows of them.
  func restoreFormerValues() {
    for former in formerValues.values { former.restore() }
  }

  func restoreFormerValues(of object: any PersistentModel) { formerValues[ObjectIdentifier(object)]?.restore() }
}

extension UnsavedChanges {
  /// The rows of an entity that deletions by predicate will delete.
  func exclusions(from entity: _Entity) -> [RowRequest.Exclusion] {
    batchDeletions.compactMap { $0.exclusion(from: entity) }
  }

  /// Whether a deletion by predicate will delete the row of an object, which is there until the save.
  func isMarked(_ object: any PersistentModel) -> Bool { batchDeletions.contains { $0.marks(object) } }

  /// A property of an object is about to be assigned whose row is gone, or is to be deleted by predicate.
  ///
  /// - Returns: Whether it is to be deleted: the value goes with it, or the former one comes back with it.
  func keepFormerValue(of object: any PersistentModel, _ property: _Property, _ entity: _Entity) -> Bool {
    guard let index = batchDeletions.firstIndex(where: { $0.marks(object) }) else { return false }
    batchDeletions[index].keepFormerValue(of: object, property.description, entity)
    return true
  }
}

extension ContextCore {
  /// Deletions by predicate that were made since a moment are not to be.
  ///
  /// - Returns: The objects that are there again, and what is unsaved of each.
  func takeBackBatchDeletions(after count: Int) -> [(object: any PersistentModel, dirty: PropertyMask)] {
    var returned: [(object: any PersistentModel, dirty: PropertyMask)] = []
    while unsaved.batchDeletions.count > count {
      let deletion = unsaved.batchDeletions.removeLast()
      for object in deletion.marked {
        guard let state = object._$state, state.life == .gone, state.core === self else { continue }
        move(object, state, to: state.dirty.isEmpty ? .stored : .updated)
        returned.append((object, state.dirty))
      }
      deletion.restoreFormerValues()
    }
    return returned
  }

  /// Others may have changed or deleted these objects while they were to be deleted here.
  func readAgain(_ returned: [(object: any PersistentModel, dirty: PropertyMask)]) {
    var clean: [any PersistentModel] = []
    var changed: [(object: any PersistentModel, mask: PropertyMask)] = []
    var gone: [(object: any PersistentModel, entity: _Entity)] = []
    for (object, _) in returned {
      guard let state = object._$state, state.core === self, let entity = state.entity else { continue }
      if state.life == .stored { clean.append(object) }
      guard state.life == .updated else { continue }
      let error = deferredError
      if let row = storedRow(of: object, state, entity) {
        if row.version != state.version, !state.isFault { changed.append((object, .all)) }
      } else if deferredError == nil || error != nil {
        // A store that cannot be read says nothing about its rows.
        noteLostChanges(object, state)
        rowIsGone(object, state)
        gone.append((object, entity))
      }
    }
    removeGoneMembers(gone)
    reload(clean)
    merge(changed)
  }
}
