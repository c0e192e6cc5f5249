// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// Operators, casts and conditions.
extension PredicateConverter {
  func convertInfix(_ infix: InfixOperatorExprSyntax) -> PredicateOperand {
    guard let symbol = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return fail(.assignment, at: infix.operator)
    }
    if let result = convertFirstMatch(infix, symbol: symbol.text) { return result }
    if let (function, operation) = Self.binaryFunctions[symbol.text] {
      if symbol.text == "+", infix.leftOperand.isText || infix.rightOperand.isText {
        return fail(.concatenation, at: symbol)
      }
      let left = convert(infix.leftOperand)
      let right = convert(infix.rightOperand)
      let suffix = operation.map { ", op: .\($0)" } ?? ""
      return emit(function, "lhs: \(left.argument), rhs: \(right.argument)\(suffix)")
    }
    switch symbol.text {
    case "==", "!=":
      return convertEquality(
        convert(infix.leftOperand), convert(infix.rightOperand), negated: symbol.text == "!=")
    case "..<", "...":
      let function = symbol.text == "..." ? "build_ClosedRange" : "build_Range"
      let lower = convert(infix.leftOperand)
      let upper = convert(infix.rightOperand)
      return emit(function, "lower: \(lower.argument), upper: \(upper.argument)")
    case "===", "!==":
      let plain = String(symbol.text.dropLast())
      return fail(
        .identityOperator(symbol.text, use: plain), at: symbol,
        fix: .replace(
          "use-equality", "Use '\(plain)'", symbol,
          with: symbol.with(\.tokenKind, .binaryOperator(plain))))
    default:
      return fail(.customOperator(symbol.text), at: symbol)
    }
  }

  private static let binaryFunctions: [String: (String, String?)] = [
    "&&": ("build_Conjunction", nil),
    "||": ("build_Disjunction", nil),
    "<": ("build_Comparison", "lessThan"),
    "<=": ("build_Comparison", "lessThanOrEqual"),
    ">": ("build_Comparison", "greaterThan"),
    ">=": ("build_Comparison", "greaterThanOrEqual"),
    "+": ("_arithmetic", "add"),
    "-": ("_arithmetic", "subtract"),
    "*": ("_arithmetic", "multiply"),
    "/": ("_division", nil),
    "%": ("_remainder", nil),
    "??": ("build_NilCoalesce", nil),
  ]

  func convertEquality(
    _ left: PredicateOperand, _ right: PredicateOperand, negated: Bool
  ) -> PredicateOperand {
    // A literal takes the type of the other side. Two typed sides may be `T` and `T?`, which Foundation's function
    // refuses and ours promotes.
    let function =
      if left.isUntyped || right.isUntyped {
        negated ? "build_NotEqual" : "build_Equal"
      } else {
        negated ? "_notEqual" : "_equal"
      }
    return emit(function, "lhs: \(left.argument), rhs: \(right.argument)")
  }

  func convertPrefix(_ prefix: PrefixOperatorExprSyntax) -> PredicateOperand {
    switch prefix.operator.text {
    case "!": emit("build_Negation", convert(prefix.expression).argument)
    case "-": emit("_minus", convert(prefix.expression).argument)
    case "+": convert(prefix.expression)
    default: fail(.customOperator(prefix.operator.text), at: prefix.operator)
    }
  }

  func convertConditional(
    _ test: PredicateOperand, then positive: PredicateOperand, else negative: PredicateOperand
  ) -> PredicateOperand {
    emit("build_Conditional", [test, positive, negative].map(\.argument).joined(separator: ", "))
  }

  func convertCast(_ cast: AsExprSyntax) -> PredicateOperand {
    let type = cast.type.trimmedDescription
    let value = convert(cast.expression)
    switch cast.questionOrExclamationMark?.tokenKind {
    case .postfixQuestionMark: return emit("ConditionalCast<_, \(type)>", value.argument)
    case .exclamationMark: return emit("ForceCast<_, \(type)>", value.argument)
    // The compiler has checked that the conversion always succeeds.
    default: return emit("ForceCast<_, \(type)>", value.argument)
    }
  }

  /// `x.first(where: f) != nil` is `x.contains(where: f)`, and `== nil` its opposite.
  private func convertFirstMatch(
    _ infix: InfixOperatorExprSyntax, symbol: String
  ) -> PredicateOperand? {
    guard symbol == "==" || symbol == "!=" else { return nil }
    let side: ExprSyntax
    if infix.rightOperand.is(NilLiteralExprSyntax.self) {
      side = infix.leftOperand
    } else if infix.leftOperand.is(NilLiteralExprSyntax.self) {
      side = infix.rightOperand
    } else {
      return nil
    }
    guard scope.mentions(side), let call = side.as(FunctionCallExprSyntax.self),
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base,
      callee.declName.baseName.plain == "first",
      call.signature == "(where:)" || call.signature == "{}", let test = call.closureLikeArgument
    else { return nil }
    if let (wrapped, optional) = outermostOptional(of: base) {
      let match = convertOptional(wrapped, optional) { convertMatch(in: base, test) }
      // No list, no match: only `true` is one.
      return emit(
        symbol == "!=" ? "build_Equal" : "build_NotEqual",
        "lhs: \(match.argument), rhs: \(PredicateNames.expressions).build_Arg(true)")
    }
    let match = convertMatch(in: base, test)
    return symbol == "!=" ? match : emit("build_Negation", match.argument)
  }

  private func convertMatch(in base: ExprSyntax, _ test: ExprSyntax) -> PredicateOperand {
    emit("build_contains", "\(convert(base).argument), where: \(convertClosure(test))")
  }
}

extension ExprSyntax {
  fileprivate var isText: Bool {
    let inner = parenthesized ?? self
    if let sum = inner.as(InfixOperatorExprSyntax.self) {
      return sum.leftOperand.isText || sum.rightOperand.isText
    }
    return inner.is(StringLiteralExprSyntax.self)
  }
}
