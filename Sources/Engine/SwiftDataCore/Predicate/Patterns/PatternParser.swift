// SPDX-License-Identifier: Apache-2.0

/// Finds the structure of a regular expression that Swift's own parser has accepted.
struct PatternParser {
  /// The options at the beginning of the pattern, `(?i)`, which go for each of its parts.
  private(set) var options = ""
  private let characters: [Character]
  private var position = 0
  private var depth = 0

  private static let deepest = 64

  private init(_ pattern: String) { characters = Array(pattern) }

  /// - Returns: `nil` if the pattern has syntax that is not known here.
  static func parse(_ pattern: String) -> (node: PatternNode, options: String)? {
    var parser = PatternParser(pattern)
    guard parser.readOptions(), let node = parser.alternation(), parser.next == nil else {
      return nil
    }
    return (node, parser.options)
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private func starts(with text: String) -> Bool {
    characters[position...].starts(with: text)
  }

  private mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.count
    return true
  }

  private mutating func readOptions() -> Bool {
    while starts(with: "(?") {
      guard let end = characters[position...].firstIndex(of: ")") else { return false }
      let letters = characters[(position + 2)..<end]
      guard !letters.isEmpty, letters.allSatisfy({ $0.isASCII && $0.isLetter }) else { return true }
      // Others change what the rest of the pattern means.
      guard letters.allSatisfy({ "ims".contains($0) }) else { return false }
      options += "(?" + String(letters) + ")"
      position = end + 1
    }
    return true
  }

  private mutating func alternation() -> PatternNode? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return nil }
    var branches: [PatternNode] = []
    repeat {
      guard let branch = sequence() else { return nil }
      branches.append(branch)
    } while take("|")
    return branches.count == 1 ? branches[0] : .alternation(branches)
  }

  private mutating func sequence() -> PatternNode? {
    var parts: [PatternNode] = []
    while let character = next, character != "|", character != ")" {
      guard let part = part(), let repeated = repetition(of: part) else { return nil }
      parts.append(repeated)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part() -> PatternNode? {
    guard let character = next else { return nil }
    switch character {
    case "(": return group()
    case "[": return characterClass()
    case "\\": return escape()
    case "^", "$":
      position += 1
      return .assertion(String(character), nil)
    case "*", "+", "?": return nil
    default:
      position += 1
      // Together with what goes before, a mark may be part of one character.
      guard !character.isMarkAlone else { return .opaque }
      return .character(character == "{" || character == "}" ? "\\\(character)" : String(character))
    }
  }

  private mutating func group() -> PatternNode? {
    let start = position
    position += 1
    var isAssertion = false
    var isAtomic = false
    if take("?") {
      if take("=") || take("!") || take("<=") || take("<!") {
        isAssertion = true
      } else if take(">") {
        isAtomic = true
      } else if take("<") || take("P<") {
        guard let end = characters[position...].firstIndex(of: ">") else { return nil }
        position = end + 1
      } else if !take(":") {
        return nil
      }
    } else if next == "*" {
      return nil
    }
    guard let inner = alternation(), take(")") else { return nil }
    if isAssertion { return .assertion(String(characters[start..<position]), inner) }
    return isAtomic ? .atomic(inner) : inner
  }

  private mutating func characterClass() -> PatternNode? {
    let start = position
    var level = 0
    while let character = next {
      position += 1
      switch character {
      case "\\":
        if next == "Q" { return nil }
        position += 1
      case "[":
        level += 1
        _ = take("^")
        // A closing bracket that comes first is one of the characters in some dialects.
        if next == "]" { return nil }
      case "]":
        level -= 1
        if level == 0 { return .character(String(characters[start..<position])) }
      default: break
      }
    }
    return nil
  }

  private mutating func escape() -> PatternNode? {
    let start = position
    position += 1
    guard let character = next else { return nil }
    position += 1
    switch character {
    case "N" where next == "{":
      skipArgument()
      return .opaque
    case "d", "D", "w", "W", "s", "S", "h", "H", "v", "V", "N", "n", "t":
      return .character("\\\(character)")
    case "p", "P":
      guard take("{"), let end = characters[position...].firstIndex(of: "}") else { return .opaque }
      position = end + 1
      return .character(String(characters[start..<position]))
    case "b", "B", "A", "Z", "z": return .assertion("\\\(character)", nil)
    // Backreferences, and scalars that may be parts of one character.
    case "0"..."9", "r", "a", "e", "f", "R", "X", "G", "y", "Y", "K": return .opaque
    case "u", "x", "o", "k", "g", "c":
      skipArgument()
      return .opaque
    default: return character.isLetter ? nil : .character("\\\(character)")
    }
  }

  /// The argument of an escape: `{…}`, `<…>`, or digits.
  private mutating func skipArgument() {
    for (open, close) in [("{", "}"), ("<", ">")] as [(String, Character)] where take(open) {
      position = characters[position...].firstIndex(of: close).map { $0 + 1 } ?? characters.count
      return
    }
    while let character = next, character.isHexDigit { position += 1 }
  }

  private mutating func repetition(of part: PatternNode) -> PatternNode? {
    let range: (least: Int, most: Int?)
    if take("*") {
      range = (0, nil)
    } else if take("+") {
      range = (1, nil)
    } else if take("?") {
      range = (0, 1)
    } else if next == "{" {
      guard let counts = counts() else { return part }
      range = counts
    } else {
      return part
    }
    let node = PatternNode.repetition(part, least: range.least, most: range.most)
    if take("+") { return .atomic(node) }
    _ = take("?")
    guard let following = next, "*+?".contains(following) else { return node }
    return nil
  }

  /// `{2}`, `{2,}`, `{2,5}`, `{,5}`; `nil`, and nothing taken, for a brace that is a character.
  private mutating func counts() -> (least: Int, most: Int?)? {
    guard let end = characters[position...].firstIndex(of: "}") else { return nil }
    let text = characters[(position + 1)..<end].filter { !$0.isWhitespace }
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.map { Int(String($0)) }
    let isRange = parts.count == 2
    guard let first = parts.first, numbers[0] != nil || first.isEmpty && isRange,
      !isRange || numbers[1] != nil || parts[1].isEmpty, first.count + (parts.last?.count ?? 0) > 0
    else { return nil }
    position = end + 1
    let least = numbers[0] ?? 0
    return (least, isRange ? numbers[1] : least)
  }
}

extension Character {
  fileprivate var isMarkAlone: Bool {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }
}
