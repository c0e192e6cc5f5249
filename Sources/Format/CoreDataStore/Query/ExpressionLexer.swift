// SPDX-License-Identifier: Apache-2.0

/// A word, sign, number or text of an expression.
struct ExpressionToken: Equatable {
  enum Kind: Equatable {
    case word(String)
    /// A name between backticks: never a keyword.
    case quotedName(String)
    case number(String)
    case string(String)
    case sign(String)
    case end
  }

  let kind: Kind
  let position: Int
}

/// Cuts an expression into tokens.
struct ExpressionLexer {
  private let text: [Character]
  private let source: String
  private var position = 0

  init(_ source: String) {
    self.source = source
    text = Array(source)
  }

  static func tokens(_ source: String) throws -> [ExpressionToken] {
    var lexer = ExpressionLexer(source)
    var tokens: [ExpressionToken] = []
    while true {
      let token = try lexer.token()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private var next: Character? { position < text.count ? text[position] : nil }

  private func peek(_ offset: Int) -> Character? {
    position + offset < text.count ? text[position + offset] : nil
  }

  private mutating func token() throws -> ExpressionToken {
    while let character = next, character.isWhitespace { position += 1 }
    let start = position
    guard let character = next else { return ExpressionToken(kind: .end, position: start) }
    let kind: ExpressionToken.Kind
    if character.isLetter || character == "_" {
      kind = .word(take { $0.isLetter || $0.isNumber || $0 == "_" })
    } else if character.isDigit || (character == "-" && (peek(1)?.isDigit ?? false)) {
      kind = .number(number())
    } else if character == "\"" || character == "'" {
      kind = .string(try string(character))
    } else if character == "`" {
      kind = .quotedName(try quotedName())
    } else {
      kind = .sign(try sign())
    }
    return ExpressionToken(kind: kind, position: start)
  }

  private mutating func take(_ isPart: (Character) -> Bool) -> String {
    let start = position
    while let character = next, isPart(character) { position += 1 }
    return String(text[start..<position])
  }

  private mutating func number() -> String {
    let start = position
    if next == "-" { position += 1 }
    _ = take { $0.isDigit || $0 == "_" }
    if next == ".", peek(1)?.isDigit ?? false {
      position += 1
      _ = take { $0.isDigit }
    }
    if next == "e" || next == "E" {
      let signed = peek(1) == "-" || peek(1) == "+"
      if peek(signed ? 2 : 1)?.isDigit ?? false {
        position += signed ? 2 : 1
        _ = take { $0.isDigit }
      }
    }
    return String(text[start..<position].filter { $0 != "_" })
  }

  private mutating func string(_ quote: Character) throws -> String {
    let start = position
    position += 1
    var result = ""
    while let character = next {
      position += 1
      if character == quote { return result }
      guard character == "\\" else {
        result.append(character)
        continue
      }
      guard let escaped = next else { break }
      position += 1
      switch escaped {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\", "\"", "'": result.append(escaped)
      default:
        throw ExpressionError(
          "'\\\(escaped)' is not an escape sequence; write '\\\\' for a backslash.", position - 2,
          source)
      }
    }
    throw ExpressionError("The closing \(quote) is missing.", start, source)
  }

  private mutating func quotedName() throws -> String {
    let start = position
    position += 1
    let name = take { $0 != "`" }
    guard next == "`", !name.isEmpty else {
      throw ExpressionError("The closing ` is missing.", start, source)
    }
    position += 1
    return name
  }

  private mutating func sign() throws -> String {
    let start = position
    for sign in ["==", "!=", "<>", "<=", ">=", "&&", "||"] {
      if String(text[start..<min(start + 2, text.count)]) == sign {
        position += 2
        return sign
      }
    }
    guard let character = next, "=<>!()[],.".contains(character) else {
      throw ExpressionError(
        "'\(text[start])' is not expected here. Put text in quotes.", start, source)
    }
    position += 1
    return String(character)
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
