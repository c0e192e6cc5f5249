// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A chain of calls that fetches objects.
private struct RealmQuery {
  /// The context, with a question mark if it may be missing.
  var context: String
  var isOptional: Bool
  /// The class, in Swift.
  var type: String
  var predicates: [String] = []
  var sorts: [String] = []
  /// The values of the predicates that stand in the expression.
  var values = InlineValues()

  var descriptor: String {
    var arguments: [String] = []
    let predicates = predicates.filter { $0 != "true" }
    if predicates.contains("false") {
      arguments.append("predicate: #Predicate { _ in false }")
    } else if !predicates.isEmpty {
      let condition =
        predicates.count == 1
        ? predicates[0] : predicates.map { "(\($0))" }.joined(separator: " && ")
      arguments.append("predicate: #Predicate { \(condition) }")
    }
    if !sorts.isEmpty { arguments.append("sortBy: [\(sorts.joined(separator: ", "))]") }
    return values.around("FetchDescriptor<\(type)>(\(arguments.joined(separator: ", ")))")
  }
}

extension UsageRewriter {
  /// What a chain that starts with `objects()` becomes; `nil` if it is none.
  func queryText(_ node: ExprSyntax) -> String? {
    if let member = node.as(MemberAccessExprSyntax.self) {
      // `.count` and its like need no objects, unless they are called.
      guard node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id,
        let base = member.base, base.is(FunctionCallExprSyntax.self)
      else { return nil }
      let name = member.declName.baseName.text
      guard ["count", "isEmpty", "first"].contains(name), let query = query(base) else { return nil }
      needsQueries()
      if name == "first" { return "\(query.context).first(\(query.descriptor))" }
      let count = "\(query.context).count(\(query.descriptor))"
      if name == "count" { return count }
      return query.isOptional ? "(\(count)).map({ $0 == 0 })" : group("\(count) == 0", node)
    }
    guard let query = query(node) else { return nil }
    needsQueries()
    return "\(query.context).objects(\(query.descriptor))"
  }

  func needsQueries() { needs.formUnion([.swiftData, .queries]) }

  /// A comparison in parentheses where it is a part of something.
  private func group(_ text: String, _ node: ExprSyntax) -> String {
    guard let parent = node.parent else { return text }
    let isWhole =
      parent.is(InitializerClauseSyntax.self) || parent.is(ReturnStmtSyntax.self) || parent.is(LabeledExprSyntax.self)
      || parent.is(ConditionElementSyntax.self) || parent.is(CodeBlockItemSyntax.self)
    return isWhole ? text : "(\(text))"
  }

