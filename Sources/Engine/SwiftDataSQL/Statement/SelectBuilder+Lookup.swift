// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Requests that find few rows by an index, so that their conditions may be a part of other statements.
extension SelectBuilder {
  /// How many rows a look-up names at most.
  private static let most = 1024
  /// How many rows that refer to an object are few.
  private static let few = 256

  /// The statement for the keys of rows that are found by their keys or by a unique value, each key once; `nil` if the request
  /// finds its rows otherwise.
  ///
  /// So are a few of those that refer to one object: `$0.author?.persistentModelID == id`, with a limit.
  package func lookup(_ request: RowRequest) throws -> SQLStatement? {
    guard request.predicate != nil || request.keys != nil, request.excluding.isEmpty, request.after == nil else {
      return nil
    }
    let isFew = request.limit.map { $0 <= Self.few } ?? false
    let statement = try recipes.statement(isFew ? .fewRows : .lookup, request, layout.dialect) {
      var query = try query(request) { [.column(table: $0, name: "Z_PK")] }
      let isLookup = isLookup(query, request.entity, isFew: isFew)
      // All of them have no order.
      if isLookup, request.limit == nil, request.offset == nil { query.order = [] }
      let statement = try layout.statement(query)
      if isLookup { return statement }
      // An answer, too: it is kept for requests of this shape.
      return SQLStatement(text: "", bindings: statement.bindings, parameters: statement.parameters)
    }
    return statement.text.isEmpty || statement.bindings.count > Self.most ? nil : statement
  }

  private func isLookup(_ query: SQLQuery, _ entity: _Entity, isFew: Bool) -> Bool {
    guard query.joins.isEmpty else { return false }
    var unique = entity.uniquenessConstraints.compactMap { constraint in
      constraint.count == 1 ? layout.columns(of: constraint[0]).first?.name : nil
    }
    if isFew {
      unique += entity.properties.filter { $0.isRelationship && !$0.isToMany }
        .compactMap { layout.columns(of: $0).first?.name }
    }
    let conditions: [SQLExpression]
    if case .conjunction(let parts) = query.condition { conditions = parts } else { conditions = [query.condition] }
    return conditions.contains { condition in
      guard let name = condition.listedColumn else { return false }
      return name == "Z_PK" || unique.contains(name)
    }
  }
}

extension SQLExpression {
  /// The column that has one of some values, if that is all that the expression says.
  fileprivate var listedColumn: String? {
    switch self {
    case .binary(.column(_, let name), .equal, .bound), .binary(.bound, .equal, .column(_, let name)): name
    case .memberOfList(.column(_, let name), _): name
    case .member(.column(_, let name), let values) where values.allSatisfy(\.isBound): name
    default: nil
    }
  }

  private var isBound: Bool {
    if case .bound = self { true } else { false }
  }
}
