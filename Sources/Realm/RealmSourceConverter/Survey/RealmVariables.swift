// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension TypeReading {
  /// `Realm`, `Realm?`, `inout Realm`
  static func isRealm(_ type: TypeSyntax) -> Bool {
    if let optional = type.as(OptionalTypeSyntax.self) { return isRealm(optional.wrappedType) }
    if let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return isRealm(implicit.wrappedType) }
    if let attributed = type.as(AttributedTypeSyntax.self) { return isRealm(attributed.baseType) }
    let (name, arguments) = nameAndArguments(type)
    return name == "Realm" && arguments.isEmpty
  }

  /// `try Realm()`, `try! Realm(configuration: …)`, `(try? Realm())!`
  static func makesRealm(_ value: ExprSyntax) -> Bool {
    if let attempt = value.as(TryExprSyntax.self) { return makesRealm(attempt.expression) }
    if let awaited = value.as(AwaitExprSyntax.self) { return makesRealm(awaited.expression) }
    if let forced = value.as(ForceUnwrapExprSyntax.self) { return makesRealm(forced.expression) }
    if let tuple = value.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return makesRealm(only.expression)
    }
    guard let call = value.as(FunctionCallExprSyntax.self) else { return false }
    return ["Realm", "Realm.init", "RealmSwift.Realm"].contains(call.calledExpression.plain)
  }
}

extension PatternBindingSyntax {
  /// Whether a variable is declared as a realm, or made one at once.
  var isRealm: Bool {
    if let type = typeAnnotation?.type { return TypeReading.isRealm(type) }
    return initializer.map { TypeReading.makesRealm($0.value) } ?? false
  }
}

/// The names of the members of all types and of the variables beside them, and which of them are realms.
final class MemberNames: SyntaxVisitor {
  private(set) var members: [String: Set<String>] = [:]
  private(set) var realms: [String: Set<String>] = [:]
  private(set) var globals: Set<String> = []
  private(set) var globalRealms: Set<String> = []

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) ?? false
    let isGlobal = node.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    guard isMember || isGlobal else { return .visitChildren }
    let owner = isMember ? Self.owner(of: Syntax(node)) : nil
    for binding in node.bindings {
      guard let name = binding.name else { continue }
      if let owner {
        members[owner, default: []].insert(name)
        if binding.isRealm { realms[owner, default: []].insert(name) }
      } else if isGlobal {
        globals.insert(name)
        if binding.isRealm { globalRealms.insert(name) }
      }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(MemberBlockItemSyntax.self) == true, let owner = Self.owner(of: Syntax(node)) {
      members[owner, default: []].insert(node.name.text.trimmingBackticks)
    }
    return .visitChildren
  }

  /// The name of the type that a member belongs to.
  private static func owner(of node: Syntax) -> String? {
    var current = node.parent
    while let parent = current {
      if let type = parent.as(ExtensionDeclSyntax.self) { return RealmNames.last(type.extendedType.plain) }
      if parent.asProtocol((any DeclGroupSyntax).self) != nil {
        return parent.asProtocol((any NamedDeclSyntax).self)?.name.text.trimmingBackticks
      }
      current = parent.parent
    }
    return nil
  }
}
