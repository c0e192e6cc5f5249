// SPDX-License-Identifier: Apache-2.0

/// An object that left the context, and what it was related to: for undoing, and for deletions that
/// are undone.
final class RemovedObject {
  let object: any PersistentModel
  let entity: _Entity
  /// One destination of a to-one relationship, or none; of a relationship to
  /// many the members that no inverse of theirs brings back.
  var relations: [(property: _Property, targets: [any PersistentModel])] = []
  /// What was unsaved of its relationships.
  var links = LinkChanges.Snapshot()
  /// Objects that a save has taken the reference to this one from.
  var referrers: [(object: any PersistentModel, property: _Property)] = []

  init(_ object: any PersistentModel, _ entity: _Entity) {
    self.object = object
    self.entity = entity
  }
}
