// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transient`: keeps a property out of the store. `@Model` reads it; the macro itself only checks its use.
public struct TransientPropertyMacroExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self), !property.isConstant,
      !property.modifiers.contains(.static), !property.modifiers.contains(.class),
      !property.modifiers.contains(.lazy)
    else { return [] }
    for binding in property.bindings {
      guard let name = binding.plainName, !name.hasPrefix("_$"), !binding.isComputed,
        binding.initializer == nil, let type = binding.writtenType, type.optionalWrapped == nil,
        // Storage that a persisted property's macro declares is filled by the initializers.
        !type.isModelStorage
      else { continue }
      context.report(
        .error(
          "transient-default",
          "@Transient requires non-optional property '\(name)' to have a default value"),
        at: binding, fix: defaultValueFix(for: binding, type: type))
    }
    return []
  }

  private static func defaultValueFix(for binding: PatternBindingSyntax, type: TypeSyntax) -> FixIt? {
    guard let value = type.suggestedDefault else { return nil }
    var fixed = binding
    let trailing = binding.trailingTrivia
    fixed.trailingTrivia = []
    fixed.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(value))))
    fixed.trailingTrivia = trailing
    return .replace("add-default", "Add the default value '\(value)'", binding, with: fixed)
  }
}

extension TypeSyntax {
  fileprivate var isModelStorage: Bool {
    let name = trimmedDescription
    return name.hasPrefix("SwiftData._Stored") || name == "_SwiftDataNoType"
  }
}
