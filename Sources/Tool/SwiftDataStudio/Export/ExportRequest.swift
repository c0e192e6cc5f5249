// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What is downloaded.
package struct ExportRequest: Hashable, Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case json, csv, sql, swift, mermaid
    /// The bytes of one value.
    case data

    var ending: String {
      switch self {
      case .json: "json"
      case .csv: "csv"
      case .sql: "sql"
      case .swift: "swift"
      case .mermaid: "mmd"
      case .data: "bin"
      }
    }
  }

  package let format: Format
  /// All of them if `nil`. CSV is of one entity.
  package let entity: String?
  /// The rows of a grid as they are shown, in their order; CSV and JSON only.
  package let rows: GridRequest?
  /// The object and the property of a value.
  package let value: Value?
  /// The token of a result of SQL; CSV and JSON only.
  package let result: String?

  package struct Value: Hashable, Sendable {
    package let object: ObjectReference
    package let property: String
  }

  package init(_ format: Format, entity: String? = nil, result: String? = nil) {
    self.init(format, entity: entity, rows: nil, value: nil, result: result)
  }

  /// The rows that a grid shows.
  package init(_ format: Format, rows: GridRequest) {
    self.init(
      format, entity: rows.entity, rows: rows.isPlain && !rows.isDescending ? nil : rows, value: nil, result: nil)
  }

  /// The bytes of a value.
  package init(dataOf property: String, _ object: ObjectReference) {
    self.init(
      .data, entity: object.entity, rows: nil, value: Value(object: object, property: property), result: nil)
  }

  private init(_ format: Format, entity: String?, rows: GridRequest?, value: Value?, result: String?) {
    self.format = format
    self.entity = entity
    self.rows = rows
    self.value = value
    self.result = result
  }

  /// Reads `/export?format=csv&entity=Trip`; `nil` if it is something else.
  package init?(target: String) {
    guard let parts = URLComponents(string: target), parts.path == "/export",
      let format = parts.queryItems?.first(where: { $0.name == "format" })?.value.flatMap(Format.init(rawValue:))
    else { return nil }
    func item(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
    var rows: GridRequest?
    // A place, as its address says it.
    if format == .csv || format == .json, let place = item("rows"), case .rows(let request, _) = Place(path: place),
      request.entity == item("entity")
    {
      rows = request
    }
    var value: Value?
    if format == .data {
      guard let object = item("object").flatMap({ ObjectReference($0) }), let property = item("property") else {
        return nil
      }
      value = Value(object: object, property: property)
    }
    self.init(
      format, entity: item("entity"), rows: rows, value: value,
      result: format == .csv || format == .json ? item("result") : nil)
  }

  /// The longest address that is offered, in bytes: the host takes no line of any length.
  private static let longestTarget = 12_000

  /// Whether it can be asked for by an address: a condition may be too long for one.
  package var fitsAddress: Bool { target.utf8.count <= Self.longestTarget }

  /// Where it is downloaded from.
  package var target: String {
    var parts = URLComponents()
    parts.path = "/export"
    parts.queryItems = [URLQueryItem(name: "format", value: format.rawValue)]
    if let entity { parts.queryItems?.append(URLQueryItem(name: "entity", value: entity)) }
    if let rows {
      // With its condition, however long: without it, the file would have all rows.
      parts.queryItems?.append(URLQueryItem(name: "rows", value: Place.rows(rows, selected: nil).wholePath))
    }
    if let value {
      parts.queryItems?.append(URLQueryItem(name: "object", value: "\(value.object)"))
      parts.queryItems?.append(URLQueryItem(name: "property", value: value.property))
    }
    if let result { parts.queryItems?.append(URLQueryItem(name: "result", value: result)) }
    // A plus would be a space for some.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return parts.string ?? "/export"
  }

  /// Of ASCII letters, digits, points and dashes.
  ///
  /// - Parameter store: What the store is called.
  package func fileName(of store: String) -> String {
    let base = result.map { _ in "Result" } ?? value.map { "\($0.object)-\($0.property)" } ?? entity ?? store
    let plain = base.unicodeScalars.map { scalar -> Character in
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
      return isPlain ? Character(scalar) : "_"
    }
    return String(plain.prefix(80)) + "." + format.ending
  }
}

/// A file that has been written to be downloaded, and that nobody needs afterwards.
package struct ExportedFile: Sendable {
  package let name: String
  package let type: String
  /// In a folder of its own.
  package let url: URL

  package func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

extension ExportRequest {
  /// Writes the file. What cannot be exported is known before the first byte is sent.
  package func write(named name: String, _ body: (FileSink) throws -> Void) throws -> ExportedFile {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-export-" + UUID().uuidString)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StudioError("The temporary folder cannot be written to.", advice: "Set TMPDIR to another one.")
    }
    let file = ExportedFile(name: name, type: type, url: folder.appendingPathComponent("export"))
    do {
      let sink = try FileSink(file.url)
      try body(sink)
      try sink.finish()
      return file
    } catch {
      file.remove()
      throw error
    }
  }

  private var type: String {
    switch format {
    case .json: "application/json"
    case .csv: "text/csv; charset=utf-8"
    case .data: "application/octet-stream"
    default: "text/plain; charset=utf-8"
    }
  }

  /// Writes what is no result of a statement.
  ///
  /// - Parameters:
  ///   - source: Has all rows that are written, in its ``RowSource/store``.
  ///   - keys: Those of ``rows``.
  package func write(_ source: any RowSource, keys: [Int64]?, to sink: FileSink) throws {
    let store = source.store
    let entities = entity.map { [$0] } ?? []
    switch format {
    case .data:
      guard let value, let data = try StoredData(source).data(of: value.property, value.object) else {
        throw StudioError("There are no bytes any more.", advice: "Look at the row again.")
      }
      try sink.write(data)
    case .json:
      guard let rows, let keys else { return try JSONExport(store, entities: entities).write(to: sink) }
      try JSONExport(store, entities: entities).write(store.entity(named: rows.entity), keys: keys, to: sink)
    case .sql: try SQLExport(store, entities: entities).write(to: sink)
    case .csv:
      guard let entity else { throw StudioError("A CSV file is of one entity.", advice: "Choose one.") }
      // Made to be opened in a spreadsheet.
      let export = try CSVExport(store, entities: [entity], isForSpreadsheets: true)
      if let keys {
        try export.write(store.entity(named: entity), keys: keys, to: sink)
      } else {
        try export.write(store.entity(named: entity), to: sink)
      }
    case .swift: try sink.write(ModelSource(store).text())
    case .mermaid: try sink.write(ModelMermaid(store).text)
    }
  }

  /// Runs the statement again: the page has a part of its rows, and parts of long texts.
  ///
  /// - Parameter run: Runs it within ``SQLLimits/forExport``.
  package func writeResult(_ statement: String?, to sink: FileSink, _ run: (String) throws -> SQLResult) throws {
    guard let statement else {
      throw StudioError("The result is not known any more.", advice: "Run the statement again.")
    }
    let result = try run(statement)
    guard !result.isCut else {
      throw StudioError(
        "The result has more than \(SQLLimits.forExport.rowLimit) rows, or is too large for one file.",
        advice: "Ask for less, with LIMIT and OFFSET.")
    }
    let file = SQLResultFile(result: result)
    if format == .json { try file.writeJSON(sink) } else { try file.writeCSV(sink) }
  }
}
