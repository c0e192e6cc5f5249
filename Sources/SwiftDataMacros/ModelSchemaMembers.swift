import SwiftSyntax

extension ModelClass {
  /// `schemaMetadata`: a statement for each persisted property, then those of `#Index` and `#Unique`.
  var schemaMetadata: String {
    let statements = properties.flatMap(metadata) + constraints("Index") + constraints("Unique")
    let list = "[SwiftData.Schema.PropertyMetadata]"
    let overriding = superclass == nil ? "" : "override "
    var body = ["var _$list: \(list) = []"] + statements + ["return _$list"]
    if statements.isEmpty { body = ["return []"] }
    if globalActor != nil {
      let closure = closure(parameter: "", type: "", result: list, body: body, indentation: 2)
      body = ["return \(closure)()"]
    }
    return """
      nonisolated \(overriding)\(access) \(typeMember) var schemaMetadata: \(list) {
      \(body.indented(2))
      }
      """
  }

  private func metadata(of property: PersistedProperty) -> [String] {
    let described: String
    if let relationship = property.relationship {
      described = "SwiftData.Schema.Relationship(\(relationship.argumentSource))"
    } else if let attribute = property.attribute {
      described = "SwiftData.Schema.Attribute(\(attribute.argumentSource))"
    } else {
      described = "nil"
    }
    let (prelude, value) = defaultValue(of: property)
    let keyPath = "\\\(name).\(property.identifier)"
    return prelude + [
      append(name: property.name, keyPath: keyPath, defaultValue: value, metadata: described)
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
    declaration.memberBlock.members.compactMap { member in
      guard let use = member.decl.as(MacroExpansionDeclSyntax.self), use.macroName.text == macro
      else { return nil }
      let generic = use.genericArgumentClause?.trimmedDescription ?? "<\(name)>"
      return append(
        name: "SwiftData.Schema.\(macro)", keyPath: "\\SwiftData.Schema.encodingVersion",
        defaultValue: "nil",
        metadata: "SwiftData.Schema.\(macro)\(generic)(\(use.arguments.trimmedDescription))")
    }
  }
}
