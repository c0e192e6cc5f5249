// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is wrong with what a custom store has done, in words that say which store and what.
struct DataStoreIssue {
  /// The name of its configuration.
  let store: String

  /// The store has answered with something that is no answer.
  func nonsense(
    _ what: String, entity: String? = nil, property: String? = nil, identifier: PersistentIdentifier? = nil,
    underlying: (any Error)? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .storeFailure, "The store “\(store)” \(what)", entity: entity, property: property, identifier: identifier,
      advice: "Correct the store; the checks of SwiftDataTesting show what it must do.", underlying: underlying)
  }

  /// The store has thrown: its error, unless that tells a context or a program what to do by itself.
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
