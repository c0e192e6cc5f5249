// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Plans as apps have them that say less, or more, than one chain of stages.
@Suite struct PlanShapeTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Vault.self] }
    @Model final class Vault {
      var name: String
      init(name: String) { self.name = name }
    }
  }
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Vault.self] }
    @Model final class Vault {
      var name: String
      var note: String = ""
      init(name: String) { self.name = name }
    }
  }
  enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Vault.self] }
    @Model final class Vault {
      var name: String
      var note: String = ""
      var count: Int = 0
      init(name: String) { self.name = name }
    }
  }
  /// In no version.
  @Model final class Folder {
    var name: String
    init(name: String) { self.name = name }
  }
  enum Later {
    @Model final class Folder {
      var name: String
      var size: Int = 4
      init(name: String) { self.name = name }
    }
  }

  private func open(
    _ types: [any PersistentModel.Type], _ folder: TestFolder,
    plan: (any SchemaMigrationPlan.Type)? = GivenPlan.self
  ) throws -> ModelContext {
    let schema = Schema(types)
    let container = try ModelContainer(
      for: schema, migrationPlan: plan,
      configurations: [ModelConfiguration(schema: schema, url: folder.file())])
    return ModelContext(container)
  }

  private func makeFirst(
    _ folder: TestFolder, _ types: [any PersistentModel.Type] = V1.models
  ) throws {
    let context = try open(types, folder, plan: nil)
    context.insert(V1.Vault(name: "a"))
    try context.save()
  }

  @Test func withoutStagesEveryChangeIsInferred() throws {
    for versions: [any VersionedSchema.Type] in [[], [V2.self], [V1.self, V2.self], [V1.self]] {
      let folder = try TestFolder()
      try makeFirst(folder)
      try GivenPlan.with(versions, []) {
        for _ in 0..<2 {
          let vaults = try open([V2.Vault.self, Folder.self], folder)
            .fetch(FetchDescriptor<V2.Vault>())
          #expect(vaults.map(\.name) == ["a"], "\(versions)")
        }
        let other = try TestFolder()
        _ = try open([V2.Vault.self, Folder.self], other)
      }
    }
  }

  private static let note = MigrationStage.custom(
    fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
    didMigrate: { context in
      for vault in try context.fetch(FetchDescriptor<V2.Vault>()) {
        vault.note = vault.name.uppercased()
      }
      try context.save()
    })

  /// The stages run; what the plan does not have is inferred.
  @Test func modelsThatNoVersionHas() throws {
    try GivenPlan.with([V1.self, V2.self], [Self.note]) {
      let folder = try TestFolder()
      do {
        let context = try open([V1.Vault.self, Folder.self], folder)
        context.insert(V1.Vault(name: "a"))
        context.insert(Folder(name: "f"))
        try context.save()
      }
      for _ in 0..<2 {
        let context = try open([V2.Vault.self, Later.Folder.self], folder)
        #expect(try context.fetch(FetchDescriptor<V2.Vault>()).map(\.note) == ["A"])
        let folders = try context.fetch(FetchDescriptor<Later.Folder>())
        #expect(folders.map(\.name) == ["f"] && folders.map(\.size) == [4])
      }
      // Only the model that no version has changes.
      _ = try open([V2.Vault.self, Folder.self], folder)
      #expect(try StoreChecker.check(folder.file(), .isMigrated).isEmpty)

      let new = try TestFolder()
      try makeFirst(new)
      let context = try open([V2.Vault.self, Folder.self], new)
      #expect(try context.fetch(FetchDescriptor<V2.Vault>()).map(\.note) == ["A"])
      #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
    }
  }

  @Test func versionsThatOnlyStagesName() throws {
    for versions: [any VersionedSchema.Type] in [[V2.self], [V1.self], []] {
      let folder = try TestFolder()
      try makeFirst(folder)
      try GivenPlan.with(versions, [Self.note]) {
        let vaults = try open([V2.Vault.self], folder).fetch(FetchDescriptor<V2.Vault>())
        #expect(vaults.map(\.note) == ["A"], "\(versions)")
      }
    }
  }

  @Test func stagesLeadBack() throws {
    let back: [MigrationStage] = [
      .custom(
        fromVersion: V3.self, toVersion: V2.self,
        willMigrate: { context in
          for vault in try context.fetch(FetchDescriptor<V3.Vault>()) {
            vault.note = "was \(vault.count)"
          }
          try context.save()
        }, didMigrate: nil),
      .custom(
        fromVersion: V2.self, toVersion: V1.self,
        willMigrate: { context in
          for vault in try context.fetch(FetchDescriptor<V2.Vault>()) {
            vault.name += " \(vault.note)"
          }
          try context.save()
        }, didMigrate: nil),
    ]
    let versions: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self]
    let stages = [Self.note, .light(V2.self, V3.self)] + back
    try GivenPlan.with(versions, stages) {
      let folder = try TestFolder()
      try makeFirst(folder)
      do {
        let context = try open([V3.Vault.self], folder)
        for vault in try context.fetch(FetchDescriptor<V3.Vault>()) { vault.count = 5 }
        try context.save()
      }
      for _ in 0..<2 {
        let vaults = try open([V1.Vault.self], folder).fetch(FetchDescriptor<V1.Vault>())
        #expect(vaults.map(\.name) == ["a was 5"])
      }
      #expect(try StagedMigrationTests.version(folder.file()) == "1.0.0")
      #expect(try StoreChecker.check(folder.file(), .isMigrated).isEmpty)
      // What a version does not have does not come back.
      let again = try open([V3.Vault.self], folder).fetch(FetchDescriptor<V3.Vault>())
      #expect(again.map(\.count) == [0] && again.map(\.note) == ["A WAS 5"])
    }
  }
}

