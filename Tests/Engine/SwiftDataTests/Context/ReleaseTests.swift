// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// What a program lets go of is gone: objects, contexts, files.
@Suite struct ReleaseTests {
  /// Runs `body` in a container of its own; returns what is still there once
  /// everything that it did not return has gone.
  private func leftovers(
    in folder: TestFolder, _ body: (ModelContext) throws -> [any PersistentModel]
  ) throws -> (container: ModelContainer?, objects: Int) {
    weak var container: ModelContainer?
    var objects: [WeakModel] = []
    do {
      let strong = try folder.container(
        Library.Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self)
      container = strong
      let context = ModelContext(strong)
      objects = try body(context).map { WeakModel(object: $0) }
    }
    return (container, objects.count { $0.object != nil })
  }

  private struct WeakModel {
    weak var object: (any PersistentModel)?
  }

  /// Circles of every kind: parent and child, both ends of a many-to-many,
  /// one to one, and a ring of one entity.
  private func graph() -> [any PersistentModel] {
    let author = Library.Author(uid: 1, name: "a")
    let other = Library.Author(uid: 2, name: "b")
    let book = Library.Book(uid: 3, title: "t")
    let tag = Library.Tag(uid: 4, label: "l")
    let profile = Library.Profile(uid: 5, text: "p")
    author.books = [book]
    author.mentor = other
    other.mentor = author
    book.tags = [tag]
    author.profile = profile
    return [author, other, book, tag, profile]
  }

  private func insertedGraph(_ context: ModelContext) -> [any PersistentModel] {
    let objects = graph()
    for object in objects { context.insert(object) }
    return objects
  }

