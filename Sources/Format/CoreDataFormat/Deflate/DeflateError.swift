// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no stream of DEFLATE.
package struct DeflateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package let reason: String
  /// Where, in bytes from the start of the stream.
  package let position: Int

  /// What is wrong, and where.
  package var description: String {
    "The compressed bytes cannot be read, at byte \(position): \(reason)"
  }
}
