// SPDX-License-Identifier: Apache-2.0

/// How much a statement of the user's own may answer, and how long it may take.
package struct SQLLimits: Sendable {
  package var rowLimit = 1_000
  /// In seconds.
  package var timeLimit = 5.0
  /// Longer texts are cut.
  package var longestText = 2_000
  /// Of all values together, in bytes.
  package var sizeLimit = 8_000_000
  /// Whether bytes are read, and not their number alone.
  package var includesBytes = false

  package init() {}

  /// For files: more rows, whole texts, and more time.
  package static var forExport: SQLLimits {
    var limits = SQLLimits()
    limits.rowLimit = 1_000_000
    limits.timeLimit = 60
    limits.longestText = .max
    limits.sizeLimit = 128_000_000
    limits.includesBytes = true
    return limits
  }

  /// The most bytes that a statement may have.
  package static let longestStatement = 100_000
}
