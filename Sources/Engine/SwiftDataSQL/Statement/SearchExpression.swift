// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// A search as FTS5 writes it.
enum SearchExpression {
  /// Each word is a string in quotes, so that nothing in it has a meaning.
  /// How a string is cut into words is up to the index, which did the same
  /// with the texts: `e-mail` becomes two words, one after the other.
  static func fts5(_ search: SearchText) -> String {
    let words = search.text.unicodeScalars
      .split { $0.properties.isWhitespace || $0 == "\0" }
      .map { String($0) }
    let strings = words.map(quoted)
    switch search.match {
    case .allWords: return strings.isEmpty ? nothing : strings.joined(separator: " ")
    case .anyWord: return strings.isEmpty ? nothing : strings.joined(separator: " OR ")
    case .phrase: return quoted(words.joined(separator: " "))
    case .prefix: return strings.isEmpty ? nothing : strings.joined(separator: " ") + "*"
    }
  }

  /// A string without a word matches no row.
  private static let nothing = quoted("")

  private static func quoted(_ word: String) -> String {
    "\"" + word.replacing("\"", with: "\"\"") + "\""
  }
}
