// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let changes: [StoreCheck] = [
    StoreCheck("takes unsaved changes back") { bench in
      try bench.part { context in
        let (book, other) = (CheckBook("A", 1), CheckBook("B", 2))
        context.insert(book)
        context.insert(other)
        try context.save()
        book.title = "changed"
        context.delete(other)
        context.insert(CheckBook("C", 3))
        context.rollback()
        bench.expect("Title", book.title, "A")
        bench.expect(!context.hasChanges, "The context has changes after a rollback.")
        bench.expect("Books", try context.all(CheckBook.self).map(\.title).sorted(), ["A", "B"])
        book.title = "again"
        try context.save()
      }
      try bench.part { context in
        bench.expect("Stored", try context.all(CheckBook.self).map(\.title).sorted(), ["B", "again"])
      }
    },
    StoreCheck("undoes and redoes, also what was saved") { bench in
      try bench.part { context in
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        let library = CheckLibrary("Town")
        context.insert(library)
        library.books = [CheckBook("A")]
        manager.endUndoGrouping()
        try context.save()
        manager.beginUndoGrouping()
        context.delete(library)
        manager.endUndoGrouping()
        try context.save()
        bench.expect("After the deletion", try context.fetchCount(FetchDescriptor<CheckBook>()), 0)
        manager.undo()
        try context.save()
      }
      try bench.part { context in
        let library = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Books after undoing", library.books.map(\.title), ["A"])
      }
    },
    StoreCheck("refuses a deletion that is not valid, and keeps everything") { bench in
      try bench.part { context in
        let tag = CheckTag("one")
        context.insert(tag)
        try context.save()
        let identifier = tag.persistentModelID
        let second = try bench.context()
        let same = try bench.require(second.model(for: identifier) as? CheckTag, "the tag")
        second.delete(same)
        try second.save()
        tag.name = "two"
        do { try context.save() } catch { context.rollback() }
        bench.expect("Tags", try bench.context().fetchCount(FetchDescriptor<CheckTag>()), 0)
      }
    },
  ]
}
