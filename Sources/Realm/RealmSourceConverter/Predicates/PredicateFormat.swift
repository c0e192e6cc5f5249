// SPDX-License-Identifier: Apache-2.0

/// A condition in the language of `NSPredicate`.
indirect enum PredicateFormat {
  case comparison(Operand, Operator, Operand, Options)
  case and(PredicateFormat, PredicateFormat)
  case or(PredicateFormat, PredicateFormat)
  case not(PredicateFormat)
  case constant(Bool)

  enum Operator: Equatable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case contains, beginsWith, endsWith, like, isIn, between
  }

  struct Options {
    var ignoresCase = false
    var ignoresDiacritics = false
    var quantifier: Quantifier?
  }

  enum Quantifier { case any, all, none }

  indirect enum Operand {
    case path([String])
    /// A literal, as Swift writes it.
    case literal(String)
    /// Something that a predicate may have in it as it is.
    case code(String)
    /// A value that the program gives, as an expression.
    case value(String)
    case list([Operand])
  }
}

/// Why a condition cannot be converted.
struct PredicateProblem: Error {
  var reason: String
}

/// Reads the language of `NSPredicate`.
struct PredicateParser {
  /// A piece of the language.
  enum Token: Equatable {
    case word(String)
    case string(String)
    /// A string with values in it, as a literal of Swift's.
    case interpolated(String)
    case number(String)
    case symbol(String)
    /// A value given in the text: `\(name)`.
    case value(String)
    /// The next argument: `%@`, `%d`.
    case argument
    /// The next argument is the name of a property: `%K`.
    case key
  }

  private var tokens: [Token]
  private var position = 0
  private var arguments: [Argument]
  private var depth = 0

  /// What the program gives for a placeholder.
  struct Argument {
    var text: String
    /// The name, if it is one that is known: a literal or a key path.
    var key: String?
  }

  init(_ tokens: [Token], arguments: [Argument]) {
    self.tokens = tokens
    self.arguments = arguments
  }

  mutating func parse() throws -> PredicateFormat {
    let result = try disjunction()
    guard position == tokens.count else { throw problem("its end cannot be read") }
    return result
  }

  private func problem(_ reason: String) -> PredicateProblem { PredicateProblem(reason: reason) }

  private var next: Token? { position < tokens.count ? tokens[position] : nil }

  private func isWord(_ names: String...) -> Bool {
    guard case .word(let word)? = next else { return false }
    return names.contains(word.uppercased())
  }

  private mutating func take(word names: String...) -> Bool {
    guard case .word(let word)? = next, names.contains(word.uppercased()) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard next == .symbol(symbol) else { return false }
    position += 1
    return true
  }

  private mutating func disjunction() throws -> PredicateFormat {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw problem("it is nested too deeply") }
    var left = try conjunction()
    while take(word: "OR") || take("||") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws -> PredicateFormat {
    var left = try negation()
    while take(word: "AND") || take("&&") { left = .and(left, try negation()) }
    return left
  }

  private mutating func negation() throws -> PredicateFormat {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw problem("it is nested too deeply") }
    if take(word: "NOT") || take("!") { return .not(try negation()) }
    if take(word: "TRUEPREDICATE") { return .constant(true) }
    if take(word: "FALSEPREDICATE") { return .constant(false) }
    if next == .symbol("(") {
      // A condition in parentheses, or an operand.
      let start = position
      position += 1
      if let inner = try? disjunction(), take(")") { return inner }
      position = start
    }
    return try comparison()
  }

  private mutating func comparison() throws -> PredicateFormat {
    var options = PredicateFormat.Options()
    if take(word: "ANY", "SOME") { options.quantifier = .any }
    if take(word: "ALL") { options.quantifier = .all }
    if take(word: "NONE") { options.quantifier = PredicateFormat.Quantifier.none }
    let left = try operand()
    if take(word: "NOT") {
      guard isWord("IN") else { throw problem("'NOT' stands at an unexpected place") }
      return .not(try comparison(left, options))
    }
    return try comparison(left, options)
  }

  private mutating func comparison(
    _ left: PredicateFormat.Operand, _ given: PredicateFormat.Options
  ) throws -> PredicateFormat {
    var options = given
    guard let token = next else { throw problem("a comparison is missing") }
    position += 1
    let comparison: PredicateFormat.Operator
    switch token {
    case .symbol("="), .symbol("=="): comparison = .equal
    case .symbol("!="), .symbol("<>"): comparison = .notEqual
    case .symbol("<"): comparison = .less
    case .symbol("<="), .symbol("=<"): comparison = .lessOrEqual
    case .symbol(">"): comparison = .greater
    case .symbol(">="), .symbol("=>"): comparison = .greaterOrEqual
    case .word(let word):
      switch word.uppercased() {
      case "CONTAINS": comparison = .contains
      case "BEGINSWITH": comparison = .beginsWith
      case "ENDSWITH": comparison = .endsWith
      case "LIKE": comparison = .like
      case "IN": comparison = .isIn
      case "BETWEEN": comparison = .between
      default: throw problem("'\(word)' has no counterpart")
      }
    default: throw problem("a comparison is missing")
    }
    if take("[") {
      guard case .word(let flags)? = next else { throw problem("the options cannot be read") }
      position += 1
      guard take("]") else { throw problem("the options cannot be read") }
      options.ignoresCase = flags.lowercased().contains("c")
      options.ignoresDiacritics = flags.lowercased().contains("d")
    }
    return .comparison(left, comparison, try operand(), options)
  }

  private mutating func operand() throws -> PredicateFormat.Operand {
    guard let token = next else { throw problem("a value is missing") }
    position += 1
    switch token {
    case .string(let text): return .literal(Self.swift(text))
    case .interpolated(let text): return .value(text)
    case .number(let text): return .literal(text)
    case .value(let text): return .value(text)
    case .argument:
      guard !arguments.isEmpty else { throw problem("it has more placeholders than arguments") }
      return .value(arguments.removeFirst().text)
    case .key:
      guard !arguments.isEmpty else { throw problem("it has more placeholders than arguments") }
      guard let key = arguments.removeFirst().key else {
        throw problem("the property that '%K' stands for is not known before the program runs")
      }
      return .path(key.split(separator: ".").map(String.init))
    case .symbol("{"):
      var list: [PredicateFormat.Operand] = []
      while !take("}") {
        list.append(try operand())
        if !take(","), next != .symbol("}") { throw problem("a list cannot be read") }
      }
      return .list(list)
    case .word(let word):
      switch word.uppercased() {
      case "TRUE", "YES": return .literal("true")
      case "FALSE", "NO": return .literal("false")
      case "NIL", "NULL": return .literal("nil")
      case "SUBQUERY", "FUNCTION", "CAST": throw problem("'\(word)' has no counterpart")
      default:
        let path = word.split(separator: ".").map(String.init)
        return .path(path.first == "self" || path.first == "SELF" ? Array(path.dropFirst()) : path)
      }
    case .symbol(let symbol): throw problem("'\(symbol)' stands at an unexpected place")
    }
  }

  /// Text as a literal of Swift's.
  static func swift(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return "\"\(result)\""
  }
}
