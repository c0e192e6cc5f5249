// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Adds objects from a file to a store.
///
/// The syntax of the file is checked first; then everything is written in one
/// transaction, or nothing. `$id`s connect the objects of a file; the rows get
/// new keys. Files may be larger than memory.
package struct Importer {
  package enum Format: String, CaseIterable, Sendable {
    case json, csv
  }

  /// What to do with an object whose unique values a row has already.
  package enum ConflictPolicy: String, CaseIterable, Sendable {
    case fail, skip, update
  }

  package struct Result: Sendable {
    package internal(set) var inserted: [String: Int] = [:]
    package internal(set) var updated: [String: Int] = [:]
    package internal(set) var skipped: [String: Int] = [:]
  }

  package var policy: ConflictPolicy
  /// The author of the changes in the store's history.
  package var author = "swiftdata import"
  /// Whether the store is a temporary file, whose decimals go on to a database with all their digits.
  package var keepsAllDigits = false

  package init(policy: ConflictPolicy = .fail) { self.policy = policy }

  /// - Parameter source: A file, or a folder of CSV files; standard input,
  ///   with JSON, if `nil`.
  /// - Throws: ``ImportProblems`` if something in the file is wrong.
  package func `import`(
    _ source: URL?, _ format: Format, into store: URL, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> Result {
    try StoreWriter.change(store, author: author) { writer in
      guard writer.store.modelOrigin == .cache else {
        throw StoreError(
          .unsupported, "The store carries no model, so its types are not known.",
          file: store.path, advice: "Open it once with its app, which writes the model.")
      }
      let run = try ImportRun(writer, policy, keepsAllDigits: keepsAllDigits)
      switch (format, source) {
      case (.csv, let source?):
        return try run.run(CSVImportFiles(writer.store, source), progress)
      default: return try run.run(JSONImportFile(source), progress)
      }
    }
  }
}
