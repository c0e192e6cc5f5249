// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What Realm's types become where they are written.
enum TypeRewriting {
  /// - Parameter visited: the type with its arguments converted.
  static func convert(
    _ node: some TypeSyntaxProtocol, _ visited: TypeSyntax, _ rewriter: UsageRewriter
  ) -> TypeSyntax? {
    let original = TypeSyntax(node)
    let isQualified = original.is(MemberTypeSyntax.self)
    guard rewriter.importsRealm || isQualified else { return nil }
    let (name, _) = TypeReading.nameAndArguments(original)
    let arguments = TypeReading.nameAndArguments(visited).1.map(\.plain)
    guard isQualified || !(rewriter.layer.topLevel.contains(name) || rewriter.hidden.contains(name)) else {
      return nil
    }
    guard let text = text(name, arguments, original, rewriter) else { return nil }
    var result = Parsed.type(text)
    result.leadingTrivia = node.leadingTrivia
    result.trailingTrivia = node.trailingTrivia
    return result
  }

  private static func text(
    _ name: String, _ arguments: [String], _ node: TypeSyntax, _ rewriter: UsageRewriter
  ) -> String? {
    switch (name, arguments.count) {
    case ("List", 1), ("LinkingObjects", 1), ("Results", 1), ("AnyRealmCollection", 1): return "[\(arguments[0])]"
    case ("MutableSet", 1): return set(of: arguments[0], rewriter.plan)
    case ("Map", 2): return "[\(arguments[0]): \(arguments[1])]"
    case ("RealmOptional", 1): return "\(arguments[0])?"
    case ("RealmProperty", 1): return arguments[0]
    case ("ThreadSafeReference", 1): return "PersistentIdentifier"
    case ("Realm.UpdatePolicy", 0):
      rewriter.needs.insert(.records)
      return "RealmUpdatePolicy"
    case ("ObjectId", 0): return "String"
    case ("Decimal128", 0): return "Decimal"
    case ("AnyRealmValue", 0):
      rewriter.needs.insert(.anyValue)
      return "RealmAny"
    case ("Realm", 0): return node.parent?.is(MemberTypeSyntax.self) == true ? nil : "ModelContext"
    case ("NotificationToken", 0), ("RealmCollectionChange", 0), ("ObjectChange", 0), ("PropertyChange", 0):
      rewriter.needs.insert(.notifications)
      return node.is(MemberTypeSyntax.self) ? name : nil
    case ("RealmCollectionChange", 1), ("ObjectChange", 1):
      rewriter.needs.insert(.notifications)
      return "\(name)<\(arguments[0])>"
    case ("Realm.Notification", 0):
      rewriter.needs.insert(.notifications)
      return "RealmNotification"
    case ("RealmCollectionValue", 0) where isConstraint(node): return "PersistentModel"
    case ("RealmSwiftObject", 0), ("Object", 0), ("EmbeddedObject", 0), ("ObjectBase", 0):
      if isSuperclass(node) { return nil }
      if isConstraint(node) { return "PersistentModel" }
      if node.parent?.is(OptionalTypeSyntax.self) == true
        || node.parent?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
      {
        return "(any PersistentModel)"
      }
      return "any PersistentModel"
    case ("ObjectKeyIdentifiable", 0) where !isSuperclass(node): return "PersistentModel"
    default: return nil
    }
  }

  /// An extension of a collection that becomes an array: of arrays of models, where Realm's has objects only.
  static func ofArrays(
    _ node: ExtensionDeclSyntax, extending type: TypeSyntax, _ rewriter: UsageRewriter
  ) -> ExtensionDeclSyntax {
    let (name, arguments) = TypeReading.nameAndArguments(type)
    guard rewriter.importsRealm, arguments.isEmpty,
      ["List", "Results", "LinkingObjects", "AnyRealmCollection"].contains(name),
      type.is(MemberTypeSyntax.self) || !(rewriter.layer.topLevel.contains(name) || rewriter.hidden.contains(name))
    else { return node }
    var result = node
    result.extendedType = Parsed.type("Array")
    result.extendedType.leadingTrivia = node.extendedType.leadingTrivia
    result.extendedType.trailingTrivia = node.extendedType.trailingTrivia
    guard name != "List", node.genericWhereClause == nil else { return result }
    let models = ConformanceRequirementSyntax(
      leftType: IdentifierTypeSyntax(name: .identifier("Element")), colon: .colonToken(trailingTrivia: .space),
      rightType: IdentifierTypeSyntax(name: .identifier("PersistentModel", trailingTrivia: .space)))
    result.genericWhereClause = GenericWhereClauseSyntax(
      whereKeyword: .keyword(.where, trailingTrivia: .space),
      requirements: [GenericRequirementSyntax(requirement: .conformanceRequirement(models))])
    return result
  }

  /// A set of values, or of objects, which a relationship keeps in an array.
  static func set(of element: String, _ plan: ConversionPlan) -> String {
    let isModel = plan.layer.types[RealmNames.last(element)] != nil
    return isModel ? "[\(element)]" : "Set<\(element)>"
  }

  /// Whether a class inherits it, or an enum: what becomes of that is decided elsewhere.
  private static func isSuperclass(_ node: TypeSyntax) -> Bool {
    guard let list = node.parent?.as(InheritedTypeSyntax.self)?.parent?.parent?.parent else { return false }
    return list.is(ClassDeclSyntax.self) || list.is(EnumDeclSyntax.self) || list.is(StructDeclSyntax.self)
      || list.is(ExtensionDeclSyntax.self)
  }

  private static func isConstraint(_ node: TypeSyntax) -> Bool {
    guard let parent = node.parent else { return false }
    return parent.is(InheritedTypeSyntax.self) || parent.is(GenericParameterSyntax.self)
      || parent.is(ConformanceRequirementSyntax.self) || parent.is(SomeOrAnyTypeSyntax.self)
      || parent.is(CompositionTypeElementSyntax.self) || parent.is(AssociatedTypeDeclSyntax.self)
      || parent.is(ExtensionDeclSyntax.self)
  }
}
