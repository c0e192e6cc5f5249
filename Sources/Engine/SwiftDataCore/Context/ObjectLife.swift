// SPDX-License-Identifier: Apache-2.0

/// The state of an object in its context.
///
/// ```
///                  insert                    save
/// unregistered ─────────────▶ inserted ─────────────▶ stored ◀─────── a row is read
///      ▲  ▲                       │                   ▲ │  ▲
///      │  └───────────────────────┘           save or │ │  │ revival without
///      │       delete, or rollback       the policy's │ │  │ unsaved values
///      │                                     decision │ ▼  │
///      │                                            updated │
///      │                                              │ ▲   │
///      │                                       delete │ │ revival
///      │                     save                     ▼ │   │
///      └───────────────────────────────────────────  deleted
///
/// stored, updated ── the row turns out to be gone ──▶ gone, lost
/// gone ── a property is set ──▶ lost ── the policy drops the values, or rollback ──▶ gone
/// ```
///
/// Whether the values of an object have been read (a fault, a partial one) is another question; its flags answer it.
package enum ObjectLife: UInt16, Sendable, CaseIterable {
  /// No context knows the object, or none does any more.
  case unregistered = 0
  /// New: the next save inserts its row.
  case inserted
  /// It has a row, and no unsaved change.
  case stored
  /// It has a row and unsaved changes.
  case updated
  /// The next save deletes its row.
  case deleted
  /// Its row is gone, or there has never been one (a stand-in for what cannot be found).
  case gone
  /// Its row is gone, and its unsaved changes cannot be written.
  case lost

  /// Whether the object is on the list of those that have changed.
  var hasUnsavedValues: Bool { self == .updated || self == .lost }
}

extension ContextCore {
  /// The one place where the life of a single object changes: the lists of ``UnsavedChanges`` follow.
  ///
  /// What concerns all unsaved changes at once (a finished save, a rollback, the context's end) empties the lists
  /// first and then calls ``settle(_:as:)``.
  func move(_ object: any PersistentModel, _ state: _ModelState, to new: ObjectLife) {
    let old = state.life
    guard old != new else { return }
    switch old {
    case .inserted: unsaved.inserted.remove(object)
    case .updated, .lost: if !new.hasUnsavedValues { unsaved.updated.remove(object) }
    case .deleted: unsaved.deleted.remove(object)
    case .unregistered, .stored, .gone: break
    }
    state._setLife(new)
    switch new {
    case .inserted: unsaved.inserted.append(object)
    case .updated, .lost: if !old.hasUnsavedValues { unsaved.updated.append(object) }
    case .deleted: unsaved.deleted.append(object)
    case .gone: unsaved.leadsToGone = true
    case .unregistered, .stored: break
    }
  }

  /// The lists of unsaved changes no longer have the object: this is what it is from now on.
  func settle(_ state: _ModelState, as life: ObjectLife) { state._setLife(life) }

  /// The row of an object is not in the store any more. The object keeps its values and reports `isDeleted`.
  func rowIsGone(_ object: any PersistentModel, _ state: _ModelState) {
    state.flags.remove(.fault)
    switch state.life {
    case .updated: move(object, state, to: state.dirty.isEmpty ? .gone : .lost)
    // Both sides have deleted it; the save finds nothing to do.
    case .deleted, .lost: break
    case .unregistered, .inserted, .stored, .gone: move(object, state, to: .gone)
    }
    unsaved.leadsToGone = true
  }

  /// An object has no unsaved values any more, or fewer.
  func didGiveUpValues(_ object: any PersistentModel, _ state: _ModelState) {
    guard state.dirty.isEmpty else { return }
    switch state.life {
    case .updated: move(object, state, to: .stored)
    case .lost: move(object, state, to: .gone)
    default: break
    }
  }
}
