// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// The statements that make the store's tables and indexes, as in the file.
  package func tableStatements() throws -> String {
    let rows = try connection.rows(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        + " ORDER BY type != 'table', rowid")
    var text = ""
    for case .text(let sql) in rows.compactMap(\.first) { text += sql + ";\n" }
    return text
  }
}