  private func query(_ node: ExprSyntax) -> RealmQuery? {
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    if isInRealm, call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "objects" {
      return objects(call, Parsed.expression("self"))
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
    let name = member.declName.baseName.text
    if name == "objects" { return objects(call, base) }
    guard ["filter", "where", "sorted"].contains(name), var query = query(base) else { return nil }
    let saved = (hoisted, notes, inlined)
    inlined = query.values
    defer { inlined = saved.2 }
    do {
      switch name {
      case "filter":
        guard let condition = try filterCondition(call, type: query.type) else {
          let isClosure =
            call.trailingClosure != nil || call.arguments.first?.expression.is(ClosureExprSyntax.self) == true
          if !isClosure { throw PredicateProblem(reason: "its text is not given here") }
          return nil
        }
        query.predicates.append(condition)
      case "where":
        guard let closure = closure(of: call) else { return nil }
        query.predicates.append(try QueryClosure(self, closure, query.type).text)
      default:
        guard let steps = sortSteps(call) else { return nil }
        // The last one decides; those before it order what is equal.
        query.sorts = steps + query.sorts
      }
      query.values = inlined
      return query
    } catch {
      (hoisted, notes) = (saved.0, saved.1)
      note("This condition has no counterpart: \((error as? PredicateProblem)?.reason ?? "\(error)").")
      return nil
    }
  }

  private func objects(_ call: FunctionCallExprSyntax, _ base: ExprSyntax) -> RealmQuery? {
    guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
      let type = typeName(argument.expression)
    else { return nil }
    let optional = base.as(OptionalChainingExprSyntax.self)
    return RealmQuery(
      context: converted(base), isOptional: optional != nil, type: type)
  }

  /// `Dog.self`, `self`, or a parameter with a type.
  func typeName(_ expression: ExprSyntax) -> String? {
    let text = expression.plain
    if text.hasSuffix(".self") {
      let name = String(text.dropLast(5))
      return RealmNames.modules.contains(name) ? nil : name
    }
    if text == "self" || text == "Self" { return "Self" }
    if let generic = typeParameters[text] { return generic }
    return nil
  }

  func closure(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    if let trailing = call.trailingClosure { return call.arguments.isEmpty ? trailing : nil }
    guard call.arguments.count == 1 else { return nil }
    return call.arguments.first?.expression.as(ClosureExprSyntax.self)
  }

  /// The condition of `filter("…", …)`; `nil` if it is no such call.
  func filterCondition(_ call: FunctionCallExprSyntax, type: String?) throws -> String? {
    guard call.trailingClosure == nil else { return nil }
    var arguments = Array(call.arguments)
    if arguments.count == 1,
      let inner = arguments[0].expression.as(FunctionCallExprSyntax.self),
      inner.calledExpression.plain == "NSPredicate",
      inner.arguments.first?.label?.text == "format"
    {
      arguments = Array(inner.arguments)
    }
    guard let literal = arguments.first?.expression.as(StringLiteralExprSyntax.self) else { return nil }
    var lexer = try PredicateLexer(literal) { converted($0) }
    let values = arguments.dropFirst().map { argument -> PredicateParser.Argument in
      var text = converted(argument.expression)
      // Objective-C's types are not needed any more.
      for suffix in [" as CVarArg", " as NSString", " as NSDate", " as NSNumber", " as AnyObject", " as Any"]
      where text.hasSuffix(suffix) {
        text = String(text.dropLast(suffix.count))
      }
      if text.hasPrefix("NSNumber("), text.hasSuffix(")"), let colon = text.firstIndex(of: ":") {
        text = String(text[text.index(after: colon)...].dropLast()).trimmingPrefix(" ").description
      }
      if text == "NSNull()" { text = "nil" }
      return PredicateParser.Argument(text: text, key: KeyNames.of(argument.expression))
    }
    var parser = PredicateParser(try lexer.tokens(), arguments: Array(values))
    let format = try parser.parse()
    return try PredicateWriter(plan: plan, capture: capture).text(format, type: type.map(known))
  }

  /// The class that `Self` is.
  func known(_ type: String) -> String { type == "Self" ? owners.last ?? type : type }

  /// `sorted(byKeyPath:ascending:)` and its like as sort descriptors.
  func sortSteps(_ call: FunctionCallExprSyntax) -> [String]? {
    guard call.trailingClosure == nil, let first = call.arguments.first else { return nil }
    let label = first.label?.text
    if label == "byKeyPath" || label == "byProperty" || label == "by",
      let path = KeyNames.path(first.expression)
    {
      let ascending = call.arguments.first { $0.label?.text == "ascending" }?.expression
      return [sortStep(path, ascending)]
    }
    guard label == "by", let list = first.expression.as(ArrayExprSyntax.self) else { return nil }
    var steps: [String] = []
    for element in list.elements {
      guard let inner = element.expression.as(FunctionCallExprSyntax.self),
        let key = inner.arguments.first.flatMap({ KeyNames.path($0.expression) })
      else {
        guard let key = KeyNames.path(element.expression) else { return nil }
        steps.append(sortStep(key, nil))
        continue
      }
      steps.append(sortStep(key, inner.arguments.first { $0.label?.text == "ascending" }?.expression))
    }
    return steps.isEmpty ? nil : steps
  }

  private func sortStep(_ path: String, _ ascending: ExprSyntax?) -> String {
    // Key paths say themselves what may be missing: `content!.title`.
    let parts = path.split(separator: ".").map { String($0).trimmingSuffix("?").trimmingSuffix("!") }
      .joined(separator: "?.")
    guard let ascending, ascending.plain != "true" else { return "SortDescriptor(\\.\(parts))" }
    let order =
      ascending.plain == "false" ? ".reverse" : "\(converted(ascending)) ? .forward : .reverse"
    return "SortDescriptor(\\.\(parts), order: \(order))"
  }
}

extension KeyNames {
  /// The path that an expression names, with all its parts.
  static func path(_ expression: ExprSyntax) -> String? {
    if let text = expression.literalText { return text }
    if let path = expression.as(KeyPathExprSyntax.self) {
      let text = path.components.plain
      return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
    return of(expression)
  }
}
