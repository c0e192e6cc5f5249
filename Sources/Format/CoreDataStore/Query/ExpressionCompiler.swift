// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Compiles conditions to SQL. Values are bound, never written into the text.
struct ExpressionCompiler {
  private let source: String
  private let store: Store
  private let resolver: PathResolver
  private let binding: LiteralBinding
  private let dialect: QueryDialect

  init(_ source: String, _ store: Store, _ dialect: QueryDialect) {
    self.dialect = dialect
    self.source = source
    self.store = store
    resolver = PathResolver(source: source)
    binding = LiteralBinding(source: source)
  }

  func compile(_ expression: Expression, _ scope: QueryScope) throws -> SQLFragment {
    switch expression {
    case .and, .or:
      // A chain in one pair of parentheses: SQLite limits their depth.
      let (word, terms) = chain(expression)
      var result = SQLFragment("(") + (try compile(terms[0], scope))
      for term in terms.dropFirst() { result = result + word + (try compile(term, scope)) }
      return result + ")"
    case .not(let inner):
      // A comparison with NULL is unknown, and counts as false.
      return "((" + (try compile(inner, scope)) + ") IS NOT TRUE)"
    case .truth(let path): return try truth(path, scope)
    case .isIn(let operand, let literals): return try isIn(operand, literals, scope)
    case .comparison(let left, let comparison, let right):
      return try compare(left, comparison, right, scope)
    }
  }

  /// The conditions that one operator joins, from left to right.
  private func chain(_ expression: Expression) -> (word: String, terms: [Expression]) {
    var first = expression
    var rest: [Expression] = []
    if case .or = expression {
      while case .or(let left, let right) = first {
        rest.append(right)
        first = left
      }
      return (" OR ", [first] + rest.reversed())
    }
    while case .and(let left, let right) = first {
      rest.append(right)
      first = left
    }
    return (" AND ", [first] + rest.reversed())
  }

  private func error(_ message: String, _ position: Int) -> ExpressionError {
    ExpressionError(message, position, source)
  }

  private func truth(_ path: Expression.Path, _ scope: QueryScope) throws -> SQLFragment {
    let literal = Expression.Literal(value: .bool(true), position: path.position)
    let comparison = Expression.Comparison(kind: .equal, position: path.position)
    return try resolver.resolve(path, scope) { leaf in
      if case .column(_, let attribute) = leaf,
        attribute.type == .boolean || attribute.type == .integer64
      {
        return try compare(leaf, comparison, literal)
      }
      throw error("'\(path.text)' is not a Boolean. Compare it with a value.", path.position)
    }
  }

  private func isIn(
    _ operand: Expression.Operand, _ literals: [Expression.Literal], _ scope: QueryScope
  ) throws -> SQLFragment {
    guard case .path(let path) = operand else {
      throw error("A property is expected before 'in'.", position(operand))
    }
    let equal = Expression.Comparison(kind: .equal, position: path.position)
    return try resolver.resolve(path, scope) { leaf in
      guard !literals.isEmpty else { return SQLFragment(dialect.no) }
      if case .column(let column, let attribute) = leaf,
        !literals.contains(where: { $0.value == .null })
      {
        let values = try literals.map { dialect.sent(try binding.value($0, for: attribute), attribute) }
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        return column + SQLFragment(" IN (\(marks))", values)
      }
      let conditions = try literals.map { try compare(leaf, equal, $0) }
      var result = SQLFragment("(") + conditions[0]
      for condition in conditions.dropFirst() { result = result + " OR " + condition }
      return result + ")"
    }
  }

  private func position(_ operand: Expression.Operand) -> Int {
    switch operand {
    case .path(let path): path.position
    case .literal(let literal): literal.position
    }
  }

  private func compare(
    _ left: Expression.Operand, _ comparison: Expression.Comparison, _ right: Expression.Operand,
    _ scope: QueryScope
  ) throws -> SQLFragment {
    switch (left, right) {
    case (.path(let path), .literal(let literal)):
      return try resolver.resolve(path, scope) { try compare($0, comparison, literal) }
    case (.literal(let literal), .path(let path)):
      guard let turned = comparison.turned else {
        throw error("With this operator the property comes first.", literal.position)
      }
      return try resolver.resolve(path, scope) { try compare($0, turned, literal) }
    case (.path(let first), .path(let second)):
      return try resolver.resolve(first, scope) { left in
        try resolver.resolve(second, scope) { right in
          try compare(left, comparison, right, second.position)
        }
      }
    case (.literal, .literal(let literal)):
      throw error("One side of a comparison must be a property.", literal.position)
    }
  }

