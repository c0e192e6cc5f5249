// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Looks for what is wrong in a store.
///
/// ```swift
/// for finding in try StoreIntegrityCheck(store).run() where finding.severity == .error {
///   print(finding.what, finding.advice)
/// }
/// ```
package struct StoreIntegrityCheck {
  let store: Store

  package init(_ store: Store) { self.store = store }

  /// - Parameter progress: is told what is being looked at.
  package func run(progress: (Int, Int) -> Void = { _, _ in }) throws -> [Finding] {
    var findings = Findings()
    let steps: [(inout Findings) throws -> Void] = [
      integrity, metadata, counters, entityNumbers, references, pairs, inverses, missingValues,
      uniqueness, unfitValues, archives, transformables, indexes, versionHashes, externalFiles, history,
    ]
    for (index, step) in steps.enumerated() {
      try findings.attempt(nil, step)
      progress(index + 1, steps.count)
    }
    return Self.sorted(findings)
  }

  private static func sorted(_ findings: Findings) -> [Finding] {
    findings.all.enumerated().sorted {
      ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
    }.map(\.element)
  }

  /// The inspection of a file that is too damaged to be opened as a store.
  ///
  /// - Parameter error: why it could not be opened.
  package static func findings(in url: URL, notOpenedFor error: StoreError) -> [Finding] {
    var findings = Findings()
    findings.add(
      Finding(
        .error, .unreadable, "The store cannot be opened. \(error.what)",
        error.advice ?? "Restore the file from a backup."))
    try? findings.attempt(nil) { findings in
      let connection = try ReadOnlyOpening.open(SQLiteFileHeader(url.resolvingSymlinksInPath()))
      try integrity(connection, &findings)
    }
    return sorted(findings)
  }

  private func integrity(_ findings: inout Findings) throws {
    try Self.integrity(store.connection, &findings)
  }

  private static func integrity(_ connection: Connection, _ findings: inout Findings) throws {
    let (lines, failure) = connection.integrity("PRAGMA integrity_check(100)")
    for line in lines {
      findings.add(
        Finding(
          .error, .integrity, "SQLite's integrity check reports: \(line).",
          line.contains("index")
            ? "'check --repair COPY' rebuilds the indexes." : "Restore the file from a backup."))
    }
    // It does not get past some kinds of damage.
    if let failure, lines.isEmpty { throw failure }
  }

  private func metadata(_ findings: inout Findings) throws {
    if let problem = store.metadata.problem {
      findings.add(
        Finding(
          .error, .metadata, table: "Z_METADATA", problem,
          "An app does not open a store without metadata. Restore the file from a backup."))
    }
    for remark in store.layout.remarks {
      findings.add(
        Finding(
          .error, .layout, remark,
          "The tables do not match the model in the store. Restore the file from a backup."))
    }
    if UUID(uuidString: store.metadata.storeUUID) == nil, store.metadata.problem == nil {
      findings.add(
        Finding(
          .warning, .metadata, table: "Z_METADATA", "The store's UUID is not a UUID.",
          "The identifiers of objects contain it. Restore it from a backup."))
    }
    try findings.attempt("Z_METADATA") { findings in
      let count = try store.connection.integer("SELECT count(*) FROM Z_METADATA") ?? 0
      if count > 1 {
        findings.add(
          Finding(
            .warning, .metadata, table: "Z_METADATA",
            "There are \(count) rows of metadata instead of one.",
            "The first one counts. Delete the others."))
      }
    }
  }

  private func versionHashes(_ findings: inout Findings) throws {
    guard let hashes = HashComparison(store) else { return }
    for entity in hashes.different {
      findings.add(
        Finding(
          .error, .versionHash, table: "Z_METADATA",
          "The version hash of \(entity) does not match the model in the store.",
          "The model or the metadata was replaced without a migration. Restore the file from a backup."
        ))
    }
    for (name, matches) in [("digest", hashes.digestMatches), ("checksum", hashes.checksumMatches)]
    where matches == false {
      findings.add(
        Finding(
          .error, .versionHash, table: "Z_METADATA",
          "The \(name) in the metadata does not match the version hashes.",
          "The metadata was changed by hand. Restore the file from a backup."))
    }
  }
}
