// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SourceText
import SwiftSyntax

/// The models of the present as a `VersionedSchema`: Swift that stays as it is while the models change.
///
/// Copied is what a store depends on: stored properties with their attributes, constraints, and the structs and enums that
/// are declared within the models, or beside them in a version. Methods, computed properties and accessors are left out;
/// each class gets an initializer for its properties.
struct VersionSource {
  private let name: String
  private let number: String
  private let models: [(full: String, node: ClassDeclSyntax)]
  private let types: [DeclSyntax]
  private let declarations: SourceDeclarations

  /// - Parameter name: What the enum is called.
  init(_ name: String, _ reading: SchemaInput.Reading) throws {
    guard let declarations = reading.declarations else {
      throw StoreError(
        .unsupported, "A store does not have the sources of its models.",
        advice: "Name the Swift sources of the models; 'schema --swift' writes the classes of a store.")
    }
    guard SwiftNames.isIdentifier(name), !SwiftNames.reserved.contains(name) else {
      throw StoreError(.invalidInput, "\(name) is no name of a type.", advice: "Name the version like SchemaV1.")
    }
    let last = { (name: String) in name.split(separator: ".").last.map(String.init) ?? name }
    let isTaken =
      declarations.models[name] != nil || declarations.structs[name] != nil || declarations.enums[name] != nil
    guard !isTaken else {
      throw StoreError(
        .alreadyExists, "The sources declare \(name) already.",
        advice: "Choose another name; remove the former declaration when nothing refers to it.")
    }
    self.name = name
    number = reading.schema.version
    self.declarations = declarations
    let version = reading.version
    let scope = version?.name
    let wanted = Set(reading.schema.models.map(\.name))
    let candidates = declarations.models.filter { wanted.contains(last($0.key)) }
    // Of several classes with a name, those of the version.
    var chosen: [String: String] = [:]
    for full in candidates.keys.sorted() {
      let isOfVersion = scope.map { full.hasPrefix($0 + ".") } ?? false
      let isKnown = version?.models.contains { declarations.resolve($0, within: scope ?? "") == full } ?? true
      if isOfVersion || isKnown || chosen[last(full)] == nil { chosen[last(full)] = full }
    }
    models = chosen.sorted { $0.key < $1.key }.compactMap { item in
      declarations.models[item.value].map { (full: item.value, node: $0) }
    }
    func isBeside(_ full: String) -> Bool {
      guard let scope, full.hasPrefix(scope + ".") else { return false }
      return !full.dropFirst(scope.count + 1).contains(".")
    }
    let structs = declarations.structs.filter { isBeside($0.key) }.map { ($0.key, DeclSyntax($0.value)) }
    let enums = declarations.enums.filter { isBeside($0.key) }.map { ($0.key, DeclSyntax($0.value)) }
    types = (structs + enums).sorted { $0.0 < $1.0 }.map(\.1)
  }

  var count: Int { models.count }

  var text: String {
    let parts = number.split(separator: ".").compactMap { Int($0) } + [0, 0, 0]
    var text = """
      // Written by 'swiftdata schema freeze --swift'. Stores of this version have these models: leave them as they are.

      import Foundation
      import SwiftData

      enum \(name): VersionedSchema {
        static var versionIdentifier: Schema.Version { Schema.Version(\(parts[0]), \(parts[1]), \(parts[2])) }
        static var models: [any PersistentModel.Type] {
          [\(models.map { Self.last($0.full) + ".self" }.joined(separator: ", "))]
        }

      """
    for type in types { text += "\n" + Self.indented(type, by: 2) }
    for model in models { text += "\n" + declaration(model.full, model.node) }
    return text + "}\n"
  }

  private static func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// A declaration as it is written, moved to a column.
  private static func indented(_ node: some SyntaxProtocol, by columns: Int) -> String {
    let lines = node.trimmedDescription.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
    let margin = rest.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let indent = String(repeating: " ", count: columns)
    return lines.enumerated().map { index, line in
      let content = index == 0 ? line : line.dropFirst(min(margin, line.prefix { $0 == " " }.count))
      return content.isEmpty ? "\n" : "\(indent)\(content)\n"
    }.joined()
  }

  // MARK: Models

