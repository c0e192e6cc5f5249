// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

/// Where the models of the present are found: Swift sources, a store, or a database.
struct SchemaInput: ParsableArguments {
  @Argument(
    help: "Swift sources, or the folder of a target; or a store that the program has made; or postgres://…",
    completion: .file())
  var inputs: [String]

  @Option(help: "The VersionedSchema that is meant; the one with the highest number if it is left out.")
  var schema: String?

  @Option(help: "Of a database: what PostgreSQL calls a schema.")
  var namespace = "public"

  func validate() throws {
    if inputs.isEmpty { throw ValidationError("Name Swift sources, a folder of them, or a store.") }
  }

  /// What was read.
  struct Reading {
    let schema: FrozenSchema
    /// Of sources.
    var declarations: SourceDeclarations?
    /// The `VersionedSchema` of the sources that was read; `nil` if they have none.
    var version: SourceDeclarations.Version?
    /// Whether sources declare versions at all.
    var hasVersions: Bool { declarations.map { !$0.versions.isEmpty } ?? true }

    /// The schema of a number that the sources still declare.
    func version(_ number: String) throws -> FrozenSchema? {
      guard let declarations, let version = declarations.versions.first(where: { $0.number == number }) else {
        return nil
      }
      return try FrozenSchema(declarations, version)
    }

    /// Where sources declare a property of a model.
    func place(of property: String?, in model: String) -> SourcePlace? {
      guard let declarations else { return nil }
      let names = declarations.models.keys.filter { $0 == model || $0.hasSuffix("." + model) }
      let full = declarations.resolve(model, within: version?.name ?? "") ?? names.min()
      return full.flatMap { declarations.place(ofModel: $0, property: property) }
    }

    /// Whether stages lead from a version to the present one.
    func hasStages(from number: String) -> Bool {
      guard let declarations else { return true }
      func numbers(_ name: String) -> String? {
        declarations.versions.first { $0.name == name || $0.name.hasSuffix("." + name) }?.number
      }
      var reached: Set<String> = [number]
      while let next = declarations.stages.compactMap({ stage -> String? in
        guard let from = numbers(stage.from), let to = numbers(stage.to), reached.contains(from), !reached.contains(to)
        else { return nil }
        return to
      }).first {
        reached.insert(next)
      }
      return reached.contains(schema.version)
    }
  }

  func read() throws -> Reading {
    if inputs.count == 1, let database = DatabaseAddress(inputs[0], namespace: namespace) {
      return Reading(schema: FrozenSchema(try database.copy(rows: .none)))
    }
    if inputs.count == 1, !inputs[0].hasSuffix(".swift"), !Self.isFolder(inputs[0]) {
      return Reading(schema: FrozenSchema(try Store(reading: URL(fileURLWithPath: inputs[0]))))
    }
    let declarations = try SourceDeclarations(inputs)
    let version: SourceDeclarations.Version?
    if let schema {
      version = declarations.versions.first { $0.name == schema || $0.name.hasSuffix("." + schema) }
      if version == nil {
        let names = declarations.versions.map(\.name).sorted().joined(separator: ", ")
        throw StoreError(
          .invalidInput, "The sources declare no VersionedSchema \(schema).",
          advice: names.isEmpty ? "They declare none at all." : "They declare \(names).")
      }
    } else {
      version = declarations.versions.max {
        guard let left = SchemaVersionNumber($0.number), let right = SchemaVersionNumber($1.number) else {
          return false
        }
        return left < right
      }
    }
    let read = try FrozenSchema(declarations, version)
    guard !read.models.isEmpty else {
      throw StoreError(
        .invalidInput, "The sources declare no class with @Model.", advice: "Name the folder of the target that does.")
    }
    return Reading(schema: read, declarations: declarations, version: version)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
