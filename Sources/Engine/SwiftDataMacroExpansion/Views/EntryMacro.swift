// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Entry`: a value of the environment, of focused values, of a transaction or of a container.
public struct EntryMacroExpansion {}

extension EntryMacroExpansion: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = name(declaration) else { return [] }
    return ["get { self[__Key_\(raw: name).self] }", "set { self[__Key_\(raw: name).self] = newValue }"]
  }

  private static func name(_ declaration: some DeclSyntaxProtocol) -> String? {
    declaration.as(VariableDeclSyntax.self)?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

extension EntryMacroExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let name = name(declaration), let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first else {
      context.report(.error("entry-needs-variable", "'@Entry' needs a variable with a default value"), at: declaration)
      return []
    }
    let owner = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let key =
      owner == "FocusedValues" ? "FocusedValueKey" : owner == "ContainerValues" ? "ContainerValueKey" : "EnvironmentKey"
    let value = binding.initializer?.value.trimmed
    if owner == "FocusedValues", let type = binding.typeAnnotation?.type.trimmed {
      // The key's value is what the optional holds.
      let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType.trimmed ?? type
      return ["private struct __Key_\(raw: name): SwiftDataUI.\(raw: key) { typealias Value = \(wrapped) }"]
    }
    if let type = binding.typeAnnotation?.type.trimmed {
      return [
        """
        private struct __Key_\(raw: name): SwiftDataUI.\(raw: key) {
          static var defaultValue: \(type) { \(raw: value.map { "\($0)" } ?? "nil") }
        }
        """
      ]
    }
    guard let value else {
      context.report(.error("entry-needs-value", "'@Entry' needs a type or a default value"), at: declaration)
      return []
    }
    return [
      """
      private struct __Key_\(raw: name): SwiftDataUI.\(raw: key) {
        nonisolated(unsafe) static let defaultValue = \(value)
      }
      """
    ]
  }
}
