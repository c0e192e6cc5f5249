// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The types of sources that are a `VersionedSchema`, and what they say of themselves: in their declarations, or in
/// extensions that may be in other files.
struct VersionDeclarations {
  /// By full name.
  private var schemas: Set<String> = []
  private var numbers: [String: String] = [:]
  private var models: [String: [String]] = [:]

  /// - Parameter name: With those of the types around it.
  mutating func note(_ name: String, _ inheritance: InheritanceClauseSyntax?, _ members: MemberBlockSyntax) {
    let parents = inheritance?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    if parents.contains(where: { $0 == "VersionedSchema" || $0.hasSuffix(".VersionedSchema") }) {
      schemas.insert(name)
    }
    for member in members.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first else {
        continue
      }
      switch binding.pattern.trimmedDescription {
      case "versionIdentifier": numbers[name] = Self.number(binding.oneLine)
      case "models":
        models[name] = binding.oneLine.matches(of: /([A-Za-z_][A-Za-z0-9_.]*)\.self/).map { String($0.1) }
      default: break
      }
    }
  }

  mutating func merge(_ other: VersionDeclarations) {
    schemas.formUnion(other.schemas)
    numbers.merge(other.numbers) { first, _ in first }
    models.merge(other.models) { first, _ in first }
  }

  /// In the order of their names.
  var versions: [SourceDeclarations.Version] {
    schemas.sorted().map { .init(name: $0, number: numbers[$0], models: models[$0] ?? []) }
  }

  /// Of `Schema.Version(2, 1, 0)` or `.init(2, 1, 0)`, whether it is stored or computed.
  ///
  /// - Returns: `nil` if there is no such call, or more than one.
  private static func number(_ text: String) -> String? {
    let calls = text.matches(of: /(?:Version|\.init)\s*\(\s*([0-9_]+)\s*,\s*([0-9_]+)\s*,\s*([0-9_]+)\s*,?\s*\)/)
    guard calls.count == 1, let call = calls.first else { return nil }
    let parts = [call.1, call.2, call.3].compactMap { Int($0.filter { $0 != "_" }) }
    return parts.count == 3 ? parts.map(String.init).joined(separator: ".") : nil
  }
}
