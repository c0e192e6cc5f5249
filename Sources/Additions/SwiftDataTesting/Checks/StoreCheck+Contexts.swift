// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

extension StoreCheck {
  static let contexts: [StoreCheck] = [
    StoreCheck("tells other contexts what was saved") { bench in
      let (first, second) = (try bench.context(), try bench.context())
      let library = CheckLibrary("Town")
      first.insert(library)
      library.books = [CheckBook("A")]
      try first.save()
      let other = try bench.require(second.all(CheckLibrary.self).first, "the library")
      bench.expect("Books there", other.books.count, 1)
      library.name = "City"
      library.books.append(CheckBook("B"))
      try first.save()
      bench.expect("Books after the save", try second.all(CheckLibrary.self).first?.books.count, 2)
      bench.expect("Name after the save", other.name, "City")
      first.delete(library)
      try first.save()
      second.processPendingChanges()
      bench.expect(other.isDeleted, "A model that another context has deleted does not say so.")
    },
    StoreCheck("merges changes of two contexts, property by property") { bench in
      let (first, second) = (try bench.context(), try bench.context())
      let book = CheckBook("A", 1)
      first.insert(book)
      try first.save()
      let other = try bench.require(second.all(CheckBook.self).first, "the book")
      book.title = "B"
      other.year = 2
      try first.save()
      try second.save()
      try bench.part { context in
        let book = try bench.require(context.all(CheckBook.self).first, "the book")
        bench.expect("Title", book.title, "B")
        bench.expect("Year", book.year, 2)
      }
    },
    StoreCheck("takes changes of two contexts that agree") { bench in
      let (one, two) = (try bench.context(), try bench.context())
      one.mergePolicy = .error
      two.mergePolicy = .error
      one.insert(CheckBook("a", 1))
      try one.save()
      let mine = try bench.require(one.all(CheckBook.self).first, "the book")
      let theirs = try bench.require(two.all(CheckBook.self).first, "the book in the other context")
      (mine.title, theirs.title) = ("b", "b")
      try one.save()
      try two.save()
      bench.expect("Title", try bench.context().all(CheckBook.self).map(\.title), ["b"])
    },
    StoreCheck("takes relationships of two contexts that agree") { bench in
      let (one, two) = (try bench.context(), try bench.context())
      one.mergePolicy = .error
      two.mergePolicy = .error
      let (library, book) = (CheckLibrary("Town"), CheckBook("a", 1))
      one.insert(library)
      one.insert(book)
      try one.save()
      let theirs = try bench.require(two.all(CheckBook.self).first, "the book in the other context")
      book.library = library
      theirs.library = try two.all(CheckLibrary.self).first
      try one.save()
      try two.save()
      bench.expect("Members", try bench.context().all(CheckLibrary.self).first?.books.map(\.title), ["a"])
      one.processPendingChanges()
      book.library = nil
      theirs.library = nil
      try one.save()
      try two.save()
      bench.expect("Members, at last", try bench.context().all(CheckLibrary.self).first?.books.count, 0)
    },
    StoreCheck("lets contexts show what it has made of new and changed values") { bench in
      // A store that changes values on the way says so, by `snapshotsToReregister`.
      let context = try bench.context()
      context.mergePolicy = .error
      let library = CheckLibrary("  Old Town ")
      context.insert(library)
      library.books = [CheckBook("A b", 1), CheckBook("ä", 2)]
      try context.save()
      func compare(_ when: String) throws {
        let stored = try bench.require(bench.context().all(CheckLibrary.self).first, "the library")
        bench.expect("Name \(when)", library.name, stored.name)
        bench.expect("Titles \(when)", library.books.map(\.title).sorted(), stored.books.map(\.title).sorted())
      }
      try compare("after the insertion")
      library.name = "new Town"
      for book in library.books { book.title += " C" }
      try context.save()
      try compare("after the change")
      // None of that is the change of another writer.
      library.name = "third"
      try context.save()
      try compare("after another one")
    },
    StoreCheck("has the dates that contexts show after a save") { bench in
      // Some encodings of a date have no fractions of a second. The lost fraction is not a change.
      try bench.part { context in
        context.mergePolicy = .error
        let values = CheckValues()
        values.date = Date(timeIntervalSinceReferenceDate: 700_000_000.75)
        context.insert(values)
        try context.save()
        let stored = try bench.context().all(CheckValues.self).first?.date
        bench.expect("Date", values.date, try bench.require(stored, "the date"))
        values.text = "changed"
        try context.save()
        values.date += 0.5
        try context.save()
        context.delete(values)
        try context.save()
        bench.expect("Count", try context.fetchCount(FetchDescriptor<CheckValues>()), 0)
      }
    },
    StoreCheck("brings each new model to didSave once, as an insertion") { bench in
      try bench.part { context in
        let library = CheckLibrary("Town")
        context.insert(library)
        library.books = [CheckBook("a"), CheckBook("b")]
        let saved = SavedNames(context)
        try context.save()
        bench.expect("Inserted", saved.counts, [3, 0, 0])
        bench.expect("Books", Set(library.books.map(\.title)), ["a", "b"])
        library.name = "City"
        try context.save()
        bench.expect("Updated", saved.counts, [0, 1, 0])
      }
    },
    StoreCheck("posts what was saved") { bench in
      let context = try bench.context()
      let posted = Mutex(Posted())
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: nil
      ) { notification in posted.withLock { $0.add(notification) } }
      defer { NotificationCenter.default.removeObserver(observer) }
      let tag = CheckTag("one")
      context.insert(tag)
      try context.save()
      bench.expect("Inserted", posted.withLock { $0.inserted }, [tag.persistentModelID])
      tag.name = "two"
      try context.save()
      bench.expect("Updated", posted.withLock { $0.updated }, [tag.persistentModelID])
    },
    StoreCheck("records its history, with authors", .history) { bench in
      try bench.part { context in
        context.author = "first"
        let tag = CheckTag("one")
        context.insert(tag)
        try context.save()
        context.author = "second"
        tag.name = "two"
        try context.save()
        context.delete(tag)
        try context.save()
      }
      bench.expect("Authors", try bench.historyAuthors(), ["first", "second", "second"])
    },
  ]

  private struct Posted: Sendable {
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []

    mutating func add(_ notification: Notification) {
      typealias Key = ModelContext.NotificationKey
      inserted += notification.userInfo?[Key.insertedIdentifiers] as? [PersistentIdentifier] ?? []
      updated += notification.userInfo?[Key.updatedIdentifiers] as? [PersistentIdentifier] ?? []
    }
  }
}

/// How many models the latest save of a context has inserted, updated and deleted.
private final class SavedNames: Sendable {
  private let latest = Mutex<[Int]>([])
  private nonisolated(unsafe) var token: (any NSObjectProtocol)?
  var counts: [Int] { latest.withLock { $0 } }

  init(_ context: ModelContext) {
    token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      [weak self] notification in
      let counts = ["inserted", "updated", "deleted"].map {
        (notification.userInfo?[$0] as? [PersistentIdentifier])?.count ?? -1
      }
      self?.latest.withLock { $0 = counts }
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}
