// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`: options of a persisted value. `@Model` reads them; the macro itself only checks its use.
public struct AttributePropertyMacroExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = storedProperty(declaration, under: node, in: context) else { return [] }
    // Of another element, the compiler knows whether it is a model (`ModelClass.typeChecks`).
    let isArray = property.bindings.contains { binding in
      guard let type = binding.writtenType else { return false }
      return (type.optionalWrapped ?? type).arrayElement?.primitiveName != nil
    }
    if isArray, node.hasOption("unique") {
      context.report(
        .warning(
          "unique-array",
          "'@Attribute(.unique)' on an array compares whole arrays; a unique value should be a single value"
        ),
        at: node)
    }
    return []
  }
}

/// `@Relationship`: options of a relationship. `@Model` reads them; the macro itself only checks its use.
public struct RelationshipPropertyMacroExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = storedProperty(declaration, under: node, in: context) else { return [] }
    if property.attributes.named("Attribute") != nil {
      context.report(
        .error(
          "attribute-and-relationship",
          "A property cannot have both '@Attribute' and '@Relationship'"),
        at: node, fix: .removing(node))
    }
    if let least = node.count("minimumModelCount", "minimum"),
      let most = node.count("maximumModelCount", "maximum"), most > 0, least > most
    {
      context.report(
        .error(
          "relationship-counts",
          "No number of models is at least \(least) and at most \(most); exchange the limits"), at: node)
    }
    guard let binding = property.bindings.first, let name = binding.plainName,
      let type = binding.writtenType, let primitive = type.primitiveName
    else { return [] }
    let id = "relationship-value"
    let message =
      "'@Relationship' requires a model type, but '\(name)' has the type '\(type.trimmedDescription)'; use '@Attribute' or no macro"
    // Models called Date or Data exist.
    let isCertain = primitive != "Date" && primitive != "Data"
    context.report(
      isCertain ? .error(id, message) : .warning(id, message), at: node,
      fix: .removing(node))
    return []
  }
}

/// The stored instance property under `@Attribute` or `@Relationship`; anything else is an error.
private func storedProperty(
  _ declaration: some DeclSyntaxProtocol, under node: AttributeSyntax,
  in context: some MacroExpansionContext
) -> VariableDeclSyntax? {
  let macro = "@" + node.attributeName.trimmedDescription
  guard let property = declaration.as(VariableDeclSyntax.self) else {
    // Only a warning: public code has it in front of an initializer, where Apple's macro lets it stand.
    context.report(
      .warning(
        "not-a-property",
        "'\(macro)' can only be applied to a stored property; it has no effect here"),
      at: node, fix: .removing(node))
    return nil
  }
  let name = property.bindings.first?.plainName ?? ""
  let isStatic = property.modifiers.contains(.static) || property.modifiers.contains(.class)
  if isStatic || property.modifiers.contains(.lazy) {
    let kind = isStatic ? "static" : "lazy"
    context.report(
      .error("not-persisted", "'\(macro)' cannot be applied to \(kind) property '\(name)'"),
      at: node, fix: .removing(node))
    return nil
  }
  // Accessors that `@_PersistedProperty` adds do not show here: the compiler hands over what was written.
  if property.bindings.contains(where: \.isComputed) {
    context.report(
      .error("not-persisted", "'\(macro)' cannot be applied to computed property '\(name)'"),
      at: node, fix: .removing(node))
    return nil
  }
  return property
}

extension AttributeSyntax {
  /// Whether an argument is the implicit member `.name`.
  func hasOption(_ name: String) -> Bool {
    guard case .argumentList(let arguments)? = arguments else { return false }
    return arguments.contains {
      $0.label == nil
        && $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == name
    }
  }

  /// A whole number written as the argument with one of the labels.
  fileprivate func count(_ labels: String...) -> Int? {
    guard case .argumentList(let arguments)? = arguments else { return nil }
    let argument = arguments.first { labels.contains($0.label?.text ?? "") }
    return argument?.expression.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
  }
}
