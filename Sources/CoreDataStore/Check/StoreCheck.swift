import CoreDataModel
import Foundation

/// Looks for what is wrong in a store.
///
/// ```swift
/// for finding in try StoreCheck(store).run() where finding.severity == .error {
///   print(finding.what, finding.advice)
/// }
/// ```
public struct StoreCheck {
  let store: Store

  public init(_ store: Store) { self.store = store }

  /// - Parameter progress: is told what is being looked at.
  public func run(progress: (Int, Int) -> Void = { _, _ in }) throws -> [Finding] {
    var findings = Findings()
    let steps: [(inout Findings) throws -> Void] = [
      integrity, metadata, counters, entityNumbers, references, pairs, inverses, missingValues,
      uniqueness, unfitValues, transformables, versionHashes, externalFiles, history,
    ]
    for (index, step) in steps.enumerated() {
      try step(&findings)
      progress(index + 1, steps.count)
    }
    return findings.all.enumerated().sorted {
      ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
    }.map(\.element)
  }

  private func integrity(_ findings: inout Findings) throws {
    for case .text(let line) in try store.connection.rows("PRAGMA integrity_check(100)").compactMap(
      \.first)
    where line != "ok" {
      findings.add(
        Finding(
          .error, .integrity, "SQLite's integrity check says: \(Store.oneLine(line)).",
          line.contains("index")
            ? "'check --repair COPY' makes the indexes anew." : "Restore the file from a backup."))
    }
  }

  private func metadata(_ findings: inout Findings) throws {
    if let count = try store.connection.integer("SELECT count(*) FROM Z_METADATA"), count != 1 {
      findings.add(
        Finding(
          .warning, .metadata, table: "Z_METADATA", "There are \(count) rows of metadata, not one.",
          "Delete those that are not the store's."))
    }
    if UUID(uuidString: store.metadata.storeUUID) == nil {
      findings.add(
        Finding(
          .warning, .metadata, table: "Z_METADATA", "The store's UUID is none.",
          "Identifiers of objects are made of it; restore it from a backup."))
    }
    for remark in store.layout.remarks {
      findings.add(
        Finding(
          .warning, .layout, remark, "The tables do not go with the model; restore a backup."))
    }
  }

  private func versionHashes(_ findings: inout Findings) throws {
    guard let hashes = HashComparison(store) else { return }
    for entity in hashes.different {
      findings.add(
        Finding(
          .error, .versionHash, table: "Z_METADATA",
          "The version hash of \(entity) is not that of the model in the store.",
          "The model was exchanged without a migration, or the metadata; restore a backup."))
    }
    for (name, matches) in [("digest", hashes.digestMatches), ("checksum", hashes.checksumMatches)]
    where matches == false {
      findings.add(
        Finding(
          .error, .versionHash, table: "Z_METADATA",
          "The \(name) in the metadata is not that of the version hashes.",
          "The metadata was changed by hand; restore a backup."))
    }
  }

  private func history(_ findings: inout Findings) throws {
    guard store.catalog.has("ACHANGE"), store.catalog.has("ATRANSACTION") else { return }
    let statement = try store.connection.prepare(
      "SELECT Z_PK, ZTRANSACTIONID FROM ACHANGE WHERE ZTRANSACTIONID IS NULL"
        + " OR ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)")
    while try statement.step() {
      findings.add(
        Finding(
          .warning, .history, table: "ACHANGE", key: statement.key(0),
          "A change belongs to no transaction.", "The history is incomplete; nothing else is lost.")
      )
    }
  }
}
