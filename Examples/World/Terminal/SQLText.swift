// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A statement as people like to read it: a line for each clause, few columns.
struct SQLText {
  private static let clauses: Set<String> = ["FROM", "WHERE", "ORDER", "LIMIT", "LEFT", "JOIN"]
  private static let keywords: Set<String> = clauses.union([
    "SELECT", "AND", "OR", "NOT", "EXISTS", "IN", "IS", "NULL", "TRUE", "BY", "DESC", "ON", "AS",
    "COLLATE", "CASE", "WHEN", "THEN", "ELSE", "END", "OFFSET", "COUNT", "COALESCE",
  ])
  private static let shownColumns = 4

  private var columns: [Substring]
  /// From FROM on.
  private var rest: Substring
  /// The values of the parameters.
  private let values: Substring

  /// - Parameter sql: `SELECT … FROM …`, and perhaps ` -- ` with values.
  init(_ sql: String) {
    let parts = sql.split(separator: " -- ", maxSplits: 1)
    values = parts.count > 1 ? parts[1] : ""
    let statement = parts.first ?? ""
    let start = statement.range(of: " FROM ")?.lowerBound ?? statement.endIndex
    columns = statement[..<start].dropFirst("SELECT ".count).split(separator: ", ")
    rest = statement[start...].dropFirst()
  }

  /// The statement that counts the rows: without columns and order.
  var counting: SQLText {
    var copy = self
    copy.columns = ["COUNT(*)"]
    if let order = rest.range(of: " ORDER BY ", options: .backwards) {
      copy.rest = rest[..<order.lowerBound]
    }
    return copy
  }

  func lines(_ terminal: Terminal, indent: String) -> [String] {
    var selection = columns.prefix(Self.shownColumns).joined(separator: ", ")
    if columns.count > Self.shownColumns {
      selection += ", … \(columns.count - Self.shownColumns) more"
    }
    var lines: [[Substring]] = [["SELECT", selection[...]]]
    var length = 0
    var depth = 0
    for word in rest.split(separator: " ") {
      let isSecond = word == "JOIN" && lines.last?.last == "LEFT"
      let startsClause = depth == 0 && !isSecond && Self.clauses.contains(String(word))
      let overflows = length + word.count + 1 > terminal.width - indent.count - 2
      if startsClause || overflows {
        lines.append(startsClause ? [] : [" "])
        length = 0
      }
      lines[lines.count - 1].append(word)
      length += word.count + 1
      depth += word.count { $0 == "(" } - word.count { $0 == ")" }
    }
    var texts = lines.map { $0.map { coloured($0, terminal) }.joined(separator: " ") }
    if !values.isEmpty { texts.append(terminal.styled("with \(values)", .faint)) }
    return texts.map { indent + $0 }
  }

  private func coloured(_ word: Substring, _ terminal: Terminal) -> String {
    let bare = word.trimmingPrefix("(").prefix(while: \.isLetter)
    let isKeyword = Self.keywords.contains(String(bare))
    return terminal.styled(String(word), isKeyword ? .keyword : .faint)
  }
}
