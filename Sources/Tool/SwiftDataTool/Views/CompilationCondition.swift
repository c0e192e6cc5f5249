// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

/// Which clauses of `#if` a program for the browser is compiled with: those for Linux, with the modules of this package.
enum CompilationCondition {
  /// The clauses that are compiled, or may be: `#if DEBUG` is either.
  static func compiledClauses(of node: IfConfigDeclSyntax) -> [IfConfigClauseSyntax] {
    var clauses: [IfConfigClauseSyntax] = []
    for clause in node.clauses {
      let holds = clause.condition.map { value($0.trimmedDescription) } ?? true
      if holds == false { continue }
      clauses.append(clause)
      if holds == true { break }
    }
    return clauses
  }

  /// `nil` if that depends on the build, or the condition is more than a row of `&&` and `||`.
  static func value(_ text: String) -> Bool? {
    let alternatives = text.components(separatedBy: "||").map { alternative -> Bool? in
      let terms = alternative.components(separatedBy: "&&").map(term)
      if terms.contains(false) { return false }
      return terms.contains(nil) ? nil : true
    }
    if alternatives.contains(true) { return true }
    return alternatives.contains(nil) ? nil : false
  }

  private static func term(_ text: String) -> Bool? {
    let text = text.filter { !$0.isWhitespace }
    if text.hasPrefix("!") { return term(String(text.dropFirst())).map { !$0 } }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")"), open != text.startIndex else {
      return text == "true" ? true : text == "false" ? false : nil
    }
    let argument = String(text[text.index(after: open)...].dropLast())
    switch text[..<open] {
    case "canImport": return KnownViews.modules.contains(argument)
    case "os": return argument == "Linux"
    case "targetEnvironment": return false
    default: return nil
    }
  }
}
