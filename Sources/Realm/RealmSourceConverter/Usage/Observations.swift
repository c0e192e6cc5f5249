// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Blocks that are called when something has changed.
extension UsageRewriter {
  /// `dogs.observe { changes in … }`; `nil` if it is unknown what is observed.
  func observation(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) -> ExprSyntax? {
    guard node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "observe",
      node.arguments.allSatisfy({ $0.label == nil && $0.expression.is(ClosureExprSyntax.self) }),
      node.arguments.count + (node.trailingClosure == nil ? 0 : 1) == 1,
      let closure = node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
    else { return nil }
    let observed: String
    if isRealm(base), !LiveResults.isQuery(base) {
      observed = "observing(realm: \(converted(base)))"
      needs.insert(.queries)
    } else if isObjectChange(closure) {
      observed = "observing(object: \(converted(base)))"
      needs.insert(.records)
    } else if let source = source(base) {
      observed = "observing(\(source))"
    } else {
      return nil
    }
    needs.formUnion([.notifications, .swiftData])
    // What the block needs stands in the block.
    let body = withConditions(0) { visit(closure) }
    return replaced(node, "\(observed) \(body.plain)")
  }

  /// Remembers the query of a constant, by which it can be observed.
  func noteQuery(_ node: VariableDeclSyntax, _ converted: VariableDeclSyntax) {
    guard importsRealm, node.bindingSpecifier.tokenKind == .keyword(.let), node.bindings.count == 1,
      node.parent?.is(CodeBlockItemSyntax.self) == true, let binding = node.bindings.first, let name = binding.name,
      let value = binding.initializer?.value
    else { return }
    localQueries[name] = LiveResults.isQuery(value) ? converted.bindings.first?.initializer?.value.plain : nil
  }

  /// Whether a block takes what has changed in one object.
  private func isObjectChange(_ closure: ClosureExprSyntax) -> Bool {
    let texts = closure.tokens(viewMode: .sourceAccurate).map(\.text)
    let cases = Set(zip(texts, texts.dropFirst()).filter { $0.0 == "." }.map(\.1))
    return cases.isDisjoint(with: ["initial", "update"]) && !cases.isDisjoint(with: ["change", "deleted"])
  }

  /// An expression that reads what is observed anew each time; `nil` if it would be what was fetched before.
  private func source(_ base: ExprSyntax) -> String? {
    if LiveResults.isQuery(base) { return explicit(conditionally { converted(base) }) }
    if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if let query = localQueries[name] { return explicit(query) }
      return liveNames.contains(name) || isInModel && layer.collectionNames.contains(name) ? "self.\(name)" : nil
    }
    guard let member = base.as(MemberAccessExprSyntax.self) else {
      if let chained = base.as(OptionalChainingExprSyntax.self) { return source(chained.expression) }
      return nil
    }
    let name = member.declName.baseName.text
    let isOwn = member.base?.plain == "self"
    guard layer.collectionNames.contains(name) || isOwn && liveNames.contains(name) else { return nil }
    let text = explicit(converted(base))
    return text.contains("?") ? "\(text) ?? []" : text
  }

  /// What is observed is read anew later, in a closure that outlives the call: members have to name their object.
  private func explicit(_ text: String) -> String {
    guard !owners.isEmpty else { return text }
    let expression = Parsed.expression(text)
    let root = Self.root(of: expression)
    return ExplicitSelf { self.isMember($0, orElse: $0 == root) }.visit(expression).plain
  }

  /// The name that a chain of members and calls starts with; `nil` if it starts with something else.
  private static func root(of node: ExprSyntax) -> String? {
    if let reference = node.as(DeclReferenceExprSyntax.self) { return reference.baseName.text.trimmingBackticks }
    if let member = node.as(MemberAccessExprSyntax.self) { return member.base.flatMap { root(of: $0) } }
    if let chained = node.as(OptionalChainingExprSyntax.self) { return root(of: chained.expression) }
    if let forced = node.as(ForceUnwrapExprSyntax.self) { return root(of: forced.expression) }
    if let attempt = node.as(TryExprSyntax.self) { return root(of: attempt.expression) }
    // A function may be one of the module.
    guard let call = node.as(FunctionCallExprSyntax.self), !call.calledExpression.is(DeclReferenceExprSyntax.self)
    else { return nil }
    return root(of: call.calledExpression)
  }
}

/// Writes `self.` before the members among the names of an expression.
private final class ExplicitSelf: SyntaxRewriter {
  private let isMember: (String) -> Bool

  init(_ isMember: @escaping (String) -> Bool) {
    self.isMember = isMember
    super.init()
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard let base = node.base else { return ExprSyntax(node) }
    return ExprSyntax(node.with(\.base, visit(base)))
  }

  override func visit(_ node: KeyPathExprSyntax) -> ExprSyntax { ExprSyntax(node) }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    guard node.argumentNames == nil, isMember(node.baseName.text.trimmingBackticks) else { return ExprSyntax(node) }
    var result = Parsed.expression("self.\(node.plain)")
    result.leadingTrivia = node.leadingTrivia
    result.trailingTrivia = node.trailingTrivia
    return result
  }
}
