// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

/// Compares a model with the description of a store's that lies beside it.
enum ModelDescriptionJSON {
  static func compare(_ entity: EntityDescription, _ json: [String: Any]) throws {
    #expect(entity.superentity == json["superentity"] as? String)
    #expect(entity.isAbstract == json["abstract"] as? Bool)
    #expect(entity.className == json["class"] as? String)
    #expect(entity.versionHashModifier == json["hashModifier"] as? String)
    #expect(entity.uniquenessConstraints == json["unique"] as? [[String]])
    let indexes = try #require(json["indexes"] as? [[String: Any]])
    #expect(entity.indexes.map(\.name) == indexes.compactMap { $0["name"] as? String })
    #expect(
      entity.indexes.map { $0.elements.map(\.property) }
        == indexes.compactMap { $0["properties"] as? [String] })
    let attributes = try #require(json["attributes"] as? [String: [String: Any]])
    #expect(Set(entity.attributes.map(\.name)) == Set(attributes.keys))
    #expect(entity.attributes.count == attributes.count)
    for attribute in entity.attributes {
      compare(attribute, try #require(attributes[attribute.name]))
    }
    let relationships = try #require(json["relationships"] as? [String: [String: Any]])
    #expect(Set(entity.relationships.map(\.name)) == Set(relationships.keys))
    for relationship in entity.relationships {
      compare(relationship, try #require(relationships[relationship.name]))
    }
  }

  private static func compare(_ attribute: AttributeDescription, _ json: [String: Any]) {
    let name = Comment(rawValue: attribute.name)
    #expect(Int(attribute.type.rawValue) == json["type"] as? Int, name)
    #expect(attribute.isOptional == json["optional"] as? Bool, name)
    #expect(attribute.valueClassName == json["valueClass"] as? String, name)
    #expect(attribute.transformerName == json["transformer"] as? String, name)
    #expect(attribute.versionHashModifier == json["hashModifier"] as? String, name)
    #expect(text(attribute.defaultValue) == text(json["default"]), name)
    #expect(text(attribute.userInfo) == userInfo(json["userInfo"] as? String ?? "{}"), name)
    let elements = json["elements"] as? [[String: Any]] ?? []
    #expect(attribute.elements.map(\.name) == elements.compactMap { $0["name"] as? String }, name)
    for (element, json) in zip(attribute.elements, elements) { compare(element, json) }
  }

  private static func compare(_ relationship: RelationshipDescription, _ json: [String: Any]) {
    #expect(relationship.destination == json["destination"] as? String)
    #expect(relationship.inverse == json["inverse"] as? String)
    #expect(relationship.minimumCount == json["min"] as? Int)
    #expect(relationship.maximumCount == json["max"] as? Int)
    #expect(Int(relationship.deleteRule.rawValue) == json["deleteRule"] as? Int)
    #expect(relationship.isOptional == json["optional"] as? Bool)
    #expect(relationship.isOrdered == json["ordered"] as? Bool)
    #expect(relationship.isTransient == json["transient"] as? Bool)
  }

  /// The descriptions were written by Python.
  private static func text(_ value: DefaultValue?) -> String {
    switch value {
    case nil: "null"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): value ? "true" : "false"
    case .string(let value): value
    case .uuid(let value):
      "uuid:" + value.uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    case .array(let members) where members.isEmpty: "[]"
    case .dictionary(let entries) where entries.isEmpty: "{}"
    case .some(let value): "\(value)"
    }
  }

  private static func text(_ json: Any?) -> String {
    switch json {
    case nil, is NSNull: return "null"
    case let value as String: return value
    case let value as NSNumber:
      if value === NSNumber(value: true) || "\(value)" == "true" { return "true" }
      let type = String(cString: value.objCType)
      if type == "c" || type == "B" { return value.boolValue ? "true" : "false" }
      return type == "d" ? "\(value.doubleValue)" : "\(value.intValue)"
    default: return "\(json ?? "null")"
    }
  }

  private static func text(_ userInfo: [String: UserInfoValue]) -> Set<String> {
    Set(
      userInfo.flatMap { key, value -> [String] in
        switch value {
        case .array(let members):
          [key] + members.map { if case .string(let name) = $0 { name } else { "\($0)" } }
        case .bool(let value): [key, value ? "True" : "False"]
        default: [key, "\(value)"]
        }
      })
  }

  /// The words in the text of a dictionary.
  private static func userInfo(_ text: String) -> Set<String> {
    Set(text.split { "{}[]',: ".contains($0) }.map { String($0) })
  }
}
