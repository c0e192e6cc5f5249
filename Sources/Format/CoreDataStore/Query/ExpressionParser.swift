// SPDX-License-Identifier: Apache-2.0

/// Reads conditions such as `name contains "x" and (start > "2024-01-01" or not done)`.
///
/// ```
/// condition  = and { ("or" | "||") and }
/// and        = not { ("and" | "&&") not }
/// not        = ("not" | "!") not | "(" condition ")" | comparison
/// comparison = operand (operator ["[" "c" "d" "]"] operand | "in" list)  |  path
/// operand    = path | number | text | "true" | "false" | "nil"
/// ```
struct ExpressionParser {
  private let source: String
  private let tokens: [ExpressionToken]
  private var index = 0
  private var depth = 0
  /// Conditions that are joined, in all of the expression.
  private var terms = 1
  static let maximumTerms = 500

  static func parse(_ source: String) throws -> Expression {
    var parser = ExpressionParser(source, try ExpressionLexer.tokens(source))
    let expression = try parser.condition()
    guard parser.token.kind == .end else {
      throw parser.error("'and', 'or' or the end is expected here.")
    }
    return expression
  }

  private init(_ source: String, _ tokens: [ExpressionToken]) {
    self.source = source
    self.tokens = tokens
  }

  private var token: ExpressionToken {
    index < tokens.count
      ? tokens[index] : ExpressionToken(kind: .end, position: source.count)
  }

  private func error(_ message: String, at position: Int? = nil) -> ExpressionError {
    ExpressionError(message, position ?? token.position, source)
  }

  private mutating func take(sign: String) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    index += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard case .word(let text) = token.kind, text.lowercased() == word else { return false }
    index += 1
    return true
  }

  private mutating func condition() throws -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw error("The expression is nested too deeply.") }
    var result = try and()
    while take(word: "or") || take(sign: "||") {
      try countTerm()
      result = .or(result, try and())
    }
    return result
  }

  private mutating func and() throws -> Expression {
    var result = try not()
    while take(word: "and") || take(sign: "&&") {
      try countTerm()
      result = .and(result, try not())
    }
    return result
  }

  /// A chain is a tree as deep as it is long, on whose way down the stack
  /// would end.
  private mutating func countTerm() throws {
    terms += 1
    guard terms <= Self.maximumTerms else {
      throw error(
        "There are more than \(Self.maximumTerms) conditions. Compare with many values by 'in'.")
    }
  }

  private mutating func not() throws -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw error("The expression is nested too deeply.") }
    if take(word: "not") || take(sign: "!") { return .not(try not()) }
    if take(sign: "(") {
      let inner = try condition()
      guard take(sign: ")") else { throw error("')' is missing.") }
      return inner
    }
    return try comparison()
  }

  private mutating func comparison() throws -> Expression {
    let left = try operand()
    let position = token.position
    if take(word: "in") { return .isIn(left, try list()) }
    guard let kind = comparisonOperator() else {
      if case .path(let path) = left { return .truth(path) }
      throw error("A comparison such as '==' is expected here.")
    }
    var comparison = Expression.Comparison(kind: kind, position: position)
    if take(sign: "[") { try readOptions(&comparison) }
    return .comparison(left, comparison, try operand())
  }

  private mutating func comparisonOperator() -> Expression.Comparison.Operator? {
    switch token.kind {
    case .sign("=="), .sign("="):
      index += 1
      return .equal
    case .sign("!="), .sign("<>"):
      index += 1
      return .notEqual
    case .sign(let text):
      guard let kind = Expression.Comparison.Operator(rawValue: text) else { return nil }
      index += 1
      return kind
    case .word(let text):
      let kind: Expression.Comparison.Operator? =
        switch text.lowercased() {
        case "contains": .contains
        case "startswith", "beginswith", "starts", "begins": .startsWith
        case "endswith", "ends": .endsWith
        case "like": .like
        default: nil
        }
      if kind != nil { index += 1 }
      return kind
    default: return nil
    }
  }

  private mutating func readOptions(_ comparison: inout Expression.Comparison) throws {
    guard case .word(let letters) = token.kind, letters.allSatisfy({ "cdCD".contains($0) }) else {
      throw error(
        "The options are [c] (ignore case), [d] (ignore accents) and [cd].")
    }
    index += 1
    comparison.ignoresCase = letters.lowercased().contains("c")
    comparison.ignoresMarks = letters.lowercased().contains("d")
    guard take(sign: "]") else { throw error("']' is missing.") }
  }

  private mutating func list() throws -> [Expression.Literal] {
    let closing: String
    if take(sign: "[") {
      closing = "]"
    } else if take(sign: "(") {
      closing = ")"
    } else {
      throw error("A list such as [1, 2] is expected here.")
    }
    var values: [Expression.Literal] = []
    if take(sign: closing) { return [] }
    while true {
      guard case .literal(let literal) = try operand() else {
        throw error("A list holds values only, not properties.", at: tokens[index - 1].position)
      }
      values.append(literal)
      if take(sign: ",") { continue }
      guard take(sign: closing) else { throw error("',' or '\(closing)' is expected here.") }
      return values
    }
  }

  private mutating func operand() throws -> Expression.Operand {
    let position = token.position
    switch token.kind {
    case .number(let digits):
      index += 1
      return .literal(.init(value: .number(digits), position: position))
    case .string(let text):
      index += 1
      return .literal(.init(value: .string(text), position: position))
    case .word(let word):
      let isPath = index + 1 < tokens.count && tokens[index + 1].kind == .sign(".")
      if !isPath, let value = Self.constant(word) {
        index += 1
        return .literal(.init(value: value, position: position))
      }
      if Self.keywords.contains(word.lowercased()) {
        throw error(
          "A property or a value is expected here. Put a property of that name in backticks: `\(word)`."
        )
      }
      return .path(try path())
    case .quotedName: return .path(try path())
    case .end: throw error("A property or a value is missing.")
    case .sign: throw error("A property or a value is expected here.")
    }
  }

  private static let keywords: Set<String> = [
    "and", "or", "not", "in", "contains", "startswith", "beginswith", "endswith", "like",
  ]

  private static func constant(_ word: String) -> Expression.Literal.Value? {
    switch word.lowercased() {
    case "nil", "null": .null
    case "true", "yes": .bool(true)
    case "false", "no": .bool(false)
    default: nil
    }
  }

  private mutating func path() throws -> Expression.Path {
    let position = token.position
    var names: [String] = []
    repeat {
      switch token.kind {
      case .word(let name), .quotedName(let name): names.append(name)
      default: throw error("The name of a property is expected after '.'.")
      }
      index += 1
    } while take(sign: ".")
    return .init(names: names, position: position)
  }
}

extension Expression {
  /// Reads a condition.
  ///
  /// - Throws: ``ExpressionError``, with the place.
  package init(parsing text: String) throws { self = try ExpressionParser.parse(text) }
}
