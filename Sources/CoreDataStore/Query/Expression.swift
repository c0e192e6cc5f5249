/// A condition, as somebody wrote it.
public indirect enum Expression: Equatable, Sendable {
  case and(Expression, Expression)
  case or(Expression, Expression)
  case not(Expression)
  case comparison(Operand, Comparison, Operand)
  case isIn(Operand, [Literal])
  /// A Boolean property that stands alone.
  case truth(Path)

  public enum Operand: Equatable, Sendable {
    case path(Path)
    case literal(Literal)
  }

  /// Names with points between them.
  public struct Path: Equatable, Sendable {
    public let names: [String]
    /// Where it begins, in characters.
    public let position: Int

    public var text: String { names.joined(separator: ".") }
  }

  public struct Literal: Equatable, Sendable {
    public enum Value: Equatable, Sendable {
      case null
      case bool(Bool)
      /// The digits as written.
      case number(String)
      case string(String)
    }

    public let value: Value
    public let position: Int
  }

  public struct Comparison: Equatable, Sendable {
    public enum Operator: String, Sendable {
      case equal = "=="
      case notEqual = "!="
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
      case contains
      case startsWith = "startswith"
      case endsWith = "endswith"
      case like
    }

    public let kind: Operator
    /// Capital and small letters are the same.
    public var ignoresCase = false
    /// Letters with and without marks are the same.
    public var ignoresMarks = false
    public let position: Int

    /// Whether it is about parts of a text.
    var isTextual: Bool {
      switch kind {
      case .contains, .startsWith, .endsWith, .like: true
      default: false
      }
    }
  }
}

/// Why an expression is none, and where.
public struct ExpressionError: Error, Equatable, Sendable, CustomStringConvertible {
  public let message: String
  /// In characters from the start.
  public let position: Int
  public let expression: String

  public init(_ message: String, _ position: Int, _ expression: String) {
    self.message = message
    self.position = position
    self.expression = expression
  }

  /// The message, and the expression with a mark below the place.
  public var description: String {
    let line = expression.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined()
    let space = String(repeating: " ", count: min(position, line.count))
    return "\(message)\n  \(line)\n  \(space)^"
  }
}
