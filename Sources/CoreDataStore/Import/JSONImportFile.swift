import Foundation

/// Reads a file as `export --to json` writes it.
///
/// Also `{"Trip": [{"name": "Rome"}]}`, without what is around it.
enum JSONImportFile {
  /// - Parameter url: standard input if `nil`.
  static func objects(_ url: URL?) throws -> [ImportObject] {
    let path = url?.path ?? "standard input"
    let content: Data?
    if let url {
      content = try? Data(contentsOf: url)
    } else {
      content = try? FileHandle.standardInput.readToEnd()
    }
    guard let data = content else {
      throw StoreError(
        .fileNotFound, "The file cannot be read.", file: path, advice: "Check the path.")
    }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: data)
    } catch {
      throw StoreError(.invalidInput, "The file is not JSON: \(error).", file: path)
    }
    let shape = StoreError(
      .invalidInput, "The file is not of the form {\"entities\": {\"Name\": [{…}, …]}}.",
      file: path, advice: "'swiftdata export --to json' writes such files.")
    guard case .object(let entities) = json["entities"] ?? json else { throw shape }
    var objects: [ImportObject] = []
    for entity in entities where !entity.name.hasPrefix("$") {
      guard case .array(let rows) = entity.value else { throw shape }
      for (index, row) in rows.enumerated() {
        guard case .object(let members) = row else { throw shape }
        var identifier: String?
        if case .string(let text)? = row["$id"] { identifier = text }
        objects.append(
          ImportObject(
            entity: entity.name, identifier: identifier,
            place: "\(entity.name), object \(index + 1)",
            values: members.filter { !$0.name.hasPrefix("$") }))
      }
    }
    return objects
  }
}
