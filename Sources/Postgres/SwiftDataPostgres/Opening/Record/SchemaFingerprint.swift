// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SecureHashes
  import SwiftDataCore
  import SwiftDataSQL

  /// Tells apart models whose tables differ, or whose values mean something else.
  ///
  /// Marks for full-text search are left out: the index follows whoever was started last.
  enum SchemaFingerprint {
    static func make(_ entities: [_Entity]) -> String {
      var text = ""
      for entity in entities.sorted(by: { $0.name < $1.name }) {
        text += "entity \(entity.name) \(entity.superentity?.name ?? "")\n"
        for property in entity.properties[entity.description.ownRange] {
          text += line(property) + "\n"
        }
        for group in (entity.schemaEntity?.uniquenessConstraints ?? []) { text += "unique \(group)\n" }
        for group in (entity.schemaEntity?.indices ?? []) { text += "index \(group)\n" }
      }
      return SHA2.sha256(Array(text.utf8)).prefix(16).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
    }

    private static func line(_ property: _Property) -> String {
      let common = "\(property.name) \(property.isOptional) \(property.formerName ?? "")"
      if property.isRelationship {
        let keeps = property.deleteRule == .noAction ? "loose" : ""
        return "relationship \(common) \(property.destination?.name ?? "") \(property.isToMany) "
          + "\(property.inverse?.name ?? "") \(keeps)"
      }
      guard property.hasColumns else { return "ephemeral \(property.name)" }
      let parts = AttributePart.parts(of: property).map { part in
        "\(part.path.joined(separator: ".")):\(part.type.rawValue)\(part.isRawValue ? "r" : "")"
      }
      // Default values may be others at each start.
      let hasDefault = DefaultColumns.value(of: property) != nil
      return "attribute \(common) \(hasDefault) \(parts.joined(separator: ","))"
    }
  }
#endif
