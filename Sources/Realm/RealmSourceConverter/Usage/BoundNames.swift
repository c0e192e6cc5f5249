// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The names that a function binds, wherever in it.
final class BoundNames: SyntaxVisitor {
  var names: Set<String> = []
  var parameters: Set<String> = []
  var typeParameters: [String: String] = [:]

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    names.insert(name)
    parameters.insert(name)
    if let type = node.type.as(MetatypeTypeSyntax.self) { typeParameters[name] = type.baseType.plain }
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }
}
