// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Calls of collections that arrays have under other names, or not at all.
extension UsageRewriter {
  /// `append(objectsIn:)` and its like.
  func collectionCall(
    _ call: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ base: ExprSyntax
  ) -> FunctionCallExprSyntax {
    var result = call
    if var first = call.arguments.first, first.label?.text == "objectsIn" {
      let isObjectSet = layer.objectSetNames.contains(RealmNames.last(base.plain))
      if member.declName.baseName.text == "insert", isObjectSet {
        first.label = .identifier("contentsOf")
        result.calledExpression = ExprSyntax(member.renamed("append"))
      } else if member.declName.baseName.text == "insert" {
        // A set of values.
        first.label = nil
        first.colon = nil
        result.calledExpression = ExprSyntax(member.renamed("formUnion"))
      } else {
        first.label = .identifier("contentsOf")
      }
      result.arguments = LabeledExprListSyntax([first] + Array(call.arguments.dropFirst()))
    }
    if layer.objectSetNames.contains(RealmNames.last(base.plain)), call.arguments.count == 1,
      let argument = call.arguments.first, argument.label == nil
    {
      // What an array is told in other words.
      switch member.declName.baseName.text {
      case "insert": result.calledExpression = ExprSyntax(member.renamed("append"))
      case "remove":
        result.calledExpression = ExprSyntax(member.renamed("removeAll"))
        result.arguments = [
          LabeledExprSyntax(
            label: .identifier("where"), colon: .colonToken(trailingTrivia: .space),
            expression: Parsed.expression("{ $0 == \(argument.expression.plain) }"))
        ]
      default: break
      }
    }
    // `$dog.toys.append(toy)`: a binding to a list of Realm's.
    // `$0` is a parameter of a closure, and no binding.
    if base.plain.hasPrefix("$"), base.plain.dropFirst().first?.isNumber == false, importsRealm,
      base.is(MemberAccessExprSyntax.self)
    {
      let text = String(base.plain.dropFirst())
      result.calledExpression = ExprSyntax(
        member.with(\.base, replaced(base, text)))
    }
    return result
  }

  /// `forEach(list.append)`, which an array does not allow.
  func withoutUnapplied(_ call: FunctionCallExprSyntax) -> FunctionCallExprSyntax {
    guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
      let member = argument.expression.as(MemberAccessExprSyntax.self), let base = member.base,
      ["append", "insert"].contains(member.declName.baseName.text),
      layer.collectionNames.contains(RealmNames.last(base.plain))
    else { return call }
    var result = call
    result.arguments = [
      argument.with(\.expression, Parsed.expression("{ \(member.plain)($0) }"))
    ]
    return result
  }

  /// `map.removeObject(for:)` and `map.asKeyValueSequence()`; `nil` if it is another call.
  func mapCall(
    _ call: FunctionCallExprSyntax, _ name: String, _ base: ExprSyntax, _ original: ExprSyntax
  ) -> String? {
    guard importsRealm, isMap(original) else { return nil }
    switch (name, call.arguments.first?.label?.text) {
    case ("removeObject", "for"):
      guard call.arguments.count == 1, let key = call.arguments.first?.expression else { return nil }
      return "\(base.plain).removeValue(forKey: \(key.plain))"
    case ("asKeyValueSequence", nil): return base.plain
    default: return nil
    }
  }

  /// Whether an expression ends with the name of a map.
  private func isMap(_ expression: ExprSyntax) -> Bool {
    let name = RealmNames.last(expression.plain.trimmingSuffix("?").trimmingSuffix("!"))
    return layer.types.values.contains { $0.property(name)?.collection == .dictionary }
  }

  /// `setValue(_:forKey:)` with a property of a model.
  func setValue(
    _ call: FunctionCallExprSyntax, _ base: ExprSyntax, _ original: ExprSyntax
  ) -> String? {
    guard importsRealm, call.arguments.count == 2, let value = call.arguments.first?.expression,
      let argument = call.arguments.last, argument.label?.text == "forKey"
    else { return nil }
    if isMap(original) { return "\(base.plain)[\(argument.expression.plain)] = \(value.plain)" }
    guard let key = KeyNames.of(argument.expression), !base.plain.lowercased().contains("defaults"),
      layer.types.values.contains(where: { $0.property(key) != nil })
    else { return nil }
    let isCollection =
      LiveResults.isQuery(original) || elementType(original) != nil
      || layer.collectionNames.contains(RealmNames.last(original.plain))
    return isCollection
      ? "\(base.plain).forEach { $0.\(key) = \(value.plain) }" : "\(base.plain).\(key) = \(value.plain)"
  }
}