  /// One stored property.
  private struct Property {
    let attributes: [String]
    let specifier: String
    let name: String
    let type: String?
    let initial: String?

    var declaration: String {
      let lines = attributes.map { "    \($0)\n" }.joined()
      return lines + "    \(specifier) \(name)\(type.map { ": \($0)" } ?? "")\(initial.map { " = \($0)" } ?? "")\n"
    }
  }

  private func declaration(_ full: String, _ node: ClassDeclSyntax) -> String {
    let parent = parent(full, node)
    let isParent = models.contains { self.parent($0.full, $0.node)?.full == full }
    var text = node.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.attributeName.trimmedDescription == "available" }.map { "  \($0.trimmedDescription)\n" }.joined()
    text +=
      "  @Model \(isParent ? "" : "final ")class \(Self.last(full))\(parent.map { ": \(Self.last($0.full))" } ?? "") {\n"
    for member in node.memberBlock.members {
      if let macro = member.decl.as(MacroExpansionDeclSyntax.self), ["Unique", "Index"].contains(macro.macroName.text) {
        text += Self.indented(macro, by: 4) + "\n"
      } else if member.decl.is(StructDeclSyntax.self) || member.decl.is(EnumDeclSyntax.self) {
        text += Self.indented(member.decl, by: 4) + "\n"
      }
    }
    let properties = properties(of: node)
    for property in properties { text += property.declaration }
    return text + (properties.isEmpty ? "" : "\n") + initializer(properties, parent) + "  }\n"
  }

  private func parent(_ full: String, _ node: ClassDeclSyntax) -> (full: String, node: ClassDeclSyntax)? {
    for type in node.inheritanceClause?.inheritedTypes ?? [] {
      if let name = declarations.resolve(type.type.trimmedDescription, within: full),
        let found = models.first(where: { $0.full == name })
      {
        return found
      }
    }
    return nil
  }

  private func properties(of node: ClassDeclSyntax) -> [Property] {
    node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap { variable -> [Property] in
      let attributes = variable.attributes.compactMap { $0.as(AttributeSyntax.self) }
      let isStored =
        !variable.modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
        && !attributes.contains { $0.attributeName.trimmedDescription == "Transient" }
      guard isStored else { return [] }
      let kept = attributes.filter { ["Attribute", "Relationship"].contains($0.attributeName.trimmedDescription) }
      return variable.bindings.compactMap { binding in
        guard !Self.isComputed(binding), let name = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
        return Property(
          attributes: kept.map(\.trimmedDescription), specifier: variable.bindingSpecifier.text,
          name: name.identifier.text, type: binding.typeAnnotation?.type.trimmedDescription,
          initial: binding.initializer?.value.trimmedDescription)
      }
    }
  }

  private static func isComputed(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case .getter: true
    case .accessors(let list): list.contains { ["get", "_read"].contains($0.accessorSpecifier.text) }
    case nil: false
    }
  }

  // MARK: Initializers

  private func initializer(_ properties: [Property], _ parent: (full: String, node: ClassDeclSyntax)?) -> String {
    var inherited: [Property] = []
    var ancestor = parent
    while let current = ancestor {
      inherited = Self.assignable(self.properties(of: current.node)) + inherited
      ancestor = self.parent(current.full, current.node)
    }
    let own = Self.assignable(properties)
    let parameters = (inherited + own).map { property in
      let type = property.type ?? ""
      let initial = property.initial ?? (type.hasSuffix("?") || type.hasPrefix("Optional<") ? "nil" : nil)
      return "\(property.name): \(type)\(initial.map { " = \($0)" } ?? "")"
    }
    var text = "    init(\(parameters.joined(separator: ", "))) {"
    guard !(inherited + own).isEmpty || parent != nil else { return text + "}\n" }
    text += "\n" + own.map { "      self.\($0.name) = \($0.name)\n" }.joined()
    if parent != nil {
      text += "      super.init(\(inherited.map { "\($0.name): \($0.name)" }.joined(separator: ", ")))\n"
    }
    return text + "    }\n"
  }

  /// Those of which the type is written.
  private static func assignable(_ properties: [Property]) -> [Property] {
    properties.filter { $0.type != nil && !($0.specifier == "let" && $0.initial != nil) }
  }
}
