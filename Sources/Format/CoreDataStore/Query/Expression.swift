// SPDX-License-Identifier: Apache-2.0

/// A condition, as it was written.
package indirect enum Expression: Equatable, Sendable {
  case and(Expression, Expression)
  case or(Expression, Expression)
  case not(Expression)
  case comparison(Operand, Comparison, Operand)
  case isIn(Operand, [Literal])
  /// A Boolean property that stands alone.
  case truth(Path)

  package enum Operand: Equatable, Sendable {
    case path(Path)
    case literal(Literal)
  }

  /// Names with points between them.
  package struct Path: Equatable, Sendable {
    package let names: [String]
    /// Where it begins, in characters.
    package let position: Int

    package var text: String { names.joined(separator: ".") }
  }

  package struct Literal: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
      case null
      case bool(Bool)
      /// The digits as written.
      case number(String)
      case string(String)
    }

    package let value: Value
    package let position: Int
  }

  package struct Comparison: Equatable, Sendable {
    package enum Operator: String, Sendable {
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

    package let kind: Operator
    /// Capital and small letters are the same.
    package var ignoresCase = false
    /// Letters with and without marks are the same.
    package var ignoresMarks = false
    package let position: Int

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
package struct ExpressionError: Error, Equatable, Sendable, CustomStringConvertible {
  package let message: String
  /// In characters from the start.
  package let position: Int
  package let expression: String

  package init(_ message: String, _ position: Int, _ expression: String) {
    self.message = message
    self.position = position
    self.expression = expression
  }

  /// The message, and the expression with a mark below the place.
  package var description: String {
    let line = expression.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined()
    let space = String(repeating: " ", count: min(position, line.count))
    return "\(message)\n  \(line)\n  \(space)^"
  }
}
