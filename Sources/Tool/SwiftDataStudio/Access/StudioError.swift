// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What went wrong, and what to do about it: for people.
package struct StudioError: Error, Hashable, Sendable, CustomStringConvertible {
  package let what: String
  package let advice: String?

  package init(_ what: String, advice: String? = nil) {
    self.what = what
    self.advice = advice
  }

  /// What any error says, and what to do about it where it says so.
  package init(_ error: any Error) {
    switch error {
    case let error as StudioError: self = error
    case let error as StoreError: self.init(error.what, advice: error.advice)
    case let error as ExpressionError:
      self.init(error.description, advice: "Conditions are written as for 'swiftdata query --where'.")
    case let error as ImportProblems:
      self.init(
        error.problems.map { "\($0.place): \($0.message)" }.joined(separator: "\n"), advice: "Nothing was written.")
    default: self.init("\(error)")
    }
  }

  package var description: String { advice.map { "\(what) \($0)" } ?? what }
}
