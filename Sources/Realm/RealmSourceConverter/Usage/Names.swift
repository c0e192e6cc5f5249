// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Names that mean something else, or nothing any more.
extension UsageRewriter {
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
      && base.plain != "self" && !isRealmHolder(last)
      && !["manager", "service", "store", "shared", "database", "provider", "helper", "storage"]
        .contains(where: { last.lowercased().hasSuffix($0) }):
      return ExprSyntax(member.renamed("modelContext"))
    case "isEmpty" where importsRealm && original.base.map { isRealm($0) && !$0.plain.contains("objects(") } == true:
      needs.formUnion([.isEmpty, .queries])
      return ExprSyntax(member)
    case "isInWriteTransaction" where isRealm(base):
      needs.insert(.writes)
      return ExprSyntax(member)
    case "UpdatePolicy" where base.plain == "ModelContext" && original.base?.plain == "Realm":
      needs.insert(.records)
      return replaced(original, "RealmUpdatePolicy")
    default: return ExprSyntax(member)
    }
  }

  /// Whether a name stands for something of the app's own that has a realm, and is no model.
  private func isRealmHolder(_ name: String) -> Bool {
    layer.realmHolders.contains(name)
      || layer.realmOwners.contains { $0.lowercased() == name.lowercased() && layer.types[$0] == nil }
  }

  /// `guard let realm = realm`: the realm that the object is in.
  func visitedBinding(
    _ node: OptionalBindingConditionSyntax, _ result: OptionalBindingConditionSyntax
  ) -> OptionalBindingConditionSyntax {
    let value = node.initializer?.value.plain ?? node.pattern.plain
    guard node.pattern.plain == "realm", value == "realm" || value == "self.realm", isInModel,
      !parameters.contains(where: { $0.contains("realm") }),
      !(layer.types[owners.last ?? ""]?.members.contains("realm") ?? false)
    else { return result }
    let trailing = node.initializer?.trailingTrivia ?? node.pattern.trailingTrivia
    return result.with(\.pattern.trailingTrivia, .space).with(
      \.initializer,
      InitializerClauseSyntax(
        equal: .equalToken(trailingTrivia: .space),
        value: Parsed.expression("modelContext").with(\.trailingTrivia, trailing)))
  }

  /// `List<Dog>` and its like as expressions.
  func visitedSpecialization(_ result: ExprSyntax) -> ExprSyntax {
    let (name, arguments) = TypeReading.nameAndArguments(Parsed.type(result.plain))
    guard importsRealm else { return result }
    let text: String
    switch (name, arguments.count) {
    case ("List", 1), ("LinkingObjects", 1), ("Results", 1): text = "[\(arguments[0].plain)]"
    case ("MutableSet", 1): text = TypeRewriting.set(of: arguments[0].plain, plan)
    case ("Map", 2): text = "[\(arguments[0].plain): \(arguments[1].plain)]"
    case ("RealmOptional", 1): text = "Optional<\(arguments[0].plain)>"
    case ("RealmProperty", 1): text = arguments[0].plain
    default: return result
    }
    return replaced(result, text)
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

/// The names that a function binds, wherever in it.
final class BoundNames: SyntaxVisitor {
  var names: Set<String> = []
  var parameters: Set<String> = []
  var typeParameters: [String: String] = [:]
  /// Those that are declared as realms.
  var realms: Set<String> = []
  /// Those that stand for something else, which may be a realm.
  var aliases: [(name: String, value: ExprSyntax)] = []

  private func readValue(_ name: String, _ value: ExprSyntax) {
    if TypeReading.makesRealm(value) {
      realms.insert(name)
    } else if value.is(DeclReferenceExprSyntax.self) || value.is(MemberAccessExprSyntax.self) {
      aliases.append((name, value))
    }
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.name else { return .visitChildren }
    if node.isRealm {
      realms.insert(name)
    } else if node.typeAnnotation == nil, let value = node.initializer?.value {
      readValue(name, value)
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks else {
      return .visitChildren
    }
    if let type = node.typeAnnotation?.type, TypeReading.isRealm(type) { realms.insert(name) }
    readValue(name, node.initializer?.value ?? Parsed.expression(name))
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    names.insert(name)
    parameters.insert(name)
    if TypeReading.isRealm(node.type) { realms.insert(name) }
    if let type = node.type.as(MetatypeTypeSyntax.self) { typeParameters[name] = type.baseType.plain }
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    names.insert(name)
    if let type = node.type, TypeReading.isRealm(type) { realms.insert(name) }
    return .visitChildren
  }
}
