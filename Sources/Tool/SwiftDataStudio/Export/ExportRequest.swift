// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What is downloaded.
package struct ExportRequest: Hashable, Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case json, csv, sql, swift, mermaid

    var ending: String {
      switch self {
      case .json: "json"
      case .csv: "csv"
      case .sql: "sql"
      case .swift: "swift"
      case .mermaid: "mmd"
      }
    }
  }

  package let format: Format
  /// All of them if `nil`. CSV is of one entity.
  package let entity: String?
  /// The rows of a grid as they are shown, in their order; CSV only.
  package let rows: GridRequest?

  package init(_ format: Format, entity: String? = nil) {
    self.format = format
    self.entity = entity
    rows = nil
  }

  /// The rows that a grid shows.
  package init(csvOf rows: GridRequest) {
    format = .csv
    entity = rows.entity
    self.rows = rows.isPlain && !rows.isDescending ? nil : rows
  }

  /// Reads `/export?format=csv&entity=Trip`; `nil` if it is something else.
  package init?(target: String) {
    guard let parts = URLComponents(string: target), parts.path == "/export",
      let format = parts.queryItems?.first(where: { $0.name == "format" })?.value.flatMap(Format.init(rawValue:))
    else { return nil }
    self.format = format
    entity = parts.queryItems?.first { $0.name == "entity" }?.value
    // A place, as its address says it.
    if format == .csv, let place = parts.queryItems?.first(where: { $0.name == "rows" })?.value,
      case .rows(let request, _) = Place(path: place), request.entity == entity
    {
      rows = request
    } else {
      rows = nil
    }
  }

  /// Where it is downloaded from.
  package var target: String {
    var parts = URLComponents()
    parts.path = "/export"
    parts.queryItems = [URLQueryItem(name: "format", value: format.rawValue)]
    if let entity { parts.queryItems?.append(URLQueryItem(name: "entity", value: entity)) }
    if let rows {
      parts.queryItems?.append(URLQueryItem(name: "rows", value: Place.rows(rows, selected: nil).path))
    }
    // A plus would be a space for some.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return parts.string ?? "/export"
  }

  /// Of ASCII letters, digits, points and dashes.
  func fileName(of store: URL) -> String {
    let base = entity ?? store.deletingPathExtension().lastPathComponent
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
  func write(_ url: URL) throws -> ExportedFile {
    let store = try Store(reading: url)
    defer { store.connection.close() }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-export-" + UUID().uuidString)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StudioError("The temporary folder cannot be written to.", advice: "Set TMPDIR to another one.")
    }
    let file = ExportedFile(
      name: fileName(of: url), type: type, url: folder.appendingPathComponent("export"))
    do {
      let sink = try FileSink(file.url)
      try write(store, sink)
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
    default: "text/plain; charset=utf-8"
    }
  }

  private func write(_ store: Store, _ sink: FileSink) throws {
    let entities = entity.map { [$0] } ?? []
    switch format {
    case .json: try JSONExport(store, entities: entities).write(to: sink)
    case .sql: try SQLExport(store, entities: entities).write(to: sink)
    case .csv:
      guard let entity else { throw StudioError("A CSV file is of one entity.", advice: "Choose one.") }
      // Made to be opened in a spreadsheet.
      let export = try CSVExport(store, entities: [entity], isForSpreadsheets: true)
      if let rows {
        guard let selection = try GridSelection(rows, store) else { return }
        let keys = try store.connection.rows(
          "SELECT t0.Z_PK FROM \(selection.from)\(selection.filter) ORDER BY \(selection.order)", selection.values
        ).compactMap { $0.first?.key }
        try export.write(store.entity(named: entity), keys: keys, to: sink)
      } else {
        try export.write(store.entity(named: entity), to: sink)
      }
    case .swift: try sink.write(ModelSource(store).text())
    case .mermaid: try sink.write(ModelMermaid(store).text)
    }
  }
}
