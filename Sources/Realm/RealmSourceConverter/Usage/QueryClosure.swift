// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The closure of a typed query, as the body of a `#Predicate`.
struct QueryClosure {
  let text: String

  init(_ rewriter: UsageRewriter, _ closure: ClosureExprSyntax, _ type: String?) throws {
    guard closure.statements.count == 1, let item = closure.statements.first?.item else {
      throw PredicateProblem(reason: "it has several statements")
    }
    let expression: ExprSyntax
    if case .expr(let only) = item {
      expression = only
    } else if case .stmt(let statement) = item,
      let value = statement.as(ReturnStmtSyntax.self)?.expression
    {
      expression = value
    } else {
      throw PredicateProblem(reason: "it is no expression")
    }
    var name = "$0"
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): name = list.first?.name.text ?? name
    case .parameterClause(let clause): name = clause.parameters.first?.firstName.text ?? name
    case nil: break
    }
    let format = try QueryReader(rewriter, name, type.map(rewriter.known)).condition(expression)
    text = try PredicateWriter(plan: rewriter.plan, capture: rewriter.capture)
      .text(format, type: type.map(rewriter.known))
  }
}

/// Reads what Realm's typed queries say: the same as the language of `NSPredicate`, in other words.
private struct QueryReader {
  private let rewriter: UsageRewriter
  private let name: String
  private let type: String?

  init(_ rewriter: UsageRewriter, _ name: String, _ type: String?) {
    self.rewriter = rewriter
    self.name = name
    self.type = type
  }

