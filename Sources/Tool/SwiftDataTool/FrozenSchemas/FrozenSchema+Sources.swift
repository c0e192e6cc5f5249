// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftSyntax

extension FrozenSchema {
  /// The models of a version that sources declare.
  ///
  /// - Parameter version: `nil` for all models, of sources without versions.
  init(_ declarations: SourceDeclarations, _ version: SourceDeclarations.Version?) throws {
    self.init(origin: .sources, version: version?.number ?? "1.0.0")
    var names: [String] = []
    if let version {
      for name in version.models {
        guard let full = declarations.resolve(name, within: version.name), declarations.models[full] != nil else {
          throw StoreError(
            .invalidInput, "The version \(version.name) names the model \(name), which the sources do not declare.",
            advice: "Name all files that declare models.")
        }
        names.append(full)
      }
    } else {
      names = declarations.models.keys.sorted()
    }
    // Models that relationships lead to belong to the schema, whether they are named or not.
    var reader = SourceReader(declarations: declarations, version: version?.name)
    var open = names
    var seen: Set<String> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let node = declarations.models[name] else { continue }
      models.append(reader.model(name, node))
      open += reader.targets
      reader.targets = []
    }
    types = reader.types.values.sorted { $0.name < $1.name }
    for index in models.indices { addInverses(to: &models[index]) }
    self = sorted
  }

  /// An inverse is declared at one end, and both have it.
  private func addInverses(to model: inout Model) {
    for index in model.properties.indices where model.properties[index].isRelationship {
      guard model.properties[index].inverse == nil else { continue }
      let property = model.properties[index]
      let target = property.type.trimmingCharacters(in: ["[", "]"])
      model.properties[index].inverse =
        self.model(named: target)?.properties.first {
          $0.isRelationship && $0.inverse == property.name && $0.type.trimmingCharacters(in: ["[", "]"]) == model.name
        }?.name
    }
  }
}

/// Reads the declarations of models.
private struct SourceReader {
  let declarations: SourceDeclarations
  /// The full name of the version that is read.
  let version: String?
  /// Full names of models that relationships lead to, and superclasses.
  var targets: [String] = []
  /// Structs and enums of attributes, by full name.
  var types: [String: FrozenSchema.ValueType] = [:]

  init(declarations: SourceDeclarations, version: String?) {
    (self.declarations, self.version) = (declarations, version)
  }

