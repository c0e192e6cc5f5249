// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// How Studio reaches a store: a file, or a database.
///
/// What is asked of it may take long, and is asked on the thread of jobs; windows of rows are read from a
/// ``LiveSource``, on another one.
package protocol StudioAccess: Sendable {
  /// What titles call the store. No password is in it.
  var name: String { get }
  /// Where it is, for people. No password is in it.
  var place: String { get }
  /// What a person's settings for it are known by: the same whenever it is opened.
  var settingsKey: String { get }
  /// What is special about a database.
  var kind: StudioKind { get }

  /// A source of its own, for one thread.
  func live() -> any LiveSource

  func check() throws -> [Finding]
  func sizes() throws -> TableSizes
  /// The model as `@Model` classes.
  func modelSource() throws -> String
  /// The statements that make the tables.
  func tableStatements() throws -> String
  /// Runs a SELECT that somebody has typed. Whatever it is, nothing changes.
  func run(_ sql: String, _ limits: SQLLimits) throws -> SQLResult
  /// - Parameter statement: That of ``ExportRequest/result``.
  func export(_ request: ExportRequest, statement: String?) throws -> ExportedFile
  /// Whoever changes rows.
  ///
  /// - Throws: ``StudioError`` if they are not changed here.
  func editor() throws -> any RowEditor
}

/// Whoever changes rows: all of a change or nothing, as one step that can be undone.
package protocol RowEditor: Sendable {
  /// The effects of a change. Nothing is written.
  func preview(_ edits: [StoreEdit]) throws -> EditReport
  func save(_ edits: [StoreEdit]) throws -> EditReport
  /// Does what a preview has shown, or nothing if it would be something else by now.
  func save(_ edits: [StoreEdit], previewed: EditReport) throws -> StoreEditor.Outcome
  /// Makes the rows what they were before.
  func undo(_ report: EditReport) throws -> EditReport
}

extension StoreEditor: RowEditor {}

/// What texts have to tell apart.
package enum StudioKind: Sendable {
  case file, database
}

/// A store in a file.
struct FileAccess: StudioAccess {
  let url: URL

  var name: String { url.lastPathComponent }
  var place: String { url.path }
  var settingsKey: String { url.path }
  var kind: StudioKind { .file }

  func live() -> any LiveSource { LiveStore(url) }

  func check() throws -> [Finding] {
    do {
      return try reading { try StoreIntegrityCheck($0).run() }
    } catch let error as StoreError where error.code == .damaged {
      return StoreIntegrityCheck.findings(in: url, notOpenedFor: error)
    }
  }

  func sizes() throws -> TableSizes {
    try reading { store in
      try TimeLimit.run(store.connection, seconds: 60) { try TableSizes(store) }
    }
  }

  func modelSource() throws -> String { try reading { try ModelSource($0).text() } }

  func tableStatements() throws -> String { try reading { try $0.tableStatements() } }

  func run(_ sql: String, _ limits: SQLLimits) throws -> SQLResult { try ReadOnlySQL(limits).run(sql, url) }

  func export(_ request: ExportRequest, statement: String?) throws -> ExportedFile {
    try reading { store in
      try request.write(named: request.fileName(of: url.deletingPathExtension().lastPathComponent)) { sink in
        if request.result != nil {
          return try request.writeResult(statement, to: sink) { try run($0, .forExport) }
        }
        try request.write(store, keys: request.rows.map { try Self.keys($0, store) }, to: sink)
      }
    }
  }

  /// Of all rows that a grid shows, in their order.
  private static func keys(_ rows: GridRequest, _ store: Store) throws -> [Int64] {
    guard let selection = try GridSelection(rows, store) else { return [] }
    return try store.connection.rows(
      "SELECT t0.Z_PK FROM \(selection.from)\(selection.filter) ORDER BY \(selection.order)", selection.values
    ).compactMap { $0.first?.key }
  }

  func editor() -> any RowEditor { StoreEditor(url) }

  private func reading<T>(_ body: (Store) throws -> T) throws -> T {
    let store = try Store(reading: url)
    defer { store.connection.close() }
    return try body(store)
  }
}
