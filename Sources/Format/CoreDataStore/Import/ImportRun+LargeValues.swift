// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension ImportRun {
  /// The values of columns, the large ones in files.
  ///
  /// Only what is written to a row may come here: files cannot be rolled back.
  func withFiles(
    _ values: [SQLiteValue], _ attribute: AttributeDescription
  ) throws -> [SQLiteValue] {
    let leaves = attribute.leaves
    return try zip(leaves, values).map { leaf, value in
      guard leaf.attribute.allowsExternalStorage, case .blob(let column) = value,
        let bytes = ExternalColumn.inlineValue(of: column),
        bytes.count > ExternalFolder.inlineLimit
      else { return value }
      return .blob(try writer.files.write(Data(bytes)))
    }
  }

  /// Notes the files that columns of a row lead to, before these change.
  func replaceFiles(_ columns: [String], of reference: ObjectReference) throws {
    guard !columns.isEmpty, let table = store.layout[reference.entity]?.table else { return }
    let row = try store.connection.rows(
      "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(table.sqlName) WHERE Z_PK = ?",
      [.integer(reference.key)])
    for case .blob(let bytes) in row.first ?? [] {
      if let name = ExternalColumn(bytes).file { writer.files.replace(name) }
    }
  }
}
