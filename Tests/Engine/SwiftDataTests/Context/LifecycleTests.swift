// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Insert, save, delete and rollback, and what a model says of itself.
@Suite struct LifecycleTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private func container() throws -> ModelContainer {
    try memoryContainer(Author.self, Book.self, Library.Tag.self, Library.Profile.self)
  }

  @Test func identifiersAreTemporaryThenPermanent() throws {
    let context = ModelContext(try container())
    let author = Author(uid: 1, name: "A")
    #expect(author.modelContext == nil)
    let before = author.persistentModelID
    #expect(before.isTemporary)
    #expect(before.storeIdentifier == nil)
    context.insert(author)
    #expect(author.persistentModelID == before)
    #expect(author.modelContext === context)
    try context.save()
    let after = author.persistentModelID
    #expect(!after.isTemporary)
    #expect(after.storeIdentifier != nil)
    #expect(after.entityName == "Author")
    #expect(context.model(for: after) === author)
    // The identifier that was handed out before the save still finds it.
    #expect(context.model(for: before) === author)
    let registered: Author? = context.registeredModel(for: after)
    #expect(registered === author)
  }

  @Test func identifierHasApplesJSONShape() throws {
    let context = ModelContext(try container())
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    try context.save()
    let data = try JSONEncoder().encode(author.persistentModelID)
    let object = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    let inner = try #require(object["implementation"])
    #expect(inner["primaryKey"] as? String == "p1")
    #expect(inner["entityName"] as? String == "Author")
    #expect(inner["isTemporary"] as? Bool == false)
    let uri = try #require(inner["uriRepresentation"] as? String)
    #expect(uri.hasPrefix("x-coredata://") && uri.hasSuffix("/Author/p1"))
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
    #expect(decoded == author.persistentModelID)
    #expect(context.model(for: decoded) === author)
  }

  @Test func changesAreListedAndCleared() throws {
    let context = ModelContext(try container())
    let author = Author(uid: 1, name: "A")
    #expect(!context.hasChanges)
    context.insert(author)
    context.insert(author)
    #expect(context.insertedModelsArray.count == 1)
    #expect(author.hasChanges)
    try context.save()
    #expect(!context.hasChanges && !author.hasChanges)
    author.name = "B"
    #expect(context.changedModelsArray.count == 1)
    #expect(context.hasChanges && author.hasChanges)
    try context.save()
    context.delete(author)
    #expect(author.isDeleted)
    #expect(context.deletedModelsArray.count == 1)
    #expect(author.modelContext === context)
    try context.save()
    #expect(!author.isDeleted)
    #expect(author.modelContext == nil)
    #expect(author.name == "B")
    #expect(!context.hasChanges)
  }

  @Test func oneInstancePerRow() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Author(uid: 1, name: "A"))
    try context.save()
    let first = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    let second = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    #expect(first === second)
    let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
    #expect(other !== first)
    #expect(other.persistentModelID == first.persistentModelID)
  }

  @Test func cleanObjectsAreReleased() throws {
    let context = ModelContext(try container())
    context.insert(Author(uid: 1, name: "A"))
    try context.save()
    weak var weakAuthor: Author?
    do {
      let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
      weakAuthor = author
      #expect(weakAuthor != nil)
    }
    #expect(weakAuthor == nil)
  }

  @Test func changedObjectsAreKept() throws {
    let context = ModelContext(try container())
    context.insert(Author(uid: 1, name: "A"))
    try context.save()
    do {
      let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
      author.name = "B"
    }
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Author>()).first?.name == "B")
  }

  @Test func rollbackRestoresEverything() throws {
    let context = ModelContext(try container())
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 2, title: "T", author: author)
    context.insert(book)
    try context.save()
    author.name = "B"
    book.author = nil
    context.insert(Author(uid: 3, name: "C"))
    context.delete(book)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(author.name == "A")
    #expect(book.author === author)
    #expect(author.books.map(\.uid) == [2])
    #expect(!book.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test func aFailedTransactionSavesNothing() throws {
    struct Stop: Error {}
    let container = try container()
    let context = ModelContext(container)
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Author(uid: 1, name: "A"))
        throw Stop()
      }
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
    #expect(!context.hasChanges)
    try context.transaction { context.insert(Author(uid: 2, name: "B")) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test func modelsOutliveTheirContext() throws {
    let container = try container()
    let author = Author(uid: 1, name: "A")
    let setup = ModelContext(container)
    setup.insert(author)
    author.books = [Book(uid: 2, title: "T")]
    try setup.save()
    func fetch() throws -> [Book] { try ModelContext(container).fetch(FetchDescriptor<Book>()) }
    let book = try #require(try fetch().first)
    #expect(book.modelContext == nil)
    #expect(book.title == "T")
    #expect(book.author?.name == "A")
  }

  @Test func otherContextsSeeASave() throws {
    let container = try container()
    let one = ModelContext(container)
    let two = ModelContext(container)
    let author = Author(uid: 1, name: "A")
    one.insert(author)
    try one.save()
    let mirror = try #require(try two.fetch(FetchDescriptor<Author>()).first)
    author.name = "B"
    try one.save()
    two.processPendingChanges()
    #expect(mirror.name == "B")
    one.delete(author)
    try one.save()
    two.processPendingChanges()
    #expect(mirror.isDeleted)
    #expect(mirror.name == "B")
    #expect(try two.fetch(FetchDescriptor<Author>()).isEmpty)
  }

  @Test func contextsOfOneContainerMergeByProperty() throws {
    let container = try container()
    container.mergePolicy = .memoryWins
    let one = ModelContext(container)
    one.insert(Author(uid: 1, name: "A"))
    try one.save()
    let two = ModelContext(container)
    let mine = try #require(try one.fetch(FetchDescriptor<Author>()).first)
    let theirs = try #require(try two.fetch(FetchDescriptor<Author>()).first)
    theirs.name = "theirs"
    theirs.age = 7
    mine.name = "mine"
    try two.save()
    try one.save()
    #expect(mine.name == "mine" && mine.age == 7)
    let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
    #expect(stored.name == "mine" && stored.age == 7)
    // No save can write a change of a row that the other has deleted.
    mine.name = "late"
    two.delete(theirs)
    try two.save()
    #expect(throws: SwiftDataError.optimisticLockFailure) { try one.save() }
    one.rollback()
    try one.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
  }

  @Test func aWriterThatNobodyAnnouncesIsDetected() throws {
    let folder = try TestFolder()
    func open() throws -> ModelContext {
      ModelContext(
        try folder.container(Author.self, Book.self, Library.Tag.self, Library.Profile.self))
    }
    let one = try open()
    one.insert(Author(uid: 1, name: "A"))
    try one.save()
    // A container of its own stands for another process.
    let two = try open()
    let mine = try #require(try one.fetch(FetchDescriptor<Author>()).first)
    let theirs = try #require(try two.fetch(FetchDescriptor<Author>()).first)
    theirs.name = "theirs"
    mine.name = "mine"
    try two.save()
    #expect(throws: SwiftDataError.optimisticLockFailure) { try one.save() }
    #expect(mine.name == "mine")
    one.rollback()
    #expect(mine.name == "theirs")
  }

  @Test func identifiersSortAndPrint() throws {
    let context = ModelContext(try container())
    let authors = (0..<3).map { Author(uid: $0, name: "A") }
    authors.forEach { context.insert($0) }
    let book = Book(uid: 9, title: "T")
    context.insert(book)
    try context.save()
    let sorted = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.persistentModelID, order: .reverse)]))
    #expect(sorted.map(\.uid) == [2, 1, 0])
    #expect(
      String(describing: authors[0].persistentModelID) != String(describing: book.persistentModelID))
  }

  @Test func aVanishedIdentifierGivesADeletedModel() throws {
    let context = ModelContext(try container())
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    try context.save()
    let id = author.persistentModelID
    context.delete(author)
    try context.save()
    let model = try #require(context.model(for: id) as? Author)
    #expect(model.name == "")
    #expect(model.isDeleted)
  }

  @Test func eraseLeavesReadableModels() throws {
    let container = try container()
    let context = ModelContext(container)
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    try context.save()
    let id = author.persistentModelID
    try container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    #expect(author.name == "A")
    #expect(author.isDeleted)
    let new = Author(uid: 2, name: "B")
    context.insert(new)
    try context.save()
    // A key is never given out twice.
    #expect(new.persistentModelID != id)
  }

  @Test func notificationsNameWhatWasSaved() throws {
    let context = ModelContext(try container())
    final class Box: @unchecked Sendable {
      var willSave = 0
      var info: [AnyHashable: Any]?
    }
    let box = Box()
    let center = NotificationCenter.default
    let will = center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) {
      #expect($0.userInfo == nil)
      box.willSave += 1
    }
    let did = center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      box.info = $0.userInfo
    }
    defer {
      center.removeObserver(will)
      center.removeObserver(did)
    }
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    try context.save()
    let key = ModelContext.NotificationKey.insertedIdentifiers
    #expect(box.willSave == 1)
    #expect(box.info?[key] as? [PersistentIdentifier] == [author.persistentModelID])
    #expect(box.info?[key.rawValue] as? [PersistentIdentifier] == [author.persistentModelID])
    // Joining a to-many updates the owner too.
    author.books.append(Book(uid: 2, title: "T"))
    try context.save()
    let updated = box.info?[ModelContext.NotificationKey.updatedIdentifiers]
    #expect(updated as? [PersistentIdentifier] == [author.persistentModelID])
  }
}
