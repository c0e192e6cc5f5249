// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The body of the macro and closures inside of it.
extension PredicateConverter {
  /// The builder closure of a predicate on `count` models.
  func convertBody(_ body: ClosureExprSyntax, count: Int) -> String {
    let parameters = parameters(of: body, count: count)
    let isTyped = parameters.contains { $0.type != nil }
    let list = parameters.map { parameter in
      guard let type = parameter.type?.trimmedDescription else { return parameter.name }
      return "\(parameter.name): \(PredicateNames.expressions).Variable<\(type)>"
    }.joined(separator: ", ")
    return nestedClosure(signature: isTyped ? "(\(list))" : list) {
      moveCaptures(of: body)
      bind(parameters, of: body)
      return convertStatements(body.statements, endOf: body.rightBrace)
    }
  }

  /// An argument of `contains(where:)`, `filter` and the like: a closure, or a key path instead of one.
  func convertClosure(_ argument: ExprSyntax) -> String {
    if let keyPath = argument.as(KeyPathExprSyntax.self) { return convertKeyPath(keyPath) }
    guard let closure = argument.as(ClosureExprSyntax.self) else {
      _ = fail(.functionValue, at: argument)
      return "{ _ in () }"
    }
    let parameters = parameters(of: closure, count: 1)
    if parameters.count > 1 { _ = fail(.parameterCount, at: closure.leftBrace) }
    return nestedClosure(signature: parameters[0].name) {
      moveCaptures(of: closure)
      bind(parameters, of: closure)
      return convertStatements(closure.statements, endOf: closure.rightBrace)
    }
  }

  /// `\.isDone` as a closure: the same as `{ $0.isDone }`.
  private func convertKeyPath(_ keyPath: KeyPathExprSyntax) -> String {
    let name = freshName()
    return nestedClosure(signature: name) {
      var value = PredicateOperand.node(name)
      for component in keyPath.components {
        guard case .property(let property) = component.component else {
          return fail(.keyPathComponent, at: component)
        }
        let member = property.declName.trimmedDescription
        if member == "self" { continue }
        value = emit("_keyPath", "root: \(value.argument), keyPath: \\.\(member)")
      }
      return value
    }
  }

  /// Runs `build` for a closure of its own and gives the closure's text.
  func nestedClosure(signature: String, _ build: () -> PredicateOperand) -> String {
    let outerScope = scope
    let outerBlock = block
    defer {
      scope = outerScope
      block = outerBlock
    }
    block = PredicateBlock()
    let result = build()
    return block.closure(signature: signature, result: result)
  }

  private typealias Parameter = (name: String, type: TypeSyntax?)

  /// The names and the types of a closure's parameters; `count` of them when they have no names in the source.
  private func parameters(of closure: ClosureExprSyntax, count: Int) -> [Parameter] {
    let named: [Parameter] =
      switch closure.signature?.parameterClause {
      case .simpleInput(let list): list.map { ($0.name.text, nil) }
      case .parameterClause(let clause):
        clause.parameters.map { (($0.secondName ?? $0.firstName).text, $0.type) }
      case nil: (0..<count).map { _ in (freshName(), nil) }
      }
    return named.isEmpty ? [("_", nil)] : named
  }

  private func bind(_ parameters: [Parameter], of closure: ClosureExprSyntax) {
    scope.dropAnonymousVariables()
    let names = closure.parameterNames
    for (index, parameter) in parameters.enumerated() {
      let name = closure.signature?.parameterClause == nil ? "$\(index)" : names[index]
      scope.variables[name] = .node(parameter.name)
    }
  }

  /// Makes constants of a capture list's values; all captured values are taken when the predicate is made.
  private func moveCaptures(of closure: ClosureExprSyntax) {
    for capture in closure.signature?.capture?.items ?? [] {
      if let specifier = capture.specifier {
        _ = fail(.captureSpecifier(specifier.specifier.text), at: specifier)
      } else if let value = capture.initializer?.value {
        block.append("let \(capture.name.text) = \(value.trimmedDescription)")
      }
    }
  }
}
