// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// A result of SQL as a file: CSV for spreadsheets, or JSON as a list of objects.
struct SQLResultFile {
  let result: SQLResult

  func writeCSV(_ sink: some TextSink) throws {
    try sink.write(CSVText.line(result.columns.map { CSVText.harmless($0) }))
    for row in result.rows { try sink.write(CSVText.line(row.map(Self.cell))) }
  }

  private static func cell(_ value: SQLResult.Value) -> String? {
    switch value {
    case .null: nil
    case .number(let text): text
    case .text(let text): CSVText.harmless(text)
    case .bytes, .data: value.data?.base64EncodedString() ?? value.text
    }
  }

  func writeJSON(_ sink: some TextSink) throws {
    try sink.write("[")
    let names = Self.unique(result.columns)
    for (index, row) in result.rows.enumerated() {
      let members = zip(names, row).map { JSONValue.Member($0, Self.json($1)) }
      try sink.write((index > 0 ? ",\n  " : "\n  ") + "\(JSONValue.object(members))")
    }
    try sink.write(result.rows.isEmpty ? "]\n" : "\n]\n")
  }

  private static func json(_ value: SQLResult.Value) -> JSONValue {
    switch value {
    case .null: .null
    // Infinity is no number of JSON's.
    case .number(let text): Double(text)?.isFinite == true ? .number(text) : .string(text)
    case .text(let text): .string(text)
    case .bytes, .data: .string(value.data?.base64EncodedString() ?? value.text)
    }
  }

  /// Columns may have the same name; members of an object may not.
  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.map { name in
      var result = name
      var number = 2
      while !seen.insert(result).inserted {
        result = "\(name) \(number)"
        number += 1
      }
      return result
    }
  }
}

extension SQLResult.Value {
  fileprivate var data: Data? {
    if case .data(let data) = self { data } else { nil }
  }
}
