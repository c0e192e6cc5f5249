// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// Converts the body of a `#Predicate` into constants and the result.
///
/// The extensions hold one part of the grammar each: statements, operators, members and calls, optional chains,
/// closures.
final class PredicateConverter {
  let prefix: String
  private var counter = 0
  var scope = PredicateScope()
  var block = PredicateBlock()
  private(set) var diagnostics: [Diagnostic] = []

  init(prefix: String) { self.prefix = prefix }

  /// A name that the source does not use.
  func freshName() -> String {
    counter += 1
    return "\(prefix)\(counter)"
  }

  /// Adds a constant for a call of `function`.
  func emit(_ function: String, _ arguments: String) -> PredicateOperand {
    let name = freshName()
    block.append("let \(name) = \(PredicateNames.expressions).\(function)(\(arguments))")
    return .node(name)
  }

  /// Reports a problem, and gives a stand-in for the part.
  func fail(
    _ diagnostic: PredicateDiagnostic, at node: some SyntaxProtocol, fix: FixIt? = nil
  ) -> PredicateOperand {
    diagnostics.append(
      Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fix.map { [$0] } ?? []))
    return .invalid
  }

  func convert(_ expression: some ExprSyntaxProtocol) -> PredicateOperand {
    let expression = ExprSyntax(expression)
    if let replacement = scope.replacements[expression.id] { return replacement }
    if expression.is(NilLiteralExprSyntax.self) { return .nilLiteral }
    if let list = expression.as(ArrayExprSyntax.self), list.elements.isEmpty { return .emptyLiteral }
    if let inner = expression.parenthesized, scope.mentions(inner) || inner.is(NilLiteralExprSyntax.self) {
      return convert(inner)
    }
    guard scope.mentions(expression) else { return capture(expression) }
    return convertDependent(expression)
  }

  /// Takes Swift code without the model, so that making the predicate cannot trap.
  private func capture(_ expression: ExprSyntax) -> PredicateOperand {
    if let inner = expression.parenthesized, inner.isRangeOfValues { return capture(inner) }
    if expression.isRangeOfValues, let range = expression.as(InfixOperatorExprSyntax.self) {
      return convertInfix(range)
    }
    // `.init(rawValue: 1)!` takes its type from the other side: no room for an optional.
    if !expression.isImplicitMember,
      let optional = CapturedUnwraps.optional(from: expression, freshName: freshName)
    {
      return .unwrapped(optional)
    }
    return .captured(expression)
  }

  /// Converts an expression with a variable of the predicate in it.
  private func convertDependent(_ expression: ExprSyntax) -> PredicateOperand {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      return scope.variables[reference.baseName.plain] ?? .captured(expression)
    case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .forceUnwrapExpr,
      .optionalChainingExpr:
      return convertChain(expression)
    case .infixOperatorExpr(let infix): return convertInfix(infix)
    case .prefixOperatorExpr(let prefix): return convertPrefix(prefix)
    case .ternaryExpr(let ternary):
      return convertConditional(
        convert(ternary.condition), then: convert(ternary.thenExpression),
        else: convert(ternary.elseExpression))
    case .isExpr(let check):
      return emit("TypeCheck<_, \(check.type.trimmedDescription)>", convert(check.expression).argument)
    case .asExpr(let cast): return convertCast(cast)
    case .ifExpr(let conditional): return convertIf(conditional)
    case .tryExpr(let attempt): return convert(attempt.expression)
    default: return diagnose(expression)
    }
  }

  /// Reports an expression that has no form in a predicate.
  private func diagnose(_ expression: ExprSyntax) -> PredicateOperand {
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr: fail(.interpolation, at: expression)
    case .tupleExpr(let tuple): fail(.tuple, at: tuple.leftParen)
    case .arrayExpr(let array): fail(.collectionLiteral("an array"), at: array.leftSquare)
    case .dictionaryExpr(let dictionary):
      fail(.collectionLiteral("a dictionary"), at: dictionary.leftSquare)
    case .switchExpr(let choice): fail(.switchExpression, at: choice.switchKeyword)
    case .closureExpr(let closure): fail(.closureValue, at: closure.leftBrace)
    case .awaitExpr(let wait): fail(.unsupported("'await'"), at: wait.awaitKeyword)
    case .macroExpansionExpr(let macro):
      fail(.unsupported("The macro '#\(macro.macroName.text)' on a value of the model"), at: macro.pound)
    case .postfixOperatorExpr(let postfix):
      fail(.customOperator(postfix.operator.text), at: postfix.operator)
    case .sequenceExpr(let sequence): fail(.unknownOperator, at: sequence)
    default: fail(.unsupported("This expression"), at: expression)
    }
  }
}

extension ExprSyntax {
  /// Whether this is `a...b` or `a..<b`, and not of literals: Swift traps when the bounds are in the wrong order.
  fileprivate var isRangeOfValues: Bool {
    if let inner = parenthesized { return inner.isRangeOfValues }
    guard let infix = self.as(InfixOperatorExprSyntax.self),
      ["...", "..<"].contains(infix.operator.trimmedDescription)
    else { return false }
    return !PredicateOperand.captured(infix.leftOperand).isUntyped
      || !PredicateOperand.captured(infix.rightOperand).isUntyped
  }

  /// The expression in a single pair of parentheses.
  var parenthesized: ExprSyntax? {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.label == nil
    else { return nil }
    return element.expression
  }
}
