// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import SourceText

/// Writes the objects of a Realm file as one JSON value.
///
/// ```json
/// {
///   "format": 24, "schemaVersion": 3,
///   "classes": {
///     "Dog": [
///       {"$key": 0, "name": "Rex", "born": "2020-01-31T12:00:00Z", "owner": {"$class": "Person", "$key": 7}}
///     ]
///   }
/// }
/// ```
///
/// Bytes are Base64; dates, identifiers and decimal numbers are strings.
/// Within a value of any type, which says nothing about itself, they are
/// objects such as `{"$uuid": "…"}`. One object is in memory at a time.
public struct RealmJSONExport {
  private let file: RealmFile
  private let tables: [RealmTable]

  /// - Parameters:
  ///   - file: the file.
  /// - classes: the names of the classes; all classes of the app if empty.
  /// - Throws: `RealmFileError` if there is no such class.
  public init(_ file: RealmFile, classes: [String] = []) throws {
    self.file = file
    tables =
      classes.isEmpty
      ? file.tables.filter { !$0.type.isInternal } : try classes.map { try file.table($0) }
  }

  /// Writes the text, piece by piece.
  ///
  /// - Parameters:
  /// - progress: gets the number of written objects, and of all objects.
  /// - write: gets the text.
  /// - Throws: `RealmFileError` if the file is damaged, and what `write`
  ///   throws.
  public func write(
    progress: (Int, Int) -> Void = { _, _ in }, to write: (String) throws -> Void
  ) throws {
    let total = tables.map(\.count).clampedSum
    var done = 0
    let version = file.schema.version.map { "\($0)" } ?? "null"
    try write("{\n  \"format\": \(file.schema.format),\n  \"schemaVersion\": \(version),\n")
    try write("  \"classes\": {")
    for (index, table) in tables.enumerated() {
      try write((index > 0 ? "," : "") + "\n    \(JSONText.string(table.name)): [")
      let rows = table.rows()
      var isFirst = true
      while let row = try rows.next() {
        try write((isFirst ? "" : ",") + "\n      \(try text(row, table))")
        isFirst = false
        done += 1
        progress(done, total)
      }
      try write(isFirst ? "]" : "\n    ]")
    }
    try write(tables.isEmpty ? "}\n}\n" : "\n  }\n}\n")
  }

  private func text(_ row: RealmRow, _ table: RealmTable) throws -> String {
    var members = ["\"$key\": \(row.key)"]
    for (index, property) in table.type.properties.enumerated()
    where property.type != .unsupported {
      let value = text(try row.value(at: index), isTagged: property.type == .mixed)
      members.append("\(JSONText.string(property.name)): \(value)")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// - Parameter isTagged: whether the type has to be said.
  private func text(_ value: RealmValue, isTagged: Bool) -> String {
    func tagged(_ name: String, _ text: String) -> String {
      isTagged ? "{\"$\(name)\": \(text)}" : text
    }
    switch value {
    case .null: return "null"
    case .int(let number): return "\(number)"
    case .bool(let value): return value ? "true" : "false"
    case .float(let number): return tagged("float", JSONText.number(number))
    case .double(let number):
      return number.isFinite ? JSONText.number(number) : tagged("double", JSONText.number(number))
    case .string(let text): return JSONText.string(text)
    case .data(let data): return tagged("data", "\"\(data.base64EncodedString())\"")
    case .timestamp(let date): return tagged("date", "\"\(date)\"")
    case .decimal(let number): return tagged("decimal", "\"\(number)\"")
    case .objectID(let id): return tagged("objectId", "\"\(id)\"")
    case .uuid(let id): return tagged("uuid", "\"\(id.uuidString)\"")
    case .link(let link):
      let name = file.table(link.table)?.name ?? ""
      return "{\"$class\": \(JSONText.string(name)), \"$key\": \(link.key)}"
    case .list(let values), .set(let values):
      return "[\(values.map { text($0, isTagged: isTagged) }.joined(separator: ", "))]"
    case .dictionary(let entries):
      let members = entries.map {
        "\(JSONText.string($0.name)): \(text($0.value, isTagged: isTagged))"
      }
      return "{\(members.joined(separator: ", "))}"
    }
  }
}
