// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A plan that cannot be carried out, or whose code fails, changes nothing.
@Suite struct StagedErrorTests {
  typealias V1 = Shelf.V1
  typealias V2 = Shelf.V2
  typealias V3 = Shelf.V3
  typealias V4 = Shelf.V4

  struct Failure: Error {}

  static func dump(_ file: URL) throws -> StoreDump {
    let queue = try DatabaseQueue(path: file.path)
    defer { try? queue.close() }
    return try queue.read { try StoreDump($0) }
  }

  private func expectUnchanged(_ before: StoreDump, _ file: URL) throws {
    let after = try Self.dump(file)
    #expect(after.differences(from: before).isEmpty)
    #expect(after.schema == before.schema)
    #expect(after.integrity == "ok")
  }

  /// Opens a new store of `from` with a plan, which must fail and leave it.
  private func fails(
    from: any VersionedSchema.Type = V1.self, to: any VersionedSchema.Type,
    _ versions: [any VersionedSchema.Type], _ steps: [MigrationStage]
  ) throws -> any Error {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    if from != V1.self { _ = try Shelf.container(from, folder.file()) }
    let before = try Self.dump(folder.file())
    var caught: (any Error)?
    GivenPlan.with(versions, steps) {
      do {
        _ = try Shelf.container(to, folder.file(), GivenPlan.self)
      } catch {
        caught = error
      }
    }
    try expectUnchanged(before, folder.file())
    // And it opens as before.
    _ = try Shelf.container(from, folder.file(), nil)
    return try #require(caught)
  }