/// Not nested: both versions of its genre's class lead here, and it leads to the newer one.
@Model final class PlanShapeReview {
  var text: String
  var film: EntangledV2.PlanShapeFilm?
  init(text: String) { self.text = text }
}

enum EntangledV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [PlanShapeFilm.self] }
  @Model final class PlanShapeFilm {
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \PlanShapeReview.film) var reviews: [PlanShapeReview] = []
    init(title: String) { self.title = title }
  }
}

enum EntangledV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [PlanShapeFilm.self] }
  @Model final class PlanShapeFilm {
    @Attribute(.unique) var title: String
    @Relationship(deleteRule: .cascade, inverse: \PlanShapeReview.film) var reviews: [PlanShapeReview] = []
    init(title: String) { self.title = title }
  }
}

private enum EntangledPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [EntangledV1.self, EntangledV2.self] }
  static var stages: [MigrationStage] {
    [.custom(fromVersion: EntangledV1.self, toVersion: EntangledV2.self, willMigrate: nil, didMigrate: nil)]
  }
}

/// An older version whose classes lead to the newer ones by a class that is in no version.
@Suite struct EntangledPlanTests {
  @Test func aStoreThatNeedsNoStageIsOpened() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).store")
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
    }
    // New, and then known.
    for count in 1...2 {
      let container = try ModelContainer(
        for: EntangledV2.PlanShapeFilm.self, migrationPlan: EntangledPlan.self,
        configurations: ModelConfiguration(url: file))
      let context = ModelContext(container)
      let film = EntangledV2.PlanShapeFilm(title: "Film \(count)")
      context.insert(film)
      film.reviews.append(PlanShapeReview(text: "good"))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<PlanShapeReview>()) == count)
    }
  }

  @Test func oneThatNeedsItSaysWhatIsWrong() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).store")
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
    }
    do {
      let old = try ModelContainer(for: PlanShapeTests.V1.Vault.self, configurations: ModelConfiguration(url: file))
      let context = ModelContext(old)
      context.insert(PlanShapeTests.V1.Vault(name: "x"))
      try context.save()
    }
    let error = try #require(
      throws: SwiftDataError.self,
      performing: {
        try ModelContainer(
          for: EntangledV2.PlanShapeFilm.self, migrationPlan: EntangledPlan.self,
          configurations: ModelConfiguration(url: file))
      })
    #expect(error.explanation.contains("PlanShapeFilm"))
  }
}
