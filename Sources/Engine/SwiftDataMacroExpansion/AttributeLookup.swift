// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension AttributeListSyntax {
  /// The attribute `@name` or `@SwiftData.name`.
  func named(_ name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self where attribute.isNamed(name) { return attribute }
    return nil
  }

  /// The global actor that isolates a declaration, such as `MainActor`, when its name tells it.
  var globalActor: String? {
    for case .attribute(let attribute) in self where attribute.arguments == nil {
      let name = attribute.attributeName.trimmedDescription
      if name.hasSuffix("Actor"), !attribute.isNamed("ModelActor") { return name }
    }
    return nil
  }

  /// All `@available(…)` attributes, each on a line of its own.
  var availability: String {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.isNamed("available") else {
        return nil
      }
      return attribute.trimmedDescription + "\n"
    }.joined()
  }
}

extension AttributeSyntax {
  func isNamed(_ name: String) -> Bool {
    if let simple = attributeName.as(IdentifierTypeSyntax.self) { return simple.name.text == name }
    if let member = attributeName.as(MemberTypeSyntax.self) {
      return member.name.text == name && member.baseType.trimmedDescription == "SwiftData"
    }
    return false
  }

  /// The source of the arguments between the parentheses, as the user wrote it, without those that the compiler
  /// refuses there already: it would report them a second time.
  ///
  /// - Parameter inverse: What stands in place of ``inverse``.
  func argumentSource(inverse: String? = nil) -> String {
    guard case .argumentList(let list)? = arguments else { return arguments?.trimmedDescription ?? "" }
    let kept = list.filter { !$0.isRefused }
    guard kept.count < list.count || inverse != nil else { return list.trimmedDescription }
    return kept.map { argument in
      if let inverse, argument.namesInverse { return "inverse: \(inverse)" }
      return argument.with(\.trailingComma, nil).trimmedDescription
    }.joined(separator: ", ")
  }

  /// The key path that `inverse:` has, with its root.
  var inverse: KeyPathExprSyntax? {
    guard case .argumentList(let list)? = arguments else { return nil }
    return list.first { $0.namesInverse }?.expression.as(KeyPathExprSyntax.self)
  }
}

extension LabeledExprSyntax {
  /// Whether no meaning of the argument passes the compiler: `inverse: \.trip`, whose root nothing tells, and
  /// `.transformable` without a transformer.
  fileprivate var isRefused: Bool {
    if label?.text == "inverse" { return expression.as(KeyPathExprSyntax.self).map { $0.root == nil } ?? false }
    return expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "transformable"
  }

  fileprivate var namesInverse: Bool {
    label?.text == "inverse" && expression.as(KeyPathExprSyntax.self)?.root != nil
  }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainName: String {
    let text = self.text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
