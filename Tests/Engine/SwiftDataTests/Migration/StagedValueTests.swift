// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// New properties that are not optional and have no default value.
@Suite struct StagedValueTests {
  enum Kind: String, Codable { case novel, essay }

  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }
    @Model final class Book {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
    @Model final class Book {
      var title: String
      @Attribute(.unique) var number: Int
      var added: Date
      var shelf: Shelf
      init(title: String, shelf: Shelf) {
        self.title = title
        number = 0
        added = .now
        self.shelf = shelf
      }
    }
    @Model final class Shelf {
      var name: String
      @Relationship(inverse: \Book.shelf) var books: [Book] = []
      init(name: String) { self.name = name }
    }
  }

  enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }
    @Model final class Book {
      var title: String
      var kind: Kind
      init(title: String, kind: Kind) {
        self.title = title
        self.kind = kind
      }
    }
  }

  private func makeStore(_ file: URL) throws {
    let context = ModelContext(try Shelf.container(V1.self, file, nil))
    for title in ["Emma", "Kim"] { context.insert(V1.Book(title: title)) }
    try context.save()
  }

  private func stage(leavingOut title: String?) -> MigrationStage {
    .custom(
      fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
      didMigrate: { context in
        let shelf = V2.Shelf(name: "new")
        context.insert(shelf)
        let books = try context.fetch(FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.title)]))
        for (number, book) in books.enumerated() {
          if book.title != title { book.number = number }
          book.added = Date(timeIntervalSinceReferenceDate: 5)
          book.shelf = shelf
        }
        try context.save()
      })
  }

  @Test func areSetByTheStage() throws {
    let folder = try TestFolder()
    try makeStore(folder.file())
    try GivenPlan.with([V1.self, V2.self], [stage(leavingOut: nil)]) {
      let context = ModelContext(try Shelf.container(V2.self, folder.file(), GivenPlan.self))
      let books = try context.fetch(FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.title)]))
      #expect(books.map(\.number) == [0, 1])
      #expect(books.map(\.added.timeIntervalSinceReferenceDate) == [5, 5])
      #expect(books.map(\.shelf.name) == ["new", "new"])
    }
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }

  private func failure(
    _ versions: [any VersionedSchema.Type], _ stage: MigrationStage
  ) throws -> SwiftDataError? {
    let folder = try TestFolder()
    try makeStore(folder.file())
    let before = try StagedErrorTests.dump(folder.file())
    var caught: SwiftDataError?
    try GivenPlan.with(versions, [stage]) {
      do {
        _ = try Shelf.container(versions[1], folder.file(), GivenPlan.self)
      } catch let error as SwiftDataError {
        caught = error
      }
    }
    #expect(try StagedErrorTests.dump(folder.file()).differences(from: before).isEmpty)
    return caught
  }

  @Test func oneThatIsForgottenUndoesTheMigration() throws {
    let error = try failure([V1.self, V2.self], stage(leavingOut: "Kim"))
    #expect(error == .unknownDataStoreSchema)
    #expect(error?.property == "number")
    #expect(error?.explanation.contains("didMigrate has left objects without it") == true)
  }

  @Test func aLightweightStageCannotSetThem() throws {
    let error = try failure([V1.self, V2.self], .light(V1.self, V2.self))
    #expect(error == .unknownDataStoreSchema)
    #expect(error?.explanation.contains("has no default value") == true)
  }

  @Test func anEnumNeedsADefaultValue() throws {
    let error = try failure(
      [V1.self, V3.self],
      .custom(
        fromVersion: V1.self, toVersion: V3.self, willMigrate: nil,
        didMigrate: { _ in Issue.record("must not be called") }))
    #expect(error == .unknownDataStoreSchema)
    #expect(error?.property == "kind")
  }
}
