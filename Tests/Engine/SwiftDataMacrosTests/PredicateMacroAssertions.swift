// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosTestSupport
import XCTest

@testable import SwiftDataMacroExpansion

extension XCTestCase {
  /// Checks what a `#Predicate` expands to.
  func assertPredicateExpansion(
    of source: String, _ expansion: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    assertMacroExpansion(
      "let p = " + source, expandedSource: "let p = " + expansion,
      macros: ["Predicate": ModelPredicateMacroExpansion.self], indentationWidth: .spaces(2), file: file,
      line: line)
  }

  /// Checks what a `#Predicate` is refused for, and the source after its fix-its.
  func assertPredicateDiagnostics(
    of source: String, _ diagnostics: DiagnosticSpec..., fixed: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    assertMacroExpansion(
      source, expandedSource: source, diagnostics: diagnostics,
      macros: ["Predicate": ModelPredicateMacroExpansion.self], fixedSource: fixed,
      indentationWidth: .spaces(2), file: file, line: line)
  }
}
