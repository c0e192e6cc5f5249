// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The names that an app's own sources declare.
final class DeclaredNames: SyntaxVisitor {
  /// Types, functions, properties and cases.
  private(set) var all: Set<String> = []
  /// Types that say that they are views, and others that are made of view builders.
  private(set) var views: Set<String> = []
  /// Properties, parameters and functions of other types.
  private var otherMembers: Set<String> = []
  private var viewNames: Set<String> = []

  /// Whether properties or functions of this name have the type `some View` wherever they are declared.
  func isViewMember(_ name: String) -> Bool { viewNames.contains(name) && !otherMembers.contains(name) }

  init() { super.init(viewMode: .sourceAccurate) }

  private static let protocols: Set<String> = [
    "View", "Shape", "InsettableShape", "ViewModifier", "ButtonStyle", "Scene", "App", "ToolbarContent", "Widget",
    "ShapeStyle", "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable", "Layout",
  ]

  /// Whether a type is `some View` or the like.
  static func isView(_ type: TypeSyntax?) -> Bool {
    guard let type = type?.as(SomeOrAnyTypeSyntax.self) else { return false }
    return ["View", "Scene", "ToolbarContent", "ChartContent", "Commands", "Shape", "MapContent"]
      .contains(type.constraint.trimmedDescription)
  }

  private func note(_ name: TokenSyntax, _ inheritance: InheritanceClauseSyntax?) {
    all.insert(name.text)
    let parents = inheritance?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    if parents.contains(where: Self.protocols.contains) { views.insert(name.text) }
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node.inheritanceClause)
    return .visitChildren
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node.inheritanceClause)
    return .visitChildren
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node.inheritanceClause)
    return .visitChildren
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node.inheritanceClause)
    return .visitChildren
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node.inheritanceClause)
    return .visitChildren
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let parents = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    if parents.contains(where: Self.protocols.contains) { views.insert(node.extendedType.trimmedDescription) }
    return .visitChildren
  }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    all.insert(node.name.text)
    return .skipChildren
  }
  override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
    all.insert(node.name.text)
    return .skipChildren
  }
  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
    all.insert(node.name.text)
    return .skipChildren
  }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    all.insert(node.name.text)
    return .skipChildren
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    all.insert(node.name.text)
    noteMember(node.name.text, node.signature.returnClause?.type)
    return .visitChildren
  }
  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      all.insert(name)
      noteMember(name, node.typeAnnotation?.type)
    }
    return .visitChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    otherMembers.insert((node.secondName ?? node.firstName).text)
    return .skipChildren
  }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    otherMembers.insert(node.name.text)
    return .skipChildren
  }

  private func noteMember(_ name: String, _ type: TypeSyntax?) {
    if Self.isView(type) { viewNames.insert(name) } else { otherMembers.insert(name) }
  }
}
