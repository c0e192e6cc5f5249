// SPDX-License-Identifier: Apache-2.0

import SwiftDataRealm

/// Schemas made by hand.
enum Schemas {
  static func type(
    _ name: String, kind: RealmClass.Kind = .topLevel, primaryKey: String? = nil,
    _ properties: RealmProperty...
  ) -> RealmClass {
    RealmClass(
      name: name, tableName: "class_" + name, key: RealmTableKey(0), kind: kind,
      properties: properties, primaryKey: primaryKey)
  }

  static func value(
    _ name: String, _ type: RealmProperty.ValueType,
    _ collection: RealmProperty.Collection? = nil, optional: Bool = false, indexed: Bool = false
  ) -> RealmProperty {
    RealmProperty(
      name: name, type: type, collection: collection, isOptional: optional, isIndexed: indexed)
  }

  static func link(
    _ name: String, _ target: String, _ collection: RealmProperty.Collection? = nil
  ) -> RealmProperty {
    RealmProperty(
      name: name, type: .link, collection: collection, isOptional: collection == nil,
      target: target)
  }

  static func schema(_ classes: RealmClass...) -> RealmSchema {
    RealmSchema(format: 24, version: 3, classes: classes)
  }

  /// Everything that a schema may have, with names that Swift or SwiftData
  /// have taken.
  static let everything = schema(
    type(
      "Set", primaryKey: "_id",
      value("_id", .objectID), value("id", .int, indexed: true), value("description", .string),
      value("class", .string, optional: true), value("with space", .bool),
      value("1st", .double), value("self", .float), value("hashValue", .decimal),
      value("Type", .uuid), value("_class", .data), value("modelContext", .timestamp),
      value("numbers", .int, .list), value("perhaps", .string, .list, optional: true),
      value("days", .timestamp, .set), value("prices", .decimal, .dictionary, optional: true),
      value("any", .mixed, optional: true), value("anys", .mixed, .list, optional: true),
      value("anyByName", .mixed, .dictionary, optional: true), value("!OID", .int)),
    type(
      "Link Model", link("one", "Set"), link("set", "Link Model", .set),
      link("list", "Set", .list), link("byName", "Set", .dictionary),
      link("address", "Address"), link("addresses", "Address", .list),
      link("addressByName", "Address", .dictionary), link("node", "Node"),
      link("nodes", "Node", .list), link("nodeByName", "Node", .dictionary),
      link("gone", "Nowhere")),
    type(
      "Address", kind: .embedded, value("street", .string), value("tags", .string, .list),
      link("country", "Country")),
    type("Country", kind: .embedded, value("code", .string, optional: true)),
    // Embedded in itself, so no plain value.
    type("Node", kind: .embedded, value("name", .string), link("next", "Node")),
    type("Event", kind: .asymmetric, value("name", .string)),
    type("Empty"),
    type("__Class", value("name", .string)))
}
