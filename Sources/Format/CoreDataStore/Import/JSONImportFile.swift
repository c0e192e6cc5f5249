// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a file as `export --to json` writes it.
///
/// Also `{"Trip": [{"name": "Rome"}]}`, without what is around it. One object is
/// in memory at a time.
final class JSONImportFile: ImportSource {
  private let url: URL
  /// For errors.
  private let path: String
  private let isTemporary: Bool
  /// Whether the entities are within a member `entities`.
  private var isWrapped = false
  let size: Int

  /// - Parameter url: standard input if `nil`.
  init(_ url: URL?) throws {
    path = url?.path ?? "standard input"
    if let url, !url.isReadOnce {
      self.url = url
      isTemporary = false
    } else {
      self.url = try Self.spool(url)
      isTemporary = true
    }
    size = self.url.fileSize
    // Syntax errors are found before anything is written.
    isWrapped = try scan()
  }

  deinit {
    if isTemporary { try? FileManager.default.removeItem(at: url) }
  }

  /// What can be read only once is kept in a file.
  private static func spool(_ source: URL?) throws -> URL {
    guard let input = source.map({ FileHandle(forReadingAtPath: $0.path) }) ?? FileHandle.standardInput else {
      throw StoreError(
        .fileNotFound, "The file cannot be read.", file: source?.path, advice: "Check the path and the permissions.")
    }
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftdata-import-" + UUID().uuidString)
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: url.path)
    else {
      throw StoreError(
        .notWritable, "The temporary folder cannot be written to.", file: url.path,
        advice: "Set TMPDIR to a folder with room for the input.")
    }
    defer { try? output.close() }
    do {
      while let piece = try input.read(upToCount: 1 << 18), !piece.isEmpty {
        try output.write(contentsOf: piece)
      }
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw StoreError(
        .unreadable, "\(source?.path ?? "Standard input") cannot be copied to a temporary file.", file: url.path,
        advice: "Check the room on the disk.")
    }
    return url
  }

  private func read<T>(_ body: (JSONReader) throws -> T) throws -> T {
    do {
      return try body(JSONReader(ByteStream(file: url)))
    } catch let error as JSONError {
      throw StoreError(.invalidInput, "The file is not valid JSON: \(error).", file: path)
    }
  }

  private var shape: StoreError {
    StoreError(
      .invalidInput, "The file does not have the form {\"entities\": {\"Name\": [{…}, …]}}.",
      file: path, advice: "'swiftdata export --to json' writes such files.")
  }

  private func scan() throws -> Bool {
    try read { reader in
      guard try reader.peek() == UInt8(ascii: "{") else {
        try reader.skip()
        try reader.end()
        throw shape
      }
      var isWrapped = false
      try reader.forEachMember { name in
        if name == "entities" { isWrapped = true }
        try reader.skip()
      }
      try reader.end()
      return isWrapped
    }
  }

  func forEach(
    where isWanted: (String) -> Bool, _ body: (ImportObject, Int) throws -> Void
  ) throws {
    try read { reader in
      guard isWrapped else { return try entities(reader, isWanted, body) }
      try reader.forEachMember { name in
        if name == "entities" {
          try entities(reader, isWanted, body)
        } else {
          try reader.skip()
        }
      }
    }
  }

  private func entities(
    _ reader: JSONReader, _ isWanted: (String) -> Bool,
    _ body: (ImportObject, Int) throws -> Void
  ) throws {
    guard try reader.peek() == UInt8(ascii: "{") else { throw shape }
    try reader.forEachMember { entity in
      guard !entity.hasPrefix("$"), isWanted(entity) else { return try reader.skip() }
      guard try reader.peek() == UInt8(ascii: "[") else { throw shape }
      var number = 0
      try reader.forEachElement {
        number += 1
        guard case .object(let members) = try reader.value() else { throw shape }
        var identifier: String?
        if case .string(let text)? = members.first(where: { $0.name == "$id" })?.value {
          identifier = text
        }
        try body(
          ImportObject(
            entity: entity, identifier: identifier, place: "\(entity), object \(number)",
            values: members.filter { !$0.name.hasPrefix("$") }), reader.offset)
      }
    }
  }
}
