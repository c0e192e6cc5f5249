// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// Statements of a closure: `let`, `if`, `guard`, `return` and a final expression.
extension PredicateConverter {
  /// Converts statements up to the value that they produce.
  func convertStatements(
    _ statements: some Collection<CodeBlockItemSyntax>, endOf brace: TokenSyntax
  ) -> PredicateOperand {
    guard let first = statements.first else { return fail(.missingResult, at: brace) }
    let rest = statements.dropFirst()
    switch first.item {
    case .expr(let expression):
      if let conditional = expression.as(IfExprSyntax.self) {
        return convertIf(conditional, rest: rest, endOf: brace)
      }
      return rest.isEmpty ? convert(expression) : fail(.unusedStatement, at: expression)
    case .stmt(let statement):
      if let result = statement.as(ReturnStmtSyntax.self) {
        guard let expression = result.expression else { return fail(.missingResult, at: result) }
        return convert(expression)
      }
      if let wrapper = statement.as(ExpressionStmtSyntax.self),
        let conditional = wrapper.expression.as(IfExprSyntax.self)
      {
        return convertIf(conditional, rest: rest, endOf: brace)
      }
      if let wrapper = statement.as(ExpressionStmtSyntax.self), rest.isEmpty {
        return convert(wrapper.expression)
      }
      if let check = statement.as(GuardStmtSyntax.self) {
        return convertBranches(Array(check.conditions)) {
          self.convertStatements(rest, endOf: brace)
        } otherwise: {
          self.convertStatements(check.body.statements, endOf: check.body.rightBrace)
        }
      }
      return fail(.statement(statement.firstToken(viewMode: .sourceAccurate)?.text ?? ""), at: statement)
    case .decl(let declaration):
      guard let constant = declaration.as(VariableDeclSyntax.self) else {
        return fail(.declaration, at: declaration)
      }
      convertConstant(constant)
      return convertStatements(rest, endOf: brace)
    }
  }

  func convertIf(_ conditional: IfExprSyntax) -> PredicateOperand {
    convertIf(conditional, rest: [CodeBlockItemSyntax]()[...], endOf: conditional.body.rightBrace)
  }

  /// Converts an `if`, which without `else` goes on with the statements that follow it.
  private func convertIf(
    _ conditional: IfExprSyntax, rest: some Collection<CodeBlockItemSyntax>, endOf brace: TokenSyntax
  ) -> PredicateOperand {
    if conditional.elseBody == nil, rest.isEmpty { return fail(.missingElse, at: conditional.ifKeyword) }
    return convertBranches(Array(conditional.conditions)) {
      self.convertStatements(conditional.body.statements, endOf: conditional.body.rightBrace)
    } otherwise: {
      switch conditional.elseBody {
      case .codeBlock(let body): self.convertStatements(body.statements, endOf: body.rightBrace)
      case .ifExpr(let next): self.convertIf(next, rest: rest, endOf: brace)
      case nil: self.convertStatements(rest, endOf: brace)
      }
    }
  }

  /// Conditions that all hold give the first branch, otherwise the second.
  private func convertBranches(
    _ conditions: [ConditionElementSyntax], then positive: () -> PredicateOperand,
    otherwise negative: () -> PredicateOperand
  ) -> PredicateOperand {
    let outer = scope
    let alternative = negative()
    scope = outer
    let result = convertConditions(conditions[...], then: positive, alternative: alternative)
    scope = outer
    return result
  }

  private func convertConditions(
    _ conditions: ArraySlice<ConditionElementSyntax>, then positive: () -> PredicateOperand,
    alternative: PredicateOperand
  ) -> PredicateOperand {
    guard let first = conditions.first else { return positive() }
    let rest = conditions.dropFirst()
    switch first.condition {
    case .expression(let expression):
      let test = convert(expression)
      let result = convertConditions(rest, then: positive, alternative: alternative)
      return convertConditional(test, then: result, else: alternative)
    case .optionalBinding(let binding):
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        return fail(.pattern, at: binding.pattern)
      }
      let value = convert(
        binding.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: name.trimmed)))
      // The value is there: the closure's result. It is missing: the other branch.
      let closure = nestedClosure(signature: name.text) {
        scope.variables[name.plain] = .node(name.text)
        return convertConditions(rest, then: positive, alternative: alternative)
      }
      let unwrapped = emit("build_flatMap", "\(value.argument), \(closure)")
      return emit("build_NilCoalesce", "lhs: \(unwrapped.argument), rhs: \(alternative.argument)")
    default:
      return fail(.pattern, at: first)
    }
  }

  /// A `let` of the model is another name for its value; one without the model moves to the expansion as it is.
  private func convertConstant(_ declaration: VariableDeclSyntax) {
    guard declaration.bindingSpecifier.tokenKind == .keyword(.let) else {
      let keyword = declaration.bindingSpecifier
      _ = fail(
        .variable, at: keyword,
        fix: .replace("use-let", "Use 'let'", keyword, with: keyword.with(\.tokenKind, .keyword(.let))))
      return
    }
    for binding in declaration.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let value = binding.initializer?.value
      else {
        _ = fail(.pattern, at: binding.pattern)
        continue
      }
      if scope.mentions(value) {
        if let annotation = binding.typeAnnotation { _ = fail(.annotation, at: annotation) }
        scope.variables[name.plain] = convert(value)
      } else {
        scope.variables[name.plain] = nil
        if !block.sourceNames.insert(name.plain).inserted { _ = fail(.repeatedName, at: name) }
        block.append("let \(binding.with(\.trailingComma, nil).trimmedDescription)")
      }
    }
  }
}
