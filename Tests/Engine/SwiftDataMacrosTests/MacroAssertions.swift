// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosTestSupport
import XCTest

@testable import SwiftDataMacroExpansion

/// Which conformances the compiler asks `@Model` for: none for the subclass of a model.
enum ModelKind {
  case root, subclass

  fileprivate var macros: [String: MacroSpec] {
    let conformances: [TypeSyntax] =
      self == .root ? ["Observable", "PersistentModel", "Sendable"] : []
    return [
      "Model": MacroSpec(type: PersistentModelMacroExpansion.self, conformances: conformances),
      "_PersistedProperty": MacroSpec(type: PersistedPropertyMacroExpansion.self),
      "_TransformablePersistedProperty": MacroSpec(
        type: TransformablePersistedPropertyMacroExpansion.self),
      "Attribute": MacroSpec(type: AttributePropertyMacroExpansion.self),
      "Relationship": MacroSpec(type: RelationshipPropertyMacroExpansion.self),
      "Transient": MacroSpec(type: TransientPropertyMacroExpansion.self),
      "Unique": MacroSpec(type: UniqueConstraintsMacroExpansion.self),
      "Index": MacroSpec(type: IndexMacroExpansion.self),
      "ModelActor": MacroSpec(
        type: PersistentModelActorMacroExpansion.self, conformances: ["ModelActor"]),
    ]
  }
}

/// Expands `source` and compares the whole text.
func assertExpansion(
  _ source: String, _ expected: String, kind: ModelKind = .root, only names: Set<String>? = nil,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertMacroExpansion(
    source, expandedSource: expected,
    macroSpecs: kind.macros.filter { names?.contains($0.key) ?? true },
    indentationWidth: .spaces(2), file: file, line: line)
}

/// Asserts that the expansion of `source` contains each of `texts`.
func assertExpansion(
  of source: String, contains texts: String..., excludes: String..., kind: ModelKind = .root,
  file: StaticString = #filePath, line: UInt = #line
) {
  let text = expansion(of: source, kind: kind)
  for wanted in texts where !text.contains(wanted) {
    XCTFail("missing:\n\(wanted)\nin:\n\(text)", file: file, line: line)
  }
  for unwanted in excludes where text.contains(unwanted) {
    XCTFail("unexpected:\n\(unwanted)\nin:\n\(text)", file: file, line: line)
  }
}

/// Checks the diagnostics of `source`, and what it becomes with every fix-it applied.
func assertDiagnostics(
  _ source: String, _ diagnostics: DiagnosticSpec..., fixed: String? = nil,
  kind: ModelKind = .root, file: StaticString = #filePath, line: UInt = #line
) {
  assertMacroExpansion(
    source, expandedSource: expansion(of: source, kind: kind), diagnostics: diagnostics,
    macroSpecs: kind.macros, fixedSource: fixed, indentationWidth: .spaces(2), file: file,
    line: line)
}

private func expansion(of source: String, kind: ModelKind) -> String {
  let tree = SourceFileSyntax(stringLiteral: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [tree: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
  let expanded = tree.expand(
    macroSpecs: kind.macros,
    contextGenerator: {
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2))
  return expanded.description
}

/// A fix-it with the given title.
func fix(_ title: String) -> [FixItSpec] { [FixItSpec(message: title)] }

/// What compilers that check memory safety want to hear before a storage.
var safety: String {
  #if compiler(>=6.2)
    "@safe "
  #else
    ""
  #endif
}
