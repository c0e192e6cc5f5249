// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random changes by several contexts, against a search through a dictionary.
@Suite struct SearchModelBasedTests {
  typealias Note = Searches.Note
  typealias Folder = Searches.Folder

  private static let words = [
    "alpha", "Beta", "gamma", "Café", "cafe", "delta", "x", "alphabet", "42", "Straße",
  ]

  /// What the index makes of a word; none of the words has more to fold.
  private static func folded(_ word: String) -> String {
    word.lowercased().replacing("é", with: "e")
  }

  private struct Texts {
    var title: String
    var text: String?

    func has(_ word: String, isPrefix: Bool) -> Bool {
      (title + " " + (text ?? "")).split(separator: " ").contains {
        let own = folded(String($0))
        return isPrefix ? own.hasPrefix(folded(word)) : own == folded(word)
      }
    }
  }

  @Test(arguments: [UInt64(20_261_121), .random(in: 0..<1_000_000)])
  func randomChanges(seed: UInt64) throws {
    print("search, seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TestFolder()
    var saved: [Int: Texts] = [:]

    func texts() -> Texts {
      func some() -> String {
        (0..<Int.random(in: 0...4, using: &random))
          .compactMap { _ in Self.words.randomElement(using: &random) }.joined(separator: " ")
      }
      return Texts(title: some(), text: Bool.random(using: &random) ? some() : nil)
    }
    func change(_ steps: Range<Int>) throws {
      let container = try folder.container(Note.self, Folder.self)
      let context = ModelContext(container)
      context.autosaveEnabled = false
      func note(_ number: Int, _ context: ModelContext) throws -> Note? {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.number == number }))
          .first
      }
      for step in steps {
        var pending = saved
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let number = Int.random(in: 0..<60, using: &random)
          let new = texts()
          switch Int.random(in: 0..<8, using: &random) {
          case 0...2:  // A new one, or an upsert at the save.
            guard pending[number] == nil || saved[number] != nil else { continue }
            if pending[number] != nil, try note(number, context) == nil { continue }
            context.insert(Note(number, new.title, new.text))
            try context.save()
            pending[number] = new
            saved = pending
          case 3, 4:
            guard let note = try note(number, context) else { continue }
            note.title = new.title
            note.text = new.text
            pending[number] = new
          case 5:
            guard let note = try note(number, context) else { continue }
            context.delete(note)
            pending[number] = nil
          case 6:
            try context.save()
            let end = number + 3
            try context.delete(
              model: Note.self, where: #Predicate { $0.number >= number && $0.number < end })
            try context.save()
            pending = pending.filter { !(number..<end).contains($0.key) }
            saved = pending
          default:
            // Somebody else, on the same file.
            try context.save()
            saved = pending
            let other = ModelContext(container)
            guard let note = try note(number, other) else { continue }
            note.title = new.title
            note.text = new.text
            try other.save()
            pending[number] = new
            saved = pending
          }
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
          context.rollback()
        } else {
          try context.save()
          saved = pending
        }
        let word = Self.words.randomElement(using: &random) ?? ""
        let isPrefix = Bool.random(using: &random)
        let wanted = isPrefix ? String(word.prefix(3)) : word
        let expected = saved.filter { $0.value.has(wanted, isPrefix: isPrefix) }.keys.sorted()
        let found = try context.search(
          isPrefix ? .prefix(wanted) : .allWords(wanted), in: FetchDescriptor<Note>()
        ).map(\.model.number).sorted()
        try #require(found == expected, "seed \(seed), step \(step), \(wanted)")
      }
    }
    // The file is opened again for each hundred.
    for start in stride(from: 0, to: 400, by: 100) { try change(start..<(start + 100)) }
    #expect(try searchIndexProblems(folder.file(), table: "ZNOTE") == "", "seed \(seed)")
  }
}
