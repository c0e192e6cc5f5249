// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A converted part of a predicate.
///
/// Only `node`s have a constant of their own. The rest stays inside the call that uses it, because the other operands
/// there give it its type: `5` may be a `Double`, `nil` and `.done` have no type of their own at all.
enum PredicateOperand {
  /// The name of a constant or of a variable: it depends on the model.
  case node(String)
  /// Swift code without the model, evaluated once when the predicate is made.
  case captured(ExprSyntax)
  /// Swift code without the model for an optional, which the predicate unwraps.
  case unwrapped(String)
  /// `nil`
  case nilLiteral
  /// `[]`
  case emptyLiteral
  /// Stands for something that has been diagnosed.
  case invalid

  /// The operand as an argument of a `build_…` function.
  var argument: String {
    switch self {
    case .node(let name): name
    case .captured(let expression):
      "\(PredicateNames.expressions).build_Arg(\(expression.trimmedDescription))"
    case .unwrapped(let optional):
      "\(PredicateNames.expressions).build_ForcedUnwrap(\(PredicateNames.expressions).build_Arg(\(optional)))"
    case .nilLiteral: "\(PredicateNames.expressions).build_NilLiteral()"
    case .emptyLiteral: "\(PredicateNames.expressions)._emptyLiteral()"
    case .invalid: "()"
    }
  }

  /// Whether the operand takes its type from the other side of an operator.
  var isUntyped: Bool {
    if case .emptyLiteral = self { return true }
    guard case .captured(let expression) = self else { return false }
    if let negated = expression.as(PrefixOperatorExprSyntax.self) {
      return PredicateOperand.captured(negated.expression).isUntyped
    }
    return [
      .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr,
    ].contains(expression.kind) || expression.isImplicitMember
  }
}

/// Names that the expansion refers to. Models are called `Predicate`, `Set` or `Date`, so all are qualified.
enum PredicateNames {
  static let expressions = "Foundation.PredicateExpressions"
}

/// The lines of one closure in the expansion.
final class PredicateBlock {
  private(set) var lines: [String] = []
  /// The names that captured `let`s of the source have taken in this closure.
  var sourceNames: Set<String> = []

  func append(_ line: String) { lines.append(line) }

  /// The text of the closure with these lines.
  func closure(signature: String, result: PredicateOperand) -> String {
    let body = (lines + ["return \(result.argument)"]).map { line in
      "  " + line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
    }
    return "{ \(signature) in\n\(body.joined(separator: "\n"))\n}"
  }
}

extension ExprSyntax {
  /// Whether the expression starts with a dot: `.done`, `.init(5)`, `.seconds(5)`.
  var isImplicitMember: Bool {
    if let member = self.as(MemberAccessExprSyntax.self), member.base == nil { return true }
    return spineBase?.isImplicitMember ?? false
  }

  /// The expression that a member, call, subscript or `!` is applied to.
  var spineBase: ExprSyntax? {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression }
    if let lookup = self.as(SubscriptCallExprSyntax.self) { return lookup.calledExpression }
    if let unwrap = self.as(ForceUnwrapExprSyntax.self) { return unwrap.expression }
    return nil
  }
}
