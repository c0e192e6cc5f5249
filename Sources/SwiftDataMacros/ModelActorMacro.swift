import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor a model context of its own.
public struct PersistentModelActorMacro {}

extension PersistentModelActorMacro: MemberMacro {
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
    if !actor.hasContainerInitializer {
      members.append(
        """
        \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
          let modelContext = SwiftData.ModelContext(modelContainer)
          self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
        """)
    }
    return members
  }
}

extension PersistentModelActorMacro: ExtensionMacro {
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
  /// Whether the body has an `init(modelContainer:)` with no other parameters.
  fileprivate var hasContainerInitializer: Bool {
    memberBlock.members.contains { member in
      guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
      let parameters = initializer.signature.parameterClause.parameters
      return parameters.count == 1 && parameters.first?.firstName.text == "modelContainer"
    }
  }
}
