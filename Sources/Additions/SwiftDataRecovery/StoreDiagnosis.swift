// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite

/// The result of opening a store, found without opening it for good.
///
/// ```swift
/// for diagnosis in try StoreDiagnosis.of([configuration], for: Schema([Trip.self])) {
///   switch diagnosis.state {
///   case .absent: print("A new store will be made.")
///   case .fits: print("The store opens as it is.")
///   case .migrates(let steps): print("The store will be migrated:", steps)
///   case .fails(let error): print(error)
///   }
/// }
/// ```
///
/// To find out which version of a schema a store has, ask for each version: one of them `fits`.
public struct StoreDiagnosis: Sendable {
  /// The result of opening a store.
  public enum State: Sendable {
    /// There is no store, so a new one would be made.
    case absent
    /// The store has the schema.
    case fits
    /// The store would be migrated: what each step does, in words.
    case migrates([String])
    /// The store would not open, for this reason.
    case fails(SwiftDataError)
  }

  /// The configuration of the store.
  public let configuration: ModelConfiguration
  /// The result of opening the store.
  public let state: State

  /// Looks at the stores of a container before there is one.
  ///
  /// No file changes, and no code of a migration plan runs, so an error of a custom stage is not foreseen.
  ///
  /// - Parameters:
  ///   - configurations: Where the models are stored; the default file if none is given.
  ///   - schema: The container's schema.
  ///   - migrationPlan: The container's plan.
  ///   - checksPages: Whether the pages of each file are read and checked, in O(bytes). Without it, damage is found only
  ///     where opening would find it.
  /// - Returns: A diagnosis for each configuration of a file, in their order.
  /// - Throws: ``SwiftDataError`` if the schema or the configurations are wrong, whatever the files contain.
  public static func of(
    _ configurations: [ModelConfiguration] = [], for schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, checksPages: Bool = false
  ) throws -> [StoreDiagnosis] {
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    var found: [StoreDiagnosis] = []
    // The container places the models; what it gets are empty stores in memory.
    _ = try ModelContainer(
      _schema: schema, migrationPlan: migrationPlan, configurations: configurations.map { .rows($0) }
    ) { configuration, model, entities in
      if !configuration.isStoredInMemoryOnly {
        found.append(
          StoreDiagnosis(
            configuration: configuration,
            state: state(of: configuration, model, entities, migrationPlan, checksPages)))
      }
      return try SQLiteRowStore(
        url: nil, inMemory: true, readOnly: false, model: model, entities: entities,
        schemaVersion: model.schema.version.description, recordsHistory: false)
    }
    return found
  }

  private static func state(
    of configuration: ModelConfiguration, _ model: SchemaModel, _ entities: [_Entity],
    _ plan: (any SchemaMigrationPlan.Type)?, _ checksPages: Bool
  ) -> State {
    do {
      if checksPages, let damage = try RecoveredStoreInstallation.damage(of: configuration.url) { throw damage }
      let fit = try SQLiteRowStore.fit(
        of: configuration.url, model: model, entities: entities, schemaVersion: model.schema.version.description,
        stages: plan.map { StagedMigration($0, for: configuration) })
      switch fit {
      case .absent: return .absent
      case .fits: return .fits
      case .migrates(let steps): return .migrates(steps)
      }
    } catch let error as SwiftDataError {
      return .fails(error)
    } catch {
      return .fails(
        SwiftDataError(
          .loadIssueModelContainer, "The store cannot be inspected.", file: configuration.url, underlying: error))
    }
  }
}
