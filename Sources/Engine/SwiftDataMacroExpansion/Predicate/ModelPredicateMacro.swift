// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `#Predicate` for models: turns the closure into a `Foundation.Predicate`.
///
/// Every operation on the model becomes a constant of its own in the builder's closure. The compiler then checks each
/// of them alone; one nested expression of a dozen terms is more than it manages.
///
///     #Predicate<Song> { $0.genre == "Rock" && $0.year > from }
///
///     Foundation.Predicate<Song>({ _1 in
///       let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.genre)
///       let _3 = Foundation.PredicateExpressions.build_Equal(lhs: _2, rhs: …build_Arg("Rock"))
///       …
///       return _6
///     })
public struct ModelPredicateMacroExpansion: ExpressionMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    guard let body = node.trailingClosure ?? closureArgument(of: node) else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(
          node: Syntax(node.arguments.first.map(Syntax.init) ?? Syntax(node.macroName)),
          message: PredicateDiagnostic.needsClosure)
      ])
    }
    let converter = PredicateConverter(prefix: unusedPrefix(in: body))
    let closure = converter.convertBody(body, count: inputCount(of: node, body: body))
    guard converter.diagnostics.isEmpty else {
      throw DiagnosticsError(diagnostics: converter.diagnostics)
    }
    let generics = node.genericArgumentClause?.trimmedDescription ?? ""
    return "Foundation.Predicate\(raw: generics)(\(raw: closure))"
  }

  private static func closureArgument(
    of node: some FreestandingMacroExpansionSyntax
  ) -> ClosureExprSyntax? {
    guard node.arguments.count == 1, let argument = node.arguments.first?.expression else {
      return nil
    }
    return argument.as(ClosureExprSyntax.self)
  }

  /// How many models the predicate is about; `#Predicate<Song, Artist>` and `{ $0.artist == $1 }` say two.
  private static func inputCount(
    of node: some FreestandingMacroExpansionSyntax, body: ClosureExprSyntax
  ) -> Int {
    if let generics = node.genericArgumentClause { return generics.arguments.count }
    let anonymous = body.tokens(viewMode: .sourceAccurate).compactMap { token in
      token.text.hasPrefix("$") ? Int(token.text.dropFirst()) : nil
    }
    return (anonymous.max() ?? 0) + 1
  }

  /// The start of generated names: `_`, or more of them when the source has names such as `_1` itself.
  private static func unusedPrefix(in body: ClosureExprSyntax) -> String {
    let names = Set(body.tokens(viewMode: .sourceAccurate).map(\.text))
    var prefix = "_"
    while names.contains(where: { name in
      name.hasPrefix(prefix) && !name.dropFirst(prefix.count).isEmpty
        && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
    }) {
      prefix += "_"
    }
    return prefix
  }
}
