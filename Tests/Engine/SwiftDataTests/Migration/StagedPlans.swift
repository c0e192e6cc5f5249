// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization

/// Keeps the container of a stage.
enum KeepingPlan: SchemaMigrationPlan {
  static let kept = Mutex<[String: ModelContainer]>([:])

  static var schemas: [any VersionedSchema.Type] { [Shelf.V1.self, Shelf.V2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Shelf.V1.self, toVersion: Shelf.V2.self,
        willMigrate: { context in
          kept.withLock { $0[Shelf.place(context)] = context.container }
          guard case .custom(_, _, let willMigrate, _) = Shelf.unique else { return }
          try willMigrate?(context)
        }, didMigrate: nil)
    ]
  }
}

/// A plan that each test says by itself.
enum GivenPlan: SchemaMigrationPlan {
  @TaskLocal static var versions: [any VersionedSchema.Type] = []
  @TaskLocal static var steps: [MigrationStage] = []

  static var schemas: [any VersionedSchema.Type] { versions }
  static var stages: [MigrationStage] { steps }

  static func with<R>(
    _ versions: [any VersionedSchema.Type], _ steps: [MigrationStage], _ body: () throws -> R
  ) rethrows -> R {
    try $versions.withValue(versions) { try $steps.withValue(steps) { try body() } }
  }
}

extension MigrationStage {
  static func light(_ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type) -> Self {
    .lightweight(fromVersion: from, toVersion: to)
  }
}
