// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique`: groups of properties whose values are unique together. `@Model` reads the arguments.
public struct UniqueConstraintsMacroExpansion: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    diagnoseOutsideOfClass(node, in: context)
    return []
  }
}

/// `#Index`: groups of properties that the store indexes. `@Model` reads the arguments.
public struct IndexMacroExpansion: DeclarationMacro {
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

/// A use of `#Index` or `#Unique` in the body of a model.
struct ModelConstraint {
  let use: MacroExpansionDeclSyntax
  /// The key paths whose first property the class itself declares, but does not persist.
  let unpersisted: [(keyPath: KeyPathExprSyntax, name: String)]
  /// All key paths, each with its first property.
  let properties: [(keyPath: KeyPathExprSyntax, name: String)]
  /// Whether some key path starts with a name that nothing in the class has.
  let namesUnknown: Bool

  var macro: String { use.macroName.text }

  init?(_ member: DeclSyntax, variables: [VariableDeclSyntax]) {
    guard let use = member.as(MacroExpansionDeclSyntax.self),
      ["Index", "Unique"].contains(use.macroName.text)
    else { return nil }
    self.use = use
    var kinds: [String: PropertyKind] = [:]
    for variable in variables {
      for binding in variable.bindings {
        if let name = binding.plainName { kinds[name] = variable.propertyKind }
      }
    }
    let finder = KeyPathFinder(viewMode: .sourceAccurate)
    finder.walk(use.arguments)
    let first = finder.keyPaths.compactMap { keyPath -> (KeyPathExprSyntax, String)? in
      let component = keyPath.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      return component.map { (keyPath, $0.declName.baseName.plainName) }
    }
    properties = first.map { (keyPath: $0.0, name: $0.1) }
    unpersisted = first.filter { kinds[$0.1].map { $0 != .persisted && $0 != .unsupported } ?? false }
    namesUnknown = first.contains { kinds[$0.1] == nil }
  }
}

private final class KeyPathFinder: SyntaxVisitor {
  var keyPaths: [KeyPathExprSyntax] = []

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    keyPaths.append(node)
    return .skipChildren
  }
}

/// Reports key paths of `#Index` and `#Unique` that lead to nothing persisted.
func diagnose(
  _ constraint: ModelConstraint, of model: ModelClass, in context: some MacroExpansionContext
) {
  let verb = constraint.macro == "Index" ? "index" : "hold unique"
  for (keyPath, name) in constraint.unpersisted {
    context.report(
      .error(
        "constraint-not-persisted",
        "'#\(constraint.macro)' cannot \(verb) '\(name)', which is not persisted; name persisted properties of '\(model.declaration.name.plainName)'"
      ),
      at: keyPath)
  }
}
