// SPDX-License-Identifier: Apache-2.0

/// Something in a store that is not as it should be.
package struct Finding: Equatable, Sendable {
  /// How bad it is.
  package enum Severity: String, Sendable, Comparable {
    /// Data is lost or wrong, or will be.
    case error
    /// An app can live with it.
    case warning

    /// Orders severe problems first.
    package static func < (left: Severity, right: Severity) -> Bool {
      left == .error && right == .warning
    }
  }

  /// What kind of thing it is.
  package enum Kind: String, Sendable {
    case integrity, unreadable, counter, entityNumber, danglingReference, wrongEntity
    case danglingPair, brokenInverse, missingValue, notUnique, unfitValue, wrappedTwice
    case versionHash, externalFile, history, metadata, layout, missingIndex
  }

  package let severity: Severity
  package let kind: Kind
  package let table: String?
  package let key: Int64?
  package let what: String
  package let advice: String

  package init(
    _ severity: Severity, _ kind: Kind, table: String? = nil, key: Int64? = nil, _ what: String,
    _ advice: String
  ) {
    self.severity = severity
    self.kind = kind
    self.table = table
    self.key = key
    self.what = what
    self.advice = advice
  }
}

/// The findings, and the number of further ones.
struct Findings {
  /// Of each kind and table so many are listed.
  static let listed = 50

  private(set) var all: [Finding] = []
  private var counts: [String: Int] = [:]
  private var unreadable: Set<String> = []

  mutating func add(_ finding: Finding) {
    let group = "\(finding.kind.rawValue) \(finding.table ?? "")"
    counts[group, default: 0] += 1
    let count = counts[group, default: 0]
    if count <= Self.listed {
      all.append(finding)
    } else if count == Self.listed + 1 {
      all.append(
        Finding(
          finding.severity, finding.kind, table: finding.table,
          "There are more findings of this kind.", "Correct these, then check again."))
    }
  }

  /// Whether something has been left unread.
  var isIncomplete: Bool { !unreadable.isEmpty }

  /// Notes that a table cannot be read, once for each table.
  ///
  /// - Parameter table: `nil` if it is not known where the damage is.
  mutating func addUnreadable(_ table: String?, _ error: StoreError) {
    guard unreadable.insert(table ?? "").inserted else { return }
    let subject = table == nil ? "Part of the file" : "The table, or one of its indexes,"
    add(
      Finding(
        .error, .unreadable, table: table,
        "\(subject) cannot be read completely. \(error.what)",
        "The unreadable parts have not been checked. Restore the file from a backup."))
  }

  /// Does one part of a check. Where the file is damaged, that is a finding,
  /// and the other parts still have their turn.
  mutating func attempt(
    _ table: String?, _ body: (inout Findings) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as StoreError where error.isDamage {
      addUnreadable(table, error)
    }
  }
}
