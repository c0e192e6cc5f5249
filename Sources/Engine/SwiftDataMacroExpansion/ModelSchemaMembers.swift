// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ModelClass {
  /// `schemaMetadata`: a statement for each persisted property, then those of `#Index` and `#Unique`.
  var schemaMetadata: String {
    let statements = properties.flatMap(metadata) + constraints("Index") + constraints("Unique")
    let list = "[SwiftData.Schema.PropertyMetadata]"
    let overriding = superclass == nil ? "" : "override "
    var body = ["var _$list: \(list) = []"]
    if statements.contains(where: { $0.contains("_$m=") }) {
      body += [
        "typealias _$A = SwiftData.Schema.Attribute", "typealias _$R = SwiftData.Schema.Relationship",
        "var _$m: (any SwiftData.SchemaProperty)?",
      ]
      if statements.contains(where: { $0.contains("_$i=") }) { body.append("var _$i: Swift.AnyKeyPath?") }
    }
    body += statements + ["return _$list"]
    if statements.isEmpty { body = ["return []"] }
    let isCertain = properties.allSatisfy { $0.initializer == nil || $0.form == .attribute }
    if let actor = globalActor ?? (isCertain ? nil : Self.defaultActor) {
      let closure = closure(on: actor, parameter: "", type: "", result: list, body: body, indentation: 2)
      body = ["return \(closure)()"]
    }
    return """
      nonisolated \(overriding)\(access) \(typeMember) var schemaMetadata: \(list) {
      \(body.indented(2))
      }
      """
  }

  private func metadata(of property: PersistedProperty) -> [String] {
    var described = "nil"
    var options: [String] = []
    if let attribute = property.relationship ?? property.attribute {
      let type = property.relationship == nil ? "Attribute" : "Relationship"
      let source = attribute.argumentSource()
      described = "SwiftData.Schema.\(type)(\(source))"
      if !source.isEmpty, let place = attribute.arguments.flatMap({ place(Syntax($0)) }) {
        // A copy of what the compiler has checked already: what it reports again, it reports there.
        let start = "_$m=_$\(type.prefix(1))("
        let inverse = attribute.inverse
        let checked = inverse == nil ? source : attribute.argumentSource(inverse: "_$i")
        options = ["\(start)\(checked))".placed(at: place, offset: start.count)]
        if let inverse {
          // What is wrong is reported where the function stands: at the user's `inverse:`, which is as long.
          let start = "_$i=SwiftData._inverse("
          options.insert(
            "\(start)\(inverse.trimmedDescription))".placed(at: self.place(Syntax(inverse)), offset: start.count), at: 0
          )
        }
        described = "_$m"
      }
    }
    let (prelude, value) = defaultValue(of: property)
    return prelude + options + [
      append(name: property.name, keyPath: keyPath(property.identifier), defaultValue: value, metadata: described)
    ]
  }

  private func append(
    name: String, keyPath: String, defaultValue: String, metadata: String
  ) -> String {
    """
    _$list.append(SwiftData.Schema.PropertyMetadata(name: "\(name)", keypath: \(keyPath), \
    defaultValue: \(defaultValue), metadata: \(metadata)))
    """
  }

  /// The default value as an expression that means in `Any?` what it meant in the declaration.
  private func defaultValue(of property: PersistedProperty) -> (prelude: [String], value: String) {
    guard let expression = property.initializer, !expression.is(NilLiteralExprSyntax.self) else {
      return ([], "nil")
    }
    let source = expression.trimmedDescription
    switch expression.kind {
    case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr,
      .arrayExpr, .dictionaryExpr, .functionCallExpr, .memberAccessExpr, .declReferenceExpr:
      guard let type = property.type else { return ([], source) }
      return ([], "(\(source) as \(type.storageSource))")
    default:
      // `if` and `switch` expressions, `try!` and operators stand only where they stood: after `=`.
      let variable = "_$default\(property.index)"
      let annotation = property.type.map { ": \($0.storageSource)" } ?? ""
      return (["let \(variable)\(annotation) = \(source)"], variable)
    }
  }

  /// The statements for the uses of `#Index` or `#Unique` in the class body.
  private func constraints(_ macro: String) -> [String] {
    constraints.filter { $0.macro == macro }.flatMap { constraint -> [String] in
      // The error is there.
      guard constraint.unpersisted.isEmpty else { return [] }
      let use = constraint.use
      let clause = use.genericArgumentClause
      let arguments = constraintArguments(constraint)
      let place = place(clause.map { Syntax($0.arguments) } ?? Syntax(use.macroName))
      let value = "SwiftData.Schema.\(macro)\(clause?.trimmedDescription ?? "<\(name)>")(\(arguments))"
      return ["_$list.append(\(value), of: \(name).self)".placed(at: place, offset: "_$list.".count)]
    }
  }

  /// The arguments as written. A name that nothing in the class has is an error of the compiler there; or it is
  /// declared in an extension, and so not persisted, which the schema says.
  private func constraintArguments(_ constraint: ModelConstraint) -> String {
    guard constraint.namesUnknown, declaration.inheritanceClause == nil else {
      return constraint.use.arguments.trimmedDescription
    }
    let indexed = constraint.use.genericArgumentClause?.arguments.trimmedDescription
    return "[\\\(indexed ?? name).persistentModelID]"
  }
}
