// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor a model context of its own.
public struct PersistentModelActorMacroExpansion {}

extension PersistentModelActorMacroExpansion: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      let name = declaration.typeName.map { " '\($0.plainName)'" } ?? ""
      context.report(
        .error(
          "not-an-actor",
          "'@ModelActor' cannot be applied to \(declaration.introducer.text) type\(name)"),
        at: node, fix: keywordFix(declaration, keyword: .actor))
      return []
    }
    let access =
      actor.modifiers.contains(.public) ? "public " : actor.modifiers.contains(.package) ? "package " : ""
    var members: [DeclSyntax] = [
      "nonisolated \(raw: access)let modelExecutor: any SwiftData.ModelExecutor",
      "nonisolated \(raw: access)let modelContainer: SwiftData.ModelContainer",
    ]
    if actor.hasContainerInitializer { return members }
    let unassigned = actor.unassigned
    for (binding, name) in unassigned {
      context.report(
        .error(
          "actor-property",
          "'init(modelContainer:)', which '@ModelActor' adds, gives '\(name)' no value; give it a default value, or write 'init(modelContainer:)' yourself"
        ),
        at: binding)
    }
    // With the error above, no program is made of it: it only has to be there, or the compiler would report more.
    let body =
      unassigned.isEmpty
      ? [
        "let modelContext = SwiftData.ModelContext(modelContainer)",
        "self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)",
        "self.modelContainer = modelContainer",
      ] : ["Swift.fatalError()"]
    members.append(
      """
      \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
        \(raw: body.joined(separator: "\n  "))
      }
      """)
    return members
  }
}

extension PersistentModelActorMacroExpansion: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let availability = declaration.attributes.availability
    return [
      try ExtensionDeclSyntax(
        "\(raw: availability)extension \(type.trimmed): SwiftData.ModelActor {}")
    ]
  }
}

extension ActorDeclSyntax {
  /// Stored properties that no initial value is given.
  fileprivate var unassigned: [(binding: PatternBindingSyntax, name: String)] {
    memberBlock.members.flatMap { member -> [(binding: PatternBindingSyntax, name: String)] in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(.static), !variable.modifiers.contains(.lazy)
      else { return [] }
      return variable.bindings.compactMap { binding in
        guard binding.initializer == nil, !binding.isComputed, let name = binding.plainName,
          variable.isConstant || binding.writtenType?.optionalWrapped == nil,
          // A wrapper, or another macro, may give it one.
          variable.attributes.allSatisfy({ $0.as(AttributeSyntax.self)?.attributeName.isCapitalized != true })
        else { return nil }
        return (binding, name)
      }
    }
  }

  /// Whether the body has an `init(modelContainer:)` with no other parameters.
  fileprivate var hasContainerInitializer: Bool {
    memberBlock.members.contains { member in
      guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
      let parameters = initializer.signature.parameterClause.parameters
      return parameters.count == 1 && parameters.first?.firstName.text == "modelContainer"
    }
  }
}

extension TypeSyntax {
  fileprivate var isCapitalized: Bool { trimmedDescription.first?.isUppercase ?? false }
}
