import SwiftData

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
    StoreCheck("posts what was saved") { bench in
      let context = try bench.context()
      let posted = Posted()
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: nil
      ) { posted.add($0) }
      defer { NotificationCenter.default.removeObserver(observer) }
      let tag = CheckTag("one")
      context.insert(tag)
      try context.save()
      bench.expect("Inserted", posted.inserted, [tag.persistentModelID])
      tag.name = "two"
      try context.save()
      bench.expect("Updated", posted.updated, [tag.persistentModelID])
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

  private final class Posted: @unchecked Sendable {
    // Unchecked: notifications come on the thread that saves.
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []

    func add(_ notification: Notification) {
      typealias Key = ModelContext.NotificationKey
      inserted += notification.userInfo?[Key.insertedIdentifiers] as? [PersistentIdentifier] ?? []
      updated += notification.userInfo?[Key.updatedIdentifiers] as? [PersistentIdentifier] ?? []
    }
  }
}
