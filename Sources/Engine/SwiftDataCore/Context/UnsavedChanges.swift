// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Everything that a context has changed and not saved.
///
/// ``ContextCore/move(_:_:to:)`` keeps the three lists of objects; the other parts know what became of relationships.
final class UnsavedChanges {
  // Unchecked exclusivity: the parts are looked at for each object that is fetched, assigned or saved, and what changes
  // them calls nothing that could come back to them.
  @exclusivity(unchecked) var inserted = ChangeList()
  @exclusivity(unchecked) var updated = ChangeList()
  @exclusivity(unchecked) var deleted = ChangeList()

  /// Pairs of to-many relationships that are not kept in a column of either object.
  @exclusivity(unchecked) var links = LinkChanges()
  /// Members that joined or left lists which have not been read.
  @exclusivity(unchecked) var memberships = PendingMemberships()
  /// Relationships that were loaded with unsaved changes applied, of objects that have not changed themselves: a
  /// rollback reads them again.
  @exclusivity(unchecked) var adjusted: [(object: any PersistentModel, relationship: _Property)] = []
  /// Lists that still hold deleted members.
  @exclusivity(unchecked) var lingering = LingeringMembers()

  /// The objects that are deleted because their owner is.
  @exclusivity(unchecked) var cascades = Cascades()
  /// The relationships that delete rules have emptied, by object.
  @exclusivity(unchecked) var nullifications: [ObjectIdentifier: [Nullification]] = [:]
  /// The unsaved changes of the relationships of deleted objects.
  @exclusivity(unchecked) var deletedLinks = DeletedLinks()
  /// The changes of other writers to objects that are to be deleted here.
  @exclusivity(unchecked) var overtakenDeletions: [ObjectIdentifier: OvertakenDeletion] = [:]
  /// Deletions by predicate that wait for the save.
  @exclusivity(unchecked) var batchDeletions: [PendingBatchDeletion] = [] {
    didSet { if batchDeletions.isEmpty, !lateRelations.isEmpty { lateRelations = LateRelations() } }
  }
  /// What was related since to the models that they have marked.
  @exclusivity(unchecked) var lateRelations = LateRelations()

  /// Unsaved changes that met saved ones of others, by object.
  @exclusivity(unchecked) var conflicts: [ObjectIdentifier: MergeConflict] = [:]
  /// Members of lists without inverse that have got an owner here, and another one elsewhere.
  @exclusivity(unchecked) var movedElsewhere: [LinkChanges.Member: (any PersistentModel, _Property)] = [:]
  /// Relationships that lead to models which cannot be saved here.
  @exclusivity(unchecked) var unsavableTargets: [UnsavableTarget] = []
  /// Whether an unsaved relationship may lead to an object that is gone.
  @exclusivity(unchecked) var leadsToGone = false

  /// Whether objects have changed.
  var hasObjects: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  /// Whether a save has anything to write.
  var isEmpty: Bool { !hasObjects && batchDeletions.isEmpty }

  /// The objects of all lists.
  var objects: [any PersistentModel] { inserted.models + updated.models + deleted.models }

  /// All is written, or dropped.
  func removeAll() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    links.removeAll()
    memberships.removeAll()
    lingering.removeAll()
    deletedLinks = DeletedLinks()
    leadsToGone = false
    // Most saves have none of these, and a look costs less than a call.
    if !adjusted.isEmpty { adjusted = [] }
    if !cascades.isEmpty { cascades = Cascades() }
    if !nullifications.isEmpty { nullifications = [:] }
    if !overtakenDeletions.isEmpty { overtakenDeletions = [:] }
    if !batchDeletions.isEmpty { batchDeletions = [] }
    if !conflicts.isEmpty { conflicts = [:] }
    if !movedElsewhere.isEmpty { movedElsewhere = [:] }
    if !unsavableTargets.isEmpty { unsavableTargets = [] }
  }

  /// The changes of some stores are written; those of others wait for the next save.
  ///
  /// - Parameter isWritten: Whether an object's store is among those, or the object has left the context.
  func removeWritten(_ plans: [SavePlan], where isWritten: (any PersistentModel) -> Bool) {
    for plan in plans {
      for item in plan.insertions { inserted.remove(item.object) }
      for item in plan.updates { updated.remove(item.object) }
      for item in plan.deletions { deleted.remove(item.object) }
      links.forget(plan.links)
      batchDeletions.removeAll { deletion in plan.batchDeletions.contains { $0.id == deletion.id } }
      for item in plan.deletions { overtakenDeletions[ObjectIdentifier(item.object)] = nil }
    }
    memberships.forget(where: isWritten)
    adjusted.removeAll { isWritten($0.object) }
    cascades.removeAll { isWritten($0.object) && $0.removed == nil || isWritten($0.owner) }
    nullifications = nullifications.compactMapValues { all in
      let rest = all.filter { !isWritten($0.owner) }
      return rest.isEmpty ? nil : rest
    }
    deletedLinks.removeAll(where: isWritten)
  }
}

/// The changes that other writers have saved of an object that is to be deleted here: they count if the deletion is
/// undone.
struct OvertakenDeletion {
  /// The version of the row that the object's unsaved values were made on.
  let version: Int32
  /// What the others have changed; with lists that have gained or lost members.
  var mask: PropertyMask
}
