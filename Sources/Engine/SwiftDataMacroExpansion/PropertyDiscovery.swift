// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

/// One persisted property of a model class, as written in the source.
struct PersistedProperty {
  /// The name as it stands in code, with backticks where the user wrote them.
  let identifier: String
  /// The name without backticks: the key in the schema.
  let name: String
  /// The position among the class's own persisted properties.
  let index: Int
  /// The stored property beside it.
  let storage: String
  /// The empty property beside it, in a class that uses the names of Apple's expansion.
  let placeholder: String?
  let isConstant: Bool
  /// The annotation; `nil` when the type comes from the initializer.
  let type: TypeSyntax?
  let initializer: ExprSyntax?
  let attribute: AttributeSyntax?
  let relationship: AttributeSyntax?
  /// What an error about the property's type is to point at: the annotation, or else the name.
  let typePlace: Syntax

  var isTransformable: Bool { attribute?.isTransformable ?? false }
}

extension AttributeSyntax {
  /// Whether the options of an `@Attribute` name a value transformer.
  var isTransformable: Bool {
    guard case .argumentList(let arguments)? = arguments else { return false }
    return arguments.contains { argument in
      guard argument.label == nil else { return false }
      let call = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
      let member = (call ?? argument.expression).as(MemberAccessExprSyntax.self)
      return member?.declName.baseName.text == "transformable"
    }
  }
}

/// What a variable declaration is to a model.
enum PropertyKind {
  /// Computed, static, lazy: nothing to store.
  case notStored
  /// Stored in the object only.
  case transient
  /// Stored in the object only, after an error that names it.
  case unsupported
  case persisted
}

extension VariableDeclSyntax {
  /// The role of this declaration in a model class.
  var propertyKind: PropertyKind {
    if modifiers.contains(.static) || modifiers.contains(.class) || modifiers.contains(.lazy) {
      return .notStored
    }
    if bindings.contains(where: \.isComputed) { return .notStored }
    if attributes.named("Transient") != nil { return .transient }
    if attributes.named("_PersistedProperty") != nil { return .transient }
    if bindings.contains(where: { $0.plainName?.hasPrefix("_$") ?? false }) { return .transient }
    if bindings.contains(where: { $0.plainName == nil }) { return .unsupported }
    if bindings.count > 1, !isConstant { return .unsupported }
    if wrapper != nil { return .unsupported }
    let isTransformable = attributes.named("Attribute")?.isTransformable ?? false
    if !isTransformable, bindings.contains(where: { $0.writtenType?.isUnsupported ?? false }) {
      return .unsupported
    }
    return .persisted
  }

  /// A property wrapper, as far as names tell: the macro cannot see what an attribute is.
  var wrapper: AttributeSyntax? {
    for case .attribute(let attribute) in attributes {
      let name =
        attribute.attributeName.as(MemberTypeSyntax.self)?.name
        ?? attribute.attributeName.as(IdentifierTypeSyntax.self)?.name
      if let name, Self.wrappers.contains(name.text) { return attribute }
    }
    return nil
  }

  /// The start of the name of the storage. An attribute that the macro does not know may be another macro, or a
  /// property wrapper, whose own storage has the usual name: one error is enough then.
  ///
  /// - Parameter isNamed: Whether the usual name is that of something else.
  func storagePrefix(isNamed: Bool) -> String {
    if isNamed { return "_$_" }
    let isForeign = attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      let name = attribute.attributeName.trimmedDescription.split(separator: ".").last ?? ""
      return name.first?.isUppercase == true && !name.hasSuffix("Actor") && !Self.harmless.contains(String(name))
    }
    return isForeign ? "_$_" : "_"
  }

  private static let harmless: Set<String> = [
    "Attribute", "Relationship", "Transient", "IBInspectable", "IBOutlet", "NSCopying", "NSManaged",
    "ObservationIgnored", "ObservationTracked",
  ]

  private static let wrappers: Set<String> = [
    "AccessibilityFocusState", "AppStorage", "Bindable", "Binding", "Environment", "EnvironmentObject",
    "FetchRequest", "FocusState", "FocusedValue", "GestureState", "Namespace", "ObservedObject", "Published",
    "Query", "ScaledMetric", "SceneStorage", "State", "StateObject", "UIApplicationDelegateAdaptor",
  ]

  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
}

extension PatternBindingSyntax {
  /// The name without backticks, or `nil` for a tuple pattern.
  var plainName: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName }

  /// The annotation; in `let a, b: Int` that of the next binding which has one.
  var writtenType: TypeSyntax? {
    if let own = typeAnnotation?.type { return own }
    guard initializer == nil, let list = parent?.as(PatternBindingListSyntax.self) else {
      return nil
    }
    return list.drop { $0.id != id }.lazy.compactMap { $0.typeAnnotation?.type }.first
  }

  /// Whether the braces compute a value, rather than observe one.
  var isComputed: Bool {
    guard let block = accessorBlock else { return false }
    guard case .accessors(let accessors) = block.accessors else { return true }
    return accessors.contains {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

/// The variables of a class body, those inside active `#if` branches included.
func variables(
  in members: MemberBlockItemListSyntax, context: some MacroExpansionContext
) -> [VariableDeclSyntax] {
  declarations(in: members, context: context).compactMap { $0.as(VariableDeclSyntax.self) }
}

/// The declarations of a class body, those inside active `#if` branches included.
func declarations(in members: MemberBlockItemListSyntax, context: some MacroExpansionContext) -> [DeclSyntax] {
  var found: [DeclSyntax] = []
  for member in members {
    guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else {
      found.append(member.decl)
      continue
    }
    if let configuration = context.buildConfiguration,
      case .decls(let active)? = conditional.activeClause(in: configuration).clause?.elements
    {
      found += declarations(in: active, context: context)
    }
  }
  return found
}

/// The persisted properties among `variables`, in order.
///
/// - Parameters:
///   - isNamed: whether the class uses the names of Apple's expansion.
///   - isConstant: whether a variable has no accessors.
func persistedProperties(
  in variables: [VariableDeclSyntax], isNamed: Bool, isConstant: (VariableDeclSyntax) -> Bool
) -> [PersistedProperty] {
  var found: [PersistedProperty] = []
  for variable in variables where variable.propertyKind == .persisted {
    for binding in variable.bindings {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      let isConstant = isConstant(variable)
      found.append(
        PersistedProperty(
          identifier: pattern.identifier.trimmed.text,
          name: pattern.identifier.plainName,
          index: found.count,
          storage: variable.storagePrefix(isNamed: isNamed) + pattern.identifier.plainName,
          placeholder: isNamed && !isConstant ? "_" + pattern.identifier.plainName : nil,
          isConstant: isConstant,
          type: binding.writtenType?.trimmed,
          initializer: binding.initializer?.value.trimmed,
          attribute: variable.attributes.named("Attribute"),
          relationship: variable.attributes.named("Relationship"),
          typePlace: binding.writtenType.map(Syntax.init) ?? Syntax(binding.pattern)))
    }
  }
  return found
}
