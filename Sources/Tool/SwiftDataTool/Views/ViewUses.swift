// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What one source imports, and which types and modifiers its views are made of.
///
/// Nothing is type-checked: a modifier is a call on a chain that begins with a view, and a view is a call of a type's name,
/// or a property or function that the sources declare as `some View`.
final class ViewUses: SyntaxVisitor {
  private(set) var imports: [(name: String, place: SourcePlace)] = []
  private(set) var modifiers: [(name: String, place: SourcePlace)] = []
  /// Types that stand where a view stands.
  private(set) var types: [(name: String, place: SourcePlace)] = []

  private let file: String
  private let converter: SourceLocationConverter
  private let declared: DeclaredNames

  init(_ tree: SourceFileSyntax, file: String, _ declared: DeclaredNames) {
    self.file = file
    self.declared = declared
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  private func place(_ node: some SyntaxProtocol) -> SourcePlace {
    SourcePlace(file: file, line: node.startLocation(converter: converter).line)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.path.first?.name.text { imports.append((name, place(node))) }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in CompilationCondition.compiledClauses(of: node) {
      if let elements = clause.elements { walk(Syntax(elements)) }
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base, isView(base) {
      modifiers.append((member.declName.baseName.text, place(member.declName)))
    } else if let name = Self.typeName(node.calledExpression), standsForView(node) {
      types.append((name, place(node)))
    }
    return .visitChildren
  }

  /// The type that is called: `Text("a")`, `List<Int, Row>(…)`.
  private static func typeName(_ called: ExprSyntax) -> String? {
    let called = called.as(GenericSpecializationExprSyntax.self)?.expression ?? called
    guard let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase == true else {
      return nil
    }
    return name
  }

  /// Whether a chain of calls begins with a view.
  private func isView(_ expression: ExprSyntax) -> Bool {
    var current = expression
    while true {
      if let call = current.as(FunctionCallExprSyntax.self) {
        if let name = Self.typeName(call.calledExpression) {
          return declared.views.contains(name) || KnownViews.types.contains(name)
        }
        current = call.calledExpression
      } else if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
        if base.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" {
          return declared.isViewMember(member.declName.baseName.text)
        }
        current = base
      } else if let reference = current.as(DeclReferenceExprSyntax.self) {
        let name = reference.baseName.text
        return name == "content" || declared.isViewMember(name)
      } else {
        return false
      }
    }
  }

  /// Whether a call, or the chain that begins with it, is a statement of a view builder.
  private func standsForView(_ node: FunctionCallExprSyntax) -> Bool {
    var current = Syntax(node)
    while let parent = current.parent {
      if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == current.id {
        current = parent
      } else if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == current.id {
        current = parent
      } else if parent.is(CodeBlockItemSyntax.self) {
        return isInBuilder(parent)
      } else {
        return false
      }
    }
    return false
  }

  private func isInBuilder(_ item: Syntax) -> Bool {
    var current = item
    while let parent = current.parent {
      if let closure = parent.as(ClosureExprSyntax.self) {
        guard isBuilder(closure) else { return false }
      } else if let binding = parent.as(PatternBindingSyntax.self) {
        return DeclaredNames.isView(binding.typeAnnotation?.type)
      } else if let function = parent.as(FunctionDeclSyntax.self) {
        return DeclaredNames.isView(function.signature.returnClause?.type)
      } else if parent.is(DeclSyntax.self) {
        return false
      }
      current = parent
    }
    return false
  }

  /// Whether a closure is likely to make views; others are actions.
  private func isBuilder(_ closure: ClosureExprSyntax) -> Bool {
    var label: String?
    var parent = closure.parent
    if let element = parent?.as(MultipleTrailingClosureElementSyntax.self) {
      label = element.label.text
      parent = element.parent?.parent
    } else if let argument = parent?.as(LabeledExprSyntax.self) {
      label = argument.label?.text
      parent = argument.parent?.parent
    }
    guard let call = parent?.as(FunctionCallExprSyntax.self) else { return false }
    if label == "action" || label?.hasPrefix("on") == true || label == "set" || label == "get" { return false }
    if let type = Self.typeName(call.calledExpression) {
      return type == "Button" ? label == "label" : KnownViews.types.contains(type) || declared.views.contains(type)
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    let name = member.declName.baseName.text
    return isView(base) && !name.hasPrefix("on")
      && !["task", "refreshable", "simultaneousGesture", "gesture"].contains(name)
  }
}
