// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Looks for embedded objects that are changed through a name of their own: a struct would be a copy there, and what is
/// written to it would be lost, or not compile.
enum LocalChanges {
  /// The embedded classes that have to stay classes.
  static func types(in trees: [SourceFileSyntax], _ layer: SourceLayer) -> Set<String> {
    var types: Set<String> = []
    for tree in trees {
      let finder = Finder(layer)
      finder.walk(tree)
      types.formUnion(finder.types)
    }
    return types
  }

  /// A name that stands for an embedded object.
  private struct Binding {
    let type: String
    /// Whether it is the name of a new object that nothing else has yet.
    let isNew: Bool
  }

  private final class Finder: SyntaxVisitor {
    private let layer: SourceLayer
    private var bindings: [String: [Binding]] = [:]
    /// Where a name is first used as a whole, and last changed.
    private var used: [String: AbsolutePosition] = [:]
    private var changed: [String: AbsolutePosition] = [:]

    init(_ layer: SourceLayer) {
      self.layer = layer
      super.init(viewMode: .sourceAccurate)
    }

    var types: Set<String> {
      var types: Set<String> = []
      for (name, place) in changed {
        for binding in bindings[name] ?? [] {
          // What is changed before anything else has it may be a value.
          if binding.isNew, (used[name].map { place < $0 } ?? true) { continue }
          types.insert(binding.type)
        }
      }
      return types
    }

    // MARK: Names

    private func bind(_ name: String?, to type: String, isNew: Bool = false) {
      guard let name, layer.types[type]?.kind == .embedded else { return }
      bindings[name, default: []].append(Binding(type: type, isNew: isNew))
    }

    /// Binds a name to what an expression leads to.
    private func bind(_ name: String?, value: ExprSyntax, isConstant: Bool, isElement: Bool = false) {
      if let call = value.as(FunctionCallExprSyntax.self) {
        let type = RealmNames.last(call.calledExpression.plain)
        if layer.types[type] != nil { return bind(name, to: type, isNew: !isConstant) }
      }
      for type in targets(value, isElement: isElement) { bind(name, to: type) }
    }

    /// The classes of properties with the name that a path ends with.
    private func targets(_ value: ExprSyntax, isElement: Bool) -> Set<String> {
      guard let name = property(value) else { return [] }
      return Set(
        layer.types.values.compactMap { type -> String? in
          guard let found = type.property(name), !isElement || found.collection != nil else { return nil }
          return found.type.map(RealmNames.last)
        })
    }

    /// `home` of `person?.home`, `try person.home!`, `person.homes[0]` and `person.homes.first`.
    private func property(_ value: ExprSyntax) -> String? {
      if let inner = value.as(OptionalChainingExprSyntax.self) { return property(inner.expression) }
      if let inner = value.as(ForceUnwrapExprSyntax.self) { return property(inner.expression) }
      if let inner = value.as(TryExprSyntax.self) { return property(inner.expression) }
      if let inner = value.as(SubscriptCallExprSyntax.self) { return property(inner.calledExpression) }
      if let call = value.as(FunctionCallExprSyntax.self) {
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
          ["first", "last", "filter", "sorted", "where", "reversed"].contains(member.declName.baseName.text)
        else { return nil }
        return member.base.flatMap(property)
      }
      if let member = value.as(MemberAccessExprSyntax.self) {
        let name = member.declName.baseName.text.trimmingBackticks
        return ["first", "last"].contains(name) ? member.base.flatMap(property) : name
      }
      return value.as(DeclReferenceExprSyntax.self)?.baseName.text.trimmingBackticks
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      // Of a type's own properties the type decides what they are.
      guard node.parent?.is(MemberBlockItemSyntax.self) != true else { return .visitChildren }
      let isConstant = node.bindingSpecifier.tokenKind == .keyword(.let)
      for binding in node.bindings {
        if let value = binding.initializer?.value {
          bind(binding.name, value: value, isConstant: isConstant)
        } else if let type = binding.typeAnnotation?.type {
          bind(binding.name, to: RealmNames.last(type.plain), isNew: !isConstant)
        }
      }
      return .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks
      if let value = node.initializer?.value {
        bind(name, value: value, isConstant: true)
      } else if let name {
        bind(name, value: Parsed.expression(name), isConstant: true)
      }
      return .visitChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      bind(name, value: node.sequence, isConstant: true, isElement: true)
      return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
      let type = node.type.as(OptionalTypeSyntax.self)?.wrappedType ?? node.type
      bind((node.secondName ?? node.firstName).text, to: RealmNames.last(type.plain))
      return .visitChildren
    }

    /// `person.homes.forEach { $0.street = "" }`
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      noteMutation(node)
      guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
        let closure = node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
      else { return .visitChildren }
      var name = "$0"
      switch closure.signature?.parameterClause {
      case .simpleInput(let list): name = list.first?.name.text ?? name
      case .parameterClause(let clause): name = clause.parameters.first?.firstName.text ?? name
      case nil: break
      }
      bind(name, value: base, isConstant: true, isElement: true)
      return .visitChildren
    }

    // MARK: Changes

    private static let mutations: Set<String> = [
      "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "replaceSubrange",
      "swapAt", "move", "sort", "reverse", "setValue", "formUnion", "toggle",
    ]

    /// `home.tags.append("x")`
    private func noteMutation(_ node: FunctionCallExprSyntax) {
      guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
        Self.mutations.contains(member.declName.baseName.text)
      else { return }
      noteChange(base)
    }

    /// The name that a path begins with is changed, unless it is all of the path.
    private func noteChange(_ path: ExprSyntax) {
      var current = path
      var isPath = false
      while true {
        if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
          (current, isPath) = (base, true)
        } else if let inner = current.as(OptionalChainingExprSyntax.self) {
          current = inner.expression
        } else if let inner = current.as(ForceUnwrapExprSyntax.self) {
          current = inner.expression
        } else if let inner = current.as(SubscriptCallExprSyntax.self) {
          current = inner.calledExpression
        } else {
          break
        }
      }
      guard isPath, let name = current.as(DeclReferenceExprSyntax.self)?.baseName.text else { return }
      changed[name] = max(changed[name] ?? path.position, path.position)
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      let parts = Array(node.elements)
      guard parts.count > 1 else { return .visitChildren }
      let sign = parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text
      if parts[1].is(AssignmentExprSyntax.self) || ["+=", "-=", "*=", "/=", "&=", "|="].contains(sign) {
        noteChange(parts[0])
      }
      return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let isBase = node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == node.id
      let isChained = node.parent?.is(OptionalChainingExprSyntax.self) == true
      if !isBase, !isChained, node.parent?.is(MemberAccessExprSyntax.self) != true {
        let name = node.baseName.text
        used[name] = min(used[name] ?? node.position, node.position)
      }
      return .skipChildren
    }
  }
}
