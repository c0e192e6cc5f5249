/// How a store gets from any older version of the models to the newest.
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
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between consecutive versions, oldest first.
  static var stages: [MigrationStage] { get }
}
