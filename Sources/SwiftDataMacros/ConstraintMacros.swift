import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique`: groups of properties whose values are unique together. `@Model` reads the arguments.
public struct UniqueConstraintsMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    diagnoseOutsideOfClass(node, in: context)
    return []
  }
}

/// `#Index`: groups of properties that the store indexes. `@Model` reads the arguments.
public struct IndexMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    diagnoseOutsideOfClass(node, in: context)
    return []
  }
}

private func diagnoseOutsideOfClass(
  _ node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
) {
  if let model = context.lexicalContext.first?.as(ClassDeclSyntax.self),
    model.attributes.named("Model") != nil
  {
    return
  }
  context.report(
    .error(
      "constraint-outside-model",
      "'#\(node.macroName.text)' can only be used in the body of a class marked with '@Model'"),
    at: node)
}
