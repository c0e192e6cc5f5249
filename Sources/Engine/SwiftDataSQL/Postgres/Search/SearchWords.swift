// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// The words of a text, with where they are.
  struct TextWords {
    struct Word {
      let range: Range<String.Index>
      let folded: String
    }

    private(set) var words: [Word] = []

    init(_ text: String) {
      let scalars = text.unicodeScalars
      var start: String.Index?
      var index = scalars.startIndex
      while index < scalars.endIndex {
        let scalar = scalars[index]
        if WordFold.isPart(scalar) {
          if start == nil { start = index }
        } else if let first = start, !WordFold.isMark(scalar) {
          words.append(Word(range: first..<index, folded: WordFold.fold(text[first..<index])))
          start = nil
        }
        index = scalars.index(after: index)
      }
      if let first = start {
        words.append(Word(range: first..<scalars.endIndex, folded: WordFold.fold(text[first...])))
      }
    }
  }

  /// What a search looks for: phrases of one or more words, all of them or any.
  package struct SearchPhrases {
    /// In each, the words that follow one another.
    private(set) var phrases: [[String]] = []
    /// Whether the last word of the last phrase may go on.
    private(set) var isPrefix = false
    private let isAny: Bool

    /// What is written together is one phrase: `e-mail` has two words, one after the other.
    package init(_ search: SearchText) {
      isAny = search.match == .anyWord
      let strings = search.text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }.map { String($0) }
      if search.match == .phrase {
        phrases = [TextWords(strings.joined(separator: " ")).words.map(\.folded)]
      } else {
        phrases = strings.map { TextWords($0).words.map(\.folded) }
      }
      // Of a last string without a word, nothing goes on.
      isPrefix = search.match == .prefix && phrases.last?.isEmpty == false
      phrases.removeAll { $0.isEmpty }
    }

    /// As PostgreSQL writes it; `nil` if nothing is looked for. Words have letters and digits only, so quotes are enough.
    package var query: String? {
      guard !phrases.isEmpty else { return nil }
      let parts = phrases.indices.map { index in
        let words = phrases[index]
        let texts = words.indices.map { lexeme(words[$0], isLast: index == phrases.count - 1 && $0 == words.count - 1) }
        return texts.count == 1 ? texts[0] : "(" + texts.joined(separator: " <-> ") + ")"
      }
      return parts.joined(separator: isAny ? " | " : " & ")
    }

    /// Each word on its own, as an array of queries: what the rank is counted by.
    var wordQueries: String {
      var known: Set<String> = []
      var all: [String] = []
      for (index, words) in phrases.enumerated() {
        for (place, word) in words.enumerated() {
          let text = lexeme(word, isLast: index == phrases.count - 1 && place == words.count - 1)
          if known.insert(text).inserted { all.append("\"" + text + "\"") }
        }
      }
      return "{" + all.joined(separator: ",") + "}"
    }

    private func lexeme(_ word: String, isLast: Bool) -> String { "'\(word)'" + (isLast && isPrefix ? ":*" : "") }

    /// Where each phrase is among the words of a text: the phrase's number, and its words.
    func matches(in words: [TextWords.Word]) -> [(phrase: Int, range: Range<Int>)] {
      var found: [(phrase: Int, range: Range<Int>)] = []
      for start in words.indices {
        for (number, phrase) in phrases.enumerated() where start + phrase.count <= words.count {
          let isMatch = phrase.indices.allSatisfy { place in
            let word = words[start + place].folded
            let mayGoOn = isPrefix && number == phrases.count - 1 && place == phrase.count - 1
            return mayGoOn ? word.utf8.starts(with: phrase[place].utf8) : word == phrase[place]
          }
          if isMatch { found.append((number, start..<start + phrase.count)) }
        }
      }
      return found
    }
  }
#endif
