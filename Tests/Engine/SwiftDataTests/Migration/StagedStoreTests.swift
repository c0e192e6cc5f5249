// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// What stages do with several stores, with search and history.
@Suite struct StagedStoreTests {
  // MARK: Several stores

  enum Two {
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Log.self, Old.self] }
      @Model final class Trip { var name: String; init(name: String) { self.name = name } }
      @Model final class Log { var line: String; init(line: String) { self.line = line } }
      @Model final class Old { var text = ""; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Log.self, Between.self] }
      @Model final class Trip {
        var name: String
        var length = 0
        init(name: String) { self.name = name }
      }
      @Model final class Log { var line: String; init(line: String) { self.line = line } }
      @Model final class Between { var number = 0; init() {} }
    }
    enum V3: VersionedSchema {
      static let versionIdentifier = Schema.Version(3, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Log.self] }
      @Model final class Trip {
        var name: String
        var length = 0
        init(name: String) { self.name = name }
      }
      @Model final class Log {
        var line: String
        var words = 0
        init(line: String) { self.line = line }
      }
    }

    static let stages: [MigrationStage] = [
      .custom(
        fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
        didMigrate: { context in
          for trip in try context.fetch(FetchDescriptor<V2.Trip>()) {
            trip.length = trip.name.count
          }
          context.insert(V2.Between())
          try context.save()
        }),
      .custom(
        fromVersion: V2.self, toVersion: V3.self,
        willMigrate: nil,
        didMigrate: { context in
          // Runs in both stores: one loses an entity, the other gets a property.
          guard context.container.configurations.contains(where: { $0.name == "logs" })
          else { return }
          for log in try context.fetch(FetchDescriptor<V3.Log>()) {
            log.words = log.line.split(separator: " ").count
          }
          try context.save()
        }),
    ]
  }

  private func container(
    _ version: any VersionedSchema.Type, logs: any PersistentModel.Type, _ folder: TestFolder,
    _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: [
        ModelConfiguration("logs", schema: Schema([logs]), url: folder.file("logs.store")),
        ModelConfiguration("rest", url: folder.file("rest.store")),
      ])
  }

  @Test func eachStoreIsMigratedByItself() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(
        try container(Two.V1.self, logs: Two.V1.Log.self, folder, nil))
      context.insert(Two.V1.Trip(name: "Oslo"))
      context.insert(Two.V1.Log(line: "a b c"))
      context.insert(Two.V1.Old())
      try context.save()
    }
    try GivenPlan.with([Two.V1.self, Two.V2.self, Two.V3.self], Two.stages) {
      let context = ModelContext(
        try container(Two.V3.self, logs: Two.V3.Log.self, folder, GivenPlan.self))
      #expect(try context.fetch(FetchDescriptor<Two.V3.Trip>()).map(\.length) == [4])
      #expect(try context.fetch(FetchDescriptor<Two.V3.Log>()).map(\.words) == [3])
    }
    for name in ["logs.store", "rest.store"] {
      #expect(try StagedMigrationTests.version(folder.file(name)) == "3.0.0")
      for finding in try StoreChecker.check(folder.file(name), .isMigrated) {
        Issue.record("\(name) \(finding)")
      }
    }
    let tables = try StagedErrorTests.dump(folder.file("rest.store")).schema.keys
    #expect(!tables.contains("ZLOG"))
  }

  /// A stage that fails in one of two stores leaves that one as it was and the other whole, and the next attempt, which may be
  /// in another process, finishes the rest.
  @Test(arguments: ["logs", "rest"]) func aStageFailsInOneOfThem(failing: String) throws {
    struct Refused: Error {}
    let folder = try TestFolder()
    do {
      let context = ModelContext(
        try container(Two.V1.self, logs: Two.V1.Log.self, folder, nil))
      context.insert(Two.V1.Trip(name: "Oslo"))
      context.insert(Two.V1.Log(line: "a b c"))
      context.insert(Two.V1.Old())
      try context.save()
    }
    let before = try ["logs", "rest"].map { try StagedErrorTests.dump(folder.file("\($0).store")) }
    let refusing = MigrationStage.custom(
      fromVersion: Two.V2.self, toVersion: Two.V3.self,
      willMigrate: { context in
        if context.container.configurations.contains(where: { $0.name == failing }) { throw Refused() }
      }, didMigrate: nil)
    let versions: [any VersionedSchema.Type] = [Two.V1.self, Two.V2.self, Two.V3.self]
    GivenPlan.with(versions, [Two.stages[0], refusing]) {
      #expect(throws: Refused.self) {
        try container(Two.V3.self, logs: Two.V3.Log.self, folder, GivenPlan.self)
      }
    }
    for (name, dump) in zip(["logs", "rest"], before) {
      let (file, other) = (folder.file("\(name).store"), name != failing)
      let version = try StagedMigrationTests.version(file)
      #expect(other ? ["1.0.0", "3.0.0"].contains(version) : version == "1.0.0", "\(name)")
      guard version == "1.0.0" else { continue }
      let now = try StagedErrorTests.dump(file)
      #expect(now.differences(from: dump).isEmpty && now.schema == dump.schema, "\(name)")
    }
    try GivenPlan.with(versions, Two.stages) {
      let context = ModelContext(
        try container(Two.V3.self, logs: Two.V3.Log.self, folder, GivenPlan.self))
      #expect(try context.fetch(FetchDescriptor<Two.V3.Trip>()).map(\.length) == [4])
      // Where the second stage was done by the plan that refused, it is not done again.
      #expect(try context.fetch(FetchDescriptor<Two.V3.Log>()).map(\.words) == [failing == "logs" ? 3 : 0])
    }
    for name in ["logs", "rest"] {
      #expect(try StagedMigrationTests.version(folder.file("\(name).store")) == "3.0.0")
    }
  }

  // MARK: History and search

  enum Kept {
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Page.self] }
      @Model final class Page {
        @Attribute(.preserveValueOnDeletion) var name: String
        @Attribute(.spotlight) var text: String
        init(name: String, text: String) { (self.name, self.text) = (name, text) }
      }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Page.self] }
      @Model final class Page {
        @Attribute(.preserveValueOnDeletion) var alias: String = "alias"
        @Attribute(.preserveValueOnDeletion) var name: String
        @Attribute(.spotlight, originalName: "text") var body: String
        init(name: String, body: String) { (self.name, self.body) = (name, body) }
      }
    }
  }

  @Test func searchAndTombstonesFollow() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try Shelf.container(Kept.V1.self, folder.file(), nil))
      for number in 0..<6 {
        context.insert(Kept.V1.Page(name: "page \(number)", text: "whale number \(number)"))
      }
      try context.save()
    }
    let stage = MigrationStage.custom(
      fromVersion: Kept.V1.self, toVersion: Kept.V2.self,
      willMigrate: { context in
        #expect(try context.search("whale", in: FetchDescriptor<Kept.V1.Page>()).count == 6)
        try context.delete(model: Kept.V1.Page.self, where: #Predicate { $0.name == "page 1" })
        try context.save()
      },
      didMigrate: { context in
        #expect(try context.search("whale", in: FetchDescriptor<Kept.V2.Page>()).count == 5)
        let pages = try context.fetch(
          FetchDescriptor<Kept.V2.Page>(predicate: #Predicate { $0.name == "page 2" }))
        for page in pages { context.delete(page) }
        try context.transaction { context.insert(Kept.V2.Page(name: "new", body: "whale new")) }
      })
    try GivenPlan.with([Kept.V1.self, Kept.V2.self], [stage]) {
      let context = ModelContext(try Shelf.container(Kept.V2.self, folder.file(), GivenPlan.self))
      #expect(try context.search("whale", in: FetchDescriptor<Kept.V2.Page>()).count == 5)
      let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      var names: [String?] = []
      for change in history.flatMap(\.changes) {
        if case .delete(let deletion as DefaultHistoryDelete<Kept.V2.Page>) = change {
          names.append(deletion.tombstone[\.name] as? String)
        }
      }
      #expect(names.last == "page 2")
      // And the store goes on working.
      try context.delete(model: Kept.V2.Page.self)
      try context.save()
      #expect(try context.search("whale", in: FetchDescriptor<Kept.V2.Page>()).isEmpty)
    }
  }
}
