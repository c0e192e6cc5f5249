// SPDX-License-Identifier: Apache-2.0

/// Reads what `swiftdata schema STORE --json` prints, or what somebody has written like that.
extension MirroredSchema {
  /// Such a file:
  ///
  /// ```json
  /// {"entities": [{"name": "Song", "superentity": null,
  ///   "attributes": [{"name": "title", "type": "String"}],
  ///   "relationships": [{"name": "album", "destination": "Album", "inverse": "songs", "isToMany": false}]}]}
  /// ```
  ///
  /// An attribute may have `isEncrypted`. Other members are not looked at.
  ///
  /// - Throws: ``CloudKitOptionError`` with a place.
  package init(json: [UInt8]) throws(CloudKitOptionError) {
    let entities: [Entity]
    do {
      let root = CloudInput(try CloudJSON(json), "")
      var found: [Entity] = []
      for input in try root.required("entities").list(atMost: 10_000) { found.append(try Self.entity(input)) }
      entities = Self.named(found, try Self.renamed(root))
    } catch { throw CloudKitOptionError(text: "the schema cannot be read: \(error.reason)") }
    try self.init(entities)
  }

  private static func entity(_ input: CloudInput) throws(CloudKitError) -> Entity {
    var entity = Entity(name: try input.required("name").text(), parent: try input["superentity"].text())
    var unique: Set<String> = []
    for group in try input["unique"].list() {
      let fields = try group.texts()
      if fields.count == 1 { unique.formUnion(fields) }
    }
    for input in try input["attributes"].list() where try !input["isTransient"].bool() {
      let name = try input.required("name").text()
      let field = try input["renamingIdentifier"].text() ?? name
      entity.attributes[field] = Attribute(
        field: field, kind: try kind(input), isEncrypted: try input["isEncrypted"].bool(),
        isUnique: unique.contains(name))
    }
    for input in try input["relationships"].list() where try !input["isTransient"].bool() {
      let name = try input.required("name").text()
      let field = try input["renamingIdentifier"].text() ?? name
      entity.relationships[field] = Relationship(
        field: field, destination: try input.required("destination").text(), inverse: try input["inverse"].text(),
        isToMany: try input["isToMany"].bool())
    }
    return entity
  }

  private static func kind(_ input: CloudInput) throws(CloudKitError) -> FieldKind {
    if try input["isEnumeration"].bool() { return .json }
    switch try input.required("type").text().lowercased().filter({ $0 != " " }) {
    case "string": return .text
    case "integer16", "integer32", "integer64", "int", "int16", "int32", "int64": return .integer
    case "boolean", "bool": return .bool
    case "double", "float": return .real
    case "decimal": return .decimal
    case "date": return .date
    case "binary", "binarydata", "data": return .bytes
    case "uuid": return .uuid
    case "uri", "url": return .url
    case "transformable", "composite": return .json
    case let other: throw .badRequest("\(input.path).type is '\(other)', which no record in CloudKit can have")
    }
  }

  /// The fields of relationships that have another name than their first one, by entity.
  private static func renamed(_ root: CloudInput) throws(CloudKitError) -> [String: [String: String]] {
    var fields: [String: [String: String]] = [:]
    for entity in try root["entities"].list() {
      let name = try entity.required("name").text()
      for input in try entity["relationships"].list() {
        if let first = try input["renamingIdentifier"].text() {
          fields[name, default: [:]][try input.required("name").text()] = first
        }
      }
    }
    return fields
  }

  /// With inverses by their fields, as records name them.
  private static func named(_ entities: [Entity], _ renamed: [String: [String: String]]) -> [Entity] {
    entities.map { entity in
      var entity = entity
      for (field, relationship) in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        entity.relationships[field]?.inverse = renamed[relationship.destination]?[inverse] ?? inverse
      }
      return entity
    }
  }
}

/// What may be missing.
extension CloudInput? {
  func text() throws(CloudKitError) -> String? {
    guard let self else { return nil }
    return try self.text()
  }

  /// Missing is false.
  func bool() throws(CloudKitError) -> Bool {
    guard let self else { return false }
    return try self.bool()
  }

  /// Missing is empty.
  func list() throws(CloudKitError) -> [CloudInput] {
    guard let self else { return [] }
    return try self.list()
  }
}
