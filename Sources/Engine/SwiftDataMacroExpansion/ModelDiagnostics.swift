// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Checks the body of a model class and reports what would fail later, with a way out.
func diagnose(_ model: ModelClass, in context: some MacroExpansionContext) {
  for variable in model.variables where variable.propertyKind == .unsupported {
    diagnoseUnsupported(variable, in: context)
  }
  for variable in model.variables where variable.propertyKind == .persisted {
    diagnoseObservers(of: variable, in: context)
    diagnoseWeak(variable, in: context)
  }
  for variable in model.variables { diagnoseLazy(variable, in: context) }
  model.diagnoseAssignedConstants(in: context)
  for constraint in model.constraints { diagnose(constraint, of: model, in: context) }
  if !model.declaresInitializer, !model.initialValues.isEmpty {
    context.report(
      .error(
        "no-initializer",
        "@Model requires an initializer be provided for '\(model.declaration.name.plainName)'"),
      at: model.declaration.name, fix: initializerFix(for: model))
  }
}

private func diagnoseUnsupported(
  _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
) {
  guard variable.bindings.allSatisfy({ $0.plainName != nil }) else {
    context.report(
      .error(
        "tuple-pattern",
        "A persisted property cannot be declared by a tuple pattern; declare each property by itself, or mark the declaration '@Transient'"
      ),
      at: variable.bindings, fix: .makingTransient(variable))
    return
  }
  if let wrapper = variable.wrapper {
    let name = variable.bindings.first?.plainName ?? ""
    context.report(
      .error(
        "property-wrapper",
        "'@\(wrapper.attributeName.trimmedDescription)' cannot wrap the persisted property '\(name)', whose value the store keeps; remove the wrapper, or mark the property '@Transient'"
      ),
      at: wrapper, fix: .removing(wrapper))
    return
  }
  if variable.bindings.count > 1, !variable.isConstant {
    context.report(
      .error(
        "several-properties",
        "A persisted property needs a declaration of its own; write one 'var' for each property"),
      at: variable.bindings, fix: splittingFix(for: variable))
    return
  }
  for binding in variable.bindings {
    guard let name = binding.plainName, let type = binding.writtenType, type.isUnsupported else {
      continue
    }
    context.report(
      .error(
        "unsupported-type",
        "Property '\(name)' has the type '\(type.trimmedDescription)', which cannot be persisted; mark it @Transient, or use a type that is Codable"
      ),
      at: binding, fix: .makingTransient(variable))
  }
}

/// The compiler knows conditions that it does not tell macros, such as `canImport`: a property that depends on one would
/// be in no schema, and its values in no store.
func diagnoseUnknownCondition(
  of variable: VariableDeclSyntax, _ name: String, in context: some MacroExpansionContext
) {
  context.report(
    .error(
      "unknown-condition",
      "'@Model' cannot tell whether the '#if' around the property '\(name)' holds; declare the property outside of it, or mark it '@Transient'"
    ),
    at: variable.bindings, fix: .makingTransient(variable))
}

/// `@Model` makes a persisted property a computed one, which has no observers; Apple's does the same.
private func diagnoseObservers(
  of variable: VariableDeclSyntax, in context: some MacroExpansionContext
) {
  for binding in variable.bindings {
    guard let name = binding.plainName, let observers = binding.accessorBlock else { continue }
    context.report(
      .warning(
        "unused-observers",
        "'willSet' and 'didSet' of the persisted property '\(name)' do not run; do their work in a method"
      ),
      at: observers)
  }
}

/// The value of a lazy property is not stored, which its declaration does not show.
private func diagnoseLazy(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
  guard let modifier = variable.modifiers.first(where: { $0.name.tokenKind == .keyword(.lazy) }),
    !["Transient", "Attribute", "Relationship"].contains(where: { variable.attributes.named($0) != nil }),
    let name = variable.bindings.first?.plainName
  else { return }
  context.report(
    .error(
      "lazy-property",
      "The lazy property '\(name)' cannot be persisted; mark it '@Transient', or remove 'lazy'"),
    at: modifier, fix: .makingTransient(variable))
}

/// The store and its context own related objects; a reference to one keeps it in memory.
private func diagnoseWeak(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
  let ownership = variable.modifiers.first {
    $0.name.tokenKind == .keyword(.weak) || $0.name.tokenKind == .keyword(.unowned)
  }
  guard let ownership, let name = variable.bindings.first?.plainName else { return }
  var fixed = variable
  let leading = variable.leadingTrivia
  fixed.modifiers = fixed.modifiers.filter { $0.id != ownership.id }
  fixed.leadingTrivia = leading
  context.report(
    .warning(
      "weak-property",
      "'\(ownership.trimmedDescription)' has no effect on the persisted property '\(name)'; remove it, or mark the property '@Transient'"
    ),
    at: ownership,
    fix: .replace("remove-ownership", "Remove '\(ownership.trimmedDescription)'", variable, with: fixed))
}

/// Splits `var a: Int, b: Int` into two declarations.
private func splittingFix(for variable: VariableDeclSyntax) -> FixIt? {
  guard let item = variable.parent?.as(MemberBlockItemSyntax.self),
    let list = item.parent?.as(MemberBlockItemListSyntax.self)
  else { return nil }
  let indentation = variable.leadingTrivia.indentation
  var split: [MemberBlockItemSyntax] = []
  for binding in variable.bindings {
    var single = binding.with(\.trailingComma, nil)
    single.leadingTrivia = []
    single.trailingTrivia = []
    if single.typeAnnotation == nil, single.initializer == nil, let type = binding.writtenType {
      single.typeAnnotation = TypeAnnotationSyntax(
        colon: .colonToken(trailingTrivia: .space), type: type.trimmed)
    }
    var declaration = variable.with(\.bindings, [single])
    if !split.isEmpty { declaration.leadingTrivia = .newline + indentation }
    split.append(MemberBlockItemSyntax(decl: declaration))
  }
  let items = list.flatMap { $0.id == item.id ? split : [$0] }
  return .replace(
    "split-declaration", "Write one 'var' for each property", list,
    with: MemberBlockItemListSyntax(items))
}

extension Trivia {
  /// The spaces and tabs after the last line break.
  var indentation: Trivia {
    var found: [TriviaPiece] = []
    for piece in reversed() {
      switch piece {
      case .spaces, .tabs: found.insert(piece, at: 0)
      default: return Trivia(pieces: found)
      }
    }
    return Trivia(pieces: found)
  }
}
