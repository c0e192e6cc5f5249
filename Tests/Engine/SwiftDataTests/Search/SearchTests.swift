// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What a search finds.
@Suite struct SearchTests {
  typealias Note = Searches.Note
  typealias Folder = Searches.Folder

  private func context(_ notes: Note...) throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Note.self, Folder.self))
    for note in notes { context.insert(note) }
    try context.save()
    return context
  }

  private func numbers(
    _ context: ModelContext, _ text: SearchText, _ descriptor: FetchDescriptor<Note> = .init()
  ) throws -> [Int] {
    let results = try context.search(text, in: descriptor)
    #expect(try context.searchCount(text, in: descriptor) == results.count)
    return results.map(\.model.number)
  }

  @Test func wordsPhrasesAndBeginnings() throws {
    let context = try context(
      Note(1, "The quick brown fox", "jumps over the lazy dog"),
      Note(2, "A brown dog", "which is quick"), Note(3, "Foxes", nil), Note(4, "", ""))
    func sorted(_ text: SearchText) throws -> [Int] { try numbers(context, text).sorted() }
    #expect(try sorted("fox") == [1])
    #expect(try sorted("FOX") == [1])
    #expect(try sorted("quick brown") == [1, 2])
    #expect(try sorted("brown lazy") == [1])
    #expect(try sorted(.allWords("fox foxes")) == [])
    #expect(try sorted(.anyWord("fox foxes")) == [1, 3])
    #expect(try sorted(.phrase("quick brown")) == [1])
    #expect(try sorted(.phrase("brown quick")) == [])
    #expect(try sorted(.phrase("fox jumps")) == [])
    #expect(try sorted(.prefix("fo")) == [1, 3])
    #expect(try sorted(.prefix("f")) == [1, 3])
    #expect(try sorted(.prefix("brown d")) == [2, 1].sorted())
    #expect(try sorted(.prefix("bro dog")) == [])
    #expect(try sorted("hidden") == [])
  }

  @Test func caseDiacriticsAndScripts() throws {
    let context = try context(
      Note(1, "Café Señorita"), Note(2, "CAFE"), Note(3, "cafe\u{301}"), Note(4, "Ελλάδα"),
      Note(5, "हिन्दी पाठ"), Note(6, "e-mail address"), Note(7, "日本 東京"))
    #expect(try numbers(context, "café").sorted() == [1, 2, 3])
    #expect(try numbers(context, "cafe").sorted() == [1, 2, 3])
    #expect(try numbers(context, "senorita") == [1])
    #expect(try numbers(context, "ΕΛΛΆΔΑ") == [4])
    #expect(try numbers(context, "हिन्दी") == [5])
    #expect(try numbers(context, "e-mail") == [6])
    #expect(try numbers(context, .prefix("e-ma")) == [6])
    #expect(try numbers(context, "東京") == [7])
  }

  @Test func nothingInATextHasAMeaning() throws {
    let context = try context(
      Note(1, "one OR two NEAR three"), Note(2, "two"), Note(3, "title: \"quoted\" (text)"))
    let words = [
      "\"", "\"\"", "\"\u{301}two", "\" OR * NEAR(", "*", "two*", "(", ")", "title:two", "{title}: two", "-two",
      "^two", "two + three", "NEAR(two three)", "NOT two", "AND", "two AND", "OR", "'", "''; --",
      "two\0three", "\0", "\u{FEFF}", "a\"b\"c", String(repeating: "\"", count: 999),
      String(repeating: "two ", count: 3000), String(repeating: "x", count: 100_000), "two\\",
      "two\nthree", "%", "_", ";", "?1", ":a", "@a", "$a",
    ]
    for word in words {
      for text: SearchText in [.allWords(word), .anyWord(word), .phrase(word), .prefix(word)] {
        #expect(throws: Never.self, "\(word.prefix(30))") { _ = try numbers(context, text) }
      }
    }
    #expect(try numbers(context, "title:two") == [])
    #expect(try numbers(context, "one OR two") == [1])
    #expect(try numbers(context, "two*").sorted() == [1, 2])
    #expect(try numbers(context, "NOT two") == [])
    #expect(try numbers(context, "\"quoted\" (text)") == [3])
    #expect(try numbers(context, .phrase("title: \"quoted\"")) == [3])
    #expect(try numbers(context, .prefix("two\0thr")) == [1])
  }

  @Test func emptyTextsAndEmoji() throws {
    let context = try context(Note(1, "party 🎉 time"), Note(2, "🎉"), Note(3, "👩‍👩‍👧family"))
    for text in ["", " ", "\n\t", "🎉", "—", "🎉 🎉"] {
      for search: SearchText in [.allWords(text), .anyWord(text), .phrase(text), .prefix(text)] {
        #expect(try numbers(context, search) == [])
      }
    }
    #expect(try numbers(context, "party 🎉") == [1])
    #expect(try numbers(context, .anyWord("🎉 time")) == [1])
    #expect(try numbers(context, "family") == [3])
    #expect(
      try context.search("time", in: FetchDescriptor<Note>()).first?.snippet == "party 🎉 «time»")
  }

  @Test func ranksAndSnippets() throws {
    let long = Array(repeating: "filler", count: 60).joined(separator: " ")
    let context = try context(
      Note(1, "\(long) needle \(long)"), Note(2, "needle needle"), Note(3, long),
      Note(4, "needle", "a <b>needle</b>"))
    let results = try context.search("needle", in: FetchDescriptor<Note>())
    #expect(results.count == 3)
    #expect(results.last?.model.number == 1)
    #expect(results.map(\.rank) == results.map(\.rank).sorted())
    #expect(results.allSatisfy { $0.rank < 0 })
    let snippet = try #require(results.last?.snippet)
    #expect(snippet.hasPrefix("…") && snippet.hasSuffix("…") && snippet.contains("«needle»"))
    #expect(snippet.split(separator: " ").count <= 17)
    let marked = try context.search(
      .phrase("needle needle").marking(start: "[", end: "]"), in: FetchDescriptor<Note>())
    #expect(marked.map(\.snippet) == ["[needle needle]"])
    let plain = try context.search(
      .allWords("needle").marking(start: "", end: ""),
      in: FetchDescriptor<Note>(predicate: #Predicate { $0.number == 2 }))
    #expect(plain.map(\.snippet) == ["needle needle"])
  }

  @Test func predicateOrderLimitAndOffset() throws {
    let context = ModelContext(try memoryContainer(Note.self, Folder.self))
    let folder = Folder(name: "even")
    context.insert(folder)
    for number in 0..<40 {
      let note = Note(number, "word", number % 3 == 0 ? "three" : nil, weight: Double(-number))
      context.insert(note)
      if number % 2 == 0 { note.folder = folder }
    }
    try context.save()
    #expect(try numbers(context, "word").sorted() == Array(0..<40))
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.folder?.name == "even" && $0.number >= 10 })
    #expect(try numbers(context, "word three", descriptor) == [12, 18, 24, 30, 36])
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 3
    #expect(try numbers(context, "word three", descriptor) == [18, 24, 30])
    descriptor.sortBy = [SortDescriptor(\.weight)]
    #expect(try numbers(context, "word three", descriptor) == [30, 24, 18])
    descriptor.fetchOffset = 9
    #expect(try numbers(context, "word three", descriptor) == [])
    descriptor.fetchOffset = nil
    descriptor.fetchLimit = 0
    #expect(try numbers(context, "word three", descriptor) == [])
    descriptor = FetchDescriptor(
      sortBy: [SortDescriptor(\.folder?.name), SortDescriptor(\.number, order: .reverse)])
    descriptor.fetchLimit = 2
    descriptor.relationshipKeyPathsForPrefetching = [\.folder]
    descriptor.propertiesToFetch = [\.number]
    let results = try context.search("word", in: descriptor)
    #expect(results.map(\.model.number) == [39, 37])
    #expect(results.map(\.model.title) == ["word", "word"])
  }

  @Test func rowsOfTheEntityOnly() throws {
    let folder = try TestFolder()
    let types: [any PersistentModel.Type] = [
      Searches.Media.self, Searches.Book.self, Searches.Film.self, Searches.Media_data.self,
    ]
    let schema = Schema(types)
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())])
    let context = ModelContext(container)
    context.insert(Searches.Media(title: "Dune magazine"))
    context.insert(Searches.Book(title: "Dune", blurb: "a desert planet"))
    context.insert(Searches.Film(title: "Dune the film", minutes: 155))
    context.insert(Searches.Media_data(title: "Dune too"))
    try context.save()
    func titles<T: Searches.Media>(_ text: SearchText, _ type: T.Type) throws -> [String] {
      let results = try context.search(text, in: FetchDescriptor<T>())
      #expect(try context.searchCount(text, in: FetchDescriptor<T>()) == results.count)
      return results.map(\.model.title).sorted()
    }
    #expect(
      try titles("dune", Searches.Media.self) == ["Dune", "Dune magazine", "Dune the film"])
    #expect(try titles("dune", Searches.Book.self) == ["Dune"])
    #expect(try titles("dune", Searches.Film.self) == ["Dune the film"])
    #expect(try titles("dune desert", Searches.Media.self) == ["Dune"])
    let found = try context.search("desert", in: FetchDescriptor<Searches.Media>())
    #expect(found.first?.model is Searches.Book)
    #expect(try context.search("dune", in: FetchDescriptor<Searches.Media_data>()).count == 1)
  }

  @Test func anEntityWithoutMarkedTextThrows() throws {
    let context = try context(Note(1, "a"))
    let error = #expect(throws: SwiftDataError.self) {
      _ = try context.search("a", in: FetchDescriptor<Folder>())
    }
    #expect(error == .notSearchable)
    #expect(error?.entity == "Folder")
    #expect(throws: SwiftDataError.notSearchable) {
      _ = try context.searchCount("", in: FetchDescriptor<Folder>())
    }
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try context.search("a", in: FetchDescriptor<Searches.Media>())
    }
  }
}
