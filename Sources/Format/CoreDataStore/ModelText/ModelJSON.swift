// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A store's model as JSON, with the columns of its properties.
package struct ModelJSON {
  private let store: Store

  package init(_ store: Store) { self.store = store }

  package var value: JSONValue {
    .object([
      .init("storeUUID", .string(store.metadata.storeUUID)),
      .init("versions", strings(store.model.versionIdentifiers)),
      .init("entities", .array(store.orderedEntities.map(entity))),
    ])
  }

  private func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  private func entity(_ entity: EntityDescription) -> JSONValue {
    let place = store.layout[entity.name]
    let hash = store.metadata.versionHashes[entity.name]
    return .object([
      .init("name", .string(entity.name)),
      .init("number", place.map { .integer($0.number) } ?? .null),
      .init("table", .text(place?.table)),
      .init("superentity", .text(entity.superentity)),
      .init("isAbstract", .bool(entity.isAbstract)),
      .init("className", .text(entity.className)),
      .init("versionHash", .text(hash.map(Self.hexadecimal))),
      .init("versionHashModifier", .text(entity.versionHashModifier)),
      .init("renamingIdentifier", .text(entity.renamingIdentifier)),
      .init("unique", .array(entity.uniquenessConstraints.map(strings))),
      .init("indexes", .array(entity.indexes.map(index))),
      .init(
        "attributes",
        .array(
          entity.attributes.sorted { $0.name < $1.name }.map {
            attribute($0, place?.attributes[$0.name])
          })),
      .init(
        "relationships",
        .array(
          entity.relationships.sorted { $0.name < $1.name }.map {
            relationship($0, place?.relationships[$0.name])
          })),
    ])
  }

  static func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func index(_ index: FetchIndexDescription) -> JSONValue {
    .object([
      .init("name", .string(index.name)),
      .init(
        "elements",
        .array(
          index.elements.map {
            .object([
              .init("property", .string($0.property)), .init("ascending", .bool($0.isAscending)),
            ])
          })),
    ])
  }

  private func attribute(_ attribute: AttributeDescription, _ place: AttributeColumns?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(attribute.name)),
      .init("type", .string(attribute.type.coreDataName)),
      .init("isOptional", .bool(attribute.isOptional)),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { members.append(.init(name, .string(value))) }
    }
    func flag(_ name: String, _ value: Bool) {
      if value { members.append(.init(name, .bool(true))) }
    }
    add("valueClass", attribute.valueClassName)
    add("transformer", attribute.transformerName)
    if let value = attribute.defaultValue { members.append(.init("default", Self.json(value))) }
    flag("isTransient", attribute.isTransient)
    flag("isDerived", attribute.isDerived)
    flag("allowsExternalStorage", attribute.allowsExternalStorage)
    flag("preservesValueOnDeletion", attribute.preservesValueOnDeletion)
    flag("isIndexedBySpotlight", attribute.isIndexedBySpotlight)
    flag("isEnumeration", attribute.isEnumeration)
    add("versionHashModifier", attribute.versionHashModifier)
    add("renamingIdentifier", attribute.renamingIdentifier)
    if attribute.type == .composite {
      members.append(.init("elements", .array(attribute.elements.map { self.attribute($0, nil) })))
    }
    if let place { members.append(.init("columns", strings(place.names))) }
    return .object(members)
  }

  package static func json(_ value: DefaultValue) -> JSONValue {
    switch value {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .bool(let value): .bool(value)
    case .decimal(let value): .string("\(value)")
    case .string(let value), .url(let value): .string(value)
    case .date(let value): .string(DateText.text(value))
    case .data(let value): .string(value.base64EncodedString())
    case .uuid(let value): .string(value.uuidString)
    case .array(let values): .array(values.map(json))
    case .dictionary(let values):
      .object(values.sorted { $0.key < $1.key }.map { .init($0.key, json($0.value)) })
    case .other(let name): .object([.init("$class", .string(name))])
    }
  }

  private func relationship(
    _ relationship: RelationshipDescription, _ place: RelationshipPlace?
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(relationship.name)),
      .init("destination", .string(relationship.destination)),
      .init("inverse", .text(relationship.inverse)),
      .init("isToMany", .bool(relationship.isToMany)),
      .init("isOptional", .bool(relationship.isOptional)),
      .init("isOrdered", .bool(relationship.isOrdered)),
      .init("minimumCount", .integer(relationship.minimumCount)),
      .init("maximumCount", .integer(relationship.maximumCount)),
      .init("deleteRule", .string(relationship.deleteRule.name)),
    ]
    if relationship.isTransient { members.append(.init("isTransient", .bool(true))) }
    if let modifier = relationship.versionHashModifier {
      members.append(.init("versionHashModifier", .string(modifier)))
    }
    if let identifier = relationship.renamingIdentifier {
      members.append(.init("renamingIdentifier", .string(identifier)))
    }
    members.append(.init("stored", place.map(Self.json) ?? .null))
    return .object(members)
  }

  private static func json(_ place: RelationshipPlace) -> JSONValue {
    func object(_ members: (String, String?)...) -> JSONValue {
      .object(members.compactMap { name, value in value.map { .init(name, .string($0)) } })
    }
    return switch place {
    case .key(let column, let entity, let order):
      object(("column", column), ("entityColumn", entity), ("orderColumn", order))
    case .foreign(let table, let column, let order, _):
      object(("table", table), ("column", column), ("orderColumn", order))
    case .join(let table, let owner, let target, let order):
      object(
        ("table", table), ("ownerColumn", owner), ("targetColumn", target), ("orderColumn", order))
    case .missing: .null
    }
  }
}
