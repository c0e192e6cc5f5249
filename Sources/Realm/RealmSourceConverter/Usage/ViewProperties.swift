// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Realm's property wrappers of SwiftUI views.
enum ViewProperties {
  /// What a property with one of Realm's wrappers becomes; `nil` for others.
  static func convert(_ node: VariableDeclSyntax, _ rewriter: UsageRewriter) -> DeclSyntax? {
    if let attribute = node.attributes.named("ObservedResults") {
      return query(node, attribute, rewriter)
    }
    if let attribute = node.attributes.named("Environment"), let converted = environment(node, attribute, rewriter) {
      return rewriter.visit(converted)
    }
    let names = ["ObservedRealmObject": "Bindable", "StateRealmObject": "State"]
    for (realms, ours) in names {
      guard let attribute = node.attributes.named(realms) else { continue }
      guard var result = attributeReplaced(node, attribute, "@\(ours)") else { return nil }
      // A list that is observed is an array, to which nothing can be bound.
      if let type = node.bindings.first?.typeAnnotation?.type,
        TypeReading.nameAndArguments(type).0 == "List"
      {
        result = attributeReplaced(node, attribute, "@State") ?? result
        rewriter.note("A list is observed with the object that has it: pass that, as '@Bindable'.")
      }
      rewriter.needs.insert(.swiftData)
      return rewriter.visit(result)
    }
    if node.attributes.named("ObservedSectionedResults") != nil || node.attributes.named("AutoOpen") != nil
      || node.attributes.named("AsyncOpen") != nil || node.attributes.named("ThreadSafe") != nil
    {
      rewriter.note("This property wrapper has no counterpart.")
    }
    return nil
  }

  /// `@Environment(\\.realm)` is the context of the views.
  private static func environment(
    _ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ rewriter: UsageRewriter
  ) -> VariableDeclSyntax? {
    guard rewriter.importsRealm, case .argumentList(let arguments)? = attribute.arguments else { return nil }
    switch arguments.first?.expression.plain {
    case "\\.realm":
      rewriter.needs.insert(.swiftData)
      return attributeReplaced(node, attribute, "@Environment(\\.modelContext)")
    case "\\.realmConfiguration", "\\.partitionValue":
      rewriter.note("Views have a container in their environment, and no configuration.")
      return nil
    default: return nil
    }
  }

  private static func attributeReplaced(
    _ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ text: String
  ) -> VariableDeclSyntax? {
    guard
      var replacement = Parsed.members("\(text) var x = 0").first?.decl.as(VariableDeclSyntax.self)?
        .attributes.first
    else { return nil }
    replacement.leadingTrivia = attribute.leadingTrivia
    replacement.trailingTrivia = attribute.trailingTrivia
    return node.with(
      \.attributes,
      AttributeListSyntax(
        node.attributes.map { element in
          if case .attribute(let own) = element, own.id == attribute.id { return replacement }
          return element
        }))
  }

  private static func query(
    _ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ rewriter: UsageRewriter
  ) -> DeclSyntax? {
    guard case .argumentList(let arguments)? = attribute.arguments,
      let type = arguments.first.flatMap({ rewriter.typeName($0.expression) }),
      let name = node.bindings.first?.name
    else { return nil }
    var parts: [String] = []
    for argument in arguments.dropFirst() {
      switch argument.label?.text {
      case "where":
        guard
          let closure = argument.expression.as(ClosureExprSyntax.self)
            ?? argument.expression.as(TupleExprSyntax.self)?.elements.first?.expression.as(ClosureExprSyntax.self),
          let text = try? QueryClosure(rewriter, closure, type).text
        else {
          rewriter.note("The condition of this query has no counterpart.")
          continue
        }
        parts.append("filter: #Predicate<\(type)> { \(text) }")
      case "filter":
        guard let call = argument.expression.as(FunctionCallExprSyntax.self),
          let wrapped = Parsed.expression("x.filter(\(call.plain))").as(FunctionCallExprSyntax.self),
          let text = try? rewriter.filterCondition(wrapped, type: type)
        else {
          rewriter.note("The condition of this query has no counterpart.")
          continue
        }
        parts.append("filter: #Predicate<\(type)> { \(text) }")
      case "sortDescriptor", "keyPaths":
        guard argument.label?.text == "sortDescriptor",
          let call = Parsed.expression("x.sorted(by: [\(argument.expression.plain)])").as(FunctionCallExprSyntax.self),
          let steps = rewriter.sortSteps(call)
        else { continue }
        parts.append("sort: [\(steps.joined(separator: ", "))]")
      default: rewriter.note("'\(argument.plain.trimmingSuffix(","))' has no counterpart.")
      }
    }
    rewriter.needs.insert(.swiftData)
    let access = node.modifiers.map { $0.plain + " " }.joined()
    let list = parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    let text = "@Query\(list) \(access)var \(name): [\(type)]"
    guard let parsed = Parsed.members(text).first?.decl else { return nil }
    return parsed.with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }
}
