// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Writes the objects of each entity into a file `<entity>.csv` of a folder.
///
/// Parts of composite attributes have columns of their own, `author.name`;
/// lists and what is nested deeper are JSON.
package struct CSVExport {
  private let store: Store
  private let entities: [EntityDescription]
  private let isForSpreadsheets: Bool

  /// - Parameter isForSpreadsheets: Whether texts are kept from being formulas: one that begins as a formula does gets an
  ///   apostrophe before it. Such a file is for people; read in again, it has other texts.
  package init(_ store: Store, entities: [String] = [], isForSpreadsheets: Bool = false) throws {
    self.store = store
    self.isForSpreadsheets = isForSpreadsheets
    self.entities = try store.exportedEntities(entities)
  }

  /// - Returns: the files.
  @discardableResult
  package func write(
    into folder: URL, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> [URL] {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError(
        .notWritable, "The folder cannot be created.", file: folder.path,
        advice: "Give the path of a folder that may be written to.")
    }
    let total = try entities.reduce(0) { $0 + (try store.count(of: $1.name)) }
    var done = 0
    var files: [URL] = []
    for entity in entities {
      let url = folder.appendingPathComponent(Self.fileName(entity.name))
      let sink = try FileSink(url, from: store.url)
      try write(entity, to: sink) {
        done += 1
        progress(done, total)
      }
      try sink.finish()
      files.append(url)
    }
    return files
  }

  /// Writes one entity.
  package func write(
    _ entity: EntityDescription, to sink: some TextSink, step: () -> Void = {}
  ) throws {
    let columns = CSVColumns(entity, isForSpreadsheets: isForSpreadsheets)
    try sink.write(CSVText.line(["$id"] + columns.titles))
    let cursor = try store.exportedRows(of: entity)
    while let object = try cursor.next() {
      let cells: [String?] = [store.uri(of: object.reference)]
      try sink.write(CSVText.line(cells + columns.cells(object, store)))
      step()
    }
  }

  /// Writes some objects of an entity, those of entities below it included, in the order of their keys.
  package func write(_ entity: EntityDescription, keys: [Int64], to sink: some TextSink) throws {
    let columns = CSVColumns(entity, isForSpreadsheets: isForSpreadsheets)
    try sink.write(CSVText.line(["$id"] + columns.titles))
    try store.forEach(of: entity, keys: keys) { object in
      let cells: [String?] = [store.uri(of: object.reference)]
      try sink.write(CSVText.line(cells + columns.cells(object, store)))
    }
  }

  /// A name that leads out of no folder.
  private static func fileName(_ entity: String) -> String {
    String(entity.map { $0 == "/" || $0 == "\0" ? "_" : $0 }) + ".csv"
  }
}

/// The columns of an entity's CSV file.
struct CSVColumns {
  private enum Column {
    case property(String)
    case element(String, String)
  }

  private var columns: [Column] = []
  private let isForSpreadsheets: Bool

  init(_ entity: EntityDescription, isForSpreadsheets: Bool = false) {
    self.isForSpreadsheets = isForSpreadsheets
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient {
      if attribute.type == .composite, !attribute.isEnumeration {
        columns += attribute.elements.map { .element(attribute.name, $0.name) }
      } else {
        columns.append(.property(attribute.name))
      }
    }
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name })
    where !relationship.isTransient {
      columns.append(.property(relationship.name))
    }
  }

  var titles: [String] {
    columns.map { column in
      switch column {
      case .property(let name): name
      case .element(let name, let element): "\(name).\(element)"
      }
    }
  }

  func cells(_ object: StoredObject, _ store: Store) -> [String?] {
    columns.map { column in
      switch column {
      case .property(let name): return cell(object[name] ?? .null, store)
      case .element(let name, let element):
        guard case .composite(let fields)? = object[name] else { return nil }
        return cell(fields.first { $0.name == element }?.value ?? .null, store)
      }
    }
  }

  private func cell(_ value: StoredValue, _ store: Store) -> String? {
    if case .objects(let objects) = value, objects.isEmpty { return nil }
    return switch store.json(value) {
    case .null: nil
    case .string(let text): isForSpreadsheets ? CSVText.harmless(text) : text
    case let json: "\(json)"
    }
  }
}

/// Cells and lines of comma-separated values (RFC 4180).
///
/// An empty cell is nothing; an empty text stands between quotes.
package enum CSVText {
  /// A text that no spreadsheet takes for a formula: one that begins as a formula does gets an apostrophe before it.
  package static func harmless(_ text: String) -> String { beginsAsFormula(text) ? "'" + text : text }

  /// As spreadsheets see it, which leave out spaces.
  private static func beginsAsFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != " " }) else { return false }
    return "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }

  package static func line(_ cells: [String?]) -> String {
    cells.map { cell in
      guard let cell else { return "" }
      let needsQuotes =
        cell.isEmpty
        || cell.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
        || cell.first == " " || cell.last == " "
      return needsQuotes ? cell.inDoubleQuotes : cell
    }.joined(separator: ",") + "\r\n"
  }
}
