// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The property at the end of a path, as SQL.
enum QueryLeaf {
  /// An attribute, or an element of a composite one, of one column.
  case column(SQLFragment, AttributeDescription)
  /// A composite attribute.
  case composite([SQLFragment], AttributeDescription)
  /// An enum with a column for each case.
  case cases([(name: String, columns: [SQLFragment])])
  /// A to-one relationship, or the object itself: its key, and its entity.
  case object(key: SQLFragment, entity: String)
  /// A to-many relationship at the end of a path.
  case targets(ToManyStep)
  /// How many targets a to-many relationship has.
  case count(SQLFragment)
}

/// A to-many relationship in a path.
struct ToManyStep {
  let scope: QueryScope
  /// The SQL between `SELECT …` and the condition, with `WHERE`.
  let from: (QueryScope) -> String
  let destination: EntityDescription
}

/// Walks along a path from the entity of a scope.
struct PathResolver {
  let source: String

  /// - Parameters:
  ///   - body: makes the condition of what the path leads to. Where a path
  ///     leads through a to-many relationship, the condition holds if it
  ///     holds for any of the targets.
  func resolve(
    _ path: Expression.Path, _ scope: QueryScope,
    _ body: (QueryLeaf) throws -> SQLFragment
  ) throws -> SQLFragment {
    try walk(path, path.names[...], scope, scope.entity, scope.alias, body)
  }

  private func walk(
    _ path: Expression.Path, _ names: ArraySlice<String>, _ scope: QueryScope,
    _ entity: EntityDescription, _ alias: String, _ body: (QueryLeaf) throws -> SQLFragment
  ) throws -> SQLFragment {
    guard let name = names.first else {
      throw ExpressionError("A property is expected.", path.position, source)
    }
    let rest = names.dropFirst()
    let place = scope.store.layout[entity.name]
    if let attribute = entity.attribute(named: name) {
      return try body(
        leaf(attribute, place?.attributes[name] ?? .missing, alias, rest, path, scope.dialect))
    }
    if let relationship = entity.relationship(named: name) {
      guard let target = scope.store.model.entity(named: relationship.destination) else {
        throw error("The model has no entity \(relationship.destination).", path, rest)
      }
      switch place?.relationships[name] {
      case .key(let column, _, _):
        if rest.isEmpty {
          return try body(
            .object(key: SQLFragment("\(alias).\(column.sqlName)"), entity: target.name))
        }
        guard let table = scope.store.layout[target.name]?.table else {
          throw error("The file has no table for \(target.name).", path, rest)
        }
        return try walk(path, rest, scope, target, scope.join(table, from: alias, column), body)
      case .some(let place) where place != .missing:
        return try toMany(path, rest, scope, target, alias, place, body)
      default: throw error("The file has no column for '\(name)'.", path, rest)
      }
    }
    if name == "self", rest.isEmpty {
      return try body(.object(key: SQLFragment("\(alias).Z_PK"), entity: entity.name))
    }
    let names = (entity.attributes.map(\.name) + entity.relationships.map(\.name)).sorted()
    throw error(
      "\(entity.name) has no property '\(name)'; it has \(names.joined(separator: ", ")).", path,
      rest)
  }

  /// An error at the name before `rest`.
  private func error(
    _ message: String, _ path: Expression.Path, _ rest: ArraySlice<String>
  ) -> ExpressionError {
    let before = path.names.dropLast(rest.count + 1)
    let offset = before.reduce(0) { $0 + $1.count + 1 }
    return ExpressionError(message, path.position + offset, source)
  }

  private func toMany(
    _ path: Expression.Path, _ rest: ArraySlice<String>, _ scope: QueryScope,
    _ target: EntityDescription, _ alias: String, _ place: RelationshipPlace,
    _ body: (QueryLeaf) throws -> SQLFragment
  ) throws -> SQLFragment {
    guard let table = scope.store.layout[target.name]?.table else {
      throw error("The file has no table for \(target.name).", path, rest)
    }
    let step = ToManyStep(
      scope: scope,
      from: { inner in
        switch place {
        case .join(let join, let owner, let key, _):
          let pairs = scope.nextAlias()
          return " FROM \(join.sqlName) AS \(pairs) JOIN \(table.sqlName) AS \(inner.alias)"
            + " ON \(inner.alias).Z_PK = \(pairs).\(key.sqlName)\(inner.joins)"
            + " WHERE \(pairs).\(owner.sqlName) = \(alias).Z_PK"
        case .foreign(let table, let column, _, _):
          return " FROM \(table.sqlName) AS \(inner.alias)\(inner.joins)"
            + " WHERE \(inner.alias).\(column.sqlName) = \(alias).Z_PK"
        default: return " FROM \(table.sqlName) AS \(inner.alias) WHERE \(scope.dialect.no)"
        }
      }, destination: target)
    let inner = scope.inner(target)
    switch rest.first {
    case nil: return try body(.targets(step))
    case "count" where rest.count == 1:
      return try body(.count(SQLFragment("(SELECT count(*)\(step.from(inner)))")))
    default:
      let condition = try walk(path, rest, inner, target, inner.alias, body)
      return "EXISTS (SELECT 1\(step.from(inner)) AND (" + condition + "))"
    }
  }

  private func leaf(
    _ attribute: AttributeDescription, _ place: AttributeColumns, _ alias: String,
    _ rest: ArraySlice<String>, _ path: Expression.Path, _ dialect: QueryDialect
  ) throws -> QueryLeaf {
    func fragment(_ column: String) -> SQLFragment { SQLFragment("\(alias).\(column.sqlName)") }
    func value(_ column: String, _ attribute: AttributeDescription) -> QueryLeaf {
      let value = fragment(column)
      guard attribute.type == .decimal, case .sqlite = dialect else { return .column(value, attribute) }
      return .column(Self.number(value), attribute)
    }
    if let name = rest.first {
      guard case .elements(let elements) = place, !attribute.hasRawValues,
        let index = elements.firstIndex(where: { $0.name == name }),
        index < attribute.elements.count
      else {
        throw error(
          "\(attribute.name) has no element '\(name)'.", path, rest.dropFirst())
      }
      return try leaf(
        attribute.elements[index], elements[index].columns, alias, rest.dropFirst(), path, dialect)
    }
    switch place {
    case .column(let name): return value(name, attribute)
    case .elements(let elements):
      if attribute.hasRawValues, let column = place.names.first,
        let element = attribute.elements.first
      {
        return value(column, element)
      }
      if attribute.isEnumeration {
        return .cases(elements.map { ($0.name, $0.columns.names.map(fragment)) })
      }
      return .composite(place.names.map(fragment), attribute)
    case .missing: return .column(SQLFragment("NULL"), attribute)
    }
  }

  /// A decimal that lies as text in its column, as the number that it is
  /// (``DecimalColumn``): text would come after all numbers.
  private static func number(_ column: SQLFragment) -> SQLFragment {
    let digits = "CAST(ltrim(\(column.sql), '\(DecimalColumn.formerMark)') AS REAL)"
    let isNotANumber = "\(column.sql) IN ('NaN', 'dNaN')"
    return SQLFragment(
      "CASE WHEN typeof(\(column.sql)) <> 'text' THEN \(column.sql)"
        + " WHEN \(isNotANumber) THEN -1e999 ELSE \(digits) END", column.values)
  }
}
