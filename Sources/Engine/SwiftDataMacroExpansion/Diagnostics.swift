// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error or a warning of one of the macros. The texts are frozen by tests.
struct ModelDiagnostic: DiagnosticMessage {
  let id: String
  let message: String
  let severity: DiagnosticSeverity

  var diagnosticID: MessageID { MessageID(domain: "SwiftDataMacros", id: id) }

  static func error(_ id: String, _ message: String) -> ModelDiagnostic {
    ModelDiagnostic(id: id, message: message, severity: .error)
  }

  static func warning(_ id: String, _ message: String) -> ModelDiagnostic {
    ModelDiagnostic(id: id, message: message, severity: .warning)
  }
}

/// The title of a fix-it.
struct ModelFixIt: FixItMessage {
  let id: String
  let message: String

  var fixItID: MessageID { MessageID(domain: "SwiftDataMacros", id: id) }
}

extension MacroExpansionContext {
  /// Reports `diagnostic` at `node`, with at most one fix-it.
  func report(_ diagnostic: ModelDiagnostic, at node: some SyntaxProtocol, fix: FixIt? = nil) {
    diagnose(
      Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fix.map { [$0] } ?? []))
  }
}

extension Trivia {
  fileprivate var hasComments: Bool {
    contains { !$0.isWhitespace }
  }
}

extension FixIt {
  /// A fix-it that replaces one node.
  static func replace(
    _ id: String, _ title: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: ModelFixIt(id: id, message: title),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// A fix-it that takes an attribute away. An attribute on a line of its own takes the line with it.
  static func removing(_ attribute: AttributeSyntax) -> FixIt {
    let name = attribute.attributeName.trimmedDescription
    let isAlone = attribute.trailingTrivia.isEmpty && !attribute.leadingTrivia.hasComments
    let nothing = TokenSyntax(
      .identifier(""), leadingTrivia: isAlone ? [] : attribute.leadingTrivia, presence: .present)
    return .replace("remove-\(name)", "Remove '@\(name)'", attribute, with: nothing)
  }

  /// A fix-it that puts `@Transient` before a property.
  static func makingTransient(_ property: VariableDeclSyntax) -> FixIt {
    var fixed = property
    let leading = property.leadingTrivia
    fixed.leadingTrivia = []
    let attribute = AttributeSyntax(
      leadingTrivia: leading,
      attributeName: IdentifierTypeSyntax(name: .identifier("Transient")),
      trailingTrivia: .space)
    fixed.attributes.insert(.attribute(attribute), at: fixed.attributes.startIndex)
    return .replace("add-transient", "Mark it '@Transient'", property, with: fixed)
  }
}
