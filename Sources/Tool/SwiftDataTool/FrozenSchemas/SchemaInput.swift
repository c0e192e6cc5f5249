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

    /// The schemas of a number that the sources still declare: of two programs, two may have one.
    func versions(_ number: String) throws -> [FrozenSchema] {
      guard let declarations else { return [] }
      return try declarations.versions.filter { $0.number == number }.map { try FrozenSchema(declarations, $0) }
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
        declarations.versions.first { $0.name == name || $0.name.hasSuffix("." + name) }.flatMap(\.number)
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
      version = try latest(declarations.versions)
    }
    if let version { _ = try number(of: version) }
    let read = try FrozenSchema(declarations, version)
    guard !read.models.isEmpty else {
      throw StoreError(
        .invalidInput, "The sources declare no class with @Model.", advice: "Name the folder of the target that does.")
    }
    return Reading(schema: read, declarations: declarations, version: version)
  }

  /// The version with the highest number, which must be known and its own.
  private func latest(_ versions: [SourceDeclarations.Version]) throws -> SourceDeclarations.Version? {
    let numbered = try versions.map { (number: try number(of: $0), version: $0) }.sorted { $0.number < $1.number }
    for (first, second) in zip(numbered, numbered.dropFirst()) where first.number == second.number {
      throw StoreError(
        .invalidInput,
        "\(first.version.name) and \(second.version.name) have the same version, \(first.version.number ?? "").",
        advice: "Give each version a number of its own, or name the one that is meant: --schema NAME.")
    }
    return numbered.last?.version
  }

  private func number(of version: SourceDeclarations.Version) throws -> SchemaVersionNumber {
    guard let number = version.number.flatMap({ SchemaVersionNumber($0) }) else {
      throw StoreError(
        .invalidInput, "The number of the version \(version.name) cannot be read from the sources.",
        advice: "Write it as 'static let versionIdentifier = Schema.Version(2, 0, 0)'"
          + (schema == nil ? ", or name another version: --schema NAME." : "."))
    }
    return number
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
