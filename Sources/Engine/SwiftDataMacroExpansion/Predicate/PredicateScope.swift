// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The meaning of the names in the source while a closure is converted.
struct PredicateScope {
  /// Closure parameters (`trip`, `$0`) and constants that depend on them.
  var variables: [String: PredicateOperand] = [:]
  /// Parts that have been converted already: the left side of an optional chain.
  var replacements: [SyntaxIdentifier: PredicateOperand] = [:]

  /// Leaves the names that a nested closure cannot see: `$0` is its own.
  mutating func dropAnonymousVariables() {
    variables = variables.filter { !$0.key.hasPrefix("$") }
  }

  /// Whether the value of `syntax` depends on the model.
  func mentions(_ syntax: some SyntaxProtocol) -> Bool {
    let finder = VariableFinder(scope: self)
    finder.walk(syntax)
    return finder.found
  }
}

/// Looks for variables of a scope.
private final class VariableFinder: SyntaxAnyVisitor {
  private var scope: PredicateScope
  private(set) var found = false

  init(scope: PredicateScope) {
    self.scope = scope
    super.init(viewMode: .sourceAccurate)
  }

  /// Notes whether `node` has been converted already, with the model in it.
  private func isReplaced(_ node: some SyntaxProtocol) -> Bool {
    if scope.replacements[node.id] != nil { found = true }
    return found
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    isReplaced(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !isReplaced(node), scope.variables[node.baseName.plain] != nil { found = true }
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // The member's own name is no reference to a variable.
    if !isReplaced(node), let base = node.base { walk(base) }
    return .skipChildren
  }

  override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    // `if let trip` reads `trip`.
    if node.initializer == nil,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.plain,
      scope.variables[name] != nil
    {
      found = true
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let outer = scope
    defer { scope = outer }
    scope.dropAnonymousVariables()
    for name in node.parameterNames { scope.variables[name] = nil }
    walk(node.statements)
    if let captures = node.signature?.capture { walk(captures) }
    return .skipChildren
  }
}

extension ClosureExprSyntax {
  /// The parameters that the source names.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map(\.name.plain)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).plain }
    case nil: []
    }
  }
}

extension TokenSyntax {
  /// The text without backticks.
  var plain: String {
    let text = self.text
    guard text.hasPrefix("`"), text.hasSuffix("`"), text.count > 2 else { return text }
    return String(text.dropFirst().dropLast())
  }
}
