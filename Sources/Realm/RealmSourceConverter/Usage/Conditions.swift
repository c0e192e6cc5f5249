// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds the parts of statements in which a value may not be computed before the statement.
extension UsageRewriter {
  static let shortCircuits: Set<String> = ["&&", "||", "??"]

  func visitedSequence(_ node: SequenceExprSyntax) -> ExprSyntax {
    var elements: [ExprSyntax] = []
    var isConditional = false
    for element in node.elements {
      elements.append(conditionally(isConditional || element.is(UnresolvedTernaryExprSyntax.self)) { visit(element) })
      if let sign = element.as(BinaryOperatorExprSyntax.self) {
        isConditional = isConditional || Self.shortCircuits.contains(sign.operator.text)
      } else if element.is(UnresolvedTernaryExprSyntax.self) {
        isConditional = true
      }
    }
    return ExprSyntax(node.with(\.elements, ExprListSyntax(elements)))
  }

  func visitedConditions(_ list: ConditionElementListSyntax, startsConditional: Bool) -> ConditionElementListSyntax {
    ConditionElementListSyntax(
      list.enumerated().map { index, element in
        conditionally(startsConditional || index > 0) { visit(element) }
      })
  }
}

/// The values of a predicate that cannot be computed before the statement: those of a condition are wanted only if the
/// conditions before it hold, those of a loop each time.
struct InlineValues {
  private var names: [String] = []
  private var expressions: [String] = []

  var isEmpty: Bool { names.isEmpty }

  mutating func add(_ expression: String, _ name: String) {
    names.append(name)
    expressions.append(expression)
  }

  /// An expression in which the values have their names.
  func around(_ text: String) -> String {
    guard !isEmpty else { return text }
    return "capturing(\(expressions.joined(separator: ", "))) { \(names.joined(separator: ", ")) in \(text) }"
  }
}
