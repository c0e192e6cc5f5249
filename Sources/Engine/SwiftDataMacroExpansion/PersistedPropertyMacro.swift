// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: typed storage beside a property, and accessors that watch over it.
/// Without an index it expands to accessors over `_$backingData`, for classes written out by hand.
public struct PersistedPropertyMacroExpansion: PersistedPropertyExpansion {
  static let isTransformable = false
}

/// `@_TransformablePersistedProperty(index)`: for values of a value transformer, which need not be `Codable`.
public struct TransformablePersistedPropertyMacroExpansion: PersistedPropertyExpansion {
  static let isTransformable = true
}

/// What both macros share: they differ only in the runtime functions they call.
protocol PersistedPropertyExpansion: AccessorMacro, PeerMacro {
  static var isTransformable: Bool { get }
}

extension PersistedPropertyExpansion {
  /// The text below is laid out already; formatting it again would cost a quarter of the expansion time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = AccessedProperty(declaration, isTransformable, isNamed: node.usesStorageNames),
      // One with an index is assigned by an initializer (`AssignedConstants`).
      !property.isConstant || node.propertyIndex != nil
    else { return [] }
    guard let index = node.propertyIndex,
      let owner = context.lexicalContext.lazy.compactMap({ $0.as(ClassDeclSyntax.self) }).first
    else {
      return property.backedAccessors(isTransformable ? "Transformable" : "").map(
        AccessorDeclSyntax.init(text:))
    }
    return property.storedAccessors(owner: owner.name.trimmed.text, index: index).map(AccessorDeclSyntax.init(text:))
  }

  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = AccessedProperty(declaration, isTransformable, isNamed: node.usesStorageNames)
    else { return [] }
    if node.propertyIndex == nil { return [DeclSyntax(text: property.backedPeer)] }
    let peers = [property.storedPeer] + (property.isNamed ? [property.placeholderPeer] : [])
    return peers.map(DeclSyntax.init(text:))
  }
}

extension AttributeSyntax {
  /// The argument of `@_PersistedProperty(3)`.
  fileprivate var propertyIndex: Int? {
    guard case .argumentList(let arguments)? = arguments, let first = arguments.first else {
      return nil
    }
    return Int(first.expression.trimmedDescription)
  }

  /// The argument `named: true`.
  fileprivate var usesStorageNames: Bool {
    guard case .argumentList(let arguments)? = arguments else { return false }
    return arguments.contains { $0.label?.text == "named" }
  }
}

/// The property that a `@_PersistedProperty` is attached to.
struct AccessedProperty {
  let identifier: String
  /// Without backticks.
  let plainName: String
  let storage: String
  /// Whether the class uses the names of Apple's expansion.
  let isNamed: Bool
  let isConstant: Bool
  let type: TypeSyntax?
  let initializer: ExprSyntax?
  let form: StorageForm

  init?(_ declaration: some DeclSyntaxProtocol, _ isTransformable: Bool, isNamed: Bool) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    identifier = pattern.identifier.trimmed.text
    plainName = pattern.identifier.plainName
    storage = variable.storagePrefix(isNamed: isNamed) + plainName
    self.isNamed = isNamed
    isConstant = variable.isConstant
    type = binding.typeAnnotation?.type.trimmed
    initializer = binding.initializer?.value.trimmed
    form = StorageForm(
      type: type, initializer: initializer, isTransformable: isTransformable,
      isRelationship: variable.attributes.named("Relationship") != nil)
  }
}
