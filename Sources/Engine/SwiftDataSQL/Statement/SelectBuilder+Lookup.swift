// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Requests that find few rows by an index, so that their conditions may be a part of other statements.
extension SelectBuilder {
  /// How many rows a look-up names at most.
  private static let most = 1024

  /// The statement for the keys of rows that are found by their keys or by a unique value; `nil` if the request finds its rows
  /// otherwise.
  package func lookup(_ request: RowRequest) throws -> SQLStatement? {
    guard request.predicate != nil || request.keys != nil, request.excluding.isEmpty, request.after == nil else {
      return nil
    }
    let statement = try recipes.statement(.lookup, request, layout.dialect) {
      let query = try query(request) { [.column(table: $0, name: "Z_PK")] }
      let statement = try layout.statement(query)
      if isLookup(query, request.entity) { return statement }
      // An answer, too: it is kept for requests of this shape.
      return SQLStatement(text: "", bindings: statement.bindings, parameters: statement.parameters)
    }
    return statement.text.isEmpty || statement.bindings.count > Self.most ? nil : statement
  }

  private func isLookup(_ query: SQLQuery, _ entity: _Entity) -> Bool {
    guard query.joins.isEmpty else { return false }
    let unique = entity.uniquenessConstraints.compactMap { constraint in
      constraint.count == 1 ? layout.columns(of: constraint[0]).first?.name : nil
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
