// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Takes `x!` and `x as! T` out of Swift code that is evaluated when the predicate is made.
///
/// In `from == nil || $0.year > from!` the right side must not trap while the predicate is made, even though it is
/// never evaluated: the captured value becomes an optional, and the predicate unwraps it when it gets there.
/// `offset(from!)` becomes `(from).map { _1 in offset(_1) }`.
struct CapturedUnwraps {
  /// The optional that takes the place of the code; nil when nothing in it is unwrapped.
  static func optional(from expression: ExprSyntax, freshName: () -> String) -> String? {
    let finder = UnwrapFinder(viewMode: .sourceAccurate)
    finder.walk(expression)
    guard let last = finder.found.last else { return nil }
    var names: [SyntaxIdentifier: String] = [:]
    if last.id == expression.id, finder.found.count == 1 { return source(of: last, names: names) }
    for unwrap in finder.found { names[unwrap.id] = freshName() }
    var text = render(expression, names: names)
    // Inner ones come first, and the closures of outer ones use them.
    for unwrap in finder.found.reversed() {
      let function = unwrap.id == last.id ? "map" : "flatMap"
      let name = names[unwrap.id] ?? "_"
      text = "(\(source(of: unwrap, names: names))).\(function) { \(name) in \(text) }"
    }
    return text
  }

  private static func source(of unwrap: ExprSyntax, names: [SyntaxIdentifier: String]) -> String {
    if let forced = unwrap.as(ForceUnwrapExprSyntax.self) {
      return render(forced.expression, names: names)
    }
    guard let cast = unwrap.as(AsExprSyntax.self) else { return unwrap.trimmedDescription }
    return "\(render(cast.expression, names: names)) as? \(cast.type.trimmedDescription)"
  }

  private static func render(_ expression: ExprSyntax, names: [SyntaxIdentifier: String]) -> String {
    Renamer(names: names).rewrite(expression).trimmedDescription
  }
}

/// Puts names in the place of nodes.
private final class Renamer: SyntaxRewriter {
  private let names: [SyntaxIdentifier: String]

  init(names: [SyntaxIdentifier: String]) { self.names = names }

  override func visitAny(_ node: Syntax) -> Syntax? {
    guard let name = names[node.id] else { return nil }
    return Syntax(
      DeclReferenceExprSyntax(
        leadingTrivia: node.leadingTrivia, baseName: .identifier(name),
        trailingTrivia: node.trailingTrivia))
  }
}

/// Finds what is always unwrapped: not the parts that Swift itself may skip.
private final class UnwrapFinder: SyntaxVisitor {
  private(set) var found: [ExprSyntax] = []

  override func visitPost(_ node: ForceUnwrapExprSyntax) { found.append(ExprSyntax(node)) }

  override func visitPost(_ node: AsExprSyntax) {
    if node.questionOrExclamationMark?.tokenKind == .exclamationMark {
      found.append(ExprSyntax(node))
    }
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard ["&&", "||", "??"].contains(node.operator.trimmedDescription) else { return .visitChildren }
    walk(node.leftOperand)
    return .skipChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    walk(node.condition)
    return .skipChildren
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    chain(ExprSyntax(node))
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    chain(ExprSyntax(node))
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    chain(ExprSyntax(node))
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    chain(ExprSyntax(node))
  }

  /// The rest of a chain after `?` may be skipped, and cannot leave the chain.
  private func chain(_ node: ExprSyntax) -> SyntaxVisitorContinueKind {
    node.hasOptionalLink ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
