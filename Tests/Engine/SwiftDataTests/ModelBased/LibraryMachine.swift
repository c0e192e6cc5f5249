// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// Runs random operations on a context and on the reference, side by side.
final class LibraryMachine {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag
  typealias Profile = Library.Profile

  private let folder: TestFolder
  private var container: ModelContainer
  private(set) var context: ModelContext
  private(set) var graph = ReferenceGraph()
  /// What undoing leads to, if the machine undoes.
  var history: UndoHistory?
  private var committed = ReferenceGraph()
  private var generator: SeededGenerator
  private var nextUID = 1
  private(set) var log: [String] = []
  private(set) var operations = 0
  /// Every context that was made; all must go with the machine.
  private(set) var contexts: [WeakContext] = []

  struct WeakContext {
    weak var engine: ContextCore?
    let operation: Int
  }

  /// - Parameter undoes: Whether undoing and redoing are among the operations.
  init(seed: UInt64, undoes: Bool = false) throws {
    folder = try TestFolder()
    generator = SeededGenerator(seed: seed)
    container = try folder.container(Author.self, Book.self, Tag.self, Profile.self)
    context = ModelContext(container)
    if undoes { history = UndoHistory() }
    noteContext()
  }

  private func noteContext() {
    if history != nil { context.undoManager = history?.start() }
    contexts.append(WeakContext(engine: context._core, operation: operations))
  }

  func go(to other: ReferenceGraph) { graph = other }

  private func pick(_ keys: some Collection<Int>) -> Int? { keys.sorted().randomElement(using: &generator) }
  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private func find<T: PersistentModel>(_ predicate: Predicate<T>) throws -> T {
    let found = try context.fetch(FetchDescriptor<T>(predicate: predicate))
    try #require(found.count == 1, "expected one \(T.self), found \(found.count)")
    return found[0]
  }

