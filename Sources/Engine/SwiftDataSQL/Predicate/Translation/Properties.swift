// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// The properties that key paths lead to.
extension PredicateTranslator {
  /// A member of a model: a stored property, a relationship, or its identity.
  func member(_ keyPath: AnyKeyPath, of row: SQLRow, _ node: Any) throws -> SQLTerm {
    let description = row.entity.description
    guard let path = description._path(keyPath) else {
      if TypeInspection.isIdentity(keyPath, description) { return .row(row) }
      throw SwiftDataError(
        .unsupportedPredicate,
        "The key path does not lead to a stored property of \(row.entity.name): it is computed, @Transient, or not in the schema.",
        entity: row.entity.name, expression: ExpressionSketch.describe(node),
        advice: "Use stored properties in predicates.")
    }
    return try term(path, of: row, node)
  }

  /// The property that a path of names leads to.
  func term(_ path: PropertyPath, of row: SQLRow, _ node: Any) throws -> SQLTerm {
    var term = SQLTerm.row(row)
    for name in path.properties {
      guard case .row(let current) = term else {
        throw unsupported(node, "The path continues after \(name), which is not a to-one relationship.")
      }
      let isStep = current.null == .absent
      // Behind `$0.owner!` there is nothing where there is no owner, not even a `nil`.
      let defined = current.null == .undefined ? .test(current.key, .isNotNull) : current.defined
      term = try property(name, of: current, node)
      if isStep { term = optional(term) }
      term = term.failing(unless: defined)
    }
    for name in path.elements { term = try element(name, of: term, node) }
    return term
  }

  /// A term that is `nil` where one before it is, in a path that has no
  /// optional chaining of its own.
  private func optional(_ term: SQLTerm) -> SQLTerm {
    switch term {
    case .scalar(var scalar):
      scalar.null = .absent
      return .scalar(scalar)
    case .row(var row):
      row.null = .absent
      return .row(row)
    case .columns(var columns):
      columns.null = .absent
      return .columns(columns)
    default: return term
    }
  }

  func property(_ name: String, of row: SQLRow, _ node: Any) throws -> SQLTerm {
    guard let property = row.entity.property(named: name) else {
      throw unsupported(node, "The entity \(row.entity.name) has no property \(name).")
    }
    if property.isToMany {
      let owner = row.alias.map { SQLExpression.column(table: $0, name: "Z_PK") } ?? row.key
      return .sequence(
        SQLSequence(origin: .relationship(property, owner: owner), scope: row.scope))
    }
    let columns = layout.columns(of: property)
    if let destination = property.destination {
      guard let key = columns.first else {
        throw unsupported(
          node, "The store has no column for this relationship.", property: property)
      }
      return .row(
        SQLRow(
          key: column(key.name, of: row), entity: destination, scope: row.scope,
          null: property.isOptional ? .absent : .never))
    }
    guard case .attribute(let attribute) = property.description.kind, !columns.isEmpty else {
      throw unsupported(node, "The store has no column for this property.", property: property)
    }
    return makeTerm(
      columns.map {
        let column = column($0.name, of: row)
        return $0.isExternal ? .call(.externalData, column) : column
      }, attribute, isOptional: property.isOptional,
      valueType: Self.unwrapped(property.description.valueType), property: name)
  }

  /// A value in columns, as the term that fits its layout.
  func makeTerm(
    _ expressions: [SQLExpression], _ attribute: AttributeLayout, isOptional: Bool,
    valueType: any Any.Type, property: String
  ) -> SQLTerm {
    let absent: NullMeaning = isOptional ? .absent : .never
    switch attribute {
    case .scalar(let type), .rawValue(let type):
      var null = absent
      if null == .never, type == .double || type == .float, expressions[0].boundValue == nil {
        null = .notANumber
      }
      var enumeration: (any Any.Type)?
      if case .rawValue = attribute { enumeration = valueType }
      return .scalar(
        SQLScalar(expression: expressions[0], type: type, null: null, enumeration: enumeration))
    case .composite, .enumeration:
      return .columns(
        SQLColumns(
          expressions: expressions, layout: attribute, null: absent, valueType: valueType))
    case .archive, .transformable:
      var isJSON = false
      if case .archive = attribute { isJSON = true }
      return .archive(
        SQLArchive(
          expression: expressions[0], isJSON: isJSON, valueType: valueType, null: absent,
          property: property))
    }
  }

  /// An element of a composite attribute.
  func element(_ name: String, of term: SQLTerm, _ node: Any) throws -> SQLTerm {
    guard case .columns(let columns) = term, case .composite(let elements) = columns.layout else {
      throw unsupported(node, "The value has no stored part \(name).")
    }
    var position = 0
    for element in elements {
      let end = position + element.layout.columnCount
      if element.name == name {
        return makeTerm(
          Array(columns.expressions[position..<end]), element.layout,
          isOptional: element.isOptional || columns.null == .absent,
          valueType: Self.unwrapped(element.valueType), property: name
        ).failing(unless: term.defined)
      }
      position = end
    }
    throw unsupported(node, "The value has no stored part \(name).")
  }
}
