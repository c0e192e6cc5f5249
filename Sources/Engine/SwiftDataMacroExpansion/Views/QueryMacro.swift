// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Query`: a property that reads what a `Query` beside it finds.
public struct QueryMacroExpansion {}

extension QueryMacroExpansion: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = QueryProperty(declaration) else { return [] }
    return ["get { _\(raw: property.name).wrappedValue }"]
  }
}

extension QueryMacroExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = QueryProperty(declaration) else {
      context.report(
        .error("query-needs-type", "'@Query' needs a variable with the type of its results, '[Trip]' for example"),
        at: declaration)
      return []
    }
    let arguments = node.arguments.map { "\($0.trimmed)" } ?? ""
    let type = property.type
    return [
      """
      private(set) var _\(raw: property.name): SwiftDataUI.Query<(\(type))._QueryElement, \(type)> = .init(\(raw: arguments))
      """
    ]
  }
}

/// The property that a query is attached to.
private struct QueryProperty {
  let name: String
  let type: TypeSyntax

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      let type = binding.typeAnnotation?.type, binding.accessorBlock == nil
    else { return nil }
    name = pattern.identifier.text
    self.type = type.trimmed
  }
}