  private static func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  mutating func model(_ name: String, _ node: ClassDeclSyntax) -> FrozenSchema.Model {
    var model = FrozenSchema.Model(name: Self.last(name))
    for type in node.inheritanceClause?.inheritedTypes ?? [] {
      if let full = declarations.resolve(type.type.trimmedDescription, within: name), declarations.models[full] != nil {
        model.parent = Self.last(full)
        targets.append(full)
      }
    }
    for member in node.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          if let property = property(variable, binding, name) { model.properties.append(property) }
        }
      } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
        let groups = macro.arguments.compactMap { argument -> [String]? in
          let paths = argument.expression.oneLine.matches(of: /\\[A-Za-z0-9_]*\.([A-Za-z0-9_.]+)/)
          return paths.isEmpty ? nil : paths.map { String($0.1) }
        }
        if macro.macroName.text == "Unique" { model.unique += groups }
        if macro.macroName.text == "Index" { model.indexes += groups }
      }
    }
    return model
  }

  private mutating func property(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ scope: String
  ) -> FrozenSchema.Property? {
    let isStatic = variable.modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
    let isComputed: Bool =
      switch binding.accessorBlock?.accessors {
      case .getter: true
      case .accessors(let list):
        list.contains { $0.accessorSpecifier.text == "get" || $0.accessorSpecifier.text == "_read" }
      case nil: false
      }
    let attributes = variable.attributes.compactMap { $0.as(AttributeSyntax.self) }
    guard !isStatic, !isComputed, !attributes.contains(where: { $0.attributeName.trimmedDescription == "Transient" })
    else { return nil }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingCharacters(in: ["`"])
    else { return nil }
    var type = binding.typeAnnotation?.type.oneLine ?? Self.type(of: binding.initializer?.value)
    var isOptional = false
    if type.hasSuffix("?") {
      type.removeLast()
      isOptional = true
    } else if type.hasPrefix("Optional<"), type.hasSuffix(">") {
      type = String(type.dropFirst(9).dropLast())
      isOptional = true
    }
    var property = FrozenSchema.Property(name: name, type: type, isOptional: isOptional)
    property.initial = binding.initializer?.value.plainLines.joined(separator: " ")
    let inner = Self.element(of: type)
    if let full = declarations.resolve(inner, within: scope), declarations.models[full] != nil {
      targets.append(full)
      property.isRelationship = true
      property.type = inner == type ? Self.last(full) : "[\(Self.last(full))]"
      property.initial = nil
    } else {
      note(type, scope)
    }
    for attribute in attributes { apply(attribute, &property) }
    return property
  }

  /// The type of a property that says it by its value only.
  private static func type(of value: ExprSyntax?) -> String {
    switch value {
    case let call? where call.is(FunctionCallExprSyntax.self):
      call.as(FunctionCallExprSyntax.self)?.calledExpression.oneLine ?? "?"
    case let literal? where literal.is(StringLiteralExprSyntax.self): "String"
    case let literal? where literal.is(IntegerLiteralExprSyntax.self): "Int"
    case let literal? where literal.is(FloatLiteralExprSyntax.self): "Double"
    case let literal? where literal.is(BooleanLiteralExprSyntax.self): "Bool"
    // `Date.now`, `Phase.new`.
    case let member? where member.is(MemberAccessExprSyntax.self):
      member.as(MemberAccessExprSyntax.self)?.base?.oneLine ?? "inferred"
    default: "inferred"
    }
  }

  private static func element(of type: String) -> String {
    for (start, end) in [("[", "]"), ("Array<", ">"), ("Set<", ">")] where type.hasPrefix(start) && type.hasSuffix(end)
    {
      return String(type.dropFirst(start.count).dropLast(end.count))
    }
    return type
  }

  private func apply(_ attribute: AttributeSyntax, _ property: inout FrozenSchema.Property) {
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    for argument in arguments {
      let text = argument.expression.oneLine
      switch argument.label?.text {
      case nil:
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        switch name {
        case "unique": property.options.append("unique")
        case "externalStorage": property.options.append("external storage")
        case "preserveValueOnDeletion": property.options.append("preserved on deletion")
        default: property.options.append(name)
        }
      case "originalName":
        property.formerName = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      case "deleteRule":
        let rule = text.hasPrefix(".") ? String(text.dropFirst()) : text
        if rule != "nullify" { property.deleteRule = rule }
      case "inverse":
        property.inverse = text.split(separator: ".").last.map(String.init)
      case let label?:
        property.options.append("\(label) \(text)")
      }
    }
  }

  /// From the model, or else the version, on that the type is declared in: the same in every version.
  private func name(of full: String) -> String {
    let model = declarations.models.keys.filter { full.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    var name = full
    if let model {
      name = Self.last(model) + full.dropFirst(model.count)
    } else if let version, full.hasPrefix(version + ".") {
      name = String(full.dropFirst(version.count + 1))
    }
    return types.values.contains { $0.name == name } ? full : name
  }

  /// Adds structs and enums that a type names, and those that these name.
  private mutating func note(_ type: String, _ scope: String) {
    for match in type.matches(of: /[A-Za-z_][A-Za-z0-9_.]*/) {
      guard let full = declarations.resolve(String(match.0), within: scope), types[full] == nil else { continue }
      if let node = declarations.structs[full] {
        types[full] = FrozenSchema.ValueType(name: name(of: full))
        for member in node.memberBlock.members {
          guard let variable = member.decl.as(VariableDeclSyntax.self),
            !variable.modifiers.contains(where: { $0.name.text == "static" })
          else { continue }
          for binding in variable.bindings where binding.accessorBlock == nil {
            let type = binding.typeAnnotation?.type.oneLine ?? Self.type(of: binding.initializer?.value)
            types[full]?.members.append("\(binding.pattern.oneLine): \(type)")
            note(type, full)
          }
        }
      } else if let node = declarations.enums[full] {
        let parents = node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
        let raw = parents.first { ["String", "Int", "Int16", "Int32", "Int64", "Double"].contains($0) }
        types[full] = FrozenSchema.ValueType(name: name(of: full), isEnum: true, rawType: raw)
        for member in node.memberBlock.members {
          for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
            types[full]?.members.append(element.with(\.trailingComma, nil).oneLine)
            if let parameters = element.parameterClause { note(parameters.oneLine, full) }
          }
        }
      }
    }
  }
}
