// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Conditions on objects that have been fetched.
extension UsageRewriter {
  /// `index(matching: "age > 3")` and `index(matching: { $0.age > 3 })`
  func indexMatching(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) -> ExprSyntax? {
    let type = LiveResults.objectType(base, self) ?? elementType(base)
    return conditionInMemory(node) {
      var call = node
      call.arguments = LabeledExprListSyntax(
        node.arguments.enumerated().map { index, argument in
          index == 0 ? argument.with(\.label, nil).with(\.colon, nil) : argument
        })
      let condition =
        try closure(of: call).map { try QueryClosure(self, $0, type).text } ?? filterCondition(call, type: type)
      return condition.map { "\(converted(base)).firstIndex(where: { \($0) })" }
    }
  }

  /// A filter of objects that have been fetched.
  func memoryFilter(
    _ node: FunctionCallExprSyntax, _ base: ExprSyntax, _ condition: (String?) throws -> String?
  ) -> ExprSyntax? {
    conditionInMemory(node) {
      // The class of a query that the store cannot answer tells why memory cannot, either.
      try condition(LiveResults.objectType(base, self) ?? elementType(base)).map {
        "\(converted(base)).filter({ \($0) })"
      }
    }
  }

  /// An expression with a condition, or a note that says why there is none.
  func conditionInMemory(_ node: FunctionCallExprSyntax, _ text: () throws -> String?) -> ExprSyntax? {
    let saved = (hoisted, notes, inlined)
    inlined = InlineValues()
    defer { inlined = saved.2 }
    do {
      return try text().map { replaced(node, inlined.around($0)) }
    } catch {
      (hoisted, notes) = (saved.0, saved.1)
      note("This condition has no counterpart: \((error as? PredicateProblem)?.reason ?? "\(error)").")
      return nil
    }
  }

  /// The class of the objects in a collection, as far as its name tells.
  func elementType(_ base: ExprSyntax) -> String? {
    let name = RealmNames.last(base.plain.trimmingSuffix("?").trimmingSuffix("!"))
    return layer.types.values.lazy.compactMap { type -> String? in
      guard let property = type.property(name), property.collection != nil else { return nil }
      return property.type.map(RealmNames.last)
    }.first ?? resultTypes[name]
  }
}
