// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The index follows every way to change a row.
@Suite struct SearchChangesTests {
  typealias Note = Searches.Note
  typealias Folder = Searches.Folder

  private func numbers(_ context: ModelContext, _ text: SearchText) throws -> [Int] {
    try context.search(text, in: FetchDescriptor<Note>()).map(\.model.number)
  }

  @Test func updateAndDelete() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Note.self, Folder.self))
    let (first, second) = (Note(1, "apple", "red"), Note(2, "pear"))
    context.insert(first)
    context.insert(second)
    try context.save()
    first.title = "banana"
    first.text = nil
    second.text = "green"
    try context.save()
    #expect(try numbers(context, "apple") == [])
    #expect(try numbers(context, "red") == [])
    #expect(try numbers(context, "banana") == [1])
    #expect(try numbers(context, "pear green") == [2])
    first.weight = 5
    try context.save()
    #expect(try numbers(context, "banana") == [1])
    context.delete(second)
    try context.save()
    #expect(try numbers(context, "pear") == [])
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
  }

  @Test func batchDeletionCascadeAndErasure() throws {
    let folder = try TestFolder()
    let container = try folder.container(Note.self, Folder.self)
    let context = ModelContext(container)
    let shelf = Folder(name: "shelf")
    context.insert(shelf)
    for number in 0..<20 {
      let note = Note(number, "apple \(number)")
      context.insert(note)
      if number >= 15 { note.folder = shelf }
    }
    try context.save()
    try context.delete(model: Note.self, where: #Predicate { $0.number < 5 })
    #expect(try numbers(context, "apple") == Array(5..<20))
    #expect(try numbers(ModelContext(container), "apple") == Array(5..<20))
    try context.transaction {
      try context.delete(model: Note.self, where: #Predicate { $0.number == 5 })
      // A part of the transaction, and yet none of the results.
      #expect(try numbers(context, "apple") == Array(6..<20))
      #expect(try numbers(ModelContext(container), "apple") == Array(5..<20))
    }
    #expect(try numbers(ModelContext(container), "apple") == Array(6..<20))
    try context.delete(model: Folder.self)
    try context.save()
    #expect(try numbers(context, "apple") == Array(6..<15))
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
    try context.delete(model: Note.self)
    try context.save()
    #expect(try numbers(context, "apple") == [])
    context.insert(Note(1, "apple"))
    try context.save()
    #expect(try numbers(context, "apple") == [1])
    try container.erase()
    #expect(try numbers(ModelContext(container), "apple") == [])
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
  }

  @Test func anUpsertReplacesTheText() throws {
    let folder = try TestFolder()
    let container = try folder.container(Note.self, Folder.self)
    let context = ModelContext(container)
    context.insert(Note(1, "old", "text"))
    try context.save()
    let other = ModelContext(container)
    other.insert(Note(1, "new"))
    try other.save()
    for context in [context, other, ModelContext(container)] {
      #expect(try numbers(context, "old") == [])
      #expect(try numbers(context, "text") == [])
      #expect(try numbers(context, "new") == [1])
    }
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
  }

  @Test func unsavedChangesAreNotFound() throws {
    let context = ModelContext(try memoryContainer(Note.self, Folder.self))
    context.autosaveEnabled = false
    let note = Note(1, "saved")
    context.insert(note)
    #expect(try numbers(context, "saved") == [])
    try context.save()
    note.title = "changed"
    context.insert(Note(2, "changed"))
    #expect(try numbers(context, "changed") == [])
    let results = try context.search("saved", in: FetchDescriptor<Note>())
    #expect(results.first?.model === note)
    #expect(results.first?.model.title == "changed")
    #expect(results.first?.snippet == "«saved»")
    context.delete(note)
    #expect(try numbers(context, "saved") == [])
    #expect(try context.searchCount("saved", in: FetchDescriptor<Note>()) == 0)
    context.rollback()
    #expect(try numbers(context, "saved") == [1])
    #expect(try numbers(context, "changed") == [])
    #expect(note.title == "saved")
  }

  @Test func aFailedSaveLeavesTheIndexAlone() throws {
    let folder = try TestFolder()
    let container = try folder.container(Note.self, Folder.self)
    let context = ModelContext(container)
    let note = Note(1, "first")
    context.insert(note)
    try context.save()
    // A row that is changed meanwhile makes the whole save fail.
    #expect(try sqlite3(folder.file(), "UPDATE ZNOTE SET Z_OPT = Z_OPT + 1").errors == "")
    context.insert(Note(2, "second"))
    note.title = "third"
    #expect(throws: SwiftDataError.self) { try context.save() }
    let fresh = ModelContext(container)
    #expect(try numbers(fresh, .anyWord("first second third")) == [1])
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
  }

  @Test func twoContextsAndAReopenedFile() throws {
    let folder = try TestFolder()
    do {
      let container = try folder.container(Note.self, Folder.self)
      let (first, second) = (ModelContext(container), ModelContext(container))
      first.insert(Note(1, "shared"))
      try first.save()
      let found = try #require(try second.search("shared", in: FetchDescriptor<Note>()).first)
      found.model.title = "taken over"
      try second.save()
      #expect(try numbers(first, "shared") == [])
      #expect(try numbers(first, "taken") == [1])
      second.delete(found.model)
      #expect(try numbers(second, "taken") == [])
      #expect(try numbers(first, "taken") == [1])
      second.rollback()
    }
    let container = try folder.container(Note.self, Folder.self)
    #expect(try numbers(ModelContext(container), "taken over") == [1])
  }

  @Test func anotherProgramsChangesAreFound() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Note.self, Folder.self))
    context.insert(Note(1, "ours"))
    try context.save()
    let sql = """
      INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZWEIGHT, ZTITLE, ZCOMMENT) \
      SELECT 99, Z_ENT, 1, 99, 0, 'theirs', '' FROM ZNOTE; \
      UPDATE ZNOTE SET ZTITLE = 'changed' WHERE Z_PK = 1
      """
    #expect(try sqlite3(folder.file(), sql).errors == "")
    #expect(try numbers(context, "theirs") == [99])
    #expect(try numbers(context, "ours") == [])
    #expect(try numbers(context, "changed") == [1])
  }

  /// What is taken out of the index must be what was put in, whatever the
  /// text is made of.
  @Test func oddTextsComeAndGo() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Note.self, Folder.self))
    let odd =
      Odd.strings + [
        "a\0b", "\0", "\u{FFFD}\u{FEFF}x", "\u{10FFFF} end", "e\u{301}\u{301}\u{301}",
        String(repeating: "word ", count: 20_000), String(repeating: "z", count: 70_000),
      ]
    let notes = odd.indices.map { Note($0, odd[$0], odd[odd.count - 1 - $0]) }
    for note in notes { context.insert(note) }
    try context.save()
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
    for (index, note) in notes.enumerated() {
      note.text = index % 3 == 0 ? nil : odd[(index + 5) % odd.count]
      if index % 2 == 0 { note.title = odd[(index + 9) % odd.count] }
    }
    try context.save()
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
    for note in notes where note.number % 4 == 1 { context.delete(note) }
    try context.save()
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "")
  }
}
