// SPDX-License-Identifier: Apache-2.0

/// One step of a migration plan, from one version to the next.
///
/// ```swift
/// let split = MigrationStage.custom(
///   fromVersion: LibraryV2.self, toVersion: LibraryV3.self,
///   willMigrate: nil,
///   didMigrate: { context in
///     for book in try context.fetch(FetchDescriptor<LibraryV3.Book>()) {
///       book.sortTitle = book.title.lowercased()
///     }
///     try context.save()
///   })
/// ```
public enum MigrationStage: Sendable {
  /// A step that needs no code: models and properties that are added or removed, where new
  /// properties are optional or have a default value, and properties renamed with `originalName`.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// A step with code before or after the change of the tables.
  ///
  /// `willMigrate` has the models of the old version only, `didMigrate` those of the new one only.
  /// Both must save their context, and must not keep it. An error thrown by either leaves the store
  /// as it was before it was opened.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)
}

extension MigrationStage {
  /// The version that the step starts from.
  package var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let version, _), .custom(let version, _, _, _): version
    }
  }

  /// The version that the step leads to.
  package var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let version), .custom(_, let version, _, _): version
    }
  }
}
