// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// Members, subscripts, `!` and optional chains.
extension PredicateConverter {
  /// Converts an expression that ends in a member, a call, a subscript, `!` or `?`.
  ///
  /// In `a?.b?.c` the last `?` splits the chain: `a?.b` is a value of its own, and the rest becomes the closure of a
  /// `flatMap` on it.
  func convertChain(_ expression: ExprSyntax) -> PredicateOperand {
    guard let (wrapped, optional) = outermostOptional(of: expression) else {
      return convertLink(expression)
    }
    return convertOptional(wrapped, optional) { convert(expression) }
  }

  /// `flatMap` on what stands before a `?`, with `rest` for what follows it.
  func convertOptional(
    _ wrapped: ExprSyntax, _ optional: SyntaxIdentifier, rest: () -> PredicateOperand
  ) -> PredicateOperand {
    let value = convert(wrapped)
    let parameter = freshName()
    let closure = nestedClosure(signature: parameter) {
      scope.replacements[optional] = .node(parameter)
      return rest()
    }
    return emit("build_flatMap", "\(value.argument), \(closure)")
  }

  /// The last `?` of a chain: what stands before it, and the part of the tree that its value takes the place of.
  func outermostOptional(of expression: ExprSyntax) -> (ExprSyntax, SyntaxIdentifier)? {
    var current = expression
    while scope.replacements[current.id] == nil {
      if let optional = current.as(OptionalChainingExprSyntax.self) {
        return (optional.expression, current.id)
      }
      guard let base = current.spineBase else { return nil }
      // A chain without the model, `list?.ids.contains($0.id)`, is one captured value up to the call.
      if !current.is(FunctionCallExprSyntax.self), !scope.mentions(base), base.hasOptionalLink {
        return (base.as(OptionalChainingExprSyntax.self)?.expression ?? base, base.id)
      }
      current = base
    }
    return nil
  }

  /// Converts the last link of a chain that has no `?` left.
  private func convertLink(_ expression: ExprSyntax) -> PredicateOperand {
    if let member = expression.as(MemberAccessExprSyntax.self) { return convertMember(member) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return convertCall(call) }
    if let lookup = expression.as(SubscriptCallExprSyntax.self) { return convertSubscript(lookup) }
    if let unwrap = expression.as(ForceUnwrapExprSyntax.self) {
      return emit("build_ForcedUnwrap", convert(unwrap.expression).argument)
    }
    return fail(.unsupported("This expression"), at: expression)
  }

  private func convertMember(_ member: MemberAccessExprSyntax) -> PredicateOperand {
    guard let base = member.base else { return .captured(ExprSyntax(member)) }
    let value = convert(base)
    let name = member.declName.trimmedDescription
    if name == "self" { return value }
    if member.declName.argumentNames != nil { return fail(.methodReference, at: member.declName) }
    return emit("_keyPath", "root: \(value.argument), keyPath: \\.\(name)")
  }

  private func convertSubscript(_ lookup: SubscriptCallExprSyntax) -> PredicateOperand {
    let labels = lookup.arguments.map { $0.label?.text ?? "_" }
    if labels == ["keyPath"], let keyPath = lookup.arguments.first?.expression, !scope.mentions(keyPath) {
      let base = convert(lookup.calledExpression)
      return emit("_keyPath", "root: \(base.argument), keyPath: \(keyPath.trimmedDescription)")
    }
    guard lookup.trailingClosure == nil, labels == ["_"] || labels == ["_", "default"] else {
      return fail(.subscriptLabels, at: lookup.leftSquare)
    }
    let base = convert(lookup.calledExpression)
    let arguments = lookup.arguments.map { argument in
      (argument.label.map { "\($0.text): " } ?? "") + convert(argument.expression).argument
    }
    return emit("build_subscript", ([base.argument] + arguments).joined(separator: ", "))
  }
}

extension ExprSyntax {
  /// Whether a `?` occurs on the way to the first base.
  var hasOptionalLink: Bool {
    if self.is(OptionalChainingExprSyntax.self) { return true }
    return spineBase?.hasOptionalLink ?? false
  }
}
