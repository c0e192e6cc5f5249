// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that the compiler finds in this module, and that `Implementation` in SwiftDataMacroExpansion expands.
///
/// The compiler looks for a macro's type in the module of the plug-in, and whatever depends on a plug-in is built for the
/// machine that compiles. So the implementations are a library, which their tests import, and the plug-in is no one's
/// dependency: without that, the tests would bring a second build of all that they depend on.
protocol Forwarding: Macro {
  associatedtype Implementation: Macro
}

extension Forwarding {
  static var formatMode: FormatMode { Implementation.formatMode }
}

extension ExpressionMacro where Self: Forwarding, Implementation: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    try Implementation.expansion(of: node, in: context)
  }
}

extension DeclarationMacro where Self: Forwarding, Implementation: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try Implementation.expansion(of: node, in: context)
  }
}

extension AccessorMacro where Self: Forwarding, Implementation: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    try Implementation.expansion(of: node, providingAccessorsOf: declaration, in: context)
  }
}

extension PeerMacro where Self: Forwarding, Implementation: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try Implementation.expansion(of: node, providingPeersOf: declaration, in: context)
  }
}

extension MemberMacro where Self: Forwarding, Implementation: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try Implementation.expansion(of: node, providingMembersOf: declaration, conformingTo: protocols, in: context)
  }
}

extension MemberAttributeMacro where Self: Forwarding, Implementation: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    try Implementation.expansion(of: node, attachedTo: declaration, providingAttributesFor: member, in: context)
  }
}

extension ExtensionMacro where Self: Forwarding, Implementation: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try Implementation.expansion(
      of: node, attachedTo: declaration, providingExtensionsOf: type, conformingTo: protocols, in: context)
  }
}
