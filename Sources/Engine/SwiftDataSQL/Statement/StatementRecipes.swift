// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore
import Synchronization

/// The texts of statements, by the shapes of the requests that they answer.
///
/// A request of a known shape needs no translation: its values are collected in their order and bound to the text that
/// the first request of this shape became.
package final class StatementRecipes: Sendable {
  /// The columns that a statement returns.
  enum Kind: UInt { case rows, keys, count, lookup, fewRows, pageRows, projection }

  private struct Shape: Hashable, Sendable {
    let words: [UInt]
    let sort: [SortKey]
    let projection: ProjectionShape?
  }

  private struct Recipe: Sendable {
    let text: String
    /// The types of the values, for dialects that declare them.
    let parameters: [SQLParameter]
    /// Kept so that their addresses stay theirs.
    // Key paths are immutable, though not marked as such.
    nonisolated(unsafe) let keyPaths: [AnyKeyPath]
  }

  private struct State: Sendable {
    /// How to find the shape of a tree; `nil` if its type has none.
    var nodes: [ObjectIdentifier: (any ShapedNode.Type)?] = [:]
    var recipes: [Shape: Recipe] = [:]
  }

  /// Programs that create key paths at run time have an unlimited number of shapes.
  private static let capacity = 512

  private let state = Mutex(State())

  private let storeIdentifier: String?

  init(storeIdentifier: String?) { self.storeIdentifier = storeIdentifier }

  /// The statement for a request.
  ///
  /// - Parameter translate: Called where the shape of the request is not known, or does not decide its SQL.
  func statement(
    _ kind: Kind, _ request: RowRequest, _ dialect: SQLDialect, projection: ProjectionShape? = nil,
    _ translate: () throws -> SQLStatement
  ) rethrows -> SQLStatement {
    guard let predicate = request.predicate, request.hasShape,
      let (node, shape) = shape(kind, request, predicate),
      dialect == .sqlite || !shape.values.contains(where: \.hasZero)
    else { return try translate() }
    var values = shape.values
    if let limit = request.limit { values.append(.integer(Int64(limit))) }
    if let offset = request.offset { values.append(.integer(Int64(offset))) }
    let key = Shape(words: shape.words, sort: kind == .count ? [] : request.sort, projection: projection)
    if let recipe = state.withLock({ $0.recipes[key] }) {
      return SQLStatement(text: recipe.text, bindings: values, parameters: recipe.parameters)
    }
    let statement = try translate()
    // Equal values would not prove that they are bound in order.
    if statement.bindings == values, Set(values).count == values.count {
      let recipe = Recipe(
        text: statement.text, parameters: statement.parameters, keyPaths: node.keyPaths(of: predicate.expression))
      state.withLock { state in
        if state.recipes.count >= Self.capacity { state.recipes.removeAll(keepingCapacity: true) }
        state.recipes[key] = recipe
      }
    }
    return statement
  }

  private func shape(_ kind: Kind, _ request: RowRequest, _ predicate: StorePredicate)
    -> (any ShapedNode.Type, PredicateShape)?
  {
    let type = ObjectIdentifier(Swift.type(of: predicate.expression))
    guard let node = node(type, predicate.expression) else { return nil }
    var flags = kind.rawValue << 8
    if request.includesSubentities { flags |= 4 }
    if request.limit != nil { flags |= 8 }
    if request.offset != nil { flags |= 16 }
    var shape = PredicateShape(
      predicate.variable, storeIdentifier: storeIdentifier,
      words: [
        flags, UInt(bitPattern: ObjectIdentifier(request.entity)), UInt(truncatingIfNeeded: request.mask.bits),
        UInt(bitPattern: type),
      ])
    return node.add(predicate.expression, to: &shape) ? (node, shape) : nil
  }

  /// Checking a conformance is the most expensive part of finding a shape; it is done once for each type.
  private func node(_ type: ObjectIdentifier, _ expression: any PredicateExpression)
    -> (any ShapedNode.Type)?
  {
    if let known = state.withLock({ $0.nodes[type] }) { return known }
    let node = Swift.type(of: expression) as? any ShapedNode.Type
    state.withLock { $0.nodes[type] = .some(node) }
    return node
  }
}

/// The columns of a projection, its groups and their order. A request that tests its groups has no shape: the values that it
/// tests are bound between those of the predicate and the window.
struct ProjectionShape: Hashable, Sendable {
  private struct Column: Hashable, Sendable {
    let function: ProjectionRequest.Function
    let path: PropertyPath?
    let isIdentifier: Bool
    var isAscending = true

    init(_ column: ProjectionRequest.Column) {
      function = column.function
      path = column.path
      isIdentifier = column.isIdentifier
    }
  }

  private let columns: [Column]
  private let groupCount: Int?
  private let order: [Column]

  init(_ request: ProjectionRequest) {
    columns = request.columns.map { Column($0) }
    groupCount = request.groupCount
    order = request.order.map { column, isAscending in
      var column = Column(column)
      column.isAscending = isAscending
      return column
    }
  }
}

extension SQLValue {
  /// Whether it is text that PostgreSQL cannot store, which its translation refuses.
  fileprivate var hasZero: Bool {
    if case .text(let text) = self { text.utf8.contains(0) } else { false }
  }
}

extension RowRequest {
  /// Whether nothing but the predicate, the order and the window decides the SQL.
  fileprivate var hasShape: Bool {
    keys == nil && excluding.isEmpty && excludedKeys.isEmpty && reaching.isEmpty && after == nil
  }
}
