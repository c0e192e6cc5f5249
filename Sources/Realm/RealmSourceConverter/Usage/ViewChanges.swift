// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What views do with the bindings of Realm's property wrappers.
enum ViewChanges {
  /// A view with the changes of what it has queried and observes; with a context, if it needs one for them.
  static func convert(_ node: StructDeclSyntax, _ rewriter: UsageRewriter) -> StructDeclSyntax {
    var queries: [String: String] = [:]
    var objects: Set<String> = []
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
        let name = binding.name
      else { continue }
      if variable.attributes.named("Query") != nil {
        queries[name] = binding.typeAnnotation?.type.as(ArrayTypeSyntax.self)?.element.plain ?? ""
      } else if variable.attributes.named("Bindable") != nil || variable.attributes.named("State") != nil {
        objects.insert(name)
      }
    }
    let changes = Changes(rewriter, queries, objects)
    var result = changes.visit(node).as(StructDeclSyntax.self) ?? node
    guard changes.needsContext, !node.memberBlock.plain.contains("var modelContext") else { return result }
    let indentation = result.memberBlock.members.first?.leadingTrivia.indentationText ?? "  "
    let added = Parsed.members("\n\(indentation)@Environment(\\.modelContext) private var modelContext")
    result.memberBlock.members = MemberBlockItemListSyntax(added + Array(result.memberBlock.members))
    return result
  }

  /// An app has to give its views a container.
  static func noteContainer(_ node: StructDeclSyntax, _ rewriter: UsageRewriter) {
    let inherited = node.inheritanceClause?.inheritedTypes.map { RealmNames.last($0.type.plain) } ?? []
    guard rewriter.importsSwiftUI, inherited.contains("App"), !rewriter.layer.types.isEmpty,
      !node.plain.contains(".modelContainer(")
    else { return }
    rewriter.needs.formUnion([.current, .swiftData])
    rewriter.note(
      "Views find their context in a container: give the scene '.modelContainer(…)' with 'ModelContainer.app' of "
        + "RealmSupport.swift.")
  }
}

private final class Changes: SyntaxRewriter {
  private let rewriter: UsageRewriter
  /// The classes of what is queried.
  private let queries: [String: String]
  private let objects: Set<String>
  private(set) var needsContext = false

  init(_ rewriter: UsageRewriter, _ queries: [String: String], _ objects: Set<String>) {
    self.rewriter = rewriter
    self.queries = queries
    self.objects = objects
    super.init()
  }

  override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
    let result = super.visit(node)
    guard let call = result.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    else { return result }
    let name = member.declName.baseName.text
    if let base = member.base, base.plain.hasPrefix("$"), let text = change(name, base, call) {
      return rewriter.replaced(call, text)
    }
    switch name {
    case "onDelete", "onMove": return performing(call) ?? result
    case "searchable": return searching(call) ?? result
    case "environment":
      guard rewriter.importsRealm, call.arguments.first?.expression.plain == "\\.realm",
        let context = call.arguments.last, let base = member.base
      else { return result }
      return rewriter.replaced(call, "\(base).modelContext(\(context.expression.plain))")
    default: return result
    }
  }

  /// `$dogs.append(dog)`, `$dogs.remove(dog)`, `$dog.delete()`
  private func change(_ name: String, _ base: ExprSyntax, _ call: FunctionCallExprSyntax) -> String? {
    let own = String(base.plain.dropFirst())
    let argument = call.arguments.first
    if let type = queries[own] {
      switch (name, argument?.label?.text, argument?.expression.plain) {
      case ("append", nil, let object?):
        needsContext = true
        guard rewriter.layer.primaryKey(of: RealmNames.last(type)) != nil else {
          return "modelContext.insert(\(object))"
        }
        rewriter.needs.insert(.records)
        return "modelContext.add(\(object), update: .modified)"
      case ("remove", nil, let object?):
        needsContext = true
        return "modelContext.delete(\(object))"
      case ("remove", "atOffsets", let offsets?):
        return deletion(offsets, own)
      default: return nil
      }
    }
    if name == "delete", argument == nil, objects.contains(own) { return "\(own).modelContext?.delete(\(own))" }
    return nil
  }

  private func deletion(_ offsets: String, _ name: String) -> String {
    needsContext = true
    rewriter.needs.insert(.writes)
    return "modelContext.delete(\(offsets).map { \(name)[$0] })"
  }

  /// `.onDelete(perform: $dogs.remove)`, `.onMove(perform: $list.dogs.move)`
  private func performing(_ call: FunctionCallExprSyntax) -> ExprSyntax? {
    guard let argument = call.arguments.first, argument.label?.text == "perform",
      let function = argument.expression.as(MemberAccessExprSyntax.self), let base = function.base,
      base.plain.hasPrefix("$")
    else { return nil }
    let own = String(base.plain.dropFirst())
    let text: String
    switch (function.declName.baseName.text, queries[own] != nil) {
    case ("remove", true): text = "{ offsets in \(deletion("offsets", own)) }"
    case ("remove", false): text = "{ \(own).remove(atOffsets: $0) }"
    case ("move", false): text = "{ \(own).move(fromOffsets: $0, toOffset: $1) }"
    default:
      rewriter.note("What a query has found has no order that could be changed: '\(argument.plain)'.")
      return nil
    }
    return ExprSyntax(
      call.with(\.arguments, [argument.with(\.expression, rewriter.replaced(argument.expression, text))]))
  }

  /// `.searchable(text: $text, collection: $dogs, keyPath: \\.name)`
  private func searching(_ call: FunctionCallExprSyntax) -> ExprSyntax? {
    guard call.arguments.contains(where: { $0.label?.text == "collection" }) else { return nil }
    let path = call.arguments.first { $0.label?.text == "keyPath" }?.expression.plain ?? "its property"
    rewriter.note("The view has to filter what it shows: compare \(path) with the text of 'searchable'.")
    var kept = call.arguments.filter { !["collection", "keyPath"].contains($0.label?.text ?? "") }
    if let index = kept.indices.last { kept[index] = kept[index].with(\.trailingComma, nil).with(\.trailingTrivia, []) }
    return ExprSyntax(call.with(\.arguments, kept))
  }
}
