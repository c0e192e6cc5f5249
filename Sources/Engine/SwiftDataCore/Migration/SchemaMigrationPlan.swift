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

/// One version of an app's models: every model of that version, and a number.
///
/// ```swift
/// enum LibraryV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///
///   @Model final class Book {
///     var title: String
///     init(title: String) { self.title = title }
///   }
/// }
/// ```
///
/// A version is a complete snapshot, not a list of changes.
public protocol VersionedSchema: SendableMetatype {
  /// Every model of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number; a later version has a greater one.
  static var versionIdentifier: Schema.Version { get }
}

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
