// SPDX-License-Identifier: Apache-2.0

/// The versions of an app's models, and how a store is migrated from one to the next.
///
/// ```swift
/// enum LibraryPlan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
///   static var stages: [MigrationStage] {
///     [.lightweight(fromVersion: LibraryV1.self, toVersion: LibraryV2.self)]
///   }
/// }
///
/// let container = try ModelContainer(for: Book.self, migrationPlan: LibraryPlan.self)
/// ```
///
/// Opening a store of an older version runs every stage from there to the
/// container's models, in one transaction. It throws
/// ``SwiftDataError/unknownDataStoreSchema`` for a store of no version, or
/// from whose version no stage leads on, ``SwiftDataError/backwardMigration``
/// for one of a newer version from which no stage leads back,
/// ``SwiftDataError/unknownSchema`` for a plan that contradicts itself, and what
/// the stages throw. A plan without stages leaves all changes to be inferred.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first; those that only stages name are found there.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between consecutive versions, oldest first, and those that lead
  /// back to older ones, if there are any.
  static var stages: [MigrationStage] { get }
}
