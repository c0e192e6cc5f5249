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
    if LiveResults.isQuery(base) { return conditionally { converted(base) } }
    if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if let query = localQueries[name] { return query }
      return liveNames.contains(name) || isInModel && layer.collectionNames.contains(name) ? "self.\(name)" : nil
    }
    guard let member = base.as(MemberAccessExprSyntax.self) else {
      if let chained = base.as(OptionalChainingExprSyntax.self) { return source(chained.expression) }
      return nil
    }
    let name = member.declName.baseName.text
    let isOwn = member.base?.plain == "self"
    guard layer.collectionNames.contains(name) || isOwn && liveNames.contains(name) else { return nil }
    let text = converted(base)
    return text.contains("?") ? "\(text) ?? []" : text
  }
}
