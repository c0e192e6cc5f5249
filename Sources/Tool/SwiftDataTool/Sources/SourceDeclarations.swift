// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftSyntax

/// What Swift sources declare that matters to a schema: models, versions of a schema, stages, structs and enums.
struct SourceDeclarations {
  /// By their names with those of the types around them: `SchemaV2.Trip`.
  private(set) var models: [String: ClassDeclSyntax] = [:]
  private(set) var structs: [String: StructDeclSyntax] = [:]
  private(set) var enums: [String: EnumDeclSyntax] = [:]
  private(set) var aliases: [String: String] = [:]
  /// The files of models, by their names.
  private var files: [String: String] = [:]
  private(set) var versions: [Version] = []
  private(set) var stages: [(from: String, to: String)] = []

  /// A type that is a `VersionedSchema`.
  struct Version {
    let name: String
    /// `nil` if the sources do not write it in numbers.
    let number: String?
    /// As its `models` name them.
    let models: [String]
  }

  /// - Parameter paths: Files, or folders with files at any depth.
  init(_ paths: [String]) throws {
    var versions = VersionDeclarations()
    for url in try SourceFiles(paths).urls {
      let tree = try SourceFiles.parse(url)
      let collector = Collector(viewMode: .sourceAccurate)
      collector.walk(tree)
      models.merge(collector.models) { first, _ in first }
      files.merge(collector.models.mapValues { _ in SourcePlace.name(of: url) }) { first, _ in first }
      structs.merge(collector.structs) { first, _ in first }
      enums.merge(collector.enums) { first, _ in first }
      aliases.merge(collector.aliases) { first, _ in first }
      versions.merge(collector.versions)
      stages += collector.stages
    }
    self.versions = versions.versions
  }

  /// Where a model is declared, or one of its properties.
  func place(ofModel name: String, property: String? = nil) -> SourcePlace? {
    guard let node = models[name], let file = files[name] else { return nil }
    let binding = node.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(\.bindings).first {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingCharacters(in: ["`"]) == property
      }
    let token = binding?.firstToken(viewMode: .sourceAccurate) ?? node.name
    let converter = SourceLocationConverter(fileName: file, tree: node.root)
    return SourcePlace(file: file, line: token.startLocation(converter: converter).line)
  }

  /// The full name of a type that is named within others.
  func resolve(_ name: String, within scope: String) -> String? {
    var scopes = scope.split(separator: ".").map(String.init)
    while true {
      let full = (scopes + [name]).joined(separator: ".")
      if let alias = aliases[full] {
        return alias == name ? nil : resolve(alias, within: scopes.joined(separator: "."))
      }
      if models[full] != nil || structs[full] != nil || enums[full] != nil { return full }
      if scopes.isEmpty { return nil }
      scopes.removeLast()
    }
  }
}

/// Walks through one file.
private final class Collector: SyntaxVisitor {
  var models: [String: ClassDeclSyntax] = [:]
  var structs: [String: StructDeclSyntax] = [:]
  var enums: [String: EnumDeclSyntax] = [:]
  var aliases: [String: String] = [:]
  var versions = VersionDeclarations()
  var stages: [(from: String, to: String)] = []
  private var scope: [String] = []

  private func full(_ name: String) -> String { (scope + [name]).joined(separator: ".") }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Model" }) {
      models[full(node.name.text)] = node
    }
    versions.note(full(node.name.text), node.inheritanceClause, node.memberBlock)
    scope.append(node.name.text)
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    structs[full(node.name.text)] = node
    versions.note(full(node.name.text), node.inheritanceClause, node.memberBlock)
    scope.append(node.name.text)
    return .visitChildren
  }
  override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enums[full(node.name.text)] = node
    versions.note(full(node.name.text), node.inheritanceClause, node.memberBlock)
    scope.append(node.name.text)
    return .visitChildren
  }
  override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    versions.note(full(node.extendedType.trimmedDescription), node.inheritanceClause, node.memberBlock)
    scope += node.extendedType.trimmedDescription.split(separator: ".").map(String.init)
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) {
    scope.removeLast(node.extendedType.trimmedDescription.split(separator: ".").count)
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    aliases[full(node.name.text)] = node.initializer.value.trimmedDescription
    return .skipChildren
  }

  /// `.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)`, and `.custom(…)`.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    func type(_ label: String) -> String? {
      let text = node.arguments.first { $0.label?.text == label }?.expression.trimmedDescription
      return text.flatMap { $0.hasSuffix(".self") ? String($0.dropLast(5)) : nil }
    }
    if let from = type("fromVersion"), let to = type("toVersion") { stages.append((from, to)) }
    return .visitChildren
  }
}
