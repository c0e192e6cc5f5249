// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// The name of a nominal type; extensions and protocols have none here.
  var typeName: TokenSyntax? {
    asProtocol((any NamedDeclSyntax).self)?.name.trimmed
  }
}

/// Reports `@Model` on anything but a class.
func diagnoseNotAClass(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
  let name = declaration.typeName.map { " '\($0.plainName)'" } ?? ""
  context.report(
    .error(
      "not-a-class",
      "'@Model' cannot be applied to \(declaration.introducer.text) type\(name)"),
    at: declaration.introducer, fix: keywordFix(declaration, keyword: .class))
}

/// Turns a `struct` into a class or an actor, and a class into an actor. Other kinds differ by more than a word.
func keywordFix(_ declaration: some DeclGroupSyntax, keyword: Keyword) -> FixIt? {
  let word: TokenSyntax
  if let type = declaration.as(StructDeclSyntax.self) {
    word = type.structKeyword
  } else if let type = declaration.as(ClassDeclSyntax.self) {
    word = type.classKeyword
  } else {
    return nil
  }
  let text = keyword == .class ? "class" : "actor"
  return .replace(
    "use-\(text)", "Use '\(text)' instead of '\(word.text)'", word,
    with: word.with(\.tokenKind, .keyword(keyword)))
}

extension ClassDeclSyntax {
  /// Why this class can be no model, whatever its body says.
  func problemAsModel(
    in context: some MacroExpansionContext
  ) -> (message: ModelDiagnostic, node: Syntax)? {
    if let parameters = genericParameterClause {
      let message =
        "'@Model' cannot be applied to the generic class '\(name.plainName)': a store has one table for a class; write a class for each type of value"
      return (.error("generic-model", message), Syntax(parameters))
    }
    for outer in context.lexicalContext {
      if let generic = outer.asProtocol((any WithGenericParametersSyntax).self),
        generic.genericParameterClause != nil, outer.asProtocol((any DeclGroupSyntax).self) != nil
      {
        let message =
          "'@Model' cannot be applied to '\(name.plainName)' in a generic type: a store has one table for a class; declare the class outside"
        return (.error("generic-model", message), Syntax(name))
      }
      if outer.isCode {
        let message =
          "'@Model' cannot be applied to the local class '\(name.plainName)'; declare the class outside of the function"
        return (.error("local-model", message), Syntax(name))
      }
    }
    if inheritanceClause == nil, let equality = equality(in: context) {
      // The compiler would not know which of the two is meant, and say so in the expansion.
      let message =
        "A model with a '==' of its own has to name 'Equatable': write 'class \(name.plainName): Equatable'; without one, models are equal if they are the same object"
      return (.error("equality", message), Syntax(equality))
    }
    return nil
  }

  /// The name of a `static func ==` in the body that compares two objects of the class.
  private func equality(in context: some MacroExpansionContext) -> TokenSyntax? {
    for declaration in declarations(in: memberBlock.members, context: context) {
      guard let function = declaration.as(FunctionDeclSyntax.self), function.name.tokenKind == .binaryOperator("==")
      else { continue }
      // An operator for other types, or for optional ones, is another function.
      let types = function.signature.parameterClause.parameters.map { $0.type.trimmedDescription }
      let isOfClass = types.allSatisfy { $0 == "Self" || $0 == name.text || $0.hasSuffix(".\(name.trimmed.text)") }
      if isOfClass { return function.name }
    }
    return nil
  }
}

extension Syntax {
  /// Whether the node holds statements.
  fileprivate var isCode: Bool {
    self.is(FunctionDeclSyntax.self) || self.is(InitializerDeclSyntax.self) || self.is(DeinitializerDeclSyntax.self)
      || self.is(AccessorDeclSyntax.self) || self.is(SubscriptDeclSyntax.self) || self.is(ClosureExprSyntax.self)
      || self.is(PatternBindingSyntax.self)
  }
}
