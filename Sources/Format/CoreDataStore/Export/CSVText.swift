// SPDX-License-Identifier: Apache-2.0

/// Cells and lines of comma-separated values (RFC 4180).
///
/// An empty cell is nothing; an empty text stands between quotes.
package enum CSVText {
  package static func line(_ cells: [String?]) -> String {
    cells.map { cell in
      guard let cell else { return "" }
      let needsQuotes =
        cell.isEmpty
        || cell.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
        || cell.first == " " || cell.last == " "
      return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }.joined(separator: ",") + "\r\n"
  }
}
