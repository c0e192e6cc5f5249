// SPDX-License-Identifier: Apache-2.0

/// Writes CloudKit's own form of a schema, which CloudKit Console and `cktool` import.
extension MirroredSchema {
  /// The record types of all models, of links between them, and of users, as a `.ckdb` file has them.
  ///
  /// - Throws: ``CloudKitOptionError`` if a name cannot be a field's.
  package func cloudKitText() throws(CloudKitOptionError) -> String {
    var types: [(name: String, fields: [String: String])] = []
    for root in entities.values.filter({ $0.parent == nil }).sorted(by: { $0.name < $1.name }) {
      var fields = ["CD_entityName": Self.indexed("STRING")]
      for entity in entities.values where self.root(entity.name) == root.name {
        try add(entity, to: &fields)
      }
      // What Core Data writes when a record moves to another zone.
      fields["CD_moveReceipt"] = "BYTES"
      fields["CD_moveReceipt_ckAsset"] = "ASSET"
      types.append(("CD_\(root.name)", fields))
    }
    let isLinked = entities.values.contains { entity in
      entity.relationships.values.contains { $0.isToMany && linkEnds($0) }
    }
    if isLinked {
      let names = ["CD_entityNames", "CD_recordNames", "CD_relationships"]
      types.append((LinkRecord.type, Dictionary(uniqueKeysWithValues: names.map { ($0, Self.indexed("STRING")) })))
    }
    types.append(("Users", ["roles": "LIST<INT64>"]))
    for type in types { try Self.check(type.name) }
    return "DEFINE SCHEMA\n\n" + types.map { Self.text($0.name, $0.fields) }.joined(separator: "\n")
  }

  private func linkEnds(_ relationship: Relationship) -> Bool {
    guard let inverse = relationship.inverse else { return true }
    return self.relationship(inverse, of: relationship.destination)?.relationship.isToMany ?? true
  }

  private func add(_ entity: Entity, to fields: inout [String: String]) throws(CloudKitOptionError) {
    for attribute in entity.attributes.values {
      let name = "CD_\(attribute.field)"
      try Self.check(name)
      let type = attribute.kind.type.rawValue
      // Encrypted fields have no index.
      let text =
        attribute.isEncrypted ? "ENCRYPTED \(type)" : attribute.kind.type == .bytes ? type : Self.indexed(type)
      if let other = fields.updateValue(text, forKey: name), other != text {
        throw CloudKitOptionError(
          text: "'\(name)' would have two types, since subclasses of '\(root(entity.name))' share its records")
      }
      if attribute.kind.mayBeAsset { fields["\(name)_ckAsset"] = attribute.isEncrypted ? "ENCRYPTED ASSET" : "ASSET" }
    }
    for relationship in entity.relationships.values where !relationship.isToMany {
      let name = "CD_\(relationship.field)"
      try Self.check(name)
      fields[name] = Self.indexed("STRING")
    }
  }

  private static func indexed(_ type: String) -> String {
    type == "STRING" ? "STRING QUERYABLE SEARCHABLE SORTABLE" : "\(type) QUERYABLE SORTABLE"
  }

  private static func check(_ name: String) throws(CloudKitOptionError) {
    let isName =
      name.utf8.count <= 255 && !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
    guard isName else {
      throw CloudKitOptionError(text: "'\(name)' cannot be a name in CloudKit: letters of ASCII, digits and '_' only")
    }
  }

  private static func text(_ name: String, _ fields: [String: String]) -> String {
    let system = [
      ("\"___createTime\"", "TIMESTAMP"), ("\"___createdBy\"", "REFERENCE"), ("\"___etag\"", "STRING"),
      ("\"___modTime\"", "TIMESTAMP"), ("\"___modifiedBy\"", "REFERENCE"), ("\"___recordID\"", "REFERENCE QUERYABLE"),
    ]
    let own = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    let width = (system + own).reduce(0) { max($0, $1.0.count) }
    var lines = (system + own).map { column, type in
      "        " + column + String(repeating: " ", count: width - column.count + 1) + type + ","
    }
    lines.append("        GRANT WRITE TO \"_creator\",")
    if name != "Users" { lines.append("        GRANT CREATE TO \"_icloud\",") }
    lines.append("        GRANT READ TO \"_world\"")
    return "    RECORD TYPE \(name) (\n" + lines.joined(separator: "\n") + "\n    );\n"
  }
}