  private func message(
    _ kind: SwiftDataError, from: any VersionedSchema.Type = V1.self,
    to: any VersionedSchema.Type, _ versions: [any VersionedSchema.Type], _ steps: [MigrationStage]
  ) throws -> String {
    let error = try #require(
      try fails(from: from, to: to, versions, steps) as? SwiftDataError)
    #expect(error == kind, "\(error)")
    #expect(error.file?.lastPathComponent == "test.store")
    #expect(error.advice != nil)
    return error.explanation
  }

  // MARK: Code that fails

  @Test func willMigrateFails() throws {
    let error = try fails(
      to: V2.self, [V1.self, V2.self],
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            for book in try context.fetch(FetchDescriptor<V1.Book>()) { context.delete(book) }
            let memo = V1.Memo(text: "new")
            context.insert(memo)
            try context.save()
            throw Failure()
          }, didMigrate: nil)
      ])
    #expect(error is Failure)
  }

  @Test func didMigrateOfALaterStageFails() throws {
    let error = try fails(
      to: V3.self, [V1.self, V2.self, V3.self],
      [
        Shelf.unique,
        .custom(
          fromVersion: V2.self, toVersion: V3.self, willMigrate: nil,
          didMigrate: { context in
            for book in try context.fetch(FetchDescriptor<V3.Book>()) { book.scan = Shelf.scan }
            try context.save()
            throw Failure()
          }),
      ])
    #expect(error is Failure)
  }

  @Test func tablesCannotBeChanged() throws {
    // The duplicates are still there.
    let text = try message(
      .uniqueConflict, to: V2.self, [V1.self, V2.self], [.light(V1.self, V2.self)])
    #expect(text.contains("equal values"))
    #expect(text.contains("The stage from V1 (1.0.0) to V2 (2.0.0)"))
  }

  @Test func aSaveThatFailsInAStageUndoesItselfOnly() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    let stage = MigrationStage.custom(
      fromVersion: V1.self, toVersion: V2.self,
      willMigrate: { context in
        guard case .custom(_, _, let willMigrate, _) = Shelf.unique else { return }
        try willMigrate?(context)
      },
      didMigrate: { context in
        context.insert(V2.Book(isbn: "9", title: "Nine", author: "", pages: 9))
        try context.save()
        context.insert(V2.Memo(text: "not kept"))
        context.insert(V2.Book(isbn: "9", title: "Twice", author: "", pages: 9))
        #expect(throws: SwiftDataError.uniqueConflict) { try context.save(onConflict: .refuse) }
        context.rollback()
        context.insert(V2.Memo(text: "after"))
        try context.save()
      })
    try GivenPlan.with([V1.self, V2.self], [stage]) {
      let context = ModelContext(try Shelf.container(V2.self, folder.file(), GivenPlan.self))
      let titles = try context.fetch(FetchDescriptor<V2.Book>()).map(\.title).sorted()
      #expect(titles == ["Emma", "Kim", "Nine", "Persuasion"])
      let memos = try context.fetch(FetchDescriptor<V2.Memo>()).map(\.text).sorted()
      #expect(memos == ["after", "bought", "lent"])
    }
  }

  // MARK: Plans that lead nowhere

  @Test func theStoreIsOfNoVersion() throws {
    let text = try message(
      .unknownDataStoreSchema, to: V3.self, [V2.self, V3.self], [.light(V2.self, V3.self)])
    #expect(text.contains("no version of GivenPlan"))
    #expect(text.contains("V2 (2.0.0), which differs in Book"))
  }

  @Test func theContainerIsOfNoVersion() throws {
    let text = try message(
      .unknownSchema, to: V3.self, [V1.self, V2.self], [.light(V1.self, V2.self)])
    #expect(text.contains("container's models"))
    #expect(text.contains("differs in Book"))
  }

  @Test func theStoreIsNewer() throws {
    let text = try message(
      .backwardMigration, from: V3.self, to: V2.self, Shelf.versions, Shelf.Plan.stages)
    #expect(text.contains("V3 (3.0.0)") && text.contains("V2 (2.0.0)"))
    // The older program does not know the newer version.
    let unknown = try message(
      .backwardMigration, from: V3.self, to: V2.self, [V1.self, V2.self], [Shelf.unique])
    #expect(unknown.contains("3.0.0"))
  }

  @Test func noStageLeadsOn() throws {
    let all: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self]
    let end = try message(.unknownDataStoreSchema, to: V3.self, all, [Shelf.unique])
    #expect(end.contains("from the version V2 (2.0.0) to V3 (3.0.0)"), "\(end)")
    let start = try message(.unknownDataStoreSchema, to: V3.self, all, [Shelf.renamed])
    #expect(start.contains("from the version V1 (1.0.0) to V3 (3.0.0)"), "\(start)")
    let past = try message(.unknownDataStoreSchema, to: V2.self, all, [.light(V1.self, V3.self)])
    #expect(past.contains("from the version V1 (1.0.0) to V2 (2.0.0)"), "\(past)")
    // Without any, the change is inferred; the duplicates are in the way.
    let none = try message(.uniqueConflict, to: V2.self, all, [])
    #expect(none.contains("equal values"), "\(none)")
    let back = try message(.unknownDataStoreSchema, to: V3.self, all, [.light(V3.self, V1.self)])
    #expect(back.contains("from the version V1 (1.0.0) to V3 (3.0.0)"), "\(back)")
  }

  // MARK: Plans that contradict themselves

  @Test func gapsAndDisorder() throws {
    let all: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self, V4.self]
    let gap = try message(.unknownSchema, to: V4.self, all, [Shelf.unique, Shelf.lighter])
    #expect(gap.contains("No stage leads from the version V2 (2.0.0) to V3 (3.0.0)"))
    let order = try message(.unknownSchema, to: V3.self, all, [Shelf.renamed, Shelf.unique])
    #expect(order.contains("from V1 (1.0.0) to V2 (2.0.0) comes after"), "\(order)")
    let nowhere = try message(.unknownSchema, to: V3.self, all, [.light(V1.self, V1.self)])
    #expect(nowhere.contains("leads to the version that it starts from"), "\(nowhere)")
    let back = [MigrationStage.light(V3.self, V1.self), .light(V3.self, V1.self)]
    let repeated = try message(.unknownSchema, to: V3.self, all, back)
    #expect(repeated.contains("two stages like this"), "\(repeated)")
    let twice = try message(
      .unknownSchema, to: V3.self, all, [Shelf.unique, .light(V1.self, V3.self)])
    #expect(twice.contains("Two stages start at the version V1"))
    let meeting = try message(
      .unknownSchema, to: V3.self, all, [.light(V1.self, V3.self), Shelf.renamed])
    #expect(meeting.contains("Two stages lead to the version V3"), "\(meeting)")
    let listed = try message(
      .unknownSchema, to: V2.self, [V1.self, V2.self, V2.self], [Shelf.unique])
    #expect(listed.contains("twice"))
  }

  /// As the second version, by other classes.
  enum Same: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 1, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }
    @Model final class Book {
      @Attribute(.unique) var isbn: String = ""
      var title: String = "Untitled"
      var author: String = ""
      var pages: Int = 0
      @Attribute(.externalStorage) var scan: Data?
      init() {}
    }
    @Model final class Memo {
      var text: String = ""
      init() {}
    }
  }

  @Test func versionsOfOneStructure() throws {
    let stages: [MigrationStage] = [Shelf.unique, .light(V2.self, Same.self)]
    let text = try message(.unknownSchema, to: Same.self, [V1.self, V2.self, Same.self], stages)
    #expect(text.contains("V2 (2.0.0) and Same (2.1.0) have the same version hashes"))
    // Found before anybody has an old store.
    GivenPlan.with([V1.self, V2.self, Same.self], stages) {
      #expect(throws: SwiftDataError.unknownSchema) {
        try ModelContainer(
          for: Same.Book.self, Same.Memo.self, migrationPlan: GivenPlan.self,
          configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      }
    }
  }

  enum Modified: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }
    @Model final class Book {
      var isbn: String = ""
      var title: String = ""
      @Attribute(hashModifier: "trimmed") var author: String = ""
      var pages: Int = 0
      @Attribute(.externalStorage) var scan: Data?
      init() {}
    }
    @Model final class Memo {
      var text: String = ""
      init() {}
    }
  }

  @Test func aHashModifierTellsVersionsApart() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    let stage = MigrationStage.custom(
      fromVersion: V1.self, toVersion: Modified.self, willMigrate: nil,
      didMigrate: { context in
        for book in try context.fetch(FetchDescriptor<Modified.Book>()) { book.author += "!" }
        try context.save()
      })
    try GivenPlan.with([V1.self, Modified.self], [stage]) {
      // The second time there is nothing to do.
      for _ in 0..<2 {
        let context = ModelContext(
          try Shelf.container(Modified.self, folder.file(), GivenPlan.self))
        let authors = try context.fetch(FetchDescriptor<Modified.Book>()).map(\.author)
        #expect(Set(authors) == ["Austen!", "Kipling!"])
      }
    }
  }

  @Test func otherClassesOfTheSameStructureAreTheVersion() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    let container = try ModelContainer(
      for: Same.Book.self, Same.Memo.self, migrationPlan: Shelf.Plan.self,
      configurations: ModelConfiguration(url: folder.file()))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Same.Book>()) == 3)
    #expect(try StagedMigrationTests.version(folder.file()) == "2.0.0")
  }

  @Test func aStoreOpenedForReadingIsNotMigrated() throws {
    let folder = try TestFolder()
    try Shelf.makeStore(folder.file())
    let before = try Self.dump(folder.file())
    #expect(throws: SwiftDataError.storeIsReadOnly) {
      try Shelf.container(V2.self, folder.file(), allowsSave: false)
    }
    try expectUnchanged(before, folder.file())
    do { _ = try Shelf.container(V2.self, folder.file()) }
    let context = ModelContext(try Shelf.container(V2.self, folder.file(), allowsSave: false))
    #expect(try context.fetchCount(FetchDescriptor<V2.Book>()) == 3)
  }
}
