// SPDX-License-Identifier: Apache-2.0

import Logging
import SwiftDataCore

/// Runs stages on a store, inside the transaction of the caller.
///
/// The contexts that the stages' code gets read and write through the same
/// connection, and their saves are savepoints: so all of it is committed
/// together, or nothing.
struct StageRunner {
  let writer: SQLiteConnection
  let configuration: ModelConfiguration

  private static let logger = Logger(label: "SwiftData.Migration")

  init(writer: SQLiteConnection, configuration: ModelConfiguration) {
    self.writer = writer
    var configuration = configuration
    // Its models are those of the container.
    configuration.schema = nil
    self.configuration = configuration
  }

  func run(_ path: StagePath) throws {
    for step in path.steps where step.from.hashes != step.to.hashes {
      let name = StageOrder.name(of: step.stage)
      if case .custom(_, _, let willMigrate?, _) = step.stage {
        try run(willMigrate, on: step.from, "\(name): willMigrate")
      }
      guard case .custom(_, _, _, let didMigrate?) = step.stage else {
        _ = try changeTables(step, name)
        continue
      }
      let missing = MissingValues()
      let layout = try changeTables(step, name, missing).layout
      try run(didMigrate, on: step.to, "\(name): didMigrate")
      try missing.check(layout, writer, name)
    }
  }

  private func changeTables(
    _ step: StagePath.Step, _ name: String, _ missing: MissingValues? = nil
  ) throws -> StoreVersion.Fitting {
    do {
      try FormerVersions(try StoreContents(writer), next: step.to).delete(writer)
      return try step.to.migrate(StoreContents(writer), writer, missing: missing)
    } catch let error as SwiftDataError {
      throw SwiftDataError(
        error, "\(error.explanation) (\(name))", entity: error.entity, property: error.property,
        file: error.file ?? writer.file, advice: error.advice, underlying: error.underlying)
    }
  }

  /// Runs a stage's code with a context of a version.
  private func run(
    _ code: @Sendable (ModelContext) throws -> Void, on version: StoreVersion, _ name: String
  ) throws {
    var opened: SQLiteRowStore?
    defer { try? opened?.close() }
    let container = try ModelContainer(
      _schema: version.model.schema, migrationPlan: nil, configurations: [.rows(configuration)]
    ) { _, model, _ in
      let store = try open(version, model)
      opened = store
      return store
    }
    do {
      let context = ModelContext(container)
      try code(context)
      if context.hasChanges {
        Self.logger.warning(
          "A stage has unsaved changes in its context, which are lost: save the context in the stage.",
          metadata: ["stage": "\(name)", "file": "\(writer.file?.path ?? "")"])
      }
    }
    try writer.requireTransaction()
    // A context that the program has kept finds the store closed.
    try opened?.close()
    try writer.startOver()
  }

  /// The store in a version that it has, with the entities of a container.
  private func open(_ version: StoreVersion, _ model: SchemaModel) throws -> SQLiteRowStore {
    let names = Set(version.entities.map(\.name))
    let own = StoreVersion(
      file: version.file, model: model, entities: model.entities.filter { names.contains($0.name) },
      schemaVersion: version.schemaVersion, isPlanned: true)
    let fitting = try own.migrate(StoreContents(writer), writer)
    try ExternalFunctions.watch(fitting.layout, on: writer)
    return SQLiteRowStore(
      SQLiteDatabase(inside: writer), fitting, model: model, entities: own.entities,
      recordsHistory: configuration.isHistoryEnabled)
  }
}
