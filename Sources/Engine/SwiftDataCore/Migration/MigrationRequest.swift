// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What a migration would change in a store, or has changed.
package struct MigrationOutline: Sendable, Encodable {
  /// What the store is called: never an address, which may have a password.
  package var store: String
  /// The number of the schema's version; `nil` for a store that is not there yet.
  package var from: String?
  package var to: String?
  /// The stages of the plan that it goes through.
  package var stages: [String]
  /// Of databases.
  package var statements: [String]
  package var note: String?
  package var error: String?

  package init(
    store: String, from: String? = nil, to: String? = nil, stages: [String] = [], statements: [String] = [],
    note: String? = nil
  ) {
    self.store = store
    self.from = from
    self.to = to
    self.stages = stages
    self.statements = statements
    self.note = note
  }
}

/// A start of the program for the migration of its stores alone, which the environment asks for:
/// `SWIFTDATA_MIGRATION=run`, or `dry-run`. The command `swiftdata migrate` sets it.
///
/// The first container with a store that lasts ends the program: after it has opened its stores, or before. An error would
/// not do: programs are known that make a new store in place of one that cannot be opened.
struct MigrationRequest {
  enum Kind: String {
    case run
    case dryRun = "dry-run"
  }

  let kind: Kind
  /// The file that gets a line of JSON for each store; without it, they are printed.
  let report: String?
  /// Custom stores may keep a container of their own, which is opened with the first.
  private static let isAnswering = Atomic(false)

  /// - Throws: ``SwiftDataError`` for another word.
  init?(_ environment: [String: String]) throws {
    guard let word = environment["SWIFTDATA_MIGRATION"], !word.isEmpty,
      !Self.isAnswering.load(ordering: .acquiring)
    else { return nil }
    guard let kind = Kind(rawValue: word) else {
      throw SwiftDataError(
        .loadIssueModelContainer, "The environment's variable SWIFTDATA_MIGRATION is '\(word)'.",
        advice: "Set it to 'run' or 'dry-run', or remove it.")
    }
    self.kind = kind
    report = environment["SWIFTDATA_MIGRATION_REPORT"]
  }

  /// Does what is asked for, and ends the program.
  func answer(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ configurations: [StoreConfiguration],
    _ open: () throws -> ContainerCore
  ) -> Never {
    Self.isAnswering.store(true, ordering: .releasing)
    var outlines: [MigrationOutline] = []
    do {
      outlines = try outline(schema, plan, configurations)
      if kind == .run {
        let core = try open()
        for entry in core.stores { try entry.store.close() }
      }
    } catch {
      if outlines.isEmpty { outlines = [MigrationOutline(store: configurations.first?.name ?? "default")] }
      for index in outlines.indices { outlines[index].error = "\(error)" }
    }
    let isWritten = write(outlines)
    exit(isWritten && outlines.allSatisfy { $0.error == nil } ? 0 : 1)
  }

  private func outline(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ configurations: [StoreConfiguration]
  ) throws -> [MigrationOutline] {
    let model = try SchemaModel(schema: schema)
    let placement = try StorePlacement(model: model, configurations: configurations)
    return try placement.entities.enumerated().compactMap { index, entities in
      switch configurations[index] {
      case .rows(let configuration):
        if configuration.isStoredInMemoryOnly { return nil }
        return MigrationOutline(
          store: configuration.url.path, note: kind == .run ? nil : "A file: try its migration on a copy of it.")
      case .custom(let configuration):
        return MigrationOutline(
          store: configuration.name, note: kind == .run ? nil : "A store of the program's own: it does not say.")
      case .other(let configuration):
        try configuration.validate()
        return try configuration.migrationOutline(model, entities, plan)
      }
    }
  }

  private func write(_ outlines: [MigrationOutline]) -> Bool {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      var data = Data()
      for outline in outlines { data += try encoder.encode(outline) + Data("\n".utf8) }
      if let report {
        try data.write(to: URL(fileURLWithPath: report))
      } else {
        try FileHandle.standardOutput.write(contentsOf: data)
      }
      return true
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("The migration's report cannot be written: \(error)\n".utf8))
      return false
    }
  }
}

extension StoreConfiguration {
  /// Whether its store is there after the program has ended.
  var lasts: Bool { rows.map { !$0.isStoredInMemoryOnly } ?? true }
}
