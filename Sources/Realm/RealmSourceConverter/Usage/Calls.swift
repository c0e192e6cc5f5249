// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What becomes of calls: which of the others is asked.
extension UsageRewriter {
  /// Whether an expression is a realm, as far as its name or its declaration tells.
  func isRealm(_ expression: ExprSyntax) -> Bool {
    let text = expression.plain.lowercased()
    if text.hasPrefix("realm(") || text.hasSuffix("realm()") { return true }
    let last = RealmNames.last(text.trimmingSuffix("?").trimmingSuffix("!"))
    if last == "modelcontext" { return true }
    return last.hasSuffix("realm") || last.hasSuffix("realm()") || text.hasPrefix("realm.")
      || (text.contains("realm") && last.hasPrefix("current")) || isDeclaredRealm(expression)
  }

  /// Whether an expression is a realm, as far as the declaration of its last name tells.
  func isDeclaredRealm(_ expression: ExprSyntax) -> Bool {
    if let chained = expression.as(OptionalChainingExprSyntax.self) { return isDeclaredRealm(chained.expression) }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return isDeclaredRealm(forced.expression) }
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text.trimmingBackticks
      return name == "self" ? isInRealm : isDeclaredRealm(name)
    }
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
    let name = member.declName.baseName.text.trimmingBackticks
    if base.plain == "self", let owner = owners.last, layer.memberNames[owner]?.contains(name) == true {
      return layer.realmNames[owner]?.contains(name) == true
    }
    return layer.isRealm(member: name)
  }

  /// What a realm is asked for, which an extension of it may write without a base.
  private static let realmCalls: Set<String> = [
    "add", "asyncWrite", "beginWrite", "cancelWrite", "commitWrite", "create", "delete", "deleteAll", "invalidate",
    "refresh", "write", "writeAsync",
  ]

  /// The name of a call in an extension of `Realm` that has no base; `nil` for others.
  private func ownCall(_ node: FunctionCallExprSyntax) -> String? {
    guard isInRealm, let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text, !isLocal(name)
    else { return nil }
    return name
  }

  /// Calls that are converted as a whole.
  func callBeforeChildren(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
    if let thawed = thawed(ExprSyntax(node)) {
      // `thaw()` may fail, which its callers check.
      let isCondition = node.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
      let isThaw = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "thaw"
      return isThaw && isCondition ? replaced(node, "Optional(\(thawed.plain))") : thawed
    }
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else {
      if ownCall(node) == "object", node.arguments.first?.label?.text == "ofType" {
        return object(node, Parsed.expression("self"))
      }
      return objectWithValue(node) ?? realmItself(node)
    }
    let name = member.declName.baseName.text
    if let base = member.base {
      if name == "object", node.arguments.first?.label?.text == "ofType" { return object(node, base) }
      if ["observe", "addNotificationBlock", "observeCollection"].contains(name), importsRealm,
        node.trailingClosure != nil || node.arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) }),
        !base.plain.hasSuffix("NotificationCenter.default")
      {
        if let observation = observation(node, base) { return observation }
        note(
          "It is not known what is observed here: use 'observing(…)' of RealmSupport.swift with the query or the list, "
            + "'@Query', or 'withObservationTracking'.")
        isGone = isRemovable(node)
        return nil
      }
      if name == "index", importsRealm, node.arguments.first?.label?.text == "matching",
        let text = indexMatching(node, base)
      {
        return text
      }
      if name == "filter", !isRealm(base), importsRealm,
        let text = memoryFilter(node, base, { try filterCondition(node, type: $0) })
      {
        return text
      }
      if name == "where", importsRealm, let closure = closure(of: node) {
        // A condition on objects that have been fetched.
        return memoryFilter(node, base) { try QueryClosure(self, closure, $0).text }
      }
      if name == "sorted", importsRealm, let steps = sortSteps(node),
        ["byKeyPath", "byProperty"].contains(node.arguments.first?.label?.text ?? "")
          || node.arguments.first?.expression.is(KeyPathExprSyntax.self) == true
      {
        return replaced(node, "\(converted(base)).sorted(using: [\(steps.joined(separator: ", "))])")
      }
    }
    return nil
  }

  /// Whether a call is a statement of its own, or assigned to something, and not declared as something.
  private func isRemovable(_ node: FunctionCallExprSyntax) -> Bool {
    var current: Syntax? = node.parent
    while let parent = current {
      if let item = parent.as(CodeBlockItemSyntax.self) {
        return !item.item.is(DeclSyntax.self) && !item.item.is(StmtSyntax.self)
      }
      if parent.is(ClosureExprSyntax.self) || parent.is(LabeledExprSyntax.self)
        || parent.is(InitializerClauseSyntax.self)
      {
        return false
      }
      current = parent.parent
    }
    return false
  }

  func callAfterChildren(
    _ call: FunctionCallExprSyntax, original: FunctionCallExprSyntax
  ) -> ExprSyntax {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
      // The app may have functions of these names in the extension, too.
      if let name = ownCall(original), Self.realmCalls.contains(name), !layer.realmMembers.contains(name) {
        return realmCall(call, name, original)
      }
      return ExprSyntax(withoutUnapplied(call))
    }
    noteQueue(original)
    let originalBase =
      original.calledExpression.as(MemberAccessExprSyntax.self)?.base ?? base
    switch member.declName.baseName.text {
    case "move" where call.arguments.first?.label?.text == "from":
      needs.insert(.collections)
    case "append", "remove", "insert", "move":
      return ExprSyntax(collectionCall(call, member, base))
    case "index" where call.arguments.first?.label?.text == "of":
      return ExprSyntax(renamed(call, member, "firstIndex"))
    case "generate" where base.plain == "String" && originalBase.plain == "ObjectId":
      needs.insert(.objectID)
      return replaced(original, "ObjectID.generate()")
    case "max", "min", "sum", "average":
      guard importsRealm, let argument = call.arguments.first, call.arguments.count == 1,
        argument.label?.text == "ofProperty"
          || (argument.label?.text == "of" && argument.expression.is(KeyPathExprSyntax.self)),
        let key = KeyNames.path(argument.expression)
      else { break }
      let name = member.declName.baseName.text
      if name == "average" {
        needs.insert(.collections)
        return replaced(original, "\(base.plain).average(of: \\.\(key))")
      }
      let isOptional = layer.types.values.contains { $0.property(key)?.isOptional == true }
      let values = "\(base.plain).\(isOptional ? "compactMap" : "map")(\\.\(key))"
      return replaced(original, name == "sum" ? "\(values).reduce(0, +)" : "\(values).\(name)()")
    case "distinct":
      guard importsRealm, let argument = call.arguments.first, argument.label?.text == "by",
        let list = argument.expression.as(ArrayExprSyntax.self)
      else { break }
      let keys = list.elements.compactMap { KeyNames.path($0.expression) }
      guard keys.count == list.elements.count else { break }
      needs.insert(.collections)
      return replaced(original, "\(base.plain).distinct(by: [\(keys.map { "\\.\($0)" }.joined(separator: ", "))])")
    case "isSameObject":
      needs.insert(.invalidated)
      return ExprSyntax(call)
    case "resolve" where importsRealm && call.arguments.count == 1 && call.arguments.first?.label == nil:
      needs.formUnion([.references, .swiftData])
      if original.parent?.parent?.is(SequenceExprSyntax.self) != true {
        note("The type of the object is not known here: say 'as? Type'.")
      }
      return ExprSyntax(call)
    case "removeObject", "asKeyValueSequence":
      if let text = mapCall(call, member.declName.baseName.text, base, originalBase) { return replaced(original, text) }
    case "setValue":
      if let text = setValue(call, base, originalBase) { return replaced(original, text) }
    default: break
    }
    guard importsRealm, isRealm(originalBase) else { return ExprSyntax(withoutUnapplied(call)) }
    return realmCall(call, member.declName.baseName.text, original)
  }

  /// A call of a realm.
  private func realmCall(
    _ call: FunctionCallExprSyntax, _ name: String, _ original: FunctionCallExprSyntax
  ) -> ExprSyntax {
    needs.insert(.swiftData)
    switch name {
    case "write", "writeAsync", "asyncWrite":
      needs.insert(.writes)
      if name != "write" { note("This runs at once now, on the thread of its caller.") }
      return ExprSyntax(call)
    case "add": return add(call)
    case "create":
      needs.insert(.records)
      return ExprSyntax(withUpdatePolicy(call))
    case "delete":
      needs.insert(.writes)
      return ExprSyntax(call)
    case "deleteAll":
      needs.insert(.deleteAll)
      return ExprSyntax(call)
    case "refresh", "invalidate":
      isGone = original.parent?.is(CodeBlockItemSyntax.self) == true
      return ExprSyntax(call)
    case "beginWrite", "commitWrite", "cancelWrite":
      needs.insert(.writes)
      return ExprSyntax(call)
    default: return ExprSyntax(withoutUnapplied(call))
    }
  }

  private func renamed(
    _ call: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ name: String
  ) -> FunctionCallExprSyntax {
    call.with(\.calledExpression, ExprSyntax(member.renamed(name)))
  }
}
