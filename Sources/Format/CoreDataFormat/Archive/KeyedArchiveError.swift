// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no keyed archive, or not one of what was expected.
package struct KeyedArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package let reason: String
  /// The number of the object that it is about, in the archive's `$objects`.
  package let object: UInt32?

  init(_ reason: String, object: UInt32? = nil) {
    self.reason = reason
    self.object = object
  }

  /// What is wrong, and at which object.
  package var description: String {
    let place = object.map { ", at object \($0)" } ?? ""
    return "The archive cannot be read\(place): \(reason)"
  }
}
