import SwiftData
import Testing

/// “swiftdata”: *Schema Versioning and Migration*. The declarations; that a
/// plan is carried out is tested elsewhere.
@Suite("swiftdata › Schema Versioning and Migration")
struct GuideVersioning {
  enum SchemaV1: VersionedSchema {
    static var versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }
    @Model class Trip { var name: String; init(name: String) { self.name = name } }
  }

  enum SchemaV2: VersionedSchema {
    static var versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }
    @Model class Trip {
      var name: String; var startDate: Date?  // New property
      init(name: String) { self.name = name }
    }
  }

  enum TripMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
    static var stages: [MigrationStage] { [migrateV1toV2] }
    static let migrateV1toV2 = MigrationStage.lightweight(
      fromVersion: SchemaV1.self, toVersion: SchemaV2.self)
  }

  /// The seed uses it without a declaration.
  enum SchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }
    @Model class Trip {
      var name: String
      var startDate: Date?
      var displayName: String = ""
      init(name: String) { self.name = name }
    }
  }

  /// The second block is a member of a plan that it does not show.
  enum CustomPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SchemaV2.self, SchemaV3.self] }
    static var stages: [MigrationStage] { [migrateV2toV3] }

    // Custom migration for data transformation
    static let migrateV2toV3 = MigrationStage.custom(
      fromVersion: SchemaV2.self, toVersion: SchemaV3.self,
      willMigrate: nil,
      didMigrate: { context in
        let trips = try context.fetch(FetchDescriptor<SchemaV3.Trip>())
        for trip in trips { trip.displayName = trip.name.capitalized }
        try context.save()
      })
  }

  @Test("the versions: models of one name, side by side")
  func versions() throws {
    let one = Schema(versionedSchema: SchemaV1.self)
    let two = Schema(versionedSchema: SchemaV2.self)
    #expect(one.version == Schema.Version(1, 0, 0))
    #expect(two.version == Schema.Version(2, 0, 0))
    #expect(SchemaV1.versionIdentifier < SchemaV2.versionIdentifier)
    #expect(one.entities.map(\.name) == ["Trip"])
    #expect(two.entities.map(\.name) == ["Trip"])
    #expect(one.entity(for: SchemaV1.Trip.self) != nil)
    #expect(one.entity(for: SchemaV2.Trip.self) == nil)
    #expect(one.entitiesByName["Trip"]?.attributesByName.keys.sorted() == ["name"])
    #expect(two.entitiesByName["Trip"]?.attributesByName.keys.sorted() == ["name", "startDate"])
    #expect(two.entitiesByName["Trip"]?.attributesByName["startDate"]?.isOptional == true)
  }

  @Test("the plan with a lightweight stage")
  func lightweight() throws {
    #expect(
      TripMigrationPlan.schemas.map { $0.versionIdentifier.description } == ["1.0.0", "2.0.0"])
    #expect(TripMigrationPlan.stages.count == 1)
    guard case .lightweight(let from, let to)? = TripMigrationPlan.stages.first else {
      Issue.record("not a lightweight stage")
      return
    }
    #expect(ObjectIdentifier(from) == ObjectIdentifier(SchemaV1.self))
    #expect(ObjectIdentifier(to) == ObjectIdentifier(SchemaV2.self))
  }

  @Test("the stage with code, and what the code does")
  func custom() throws {
    guard case .custom(let from, let to, let willMigrate, let didMigrate) = CustomPlan.migrateV2toV3
    else {
      Issue.record("not a custom stage")
      return
    }
    #expect(ObjectIdentifier(from) == ObjectIdentifier(SchemaV2.self))
    #expect(ObjectIdentifier(to) == ObjectIdentifier(SchemaV3.self))
    #expect(willMigrate == nil)

    let context = try inMemoryContext(for: SchemaV3.Trip.self)
    context.insert(SchemaV3.Trip(name: "summer in paris"))
    try context.save()
    let migrate = try #require(didMigrate)
    try migrate(context)
    let trips = try ModelContext(context.container).fetch(FetchDescriptor<SchemaV3.Trip>())
    #expect(trips.map(\.displayName) == ["Summer In Paris"])
  }
}
