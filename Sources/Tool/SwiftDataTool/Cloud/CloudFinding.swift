// SPDX-License-Identifier: Apache-2.0

/// What stands in the way of synchronization, and how to mend it.
struct CloudFinding {
  /// Who objects.
  enum Severity: String {
    /// Nothing is synchronized until it is mended.
    case error
    /// iCloud would refuse it; a server of one's own takes it.
    case warning
  }

  /// Which rule it is about; the same word in every version, for programs.
  enum Rule: String {
    case defaultValue, optionalRelationship, inverse, denyRule, ordered, unique, encryptedUnique, encryptedRelationship
  }

  var severity = Severity.error
  let rule: Rule
  let model: String
  var property: String?
  let text: String
  let fix: String
}
