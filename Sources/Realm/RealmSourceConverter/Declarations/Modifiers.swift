// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Takes modifiers and attributes off declarations, with the comments before them kept.
enum Modifiers {
  /// Without `@objc` and `dynamic`.
  static func withoutObjectiveC<D: WithModifiersSyntax & WithAttributesSyntax>(_ declaration: D) -> D {
    let names: Set<String> = ["objc", "objcMembers", "IBInspectable", "nonobjc"]
    var result = declaration
    let leading = declaration.leadingTrivia
    result.attributes = declaration.attributes.filter { element in
      guard case .attribute(let attribute) = element else { return true }
      return !names.contains(attribute.attributeName.plain)
    }
    result.modifiers = result.modifiers.filter { $0.name.tokenKind != .keyword(.dynamic) }
    result.leadingTrivia = leading
    return result
  }

  static func without<D: WithModifiersSyntax>(_ keyword: Keyword, _ declaration: D) -> D {
    guard declaration.modifiers.has(keyword) else { return declaration }
    var result = declaration
    let leading = declaration.leadingTrivia
    result.modifiers = declaration.modifiers.filter { $0.name.tokenKind != .keyword(keyword) }
    result.leadingTrivia = leading
    return result
  }

  /// A modifier with a space behind it.
  static func modifier(_ keyword: Keyword) -> DeclModifierSyntax {
    DeclModifierSyntax(name: .keyword(keyword, trailingTrivia: .space))
  }
}

/// A custom equality, which a model cannot have: models are equal only if they are identical.
enum OwnEquality {
  static let note =
    "TODO(realm): Models are equal if they are the same object; where their values are to be compared, call this."

  /// `==` under another name; `nil` for other functions.
  static func renamed(_ function: FunctionDeclSyntax) -> FunctionDeclSyntax? {
    guard function.name.text == "==", function.modifiers.has(.static) || function.modifiers.has(.class)
    else { return nil }
    var result = function
    result.name = .identifier("hasSameValues", trailingTrivia: [])
    result.signature.parameterClause.parameters = FunctionParameterListSyntax(
      function.signature.parameterClause.parameters.map { parameter in
        var unlabelled = parameter
        let name = parameter.secondName ?? parameter.firstName
        unlabelled.firstName = .wildcardToken(
          leadingTrivia: parameter.firstName.leadingTrivia, trailingTrivia: .space)
        unlabelled.secondName = name.with(\.leadingTrivia, [])
        return unlabelled
      })
    result.leadingTrivia = function.leadingTrivia.adding(comments: [note])
    return result
  }
}
