// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// What a macro cannot know of a type, the compiler is asked at the place of the type in the user's file, so that the
// error stands there, and names the type.

extension ModelClass {
  /// Whether the property's type can be persisted. `_$index` is what the builder has found out about it.
  func typeChecks(of property: PersistedProperty) -> [String] {
    let isMisshapen = misshapeMessage(of: property) != nil
    let call = "SwiftData.\(isMisshapen ? "_shaped" : "_persisted")(_$\(property.index))"
    var checks = [call.placed(at: place(property.typePlace), offset: "SwiftData.".count)]
    if let message = misshapeMessage(of: property) {
      checks.append(refusal(of: property, if: "_Misshapen<_M>", message))
    }
    if property.isUnique, !property.isConstant, let type = property.type, let element = type.unknownElement {
      checks.append(
        refusal(
          of: property, if: "_PersistableList<_M>", uniqueMessage(type, element, remove: "remove '.unique'"),
          otherwise: "'@Attribute(.unique)' on an array compares whole arrays; a unique value should be a single value")
      )
    }
    return checks
  }

  /// The advice to replace `[T?]` and `Set<T>`, if `T` is a model.
  private func misshapeMessage(of property: PersistedProperty) -> String? {
    guard let type = property.type else { return nil }
    let written = type.trimmedDescription
    if let correction = type.withoutGaps {
      return "a to-many relationship has no gaps: write '\(correction)' instead of '\(written)'"
    }
    if let correction = type.arrayInsteadOfSet {
      return "a to-many relationship is an array of models: write '\(correction)' instead of '\(written)'"
    }
    if property.isConstant, type.unknownElement != nil {
      return "a to-many relationship changes with its members: write 'var \(property.identifier): \(written)'"
    }
    return nil
  }

  private func uniqueMessage(_ type: TypeSyntax, _ element: TypeSyntax, remove: String) -> String {
    "a to-many relationship cannot be unique, as the members of '\(type.trimmedDescription)' are in rows of their own; "
      + "\(remove), or make what they have in common unique in '\(element.trimmedDescription)'"
  }

  /// An error, in the name of the property, if the builder has found a result of a type, and maybe a warning if it has
  /// found another.
  private func refusal(
    of property: PersistedProperty, if result: String, _ message: String, otherwise warning: String? = nil,
    at node: Syntax? = nil
  ) -> String {
    let function = property.identifier
    let call = "\(function)(_$\(property.index))".placed(at: place(node ?? property.typePlace))
    return """
      do {
        @available(*, unavailable, message: "\(message)")
        func \(function)<_M>(_: SwiftData.\(result)) {}
        \(warning.map { "@available(*, deprecated, message: \"\($0)\") " } ?? "")\
      func \(function)<_P: SwiftData._OtherwisePersisted>(_: _P) {}
      \(call)
      }
      """
  }

  /// Lists that `#Unique` names.
  var uniqueListChecks: [String] {
    constraints.filter { $0.macro == "Unique" }.flatMap { constraint in
      constraint.properties.compactMap { keyPath, name in
        guard keyPath.components.count == 1,
          let property = properties.first(where: { $0.name == name && $0.form == .any }),
          let type = property.type, let element = type.unknownElement
        else { return nil }
        return refusal(
          of: property, if: "_PersistableList<_M>", uniqueMessage(type, element, remove: "remove it from '#Unique'"),
          at: Syntax(keyPath))
      }
    }
  }

  /// The superclass has to be a model. The syntax does not tell one from a protocol; what two types have in common that
  /// inherit from it does.
  var superclassMembers: [String] {
    guard superclass == nil, let first = declaration.inheritanceClause?.inheritedTypes.first?.type,
      first.is(IdentifierTypeSyntax.self) || first.is(MemberTypeSyntax.self),
      !Self.protocols.contains(first.trimmedDescription)
    else { return [] }
    let source = first.trimmedDescription
    return [
      """
      nonisolated private static func _$superclass<_A: \(source), _B: \(source)>(_ a: _A, _ b: _B) {
        let _$common = SwiftData._common(a, b)
      \("SwiftData._superclass(_$common)".placed(at: place(Syntax(first)), offset: "SwiftData.".count))
      }
      """
    ]
  }

  /// Protocols that need no assertion.
  private static let protocols: Set<String> = [
    "AnyObject", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Hashable", "Identifiable", "Observable", "PersistentModel", "Sendable",
    "SwiftData.PersistentModel",
  ]
}

extension PersistedProperty {
  /// Whether an option is `.unique`.
  fileprivate var isUnique: Bool {
    [attribute, relationship].contains { $0?.hasOption("unique") ?? false }
  }
}

extension TypeSyntax {
  /// The element of `[T]` and `[T]?`.
  private var listElement: TypeSyntax? { (optionalWrapped ?? self).arrayElement }

  /// The element of `[T]` and `[T]?`, unless it is a standard type.
  fileprivate var unknownElement: TypeSyntax? {
    guard let element = listElement, element.primitiveName == nil else { return nil }
    return element
  }

  /// `[T]` for `[T?]`, if the element is written as an optional.
  fileprivate var withoutGaps: String? {
    guard let element = listElement?.optionalWrapped, element.primitiveName == nil else { return nil }
    return "[\(element.trimmedDescription)]\(optionalWrapped == nil ? "" : "?")"
  }

  /// `[T]` for `Set<T>`.
  fileprivate var arrayInsteadOfSet: String? {
    guard let element = (optionalWrapped ?? self).genericArgument(of: "Set"), element.primitiveName == nil
    else { return nil }
    return "[\(element.trimmedDescription)]\(optionalWrapped == nil ? "" : "?")"
  }
}
