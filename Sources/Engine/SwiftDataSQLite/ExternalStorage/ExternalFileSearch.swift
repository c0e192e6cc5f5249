// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore

/// Looks for files of large values that a process has left which was killed.
///
/// A file is written inside the transaction that refers to it, so whoever holds the
/// store's lock for writing sees a reference to every file that belongs to it. The
/// rest goes the way of every file that is let go (``ExternalFiles``): it is
/// removed when the log has been copied as a whole, since until then a read of
/// another process may go on from before.
///
/// That is this library's order of things. Another program may write its files
/// before it begins a transaction, so young files stay. So do all where two stores
/// share the folder, as `a.store` and `a.sqlite` do, and files whose names are no
/// UUIDs, nor those of parts of such files.
struct ExternalFileSearch {
  let store: URL
  let folder: URL

  init?(_ database: SQLiteDatabase) {
    guard let file = database.file, let folder = database.externalFiles.folder else { return nil }
    store = StorePath.canonical(file)
    self.folder = folder
  }

  /// Whether a process may have ended without closing the store: the last one
  /// that closes it removes the log. To be asked before it is opened.
  static func mayHaveFiles(_ file: URL) -> Bool {
    FileManager.default.fileExists(atPath: StorePath.canonical(file).path + "-wal")
  }

  /// Finds the files that nothing refers to, and has them removed when that is safe.
  ///
  /// - Throws: ``SwiftDataError/storeIsBusy`` at once if another process is writing.
  func run(_ database: SQLiteDatabase) throws {
    let candidates = old()
    guard !candidates.isEmpty, !isShared() else { return }
    try database.writeUnlessBusy { writer in
      var names = candidates
      try Self.references(writer) { names.remove($0) }
      database.externalFiles.addOrphans(names)
    }
  }

  /// Delivers the names of all files that rows may refer to: also what only looks like one, since a file too many stays
  /// rather than one too few. Where more is done than to leave a file alone, ``ExternalColumns`` tells what is one.
  static func references(_ connection: SQLiteConnection, _ body: (String) throws -> Void) throws {
    for (table, columns) in try columns(connection) {
      for column in columns {
        // The length is known without reading the value.
        try connection.withStatement(
          "SELECT \(column) FROM \(table) WHERE length(\(column)) = \(ExternalColumn.referenceLength) AND typeof(\(column)) = 'blob'"
        ) { statement in
          while try statement.step() {
            let column = statement.bytes(0).withUnsafeBytes { ExternalColumn($0) }
            if let name = column.file { try body(name) }
          }
        }
      }
    }
  }

  private func old() -> Set<String> {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey, .isRegularFileKey])
    var names: Set<String> = []
    for file in files ?? [] {
      let name = file.lastPathComponent
      guard UUID(uuidString: name) != nil || ExternalFolder.isPartialName(name) else { continue }
      let values = try? file.resourceValues(
        forKeys: [.contentModificationDateKey, .isRegularFileKey])
      guard values?.isRegularFile == true, let date = values?.contentModificationDate,
        date.timeIntervalSinceNow < -ExternalFolder.leastAge
      else { continue }
      names.insert(name)
    }
    return names
  }

  /// Whether another store beside this one has a folder of the same name.
  private func isShared() -> Bool {
    let name = store.deletingPathExtension().lastPathComponent
    let own = store.lastPathComponent
    let siblings = try? FileManager.default.contentsOfDirectory(
      atPath: store.deletingLastPathComponent().path)
    return (siblings ?? [own, ""]).contains { file in
      file != own && ![own + "-wal", own + "-shm", own + "-journal"].contains(file)
        && (file as NSString).deletingPathExtension == name
    }
  }

  /// Every column that may refer to a file, those of properties that the schema
  /// has no more included.
  ///
  /// Only tables of rows have such columns. The tables of a search index have blobs,
  /// too, and some of them have no rowid.
  private static func columns(_ writer: SQLiteConnection) throws -> [(String, [String])] {
    var found: [(table: String, columns: [String])] = []
    try writer.withStatement(
      """
      SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c \
      WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' \
      AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) AS k WHERE k.name = '\(RowHeader.key)' AND k.pk = 1) \
      AND m.name NOT IN ('\(MetadataTable.name)', '\(ModelCacheTable.name)') \
      AND upper(c.type) NOT IN ('INTEGER', 'FLOAT', 'DECIMAL', 'TIMESTAMP', 'VARCHAR') ORDER BY m.rowid
      """
    ) { statement in
      while try statement.step() {
        guard let table = statement.text(0), let column = statement.text(1) else { continue }
        if found.last?.table == table {
          found[found.count - 1].columns.append(quoted(column))
        } else {
          found.append((table, [quoted(column)]))
        }
      }
    }
    return found.map { (quoted($0.table), $0.columns) }
  }

  private static func quoted(_ name: String) -> String { name.inDoubleQuotes }
}