  func author(_ uid: Int) throws -> Author { try find(#Predicate<Author> { $0.uid == uid }) }
  func book(_ uid: Int) throws -> Book { try find(#Predicate<Book> { $0.uid == uid }) }
  func tag(_ uid: Int) throws -> Tag { try find(#Predicate<Tag> { $0.uid == uid }) }
  func profile(_ uid: Int) throws -> Profile { try find(#Predicate<Profile> { $0.uid == uid }) }

  func note(_ text: String) {
    operations += 1
    log.append(text)
    if log.count > 40 { log.removeFirst() }
  }

  private func uid() -> Int {
    defer { nextUID += 1 }
    return nextUID
  }

  /// One random operation.
  func step() throws {
    guard history != nil else { return try operate() }
    if chance(20) { return try undoStep() }
    let before = graph
    try operate()
    history?.noteWork(from: before)
  }

  func operate() throws {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<84: try change()
    case 84..<92: try save()
    case 92..<95: rollback()
    case 95..<97: try newContext()
    default: try reopen()
    }
  }

  /// One random change.
  func change() throws {
    switch Int.random(in: 0..<84, using: &generator) {
    case 0..<10: try insertAuthor()
    case 10..<22: try insertBook()
    case 22..<28: try insertTag()
    case 28..<32: try insertProfile()
    case 32..<44: try changeAttribute()
    case 44..<54: try moveBook()
    case 54..<59: try replaceBooks()
    case 59..<67: try changeTags()
    case 67..<71: try changeMentor()
    case 71..<76: try changeProfile()
    default: try delete()
    }
  }

  private func insertAuthor() throws {
    let uid = uid()
    let age = chance(50) ? Int.random(in: 0..<5, using: &generator) : nil
    note("insert author \(uid)")
    context.insert(Author(uid: uid, name: "a\(uid % 7)", age: age))
    graph.authors[uid] = .init(name: "a\(uid % 7)", age: age)
  }

  private func insertBook() throws {
    let uid = uid()
    let owner = chance(70) ? pick(graph.authors.keys) : nil
    note("insert book \(uid) of \(owner ?? 0)")
    let book = Book(uid: uid, title: "b\(uid % 5)", rating: Double(uid % 3))
    if let owner, chance(50) {
      // Reached from the author alone.
      try author(owner).books.append(book)
    } else {
      if let owner { book.author = try author(owner) }
      context.insert(book)
    }
    graph.books[uid] = .init(title: "b\(uid % 5)", rating: Double(uid % 3), author: owner)
  }

  private func insertTag() throws {
    let uid = uid()
    note("insert tag \(uid)")
    context.insert(Tag(uid: uid, label: "t\(uid % 4)"))
    graph.tags[uid] = .init(label: "t\(uid % 4)")
  }

  private func insertProfile() throws {
    let uid = uid()
    note("insert profile \(uid)")
    context.insert(Profile(uid: uid, text: "p"))
    graph.profiles[uid] = .init(text: "p")
  }

  private func changeAttribute() throws {
    if chance(50), let uid = pick(graph.authors.keys) {
      let age = chance(30) ? nil : Int.random(in: 0..<5, using: &generator)
      note("author \(uid).age = \(age.map(String.init) ?? "nil")")
      try author(uid).age = age
      graph.authors[uid]?.age = age
    } else if let uid = pick(graph.books.keys) {
      let title = "b\(Int.random(in: 0..<5, using: &generator))"
      note("book \(uid).title = \(title)")
      try book(uid).title = title
      graph.books[uid]?.title = title
    }
  }

  private func moveBook() throws {
    guard let uid = pick(graph.books.keys) else { return }
    let owner = chance(75) ? pick(graph.authors.keys) : nil
    note("book \(uid).author = \(owner ?? 0)")
    try book(uid).author = owner.map { try author($0) }
    graph.books[uid]?.author = owner
  }

  private func replaceBooks() throws {
    guard let owner = pick(graph.authors.keys) else { return }
    let chosen = graph.books.keys.sorted().filter { _ in chance(25) }
    note("author \(owner).books = \(chosen)")
    try author(owner).books = chosen.map { try book($0) }
    for id in graph.books.keys where graph.books[id]?.author == owner { graph.books[id]?.author = nil }
    for id in chosen { graph.books[id]?.author = owner }
  }

  private func changeTags() throws {
    guard let uid = pick(graph.books.keys), let tagUID = pick(graph.tags.keys) else { return }
    let has = graph.books[uid]?.tags.contains(tagUID) == true
    let fromBook = chance(50)
    note("\(has ? "untag" : "tag") book \(uid) \(tagUID) from \(fromBook ? "book" : "tag")")
    let book = try book(uid)
    let tag = try tag(tagUID)
    if has {
      if fromBook { book.tags.removeAll { $0 === tag } } else { tag.books.removeAll { $0 === book } }
      graph.books[uid]?.tags.remove(tagUID)
    } else {
      if fromBook { book.tags.append(tag) } else { tag.books.append(book) }
      graph.books[uid]?.tags.insert(tagUID)
    }
  }

  private func changeMentor() throws {
    guard let uid = pick(graph.authors.keys) else { return }
    let mentor = chance(75) ? pick(graph.authors.keys) : nil
    note("author \(uid).mentor = \(mentor ?? 0)")
    try author(uid).mentor = mentor.map { try author($0) }
    graph.authors[uid]?.mentor = mentor
  }

  private func changeProfile() throws {
    guard let uid = pick(graph.authors.keys) else { return }
    let profileUID = chance(75) ? pick(graph.profiles.keys) : nil
    let fromProfile = chance(50) && profileUID != nil
    note("author \(uid).profile = \(profileUID ?? 0) from \(fromProfile ? "profile" : "author")")
    if fromProfile, let profileUID {
      try profile(profileUID).author = try author(uid)
    } else {
      try author(uid).profile = profileUID.map { try profile($0) }
    }
    graph.setProfile(profileUID, of: uid)
  }

  private func delete() throws {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      guard let uid = pick(graph.authors.keys) else { return }
      note("delete author \(uid)")
      context.delete(try author(uid))
      graph.deleteAuthor(uid)
    case 1:
      guard let uid = pick(graph.books.keys) else { return }
      note("delete book \(uid)")
      context.delete(try book(uid))
      graph.deleteBook(uid)
    case 2:
      guard let uid = pick(graph.tags.keys) else { return }
      note("delete tag \(uid)")
      context.delete(try tag(uid))
      graph.deleteTag(uid)
    default:
      guard let uid = pick(graph.profiles.keys) else { return }
      note("delete profile \(uid)")
      context.delete(try profile(uid))
      graph.deleteProfile(uid)
    }
  }

  func save() throws {
    note("save")
    try context.save()
    committed = graph
    history?.endGroup()
  }

  private func rollback() {
    note("rollback")
    context.rollback()
    graph = committed
    history?.forget()
  }

  private func newContext() throws {
    note("new context")
    context = ModelContext(container)
    noteContext()
    graph = committed
  }

  private func reopen() throws {
    note("reopen")
    container = try folder.container(Author.self, Book.self, Tag.self, Profile.self)
    context = ModelContext(container)
    noteContext()
    graph = committed
  }
}
