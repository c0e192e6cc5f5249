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
func diagnoseNotAClass(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext)
{
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
