// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What does not hold. Failures of the same kind are taken for the same one when steps are left out.
struct CompanyFailure: Error, CustomStringConvertible {
  enum Kind: String {
    case memory = "inverses in memory"
    case store = "inverses in the store"
    case context = "a context without changes differs from the store"
    case changes = "changes after a save or a rollback"
    case predicate = "a predicate differs from its evaluation by hand"
    case takenBack = "a closure that failed has left something"
    case error = "an error that nothing explains"
    case hook = "a hook was told of a save that wrote nothing"
    case reopening = "the file, opened again, differs"
    case integrity, history, search, files
  }

  let kind: Kind
  let details: String

  init(_ kind: Kind, _ details: String) { (self.kind, self.details) = (kind, details) }

  var description: String { "\(kind.rawValue): \(details)" }
}

extension SwiftDataError {
  /// Whether a save or a change in bulk may end with it: somebody else was faster, or a rule forbids it. Anything else
  /// would be a mistake of the library.
  var isRefusal: Bool {
    let kinds: [SwiftDataError] = [
      .optimisticLockFailure, .uniqueConflict, .deleteDenied, .modelValidationFailure,
      .includePendingChangesWithBatchSize,
    ]
    return kinds.contains(self)
  }
}
