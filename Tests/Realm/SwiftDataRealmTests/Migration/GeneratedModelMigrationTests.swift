// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFixtures
import SwiftData
import SwiftDataRealmMigration
import Testing

@testable import EverythingModels
@testable import GuidModels
@testable import OldModels
@testable import PetModels
@testable import StudioModels

/// Files migrated into the classes that `swiftdata realm schema --swift` wrote for them.
@Suite struct GeneratedModelMigrationTests {
  private static let models: [(part: String, types: [any PersistentModel.Type])] = [
    ("fmt20-realm-swift__default-v3", [PetModels.Person.self, Pet.self, PersonPetsElement.self]),
    (
      "fmt24-realm-studio",
      [Cat.self, Owner.self, StudioModels.Dog.self, DogPrimaryKey.self, OwnerDogsElement.self]
    ),
    ("fmt23-realm-dotnet__guids", [EmbeddedGuidType.self, GuidType.self]),
    (
      "9_to_10_pk_table",
      [OldModels.Dog.self, Link_origin.self, OldModels.Object.self, Link_originArrayElement.self]
    ),
  ]

  /// - Returns: how many objects there are.
  private func count<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Int {
    try context.fetch(FetchDescriptor<Model>()).count
  }

  private func check(
    _ importer: RealmImporter, _ types: [any PersistentModel.Type], losing reasons: [RealmLossReason] = []
  )
    async throws
  {
    let folder = try TemporaryFolder()
    let store = folder.url.appendingPathComponent("default.store")
    let migration = importer.migrate(to: store, schema: Schema(types))
    for try await _ in migration {}
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.losses.map(\.reason) == reasons, "\(verification.losses)")
    #expect(verification.tables.map(\.others) == verification.tables.map { _ in 0 })
    let context = ModelContext(
      try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: store)]))
    for type in types {
      let table = verification.tables.first { $0.entity == Schema.entityName(for: type) }
      // The elements of lists have no table of their own.
      if let table { #expect(try count(type, context) == table.objects) }
    }
  }

  @Test(.enabled(if: Fixtures.isThere, Fixtures.note), arguments: models.indices)
  func filesOfRealm(_ index: Int) async throws {
    let (part, types) = Self.models[index]
    let fixture = try Fixtures.fixture(part)
    try await check(RealmImporter(url: fixture.url(), key: fixture.realmKey()), types)
  }

  @Test func aSchemaWithEverything() async throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("everything.realm")
    try RealmFiles.writeEverything(to: source)
    try await check(
      RealmImporter(url: source),
      [SetModel.self, Link_Model.self, Node.self, Empty.self],
      // An object in a list of values of any type.
      losing: [.objectInAnyValue])
  }
}