  @Test func unsavedObjectsGoWithTheirContext() throws {
    let folder = try TestFolder()
    let left = try leftovers(in: folder) { insertedGraph($0) }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  @Test func savedObjectsGoWithTheirContext() throws {
    let folder = try TestFolder()
    let left = try leftovers(in: folder) { context in
      let objects = insertedGraph(context)
      try context.save()
      return objects
    }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  /// The deletion is dropped with the context: the owner holds the members that it had taken along.
  @Test(arguments: [1, 2]) func newMembersOfADeletedOwnerGoWithTheirContext(count: Int) throws {
    let folder = try TestFolder()
    let left = try leftovers(in: folder) { context in
      let author = Library.Author(uid: 1, name: "a")
      context.insert(author)
      try context.save()
      let books = (0..<count).map { Library.Book(uid: 2 + $0, title: "t\($0)") }
      author.books = books
      context.delete(author)
      return [author] + books
    }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  @Test func changedObjectsGoWithTheirContext() throws {
    let folder = try TestFolder()
    _ = try leftovers(in: folder) { context in
      let objects = insertedGraph(context)
      try context.save()
      return objects
    }
    let left = try leftovers(in: folder) { context in
      let authors = try context.fetch(FetchDescriptor<Library.Author>())
      let book = try #require(authors.flatMap(\.books).first)
      let tag = try #require(book.tags.first)
      #expect(authors.count == 2)
      for author in authors {
        author.name += "!"
        author.mentor = author
        author.books = author.books + [Library.Book(uid: 9, title: "new")]
      }
      book.tags = []
      tag.books = [book]
      return authors + [book, tag]
    }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  @Test func deletedObjectsGoWithTheirContext() throws {
    let folder = try TestFolder()
    for saves in [false, true] {
      let left = try leftovers(in: folder) { context in
        let objects = insertedGraph(context)
        try context.save()
        for object in objects { context.delete(object) }
        if saves { try context.save() }
        return objects
      }
      #expect(left.container == nil)
      #expect(left.objects == 0, "saves: \(saves)")
    }
  }

  @Test func pendingBatchDeletionsGoWithTheirContext() throws {
    let folder = try TestFolder()
    let left = try leftovers(in: folder) { context in
      let objects = insertedGraph(context)
      try context.save()
      try context.delete(model: Library.Book.self)
      return objects
    }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  /// An object that is held outlives its context, and so does what it leads
  /// to as a parent; a child finds its parent while somebody holds that.
  @Test func unsavedObjectsCanBeReadAfterTheirContext() throws {
    let folder = try TestFolder()
    var objects: [any PersistentModel] = []
    _ = try leftovers(in: folder) { context in
      objects = insertedGraph(context)
      return objects
    }
    var author: Library.Author? = objects[0] as? Library.Author
    let book = try #require(objects[2] as? Library.Book)
    let tag = try #require(objects[3] as? Library.Tag)
    objects.removeAll()
    #expect(author?.name == "a")
    #expect(author?.books.map(\.title) == ["t"])
    #expect(author?.profile?.text == "p")
    #expect(book.author === author)
    #expect(book.tags.count + tag.books.count >= 1)
    author = nil
    #expect(book.author == nil)
    #expect(book.title == "t")
  }

  /// Models that a function returns are read after its context is gone:
  /// what they lead to is read from the store, and is not kept forever.
  @Test func objectsReadAfterTheirContextGoToo() throws {
    let folder = try TestFolder()
    _ = try leftovers(in: folder) { context in
      let objects = insertedGraph(context)
      try context.save()
      return objects
    }
    var authors: [Library.Author] = []
    let left = try leftovers(in: folder) { context in
      authors = try context.fetch(FetchDescriptor<Library.Author>())
      return authors
    }
    for author in authors {
      for book in author.books {
        #expect(book.author === author)
        #expect(book.tags.first?.books.first === book)
      }
      #expect(author.mentor?.mentor === author)
      #expect(author.mentees.first?.mentees.first === author)
      #expect(author.profile.map { $0.author === author } ?? true)
    }
    #expect(left.objects == 2)
    weak var author = authors[0]
    weak var core = authors[0]._$state?.core
    #expect(core != nil)
    authors.removeAll()
    #expect(author == nil)
    #expect(core == nil)
  }

  /// What is written after the context is gone cannot be saved, and keeps nothing.
  @Test(arguments: [false, true]) func objectsWrittenAfterTheirContextGoToo(relates: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(
      Library.Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self)
    do {
      let context = ModelContext(container)
      _ = insertedGraph(context)
      try context.save()
    }
    var authors: [Library.Author] = []
    do {
      let context = ModelContext(container)
      authors = try context.fetch(FetchDescriptor<Library.Author>(sortBy: [SortDescriptor(\.uid)]))
    }
    weak var author = authors[0]
    weak var core = authors[0]._$state?.core
    weak var added: Library.Book?
    #expect(core != nil)
    authors[0].name = "written"
    authors[0].name += " twice"
    if relates {
      let book = Library.Book(uid: 9, title: "new")
      authors[0].books.append(book)
      #expect(book.author === authors[0])
      authors[0].mentor = authors[0]
      added = book
    }
    #expect(authors[0].name == "written twice")
    #expect(authors[0].books.map(\.title).sorted() == (relates ? ["new", "t"] : ["t"]))
    #expect(authors[0].mentor === (relates ? authors[0] : authors[1]))
    authors.removeAll()
    #expect(author == nil)
    #expect(added == nil)
    #expect(core == nil)
    let context = ModelContext(container)
    let stored = try context.fetch(FetchDescriptor<Library.Author>(sortBy: [SortDescriptor(\.uid)]))
    #expect(stored.map(\.name) == ["a", "b"])
    #expect(try context.fetchCount(FetchDescriptor<Library.Book>()) == 1)
  }

  /// New objects stay whole after a rollback, to be inserted again; the next
  /// rollback, or the end of the context, lets them go.
  @Test func rolledBackObjectsGoInTheEnd() throws {
    let folder = try TestFolder()
    let left = try leftovers(in: folder) { context in
      let first = insertedGraph(context)
      context.rollback()
      let author = try #require(first[0] as? Library.Author)
      let book = try #require(first[2] as? Library.Book)
      #expect(author.books.first === book)
      #expect(book.author === author)
      context.insert(book)
      #expect(author.modelContext === context)
      context.rollback()
      return first + insertedGraph(context)
    }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  /// Objects that were deleted before they were ever saved.
  @Test func discardedObjectsGo() throws {
    let folder = try TestFolder()
    let left = try leftovers(in: folder) { context in
      let objects = insertedGraph(context)
      for object in objects { context.delete(object) }
      #expect(!context.hasChanges)
      return objects
    }
    #expect(left.container == nil)
    #expect(left.objects == 0)
  }

  /// A container keeps its main context, which knows its container.
  @MainActor
  @Test func mainContextsGoWithTheirContainers() throws {
    let folder = try TestFolder()
    weak var container: ModelContainer?
    weak var context: ModelContext?
    do {
      let strong = try folder.container(Library.Tag.self)
      strong.mainContext.insert(Library.Tag(uid: 1, label: "l"))
      #expect(strong.mainContext.container === strong)
      #expect(strong.mainContext === strong.mainContext)
      container = strong
      context = strong.mainContext
    }
    #expect(container == nil)
    #expect(context == nil)
  }

  /// Held alone, a main context keeps its stores, and gives one container.
  @MainActor
  @Test func mainContextOutlivesItsContainer() throws {
    let folder = try TestFolder()
    let context = try folder.container(Library.Tag.self).mainContext
    context.insert(Library.Tag(uid: 1, label: "l"))
    try context.save()
    let container = context.container
    #expect(container.mainContext === context)
    #expect(context.container === container)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Library.Tag>()) == 1)
  }
}
