import SwiftSyntax

extension UsageRewriter {
  /// Whether an expression is a realm, as far as its name tells.
  func isRealm(_ expression: ExprSyntax) -> Bool {
    let text = expression.plain.lowercased()
    if text.hasPrefix("realm(") || text.hasSuffix("realm()") { return true }
    let last = RealmNames.last(text.trimmingSuffix("?").trimmingSuffix("!"))
    if last == "modelcontext" { return true }
    return last.hasSuffix("realm") || last.hasSuffix("realm()") || text.hasPrefix("realm.")
      || (text.contains("realm") && last.hasPrefix("current"))
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
      return objectWithValue(node) ?? realmItself(node)
    }
    let name = member.declName.baseName.text
    if let base = member.base {
      if name == "object", node.arguments.first?.label?.text == "ofType" { return object(node, base) }
      if ["observe", "addNotificationBlock", "observeCollection"].contains(name), importsRealm,
        node.trailingClosure != nil || node.arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) }),
        !base.plain.hasSuffix("NotificationCenter.default")
      {
        note(
          "SwiftData calls no blocks: use '@Query' or 'withObservationTracking', "
            + "or the notification 'ModelContext.didSave'.")
        isGone = isRemovable(node)
        return nil
      }
      if name == "invalidate", base.plain.lowercased().contains("token") {
        isGone = isRemovable(node)
        if isGone { note("There is no token of SwiftData's to invalidate.") }
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

  /// `index(matching: "age > 3")` and `index(matching: { $0.age > 3 })`
  private func indexMatching(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) -> ExprSyntax? {
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
  private func memoryFilter(
    _ node: FunctionCallExprSyntax, _ base: ExprSyntax, _ condition: (String?) throws -> String?
  ) -> ExprSyntax? {
    conditionInMemory(node) {
      try condition(elementType(base)).map { "\(converted(base)).filter({ \($0) })" }
    }
  }

  /// An expression with a condition, or a note that says why there is none.
  private func conditionInMemory(_ node: FunctionCallExprSyntax, _ text: () throws -> String?) -> ExprSyntax? {
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

  /// `realm.object(ofType:forPrimaryKey:)` as a fetch by the unique attribute.
  private func object(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) -> ExprSyntax? {
    guard node.arguments.count == 2, let first = node.arguments.first, let last = node.arguments.last,
      last.label?.text == "forPrimaryKey"
    else { return nil }
    guard let type = typeName(first.expression), let key = layer.primaryKey(of: known(type)) else {
      note("The primary key of this class is not known here: fetch the object by its unique attribute.")
      return nil
    }
    needsQueries()
    let outer = inlined
    inlined = InlineValues()
    defer { inlined = outer }
    let value = capture(converted(last.expression), key)
    let descriptor = inlined.around("FetchDescriptor<\(type)>(predicate: #Predicate { $0.\(key) == \(value) })")
    return replaced(node, "\(converted(base)).first(\(descriptor))")
  }

  /// `Dog(value: ["name": "Rex"])`: models have such an initializer, structs have not.
  private func objectWithValue(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
    let name = RealmNames.last(node.calledExpression.plain)
    guard let type = layer.types[name], node.arguments.count == 1,
      let argument = node.arguments.first, argument.label?.text == "value", !type.initializers.contains("value")
    else { return nil }
    guard plan.structs.contains(name) else {
      needs.formUnion([.records, .swiftData])
      return nil
    }
    guard let dictionary = argument.expression.as(DictionaryExprSyntax.self),
      case .elements(let elements) = dictionary.content
    else { return type.kind == .embedded ? replaced(node, converted(argument.expression)) : nil }
    var lines = ["var object = \(node.calledExpression.plain)()"]
    for element in elements {
      guard let key = element.key.literalText else { return nil }
      lines.append("object.\(key) = \(converted(element.value))")
    }
    return replaced(node, "{ \(lines.joined(separator: "; ")); return object }()")
  }

  /// `Realm()`, `LinkingObjects(…)`, `ObjectId(…)`
  private func realmItself(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
    guard importsRealm else { return nil }
    let name = node.calledExpression.plain
    switch name {
    case "Realm", "RealmSwift.Realm":
      needs.formUnion([.current, .swiftData])
      if !node.arguments.isEmpty {
        note("The configuration of this realm belongs into that of the container, in RealmSupport.swift.")
      }
      return replaced(node, "ModelContext.current()")
    case "ObjectId":
      if node.arguments.isEmpty {
        needs.insert(.objectID)
        return replaced(node, "ObjectID.generate()")
      }
      guard let argument = node.arguments.first else { return nil }
      return replaced(node, converted(argument.expression))
    case "Decimal128":
      let argument = node.arguments.first
      let value = argument.map { converted($0.expression) } ?? ""
      switch argument?.label?.text {
      case nil, "value": return replaced(node, "Decimal(\(value))")
      case "string": return replaced(node, "(Decimal(string: \(value)) ?? 0)")
      case "number": return replaced(node, "\(value).decimalValue")
      default: return replaced(node, "Decimal(\(value))")
      }
    case "List", "RealmSwift.List":
      return node.arguments.isEmpty && node.trailingClosure == nil && !importsSwiftUI
        ? replaced(node, "[]") : nil
    case "ThreadSafeReference":
      guard let argument = node.arguments.first, argument.label?.text == "to" else { return nil }
      return replaced(node, "\(converted(argument.expression)).persistentModelID")
    default:
      if node.arguments.isEmpty, let callee = node.calledExpression.as(GenericSpecializationExprSyntax.self) {
        let type = TypeReading.nameAndArguments(Parsed.type(callee.plain))
        if ["RealmOptional", "RealmProperty"].contains(type.0), let argument = type.1.first {
          let inner = argument.as(OptionalTypeSyntax.self)?.wrappedType.plain ?? argument.plain
          return replaced(node, "Optional<\(inner)>.none")
        }
      }
      return nil
    }
  }

  /// What `freeze()` and `thaw()` are called on: SwiftData has no frozen objects.
  func thawed(_ node: ExprSyntax) -> ExprSyntax? {
    guard importsRealm, let call = node.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      call.trailingClosure == nil,
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      ["freeze", "thaw"].contains(member.declName.baseName.text)
    else { return nil }
    if member.declName.baseName.text == "freeze" {
      note(
        "SwiftData has no frozen objects: this one goes on changing. For another thread, hand over its "
          + "'persistentModelID'; to keep values, copy them.")
    }
    return replaced(node, converted(base))
  }

  // MARK: After the arguments

  func callAfterChildren(
    _ call: FunctionCallExprSyntax, original: FunctionCallExprSyntax
  ) -> ExprSyntax {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return ExprSyntax(withoutUnapplied(call)) }
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
    case "setValue":
      if let text = setValue(call, base, originalBase) { return replaced(original, text) }
    default: break
    }
    guard importsRealm, isRealm(originalBase) else { return ExprSyntax(withoutUnapplied(call)) }
    needs.insert(.swiftData)
    switch member.declName.baseName.text {
    case "write", "writeAsync", "asyncWrite":
      needs.insert(.writes)
      if member.declName.baseName.text != "write" { note("This runs at once now, on the thread of its caller.") }
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

  /// Work on a queue may run on any thread: it must not use objects or contexts of the one that asked for it.
  private func noteQueue(_ call: FunctionCallExprSyntax) {
    let callee = call.calledExpression.plain
    guard importsRealm, let closure = call.trailingClosure, !callee.contains("main"),
      callee.hasSuffix(".async") || callee.hasSuffix(".sync") || callee.hasSuffix(".asyncAfter"),
      callee.lowercased().contains("queue") || callee.contains("DispatchQueue")
    else { return }
    let text = closure.plain
    guard text.contains("ealm") else { return }
    note(
      "This runs on another thread: it needs a context of its own ('ModelContext.current()'), and objects come by their "
        + "'persistentModelID'.")
  }

  /// `setValue(_:forKey:)` with a property of a model.
  private func setValue(
    _ call: FunctionCallExprSyntax, _ base: ExprSyntax, _ original: ExprSyntax
  ) -> String? {
    guard importsRealm, call.arguments.count == 2, let value = call.arguments.first?.expression,
      let argument = call.arguments.last, argument.label?.text == "forKey",
      let key = KeyNames.of(argument.expression), !base.plain.lowercased().contains("defaults"),
      layer.types.values.contains(where: { $0.property(key) != nil })
    else { return nil }
    let isCollection =
      LiveResults.isQuery(original) || elementType(original) != nil
      || layer.collectionNames.contains(RealmNames.last(original.plain))
    return isCollection
      ? "\(base.plain).forEach { $0.\(key) = \(value.plain) }" : "\(base.plain).\(key) = \(value.plain)"
  }

  private func add(_ call: FunctionCallExprSyntax) -> ExprSyntax {
    needs.insert(.records)
    noteCopies(call)
    return ExprSyntax(withUpdatePolicy(call))
  }

  /// An object that is added may stay a copy of the one that had its key.
  private func noteCopies(_ call: FunctionCallExprSyntax) {
    guard call.arguments.contains(where: { $0.label?.text == "update" && $0.expression.plain != ".error" }),
      let argument = call.arguments.first?.expression, argument.is(DeclReferenceExprSyntax.self),
      isUsedLater(argument.plain)
    else { return }
    note(
      "If the key was taken, '\(argument.plain)' has given its values away: go on with the object that 'adding' returns."
    )
  }

  /// `update: true`, as it was before there were three ways.
  private func withUpdatePolicy(_ call: FunctionCallExprSyntax) -> FunctionCallExprSyntax {
    var result = call
    result.arguments = LabeledExprListSyntax(
      call.arguments.map { argument in
        guard argument.label?.text == "update" else { return argument }
        let policy: String
        switch argument.expression.plain {
        case "true": policy = ".all"
        case "false": policy = ".error"
        default: return argument
        }
        return argument.with(\.expression, replaced(argument.expression, policy))
      })
    return result
  }

  /// `append(objectsIn:)` and its like.
  private func collectionCall(
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
    if base.plain.hasPrefix("$"), importsRealm, base.is(MemberAccessExprSyntax.self) {
      let text = String(base.plain.dropFirst())
      result.calledExpression = ExprSyntax(
        member.with(\.base, replaced(base, text)))
    }
    return result
  }

  /// `forEach(list.append)`, which an array does not allow.
  private func withoutUnapplied(_ call: FunctionCallExprSyntax) -> FunctionCallExprSyntax {
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

  // MARK: Names

  func memberAfterChildren(
    _ member: MemberAccessExprSyntax, original: MemberAccessExprSyntax
  ) -> ExprSyntax {
    let name = member.declName.baseName.text
    guard let base = member.base else { return ExprSyntax(member) }
    let last = RealmNames.last(base.plain.trimmingSuffix("?").trimmingSuffix("!"))
    switch name {
    case "value" where layer.boxedNames.contains(last):
      return replaced(original, base.plain)
    case "stringValue" where layer.objectIDNames.contains(last):
      return replaced(original, base.plain)
    case "isInvalidated" where importsRealm || isInModel:
      if layer.collectionNames.contains(last) { return replaced(original, "false") }
      needs.insert(.invalidated)
      return ExprSyntax(member)
    case "realm"
    where base.plain == "self" && isInModel && !(layer.types[owners.last ?? ""]?.members.contains("realm") ?? false):
      return ExprSyntax(member.renamed("modelContext"))
    case "realm"
    where importsRealm && original.parent?.is(FunctionCallExprSyntax.self) != true && last.first?.isLowercase == true
      && base.plain != "self"
      && !["manager", "service", "store", "shared", "database", "provider", "helper", "storage"]
        .contains(where: { last.lowercased().hasSuffix($0) }):
      return ExprSyntax(member.renamed("modelContext"))
    case "isInWriteTransaction" where isRealm(base):
      needs.insert(.writes)
      return ExprSyntax(member)
    case "UpdatePolicy" where base.plain == "ModelContext" && original.base?.plain == "Realm":
      needs.insert(.records)
      return replaced(original, "RealmUpdatePolicy")
    default: return ExprSyntax(member)
    }
  }

  func reference(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    let name = node.baseName.text
    let isMemberName =
      node.parent?.as(MemberAccessExprSyntax.self).map { $0.declName.id == node.id } ?? false
    guard !isMemberName, node.argumentNames == nil else { return ExprSyntax(node) }
    if name == "realm", isInModel, !isLocal("realm"),
      !(layer.types[owners.last ?? ""]?.members.contains("realm") ?? false)
    {
      return ExprSyntax(
        node.with(
          \.baseName,
          .identifier("modelContext", leadingTrivia: node.leadingTrivia, trailingTrivia: node.trailingTrivia)))
    }
    if name == "isInvalidated", isInModel, !isLocal(name) { needs.insert(.invalidated) }
    guard importsRealm, !layer.topLevel.contains(name), !hidden.contains(name) else { return ExprSyntax(node) }
    switch name {
    case "ObjectId": return replaced(node, "String")
    case "Decimal128": return replaced(node, "Decimal")
    case "AnyRealmValue":
      needs.insert(.anyValue)
      return replaced(node, "RealmAny")
    case "Realm":
      let member = node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if member == "Configuration" || member == "Error" || member == "asyncOpen" {
        note("Realm's configuration has no counterpart: see the container in RealmSupport.swift.")
        return ExprSyntax(node)
      }
      return replaced(node, "ModelContext")
    default: return ExprSyntax(node)
    }
  }
}

extension MemberAccessExprSyntax {
  /// With another name, and the spaces after it.
  func renamed(_ name: String) -> MemberAccessExprSyntax {
    let old = declName.baseName
    return with(
      \.declName.baseName,
      .identifier(name, leadingTrivia: old.leadingTrivia, trailingTrivia: old.trailingTrivia))
  }
}
