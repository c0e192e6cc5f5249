// SPDX-License-Identifier: Apache-2.0

/// Makes a noun agree with the number before it, as `^[\(count) item](inflect: true)` asks for: in English, whose rules
/// are few. Other languages have catalogs with a text for each form.
enum Inflection {
  /// The pieces of a label with the noun after its number in the plural, if the number asks for that.
  static func agreeing(_ label: ArraySlice<Markdown.Piece>, _ language: String) -> ArraySlice<Markdown.Piece> {
    guard language == "en" || language.hasPrefix("en-"),
      let start = label.firstIndex(where: { if case .value(let value) = $0 { value.number != nil } else { false } }),
      case .value(let counted) = label[start], let number = counted.number, PluralCategory.of(number, "en") != "one",
      let noun = noun(label[(start + 1)...])
    else { return label }
    var result = Array(label[..<noun.lowerBound])
    if case .value(var value) = label[noun.lowerBound] {
      guard value.runs.count == 1 else { return label }
      value.runs[0].text = plural(value.runs[0].text)
      result.append(.value(value))
    } else {
      result += plural(text(label[noun])).map { .character($0) }
    }
    return result[...] + label[noun.upperBound...]
  }

  private static func text(_ pieces: ArraySlice<Markdown.Piece>) -> String {
    String(pieces.compactMap { piece -> Character? in if case .character(let own) = piece { own } else { nil } })
  }

  /// Where the noun is: the last word before what says more about it.
  private static func noun(_ pieces: ArraySlice<Markdown.Piece>) -> Range<Int>? {
    var found: Range<Int>?
    var index = pieces.startIndex
    while index < pieces.endIndex {
      let start = index
      switch pieces[index] {
      case .value(let value):
        if value.number != nil { return found }
        index += 1
        found = start..<index
      case .character(let first) where first.isLetter:
        while index < pieces.endIndex, case .character(let next) = pieces[index], next.isLetter || "-'’".contains(next)
        {
          index += 1
        }
        if found != nil, ends.contains(text(pieces[start..<index]).lowercased()) { return found }
        found = start..<index
      case .character(let other):
        if ",.;:!?()".contains(other) { return found }
        index += 1
      }
    }
    return found
  }

  private static let ends: Set<String> = [
    "in", "of", "on", "at", "for", "from", "with", "without", "to", "by", "and", "or", "per", "left", "remaining",
    "ago",
  ]

  /// The plural of an English noun.
  static func plural(_ word: String) -> String {
    let lower = word.lowercased()
    if word.count > 1, word == word.uppercased(), word != lower { return plural(lower).uppercased() }
    if let other = irregular[lower] {
      return word.first?.isUppercase == true ? other.prefix(1).uppercased() + other.dropFirst() : other
    }
    if lower.hasSuffix("ss") || lower.hasSuffix("us") { return word + "es" }
    if lower.hasSuffix("sis") { return word.dropLast(2) + "es" }
    // One of several already.
    if lower.hasSuffix("s") { return word }
    if ["x", "z", "ch", "sh"].contains(where: lower.hasSuffix) { return word + "es" }
    if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + "s"
  }

  private static let irregular = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
    "goose": "geese", "mouse": "mice", "leaf": "leaves", "life": "lives", "knife": "knives", "wife": "wives",
    "half": "halves", "shelf": "shelves", "loaf": "loaves", "wolf": "wolves", "calf": "calves", "self": "selves",
    "quiz": "quizzes", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes", "gas": "gases",
    "index": "indices", "sheep": "sheep", "fish": "fish", "series": "series", "species": "species",
  ]
}
