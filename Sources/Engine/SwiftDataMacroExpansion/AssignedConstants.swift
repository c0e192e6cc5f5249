// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

/// The `let` properties of a model that an initializer assigns although they have a value, or leaves out although they
/// have none.
///
/// A constant allows neither. Apple's `@Model` gives it accessors, which in the language mode of Swift 5 makes it one that
/// allows both, and apps rely on it. In the mode of Swift 6, the compiler takes no accessors of a `let`.
struct AssignedConstants {
  /// Without backticks.
  private let names: Set<String>
  /// The declarations, each with what is wrong with it.
  let declarations: [(variable: VariableDeclSyntax, name: String, isAssignedAgain: Bool)]

  init(_ declaration: ClassDeclSyntax, in context: some MacroExpansionContext) {
    let constants = variables(in: declaration.memberBlock.members, context: context).filter {
      $0.propertyKind == .persisted && $0.isConstant && $0.bindings.count == 1
    }
    guard !constants.isEmpty else {
      names = []
      declarations = []
      return
    }
    let initializers = SwiftDataMacroExpansion.declarations(in: declaration.memberBlock.members, context: context)
      .compactMap { $0.as(InitializerDeclSyntax.self) }.filter { !$0.modifiers.contains(.convenience) }
    let assigned = initializers.map { initializer in
      let finder = ConstantAssignmentFinder(viewMode: .sourceAccurate)
      if let body = initializer.body { finder.walk(body) }
      return finder.names
    }
    declarations = constants.compactMap { variable in
      guard let binding = variable.bindings.first, let name = binding.plainName else { return nil }
      if binding.initializer != nil {
        return assigned.contains { $0.contains(name) } ? (variable, name, true) : nil
      }
      guard binding.writtenType?.optionalWrapped != nil else { return nil }
      return assigned.contains { !$0.contains(name) } ? (variable, name, false) : nil
    }
    names = Set(declarations.map(\.name))
  }

  /// Whether the property is one of them.
  func contains(_ variable: VariableDeclSyntax) -> Bool {
    variable.isConstant && (variable.bindings.first?.plainName).map { names.contains($0) } ?? false
  }

  /// Whether the compiler takes accessors of a `let`.
  static func areAllowed(in context: some MacroExpansionContext) -> Bool {
    guard let configuration = context.buildConfiguration else { return false }
    return configuration.languageVersion < VersionTuple(6)
  }

  /// Reports what to write in the Swift 6 language mode.
  func diagnose(in context: some MacroExpansionContext) {
    for (variable, name, isAssignedAgain) in declarations {
      var fixed = variable
      fixed.bindingSpecifier = .keyword(
        .var, leadingTrivia: variable.bindingSpecifier.leadingTrivia,
        trailingTrivia: variable.bindingSpecifier.trailingTrivia)
      let problem =
        isAssignedAgain
        ? "has a value, and an initializer assigns another" : "has no value, and an initializer gives it none"
      context.report(
        .error(
          "assigned-constant",
          "'let \(name)' \(problem), which only the language mode of Swift 5 allows in a model; write 'private(set) var \(name)', or 'var \(name)'"
        ),
        at: variable.bindingSpecifier,
        fix: .replace("make-variable", "Write 'var'", variable, with: fixed))
    }
  }
}

/// Finds the properties that the statements of an initializer assign.
private final class ConstantAssignmentFinder: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (index, element) in elements.enumerated().dropFirst() where element.is(AssignmentExprSyntax.self) {
      note(elements[index - 1])
    }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.is(AssignmentExprSyntax.self) { note(node.leftOperand) }
    return .visitChildren
  }

  /// A nested function assigns later, if at all.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func note(_ target: ExprSyntax) {
    if let member = target.as(MemberAccessExprSyntax.self),
      member.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    {
      names.insert(member.declName.baseName.plainName)
    } else if let name = target.as(DeclReferenceExprSyntax.self) {
      names.insert(name.baseName.plainName)
    } else if let tuple = target.as(TupleExprSyntax.self) {
      for element in tuple.elements { note(element.expression) }
    }
  }
}