  func condition(_ node: ExprSyntax) throws -> PredicateFormat {
    if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return try condition(only.expression)
    }
    if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return .not(try condition(prefix.expression))
    }
    if let literal = node.as(BooleanLiteralExprSyntax.self) {
      return .constant(literal.literal.tokenKind == .keyword(.true))
    }
    if let sequence = node.as(SequenceExprSyntax.self) { return try condition(Array(sequence.elements)[...]) }
    if let call = node.as(FunctionCallExprSyntax.self) { return try self.call(call) }
    if let path = path(node) { return .comparison(.path(path), .equal, .literal("true"), .init()) }
    throw PredicateProblem(reason: "'\(node.plain.oneLine)' is no condition of a store")
  }

  /// Operands and operators, of which `||` binds least.
  private func condition(_ elements: ArraySlice<ExprSyntax>) throws -> PredicateFormat {
    for (sign, join) in [("||", PredicateFormat.or), ("&&", PredicateFormat.and)] {
      guard let index = elements.lastIndex(where: { self.sign($0) == sign }) else { continue }
      return join(try condition(elements[..<index]), try condition(elements[(index + 1)...]))
    }
    guard let first = elements.first else { throw PredicateProblem(reason: "a condition is missing") }
    if elements.count == 1 { return try condition(first) }
    guard let index = elements.firstIndex(where: { sign($0).map { Self.comparisons[$0] != nil } ?? false }),
      let comparison = sign(elements[index]).flatMap({ Self.comparisons[$0] }), index > elements.startIndex,
      let left = side(elements[..<index]), let right = side(elements[(index + 1)...])
    else {
      throw PredicateProblem(reason: "'\(elements.map(\.plain).joined(separator: " "))' has no counterpart")
    }
    return .comparison(left, comparison, right, .init())
  }

  /// One side of a comparison; `nil` if it computes with the object.
  private func side(_ elements: ArraySlice<ExprSyntax>) -> PredicateFormat.Operand? {
    if let only = elements.first, elements.count == 1 { return operand(only) }
    guard !elements.isEmpty, !elements.contains(where: { isRooted($0) }) else { return nil }
    return .value(elements.map { rewriter.converted($0) }.joined(separator: " "))
  }

  private func sign(_ node: ExprSyntax) -> String? { node.as(BinaryOperatorExprSyntax.self)?.operator.text }

  private static let comparisons: [String: PredicateFormat.Operator] = [
    "==": .equal, "!=": .notEqual, "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
  ]

  // MARK: Operands

  private func isRooted(_ node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }

  private func operand(_ node: ExprSyntax) -> PredicateFormat.Operand {
    if let path = path(node) { return .path(path) }
    switch node.kind {
    case .stringLiteralExpr where node.literalText != nil: return .literal(node.plain)
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: return .literal(node.plain)
    default: break
    }
    // Element by element: a constant with `[.small]` alone would have no type.
    if let array = node.as(ArrayExprSyntax.self) { return .list(array.elements.map { operand($0.expression) }) }
    if let member = node.as(MemberAccessExprSyntax.self), isCase(member) { return .code(node.plain) }
    return .value(rewriter.converted(node))
  }

  /// `.small` or `Kind.small`
  private func isCase(_ node: MemberAccessExprSyntax) -> Bool {
    guard let base = node.base?.plain else { return true }
    return rewriter.layer.enums[RealmNames.last(base)] != nil
  }

  /// The names from the object on; `nil` for what does not begin there.
  private func path(_ node: ExprSyntax) -> [String]? {
    if let chained = node.as(OptionalChainingExprSyntax.self) { return path(chained.expression) }
    if let forced = node.as(ForceUnwrapExprSyntax.self) { return path(forced.expression) }
    if node.plain == name { return [] }
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base, let start = path(base) else {
      return nil
    }
    let last = member.declName.baseName.text.trimmingBackticks
    if hasOwn(last, behind: start) { return start + [last] }
    // `sum` and its like are those of collections.
    if ["avg", "max", "min", "sum"].contains(last), !start.isEmpty { return start + ["@" + last] }
    return start + [last == "count" && !start.isEmpty ? "@count" : last]
  }

  /// Whether a path leads to one object with a property of that name.
  private func hasOwn(_ name: String, behind path: [String]) -> Bool {
    var current = type
    var isCollection = false
    for step in path {
      guard let property = current.flatMap({ rewriter.layer.property(step, of: $0) }) else { return false }
      current = property.type.map(RealmNames.last)
      isCollection = property.collection != nil
    }
    guard !isCollection, let current else { return false }
    return rewriter.layer.property(name, of: current) != nil
  }

  // MARK: Calls

  private func call(_ node: FunctionCallExprSyntax) throws -> PredicateFormat {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      let path = path(base), let first = node.arguments.first?.expression
    else { throw PredicateProblem(reason: "'\(node.plain.oneLine)' has no counterpart") }
    var options = PredicateFormat.Options()
    let given = node.arguments.first { $0.label?.text == "options" }?.expression.plain ?? ""
    options.ignoresCase = given.contains("caseInsensitive")
    options.ignoresDiacritics = given.contains("diacriticInsensitive")
    if node.arguments.contains(where: { $0.label?.text == "caseInsensitive" && $0.expression.plain == "true" }) {
      options.ignoresCase = true
    }
    let function: PredicateFormat.Operator
    switch member.declName.baseName.text {
    case "contains":
      if let range = range(first, path) { return range }
      function = .contains
    case "starts": function = .beginsWith
    case "ends": function = .endsWith
    case "like": function = .like
    case "equals": function = .equal
    case "notEquals": function = .notEqual
    case "in": function = .isIn
    case "containsAny":
      options.quantifier = .any
      function = .isIn
    default: throw PredicateProblem(reason: "'\(member.declName.baseName.text)' has no counterpart")
    }
    return .comparison(.path(path), function, operand(first), options)
  }

  /// `contains(1...5)` and `contains(1..<5)`
  private func range(_ node: ExprSyntax, _ path: [String]) -> PredicateFormat? {
    let inner = node.as(TupleExprSyntax.self)?.elements.first?.expression ?? node
    guard let sequence = inner.as(SequenceExprSyntax.self) else { return nil }
    let parts = Array(sequence.elements)
    guard parts.count == 3, let sign = sign(parts[1]), sign == "..." || sign == "..<" else { return nil }
    return .and(
      .comparison(.path(path), .greaterOrEqual, operand(parts[0]), .init()),
      .comparison(.path(path), sign == "..." ? .lessOrEqual : .less, operand(parts[2]), .init()))
  }
}
