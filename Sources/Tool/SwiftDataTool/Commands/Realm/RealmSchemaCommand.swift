// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation
import SwiftDataRealm

/// `swiftdata realm schema`
struct RealmSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Shows the classes of a Realm file.")

  enum Format: String, EnumerableFlag {
    case swift, json

    static func help(for value: Format) -> ArgumentHelp? {
      switch value {
      case .swift: "As @Model classes of SwiftData."
      case .json: "As JSON."
      }
    }
  }

  @OptionGroup var realm: RealmArgument
  @Flag(exclusivity: .exclusive) var format: Format?

  @Flag(help: "Write models that CloudKit accepts: nothing unique, everything optional or with a value. For '--swift'.")
  var cloudkit = false

  func validate() throws {
    if cloudkit, format != .swift { throw ValidationError("'--cloudkit' is for '--swift'.") }
  }

  func run() throws {
    let schema = try realm.open().schema
    switch format {
    case .swift:
      StandardOutput.write(
        RealmModelSource(schema, file: realm.url.lastPathComponent, forCloudKit: cloudkit).text)
    case .json: StandardOutput.line(json(schema).pretty)
    case nil: StandardOutput.write(RealmSchemaOutline(schema).text)
    }
  }

  private func json(_ schema: RealmSchema) -> JSONValue {
    .object([
      .init("format", .integer(schema.format)),
      .init("version", schema.version.map { .integer($0) } ?? .null),
      .init("classes", .array(schema.appClasses.map(json))),
    ])
  }

  private func json(_ type: RealmClass) -> JSONValue {
    .object([
      .init("name", .string(type.name)), .init("kind", .string(type.kind.rawValue)),
      .init("primaryKey", .text(type.primaryKey)),
      .init("properties", .array(type.properties.map(json))),
    ])
  }

  private func json(_ property: RealmProperty) -> JSONValue {
    .object([
      .init("name", .string(property.name)), .init("type", .string(property.type.rawValue)),
      .init("collection", .text(property.collection?.rawValue)),
      .init("optional", .bool(property.isOptional)), .init("indexed", .bool(property.isIndexed)),
      .init("target", .text(property.target)),
    ])
  }
}
