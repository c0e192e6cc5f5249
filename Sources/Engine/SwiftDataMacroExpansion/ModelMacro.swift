// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: turns a class into a persistent model. Each role delegates to a file of its own.
public struct PersistentModelMacroExpansion {
  /// The members are laid out already; formatting them again costs time in every build.
  public static var formatMode: FormatMode { .disabled }
}

extension PersistentModelMacroExpansion: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      diagnoseNotAClass(declaration, in: context)
      return []
    }
    if let problem = declaration.problemAsModel(in: context) {
      context.report(problem.message, at: problem.node)
      return []
    }
    // The compiler leaves out what a superclass conforms to already.
    let isRoot =
      protocols.contains { $0.trimmedDescription.hasSuffix("PersistentModel") }
      || declaration.inherits("PersistentModel") || declaration.inheritanceClause == nil
    let model = ModelClass(declaration, isSubclass: !isRoot, in: context)
    diagnose(model, in: context)
    let initializers = [model.backingDataInitializer, model.defaultInitializer].compactMap(\.self)
    let members =
      model.stateMembers + model.backingDataMember + model.settlingMembers + [model.schemaMetadata] + initializers
      + model.descriptionMembers + model.rowMembers + model.chainMembers + model.superclassMembers
    return members.map(DeclSyntax.init(text:))
  }
}

extension PersistentModelMacroExpansion: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self),
      declaration.problemAsModel(in: context) == nil,
      let variable = member.as(VariableDeclSyntax.self),
      variable.propertyKind == .persisted,
      !variable.isConstant
        || (AssignedConstants.areAllowed(in: context)
          && AssignedConstants(declaration, in: context).contains(variable)),
      let name = variable.bindings.first?.plainName
    else { return [] }
    // This runs once for each property, so it only counts the ones before.
    var index = 0
    // A static variable may have the same name.
    let others = variables(in: declaration.memberBlock.members, context: context).filter {
      $0.propertyKind == .persisted
    }
    guard let end = others.firstIndex(where: { $0.bindings.first?.plainName == name }) else {
      diagnoseUnknownCondition(of: variable, name, in: context)
      return []
    }
    for other in others[..<end] { index += other.bindings.count }
    let isTransformable = variable.attributes.named("Attribute")?.isTransformable ?? false
    let macro = isTransformable ? "_TransformablePersistedProperty" : "_PersistedProperty"
    return ["@\(raw: macro)(\(raw: index)\(raw: declaration.usesStorageNames(in: context) ? ", named: true" : ""))"]
  }
}

extension PersistentModelMacroExpansion: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self), model.problemAsModel(in: context) == nil
    else { return [] }
    return try protocols.map {
      try conformance(of: type, to: $0, availability: declaration.attributes.availability)
    }
  }
}

/// The extension that makes `type` conform to one of the protocols that the compiler asked for.
func conformance(
  of type: some TypeSyntaxProtocol, to protocolType: TypeSyntax, availability: String
) throws -> ExtensionDeclSyntax {
  let name = type.trimmedDescription
  // `SwiftData` re-exports Observation; its own name may be hidden by a model called Observation.
  if protocolType.trimmedDescription.hasSuffix("Observable") {
    return try ExtensionDeclSyntax(
      "\(raw: availability)extension \(raw: name): nonisolated SwiftData.Observable {}")
  }
  if protocolType.trimmedDescription.hasSuffix("PersistentModel") {
    return try ExtensionDeclSyntax(
      "\(raw: availability)extension \(raw: name): nonisolated SwiftData.PersistentModel {}")
  }
  // Unavailable rather than absent, so that the compiler can say what to do instead.
  let advice =
    "PersistentModels are not Sendable, consider utilizing a ModelActor or use \(name)'s persistentModelID instead"
  return try ExtensionDeclSyntax(
    """
    \(raw: availability)@available(swift, deprecated: 5.9, message: "\(raw: advice)")
    @available(*, unavailable, message: "\(raw: advice)")
    extension \(raw: name): Swift.Sendable {}
    """)
}
