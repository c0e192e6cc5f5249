// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Reads one class of Realm's.
struct ClassReader {
  private let declaration: ClassDeclSyntax
  private let layer: SourceLayer
  /// Whether properties are marked with `@Persisted`; the others are ignored then.
  private let usesPersisted: Bool
  private let isObjC: Bool

  init(_ declaration: ClassDeclSyntax, _ layer: SourceLayer) {
    self.declaration = declaration
    self.layer = layer
    isObjC = declaration.attributes.named("objcMembers") != nil
    usesPersisted = declaration.memberBlock.members.contains {
      $0.decl.as(VariableDeclSyntax.self)?.attributes.named("Persisted") != nil
    }
  }

  mutating func read(into type: inout RealmDeclaration) {
    var ignored: Set<String> = []
    for member in declaration.memberBlock.members {
      type.members.formUnion(member.decl.declaredNames)
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        Self.readFunction(function, into: &type)
        if function.name.text == "ignoredProperties" {
          ignored.formUnion(Self.names(KeyNames.returned(function.body)))
        }
      }
      if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        type.initializers.append(initializer.firstLabel)
      }
      if let attribute = declaration.attributes.named("objc"),
        case .objCName(let pieces)? = attribute.arguments
      {
        type.fileName = pieces.plain
      }
    }
    for member in declaration.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings {
        guard let property = property(variable, binding), !ignored.contains(property.name) else {
          continue
        }
        if property.isPrimaryKey { type.primaryKey = property.name }
        type.properties.append(property)
      }
    }
    type.hasValueSemantics = type.kind == .embedded && ValueSemantics.fit(declaration, type, layer)
  }

  static func readFunction(_ function: FunctionDeclSyntax, into type: inout RealmDeclaration) {
    guard function.signature.parameterClause.parameters.isEmpty else { return }
    switch function.name.text {
    case "primaryKey":
      guard let value = KeyNames.returned(function.body) else { return }
      type.primaryKey = KeyNames.of(value)
      if type.primaryKey == nil, value.plain != "nil" { type.hasUnknownPrimaryKey = true }
    case "indexedProperties": type.indexed += names(KeyNames.returned(function.body))
    case "_realmObjectName": type.fileName = KeyNames.returned(function.body)?.literalText
    case "propertiesMapping":
      guard let map = KeyNames.returned(function.body)?.as(DictionaryExprSyntax.self),
        case .elements(let elements) = map.content
      else { return }
      for element in elements {
        if let key = element.key.literalText { type.mappedNames[key] = element.value.literalText }
      }
    default: break
    }
  }

  /// The names in an array.
  private static func names(_ value: ExprSyntax?) -> [String] {
    value?.as(ArrayExprSyntax.self)?.elements.compactMap { KeyNames.of($0.expression) } ?? []
  }

  /// The property that a variable is to Realm; `nil` if it is none.
  private func property(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
  ) -> RealmPropertyDeclaration? {
    guard let name = binding.name, !binding.isComputed,
      !variable.modifiers.has(.static), !variable.modifiers.has(.class),
      !variable.modifiers.has(.lazy)
    else { return nil }
    var read = ReadType()
    let annotation =
      binding.typeAnnotation?.type
      ?? (binding.initializer == nil
        ? variable.bindings.lazy.compactMap { $0.typeAnnotation?.type }.first : nil)
    if let annotation {
      read = TypeReading.read(annotation)
      if let value = binding.initializer?.value, read.origin == nil {
        read.origin = TypeReading.read(value, layer).origin
      }
    } else if let value = binding.initializer?.value {
      read = TypeReading.read(value, layer)
    }
    let attribute = variable.attributes.named("Persisted")
    let isDynamic =
      variable.modifiers.has(.dynamic) && !variable.modifiers.has(.weak)
    let isRealmType = read.isBoxed || read.collection != nil
    guard attribute != nil || (!usesPersisted && isDynamic) || isRealmType else { return nil }
    var property = RealmPropertyDeclaration(
      name: name, type: read.type, collection: read.collection, isOptional: read.isOptional,
      isBoxed: read.isBoxed)
    property.isImplicitlyUnwrapped = read.isImplicitlyUnwrapped
    property.origin =
      attribute?.argument("originProperty").flatMap(KeyNames.of) ?? read.origin
    property.isPrimaryKey = attribute?.argument("primaryKey")?.plain == "true"
    property.isIndexed = attribute?.argument("indexed")?.plain == "true"
    if !isRealmType, let value = binding.initializer?.value {
      property.initial = value.plain
    } else if attribute?.argument("wrappedValue") != nil {
      property.initial = attribute?.argument("wrappedValue")?.plain
    } else if read.isBoxed, let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
      let first = call.arguments.first
    {
      property.initial = first.expression.plain
    }
    return property
  }
}

/// Whether an embedded class could as well be a struct.
enum ValueSemantics {
  static func fit(
    _ declaration: ClassDeclSyntax, _ type: RealmDeclaration, _ layer: SourceLayer
  ) -> Bool {
    guard type.superclass == nil, !declaration.modifiers.has(.open) else { return false }
    let known: Set<String> = [
      "Codable", "Comparable", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
      "Hashable", "Identifiable", "ObjectKeyIdentifiable", "Sendable",
    ]
    guard type.conformances.allSatisfy({ known.contains(RealmNames.last($0)) }) else {
      return false
    }
    let stored = Set(type.properties.map(\.name))
    return declaration.memberBlock.members.allSatisfy { member in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return variable.bindings.allSatisfy { binding in
          guard let name = binding.name else { return false }
          if variable.modifiers.has(.override) || variable.modifiers.has(.lazy) { return false }
          if variable.modifiers.has(.static) || variable.modifiers.has(.class) { return true }
          if binding.isComputed { return !assigns(Syntax(variable), to: stored) }
          return stored.contains(name) && binding.accessorBlock == nil
        }
      }
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        if ["ignoredProperties", "indexedProperties", "primaryKey"].contains(function.name.text) {
          return true
        }
        return !function.modifiers.has(.override) && !function.modifiers.has(.class)
          && !assigns(Syntax(function), to: stored)
      }
      if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        return !initializer.plain.contains("[weak self]")
      }
      return !member.decl.is(DeinitializerDeclSyntax.self)
        && !member.decl.is(IfConfigDeclSyntax.self)
    }
  }

  /// Whether code changes properties, which in a struct would need to be said.
  private static func assigns(_ node: Syntax, to names: Set<String>) -> Bool {
    let finder = AssignmentFinder(names)
    finder.walk(node)
    return finder.isFound
  }
}

/// Looks for assignments to properties, and for calls that change collections.
private final class AssignmentFinder: SyntaxVisitor {
  private let names: Set<String>
  private(set) var isFound = false

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for (index, part) in parts.enumerated() where index > 0 {
      let isAssignment =
        part.is(AssignmentExprSyntax.self)
        || (part.as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") == true
          && !["==", "!=", "<=", ">=", "===", "!=="].contains(part.plain))
      if isAssignment, isOwn(parts[index - 1]) { isFound = true }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let changing = ["append", "insert", "remove", "removeAll", "removeLast", "swapAt", "move"]
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      changing.contains(member.declName.baseName.text), isOwn(base)
    {
      isFound = true
    }
    return .visitChildren
  }

  private func isOwn(_ expression: ExprSyntax) -> Bool {
    let text = expression.plain
    let name = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
    let first = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return names.contains(String(first))
  }
}
