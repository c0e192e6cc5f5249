// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Realms, and what is asked of them: objects by their keys, additions.
extension UsageRewriter {
  /// `Realm()`, `LinkingObjects(…)`, `ObjectId(…)`
  func realmItself(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
    guard importsRealm else { return nil }
    let name = node.calledExpression.plain
    switch name {
    case "Realm", "RealmSwift.Realm":
      needs.formUnion([.current, .swiftData])
      if !node.arguments.isEmpty {
        note("The configuration of this realm belongs into that of the container, in RealmSupport.swift.")
      }
      return replaced(node, "ModelContext.\(layer.contextFunction)()")
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

  /// `realm.object(ofType:forPrimaryKey:)` as a fetch by the unique attribute.
  func object(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) -> ExprSyntax? {
    guard node.arguments.count == 2, let first = node.arguments.first, let last = node.arguments.last,
      last.label?.text == "forPrimaryKey"
    else { return nil }
    if let type = typeName(first.expression), type != "Self", layer.types[type] == nil, !layer.declared.contains(type) {
      // A class that is known when the app runs: RealmSupport.swift has the same call.
      needs.formUnion([.records, .swiftData])
      return nil
    }
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

  /// `Dog(value: ["name": "Rex"])`: models have such an initializer, structs do not.
  func objectWithValue(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
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

  func add(_ call: FunctionCallExprSyntax) -> ExprSyntax {
    needs.insert(.records)
    noteCopies(call)
    return ExprSyntax(withUpdatePolicy(call))
  }

  /// An object that is added may stay a copy of the one that had its key.
  func noteCopies(_ call: FunctionCallExprSyntax) {
    guard call.arguments.contains(where: { $0.label?.text == "update" && $0.expression.plain != ".error" }),
      let argument = call.arguments.first?.expression, argument.is(DeclReferenceExprSyntax.self),
      isUsedLater(argument.plain)
    else { return }
    note(
      "If the key was taken, '\(argument.plain)' has given its values away: go on with the object that 'adding' returns."
    )
  }

  /// `update: true`, as it was before there were three ways.
  func withUpdatePolicy(_ call: FunctionCallExprSyntax) -> FunctionCallExprSyntax {
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
}
