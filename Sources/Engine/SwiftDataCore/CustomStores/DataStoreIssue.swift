// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Errors about the results of a custom store, which name the store.
struct DataStoreIssue {
  /// The name of its configuration.
  let store: String

  /// The store has returned an invalid result.
  func nonsense(
    _ what: String, entity: String? = nil, property: String? = nil, identifier: PersistentIdentifier? = nil,
    underlying: (any Error)? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .storeFailure, "The store “\(store)” \(what)", entity: entity, property: property, identifier: identifier,
      advice: "Correct the store; the checks of SwiftDataTesting show what it must do.", underlying: underlying)
  }

  /// The store has thrown: its error, unless that is one that a context or a program handles.
  func failure(_ error: any Error, while action: String) -> any Error {
    if error is DataStoreError { return error }
    guard let known = error as? SwiftDataError else {
      return SwiftDataError(
        .storeFailure, "The store “\(store)” could not \(action): \(error)", underlying: error)
    }
    return known
  }

  /// The library has it for SQLite stores only.
  func unsupported(_ feature: String, entity: String? = nil, advice: String) -> SwiftDataError {
    SwiftDataError(
      .storeFailure, "\(feature) is not available: the store “\(store)” is a custom one.", entity: entity,
      advice: advice, underlying: DataStoreError.unsupportedFeature)
  }
}
