// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Reads files `<entity>.csv` as `export --to csv` writes them.
struct CSVImportFiles: ImportSource {
  private let store: Store
  private let files: [URL]
  let size: Int

  /// - Parameter url: one file, or a folder of them.
  init(_ store: Store, _ url: URL) throws {
    self.store = store
    files = try Self.files(url)
    size = files.reduce(0) { $0 + $1.fileSize }
  }

  private static func files(_ url: URL) throws -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw StoreError(
        .fileNotFound, "There is no such file or folder.", file: url.path, advice: "Check the path."
      )
    }
    guard isFolder.boolValue else { return [url] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    let files = names.filter { $0.lowercased().hasSuffix(".csv") }.sorted()
    guard !files.isEmpty else {
      throw StoreError(
        .invalidInput, "The folder has no file <entity>.csv.", file: url.path,
        advice: "'swiftdata export --to csv' writes such folders.")
    }
    return files.map { url.appendingPathComponent($0) }
  }

  func forEach(
    where isWanted: (String) -> Bool, _ body: (ImportObject, Int) throws -> Void
  ) throws {
    var before = 0
    for url in files {
      defer { before += url.fileSize }
      let entity = try store.entity(named: url.deletingPathExtension().lastPathComponent)
      guard isWanted(entity.name) else { continue }
      do {
        let stream = try ByteStream(file: url)
        try forEach(stream, entity, url.lastPathComponent) { try body($0, before + stream.offset) }
      } catch let error as StoreError {
        throw StoreError(error.code, error.what, file: error.file ?? url.path, advice: error.advice)
      }
    }
  }

  private func forEach(
    _ stream: ByteStream, _ entity: EntityDescription, _ file: String,
    _ body: (ImportObject) throws -> Void
  ) throws {
    var reader = CSVReader(stream)
    guard let titles = try reader.next() else { return }
    let columns = try titles.map { title in
      guard let title else { throw StoreError(.invalidInput, "Line 1: a column has no title.") }
      return title
    }
    while let cells = try reader.next() {
      guard cells.count <= columns.count else {
        throw StoreError(
          .invalidInput, "Line \(reader.line): there are more cells than columns.")
      }
      var identifier: String?
      var values: [JSONValue.Member] = []
      var parts: [String: [JSONValue.Member]] = [:]
      for (title, cell) in zip(columns, cells) {
        if title == "$id" {
          identifier = cell
        } else if let dot = title.firstIndex(of: "."), entity.attribute(named: title) == nil {
          let name = String(title[..<dot])
          let element = String(title[title.index(after: dot)...])
          let description = entity.attribute(named: name)?.elements.first { $0.name == element }
          parts[name, default: []].append(.init(element, Self.value(cell, description)))
        } else if let attribute = entity.attribute(named: title) {
          values.append(.init(title, Self.value(cell, attribute)))
        } else if let relationship = entity.relationship(named: title) {
          values.append(.init(title, Self.value(cell, relationship)))
        } else {
          values.append(.init(title, Self.value(cell, nil)))
        }
      }
      for (name, members) in parts {
        let isNull = members.allSatisfy { $0.value == .null }
        values.append(.init(name, isNull ? .null : .object(members)))
      }
      try body(
        ImportObject(
          entity: entity.name, identifier: identifier, place: "\(file), line \(reader.line)",
          values: values))
    }
  }

  /// A cell as what JSON would have for the attribute.
  private static func value(_ cell: String?, _ attribute: AttributeDescription?) -> JSONValue {
    guard let cell else { return .null }
    guard let attribute else { return .string(cell) }
    switch attribute.type {
    case .string, .date, .uuid, .uri, .decimal: return .string(cell)
    case .composite where attribute.hasRawValues:
      return value(cell, attribute.elements.first)
    case .boolean:
      switch cell.lowercased() {
      case "true", "yes", "1": return .bool(true)
      case "false", "no", "0": return .bool(false)
      default: return .string(cell)
      }
    case .binaryData, .transformable, .composite:
      // Bytes and cases are texts, the rest is JSON.
      guard let first = cell.first, "[{\"".contains(first) else { return .string(cell) }
      return (try? JSONValue(parsing: Data(cell.utf8))) ?? .string(cell)
    default:
      let isNumber = Double(cell) != nil && (try? JSONValue(parsing: Data(cell.utf8))) != nil
      return isNumber ? .number(cell) : .string(cell)
    }
  }

  private static func value(
    _ cell: String?, _ relationship: RelationshipDescription
  ) -> JSONValue {
    guard let cell else { return relationship.isToMany ? .array([]) : .null }
    guard relationship.isToMany else { return .string(cell) }
    return (try? JSONValue(parsing: Data(cell.utf8))) ?? .string(cell)
  }
}
