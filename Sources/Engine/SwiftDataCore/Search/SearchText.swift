// SPDX-License-Identifier: Apache-2.0

/// The words to search for, and their interpretation.
///
/// ```swift
/// let found = try context.search("swift linux", in: FetchDescriptor<Note>())
/// let typed = try context.search(.prefix(field.text), in: FetchDescriptor<Note>())
/// let exact = try context.search(
///   .phrase("open source").marking(start: "<b>", end: "</b>"), in: FetchDescriptor<Note>())
/// ```
///
/// A word is a sequence of letters and digits; all other characters, including punctuation and emoji, separate words.
/// Case is ignored, as are the diacritics of Latin letters: `cafe` finds `Café`. No character has a special meaning, so
/// you can pass a user's input unchanged. A text without words matches nothing.
public struct SearchText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// How the words of a text are taken.
  package enum Match: Hashable, Sendable {
    case allWords, anyWord, phrase, prefix
  }

  package let text: String
  package let match: Match
  package private(set) var startMark = "«"
  package private(set) var endMark = "»"

  private init(_ text: String, _ match: Match) {
    self.text = text
    self.match = match
  }

  /// A literal means all of its words: ``allWords(_:)``.
  public init(stringLiteral value: String) { self.init(value, .allWords) }

  /// Every word, in any order, in any of the searched attributes.
  public static func allWords(_ text: String) -> SearchText { SearchText(text, .allWords) }

  /// At least one of the words; models with more of them, and rarer ones, come first.
  public static func anyWord(_ text: String) -> SearchText { SearchText(text, .anyWord) }

  /// The words one after the other, in one attribute.
  public static func phrase(_ text: String) -> SearchText { SearchText(text, .phrase) }

  /// Every word; the last one may be incomplete: for a search during typing.
  public static func prefix(_ text: String) -> SearchText { SearchText(text, .prefix) }

  /// Sets the marks around the found words in ``SearchResult/snippet``,
  /// which are `«` and `»` by default.
  ///
  /// Snippets are not escaped. To make HTML of one, choose marks that occur
  /// in no text, escape the snippet, and then replace the marks.
  public func marking(start: String, end: String) -> SearchText {
    var copy = self
    copy.startMark = start
    copy.endMark = end
    return copy
  }
}

extension SwiftDataError {
  /// There is no search index: no attribute is marked `.spotlight`, or the store could not create
  /// the index.
  public static let notSearchable = SwiftDataError(.notSearchable)
}
