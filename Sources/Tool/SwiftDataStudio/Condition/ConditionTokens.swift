// SPDX-License-Identifier: Apache-2.0

/// A word, sign or value of a condition that is still being typed.
struct ConditionToken: Equatable {
  enum Kind: Equatable {
    /// A path or a keyword, with points and backticks as typed.
    case word
    case number
    case string(isClosed: Bool)
    case sign
  }

  let kind: Kind
  let text: String
  /// Where it begins, in characters.
  let start: Int

  /// Cuts a condition. What is wrong about it, the parser says when it is applied; here it is just passed over.
  static func all(_ source: String) -> [ConditionToken] {
    let text = Array(source)
    var tokens: [ConditionToken] = []
    var place = 0
    func isWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_.`".contains(character)
    }
    while place < text.count {
      let start = place
      let first = text[place]
      if first.isWhitespace {
        place += 1
        continue
      }
      let kind: Kind
      if first == "\"" || first == "'" {
        place += 1
        while place < text.count, text[place] != first { place += text[place] == "\\" ? 2 : 1 }
        kind = .string(isClosed: place < text.count)
        place = min(place + 1, text.count)
      } else if first.isNumber || first == "-" {
        place += 1
        while place < text.count, isWord(text[place]) { place += 1 }
        kind = .number
      } else if isWord(first) {
        while place < text.count, isWord(text[place]) { place += 1 }
        kind = .word
      } else {
        place += 1
        if "=!<>&|".contains(first), place < text.count, "=>&|".contains(text[place]) { place += 1 }
        kind = .sign
      }
      tokens.append(ConditionToken(kind: kind, text: String(text[start..<place]), start: start))
    }
    return tokens
  }

  /// The names of a path.
  var names: [String] {
    text.split(separator: ".", omittingEmptySubsequences: false).map { $0.filter { $0 != "`" } }
  }
}
