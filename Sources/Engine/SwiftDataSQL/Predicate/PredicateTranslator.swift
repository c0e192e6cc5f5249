// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// A node of a predicate that has a meaning in SQL. One file a node, in `Nodes`.
protocol SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm
}

/// Turns the nodes of a predicate into SQL.
///
/// Nodes are translated from the leaves up. What does not depend on a row is
/// evaluated once and becomes a parameter; what has no meaning in SQL throws.
final class PredicateTranslator {
  let layout: StoreLayout
  /// Identifiers of other stores equal no row. `nil` if unknown.
  let storeIdentifier: String?
  /// The entity whose rows are sought; named by errors.
  let entity: _Entity
  /// The values of variables that are bound to constants.
  var bindings = PredicateBindings()
  var variables = VariableTerms()
  /// The expressions that equal the primary key of each joined table.
  var joinKeys: [String: SQLExpression] = [:]
  let rootScope = SQLScope()
  private var aliasCount = 0
  private var nesting = NestingGuard()

  init(layout: StoreLayout, entity: _Entity, storeIdentifier: String?) {
    self.layout = layout
    self.entity = entity
    self.storeIdentifier = storeIdentifier
  }

  func makeAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  // MARK: Nodes

  func translate(_ node: any PredicateExpression) throws -> SQLTerm {
    try nesting.enter(entity.name)
    defer { nesting.leave() }
    if let node = node as? any SQLTranslatable { return try node.translate(self) }
    return try foreign(node)
  }

  /// A node of another library: allowed as long as it does not depend on a row.
  private func foreign(_ node: some PredicateExpression) throws -> SQLTerm {
    do {
      return .constant(Self.flatten(try node.evaluate(bindings)))
    } catch let error as PredicateError {
      // Mostly that there is no row. Which error it is cannot be asked: comparing `undefinedVariable`
      // never ends (Foundation of Swift 6.3.1).
      throw unsupported(
        node, "\(type(of: node)) has no translation into SQL.", underlying: error)
    }
  }

  /// The value of a node that does not depend on a row.
  func fold(_ node: some PredicateExpression) throws -> SQLTerm {
    do {
      return .constant(Self.flatten(try node.evaluate(bindings)))
    } catch let error as SwiftDataError {
      throw error
    } catch {
      throw unsupported(node, "Its value cannot be determined.", underlying: error)
    }
  }

  /// A node that is a condition.
  func condition(_ node: some PredicateExpression<Bool>) throws -> SQLExpression {
    try condition(of: translate(node), node)
  }

  func condition(of term: SQLTerm, _ node: Any) throws -> SQLExpression {
    switch term {
    case .constant(let value): value as? Bool == true ? .yes : .no
    case .scalar(let scalar): scalar.condition.whereTrue
    default: throw unsupported(node, "This is not a condition.")
    }
  }

  /// Runs `body` while a variable stands for a term.
  func with<Element, R>(
    _ variable: PredicateExpressions.Variable<Element>, as term: SQLTerm, _ body: () throws -> R
  ) rethrows -> R {
    let outer = variables[variable.key]
    variables[variable.key] = term
    defer { variables[variable.key] = outer }
    return try body()
  }

  /// Runs `body` while a variable stands for a value.
  func with<Element, R>(
    _ variable: PredicateExpressions.Variable<Element>, bound value: Element,
    _ body: () throws -> R
  ) rethrows -> R {
    let outer = bindings
    bindings[variable] = value
    defer { bindings = outer }
    return try with(variable, as: .constant(Self.flatten(value)), body)
  }

  // MARK: Errors

  /// The error for a node that the store cannot evaluate.
  func unsupported(
    _ node: Any, _ reason: String, property: _Property? = nil,
    advice: String =
      "Rewrite this part, or fetch with the rest of the predicate and filter the result.",
    underlying: (any Error)? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate, reason, entity: property?.entity.name ?? entity.name,
      property: property?.name, expression: ExpressionSketch.describe(node), advice: advice,
      underlying: underlying)
  }

  // MARK: Optionals

  static func flatten(_ value: Any) -> Any? {
    // Asking for a conformance costs as much as translating a key path.
    let kind = type(of: value)
    if kind == String.self || kind == Int.self || kind == Double.self || kind == Date.self { return value }
    guard let optional = value as? any AnyOptional else { return value }
    return optional.flattened
  }

  static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    (type as? any AnyOptional.Type)?.wrappedType ?? type
  }
}

protocol AnyOptional {
  var flattened: Any? { get }
  static var wrappedType: any Any.Type { get }
}

extension Optional: AnyOptional {
  var flattened: Any? { flatMap { PredicateTranslator.flatten($0) } }
  static var wrappedType: any Any.Type { PredicateTranslator.unwrapped(Wrapped.self) }
}
