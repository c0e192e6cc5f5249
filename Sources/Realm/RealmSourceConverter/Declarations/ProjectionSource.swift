// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A projection as a struct that looks into the model.
struct ProjectionSource {
  private(set) var text = ""
  private(set) var problems: [String] = []

  init(_ node: ClassDeclSyntax, _ type: RealmDeclaration, _ plan: ConversionPlan) {
    let model = type.projected ?? "Never"
    let access = node.modifiers.has(.public) || node.modifiers.has(.open) ? "public " : ""
    let indentation = node.leadingTrivia.indentationText
    var lines = [
      "\(access)struct \(type.name) {",
      "  private let source: \(model)",
      "",
      "  \(access)init(projecting source: \(model)) { self.source = source }",
    ]
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let attribute = variable.attributes.named("Projected"), let binding = variable.bindings.first,
        let name = binding.name, case .argumentList(let arguments)? = attribute.arguments,
        let path = arguments.first?.expression.as(KeyPathExprSyntax.self)
      else {
        lines += [""] + member.plain.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
        continue
      }
      let components = path.components.plain.split(separator: ".").map(String.init)
      guard let found = Self.resolve(components, from: model, plan) else {
        let note = "TODO(realm): The type of '\(path.plain)' cannot be seen in these sources."
        problems.append(note)
        lines += ["", "  // \(note)", "  // \(variable.plain.oneLine)"]
        continue
      }
      lines += ["", "  \(access)var \(name): \(found.type) { \(found.expression) }"]
    }
    lines.append("}")
    text = lines.enumerated().map { index, line in
      line.isEmpty || index == 0 ? line : indentation + line
    }.joined(separator: "\n")
  }

  /// The type at the end of a path, and the expression that leads there.
  private static func resolve(
    _ components: [String], from model: String, _ plan: ConversionPlan
  ) -> (type: String, expression: String)? {
    var current = model
    var expression = "source"
    var isOptional = false
    var isList = false
    for (index, component) in components.enumerated() {
      let name = component.trimmingSuffix("?").trimmingSuffix("!")
      if name == "projectTo" {
        isList = true
        continue
      }
      guard let property = plan.layer.property(name, of: current), let type = property.type else {
        return nil
      }
      let swift = PropertyConversion.swiftType(type)
      if isList {
        guard index == components.count - 1, property.collection == nil else { return nil }
        return ("[\(swift)\(property.isOptional ? "?" : "")]", "\(expression).map(\\.\(name))")
      }
      expression += (isOptional && !expression.hasSuffix("?") ? "?" : "") + ".\(name)"
      current = RealmNames.last(type)
      if property.collection != nil {
        if index == components.count - 1 {
          return (
            property.collection == .dictionary
              ? "[String: \(swift)]" : property.collection == .set ? "Set<\(swift)>" : "[\(swift)]", expression
          )
        }
        continue
      }
      if property.isOptional { isOptional = true }
      if index == components.count - 1 { return (swift + (isOptional ? "?" : ""), expression) }
    }
    return nil
  }
}

extension String {
  func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