  private func compare(
    _ left: QueryLeaf, _ comparison: Expression.Comparison, _ right: QueryLeaf, _ position: Int
  ) throws -> SQLFragment {
    switch (left, right) {
    case (.column(let first, let a), .column(let second, let b)):
      guard a.type.isComparable(with: b.type) else {
        throw error(
          "Values of the types \(a.type.coreDataName) and \(b.type.coreDataName) cannot be compared.",
          position)
      }
      return try TextOrNumber(dialect, comparison, first, second).condition
    case (.count(let first), .count(let second)):
      return try TextOrNumber(dialect, comparison, first, second).condition
    case (.count(let first), .column(let second, let a)) where a.type.isNumeric,
      (.column(let second, let a), .count(let first)) where a.type.isNumeric:
      if case .count = left { return try TextOrNumber(dialect, comparison, first, second).condition }
      return try TextOrNumber(dialect, comparison, second, first).condition
    case (.object(let first, _), .object(let second, _)) where comparison.isEquality:
      return try TextOrNumber(dialect, comparison, first, second).condition
    default: throw error("These two cannot be compared.", position)
    }
  }

  private func compare(
    _ leaf: QueryLeaf, _ comparison: Expression.Comparison, _ literal: Expression.Literal
  ) throws -> SQLFragment {
    let isNull = literal.value == .null
    if isNull && !comparison.isEquality {
      throw error("nil can be compared with == and != only.", literal.position)
    }
    switch leaf {
    case .column(let column, let attribute):
      return try TextOrNumber(
        dialect, comparison, column, binding.value(literal, for: attribute), attribute
      ).condition(source)
    case .composite(let columns, let attribute):
      guard isNull else {
        let names = attribute.elements.map { "\(attribute.name).\($0.name)" }
        throw error(
          "'\(attribute.name)' has parts (\(names.joined(separator: ", "))); compare one of them.",
          literal.position)
      }
      return Self.all(columns, comparison)
    case .cases(let cases): return try compare(cases, comparison, literal)
    case .object(let key, let entity):
      guard comparison.isEquality else {
        throw error("Objects are compared with == and != only.", comparison.position)
      }
      guard let value = try self.key(literal, entity) else {
        // No object of this kind has the identifier.
        return SQLFragment(comparison.kind == .equal ? dialect.no : dialect.yes)
      }
      return try TextOrNumber(dialect, comparison, key, SQLFragment("?", [value])).condition
    case .targets(let step):
      let inner = step.scope.inner(step.destination)
      if isNull {
        let not = comparison.kind == .equal ? "NOT " : ""
        return SQLFragment("\(not)EXISTS (SELECT 1\(step.from(inner)))")
      }
      guard comparison.kind == .contains || comparison.kind == .equal else {
        throw error(
          "Compare a to-many relationship with 'contains', or compare a property of its objects.",
          comparison.position)
      }
      guard let key = try key(literal, step.destination.name) else { return SQLFragment(dialect.no) }
      return SQLFragment("EXISTS (SELECT 1\(step.from(inner)) AND \(inner.alias).Z_PK = ?)", [key])
    case .count(let count):
      guard case .number(let digits) = literal.value, let number = Int64(digits),
        !comparison.isTextual
      else { throw error("A whole number is expected here.", literal.position) }
      return try TextOrNumber(dialect, comparison, count, SQLFragment("?", [.integer(number)])).condition
    }
  }

  /// Whether all columns are NULL, or the negation.
  private static func all(
    _ columns: [SQLFragment], _ comparison: Expression.Comparison
  ) -> SQLFragment {
    let condition = columns.map { "\($0.sql) IS NULL" }.joined(separator: " AND ")
    return SQLFragment(comparison.kind == .equal ? "(\(condition))" : "NOT (\(condition))")
  }

  private func compare(
    _ cases: [(name: String, columns: [SQLFragment])], _ comparison: Expression.Comparison,
    _ literal: Expression.Literal
  ) throws -> SQLFragment {
    guard comparison.isEquality else {
      throw error("Cases of an enum are compared with ==, != and 'in' only.", comparison.position)
    }
    switch literal.value {
    case .null: return Self.all(cases.flatMap(\.columns), comparison)
    case .string(let name):
      guard let chosen = cases.first(where: { $0.name == name }), !chosen.columns.isEmpty else {
        let names = cases.map(\.name).joined(separator: ", ")
        throw error("There is no case '\(name)'. The cases are \(names).", literal.position)
      }
      let isEmpty = Expression.Comparison(
        kind: comparison.kind == .equal ? .notEqual : .equal, position: 0)
      return Self.all(chosen.columns, isEmpty)
    default: throw error("The name of a case is expected here, in quotes.", literal.position)
    }
  }

  /// A key, as a number, `p12`, `Entity/p12` or `x-coredata://…`.
  ///
  /// - Returns: `nil` if it is the identifier of an object of another entity,
  ///   or of another store.
  private func key(_ literal: Expression.Literal, _ entity: String) throws -> SQLiteValue? {
    switch literal.value {
    case .null: return .null
    case .number(let digits):
      if let key = Int64(digits) { return .integer(key) }
    case .string(let text):
      if let key = Int64(text) { return .integer(key) }
      if text.hasPrefix("p"), let key = Int64(text.dropFirst()) { return .integer(key) }
      if let reference = ObjectReference(text) {
        return try store.identifies(text, reference, among: entity)
          ? .integer(reference.key) : nil
      }
    default: break
    }
    throw error("A key is expected here, such as 12 or \"\(entity)/p12\".", literal.position)
  }
}
