// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// The attributes, or parts of them, whose columns a store keeps though its
/// model lacks them.
///
/// A column does not tell a number from a date, nor bytes from a reference to
/// a file: so the store notes what its model said.
enum KeptAttributes {
  /// By entity and name.
  typealias Descriptions = [String: [String: AttributeDescription]]

  /// What a store is to note after a migration.
  ///
  /// - Parameters:
  ///   - known: The columns by entity and path that the store has then.
  ///   - used: Those of the schema.
  static func descriptions(
    _ contents: StoreContents, _ entities: [_Entity], known: [String: [String: String]],
    used: [String: [String: String]]
  ) -> Descriptions {
    var all = contents.metadata?.keptAttributes ?? [:]
    if let model = contents.storedModel {
      for entity in model.entities {
        for attribute in model.ownAttributes(of: entity) where !attribute.isTransient {
          let former = all[entity.name]?[attribute.name]
          all[entity.name, default: [:]][attribute.name] =
            former.map { attribute.adding(elementsOf: $0) } ?? attribute
        }
      }
    }
    for (entity, names) in StoredAttributes.oldNames(contents, entities) where !names.isEmpty {
      let former = all[entity] ?? [:]
      for name in Array(names.keys) + Array(names.values) { all[entity]?[name] = nil }
      for (name, old) in names { all[entity, default: [:]][name] = former[old] }
    }
    var kept: Descriptions = [:]
    for (entity, attributes) in all {
      for (name, attribute) in attributes {
        let isKept = AttributePart.stored(attribute).keys.contains { part in
          let suffix = part.map { ".\($0)" }.joined()
          // An attribute whose name a relationship has is noted as a value of it.
          return [name, name + "/value"].contains {
            known[entity]?[$0 + suffix] != nil && used[entity]?[$0 + suffix] == nil
          }
        }
        if isKept { kept[entity, default: [:]][name] = attribute }
      }
    }
    return kept
  }

  // MARK: In the metadata

  static func record(_ descriptions: Descriptions) -> PropertyListValue {
    .dictionary(descriptions.mapValues { .dictionary($0.mapValues { record($0) }) })
  }

  static func descriptions(_ record: PropertyListValue) -> Descriptions {
    (record.dictionary ?? [:]).mapValues { attributes in
      (attributes.dictionary ?? [:]).compactMapValues { description($0, depth: 0) }
    }
  }

  private static func record(_ attribute: AttributeDescription) -> PropertyListValue {
    var entries: [String: PropertyListValue] = [
      "name": .string(attribute.name), "type": .integer(Int64(attribute.type.rawValue)),
    ]
    if attribute.isOptional { entries["optional"] = .bool(true) }
    if attribute.allowsExternalStorage { entries["external"] = .bool(true) }
    // Of arrays and the like, nothing else says what is in them.
    if attribute.type == .transformable, let name = attribute.valueClassName { entries["class"] = .string(name) }
    if attribute.type == .composite {
      entries["elements"] = .array(attribute.elements.map { record($0) })
      if attribute.isEnumeration {
        entries["enum"] = .string(attribute.hasRawValues ? "raw" : "cases")
      }
    }
    return .dictionary(entries)
  }

  /// - Returns: `nil` if a newer version has written what is not known here.
  private static func description(_ record: PropertyListValue, depth: Int) -> AttributeDescription? {
    guard depth <= AttributeDescription.maximumDepth, let name = record["name"]?.string,
      let type = record["type"]?.integer.flatMap({ UInt32(exactly: $0) }).flatMap({ AttributeType(rawValue: $0) })
    else { return nil }
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = record["optional"]?.bool == true
    attribute.allowsExternalStorage = record["external"]?.bool == true
    attribute.valueClassName = record["class"]?.string
    attribute.elements = (record["elements"]?.members ?? [])
      .compactMap { description($0, depth: depth + 1) }
    if let kind = record["enum"]?.string {
      attribute.userInfo["EnumType"] = .bool(true)
      if kind != "raw" { attribute.userInfo["enum"] = .array([]) }
    }
    return attribute
  }
}

extension AttributeDescription {
  /// The attribute with the parts that only an older description has.
  func adding(elementsOf former: AttributeDescription) -> AttributeDescription {
    guard type == .composite, former.type == .composite, !hasRawValues, !former.hasRawValues
    else { return self }
    var merged = self
    merged.elements = elements.map { element in
      former.elements.first { $0.name == element.name }
        .map { element.adding(elementsOf: $0) } ?? element
    }
    let own = Set(elements.map(\.name))
    merged.elements += former.elements.filter { !own.contains($0.name) }
    return merged
  }
}
