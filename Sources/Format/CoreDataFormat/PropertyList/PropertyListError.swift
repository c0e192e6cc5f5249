// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no binary property list, or a value cannot be one.
package struct PropertyListError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package let reason: String
  /// Where, in bytes from the start; `nil` when writing.
  package let position: Int?

  init(_ reason: String, at position: Int? = nil) {
    self.reason = reason
    self.position = position
  }

  /// What is wrong, and where.
  package var description: String {
    guard let position else { return "The value cannot be a binary property list: \(reason)" }
    return "No binary property list, at byte \(position): \(reason)"
  }
}
