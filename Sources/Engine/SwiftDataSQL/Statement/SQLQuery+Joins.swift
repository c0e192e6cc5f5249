// SPDX-License-Identifier: Apache-2.0

extension SQLQuery {
  /// Makes inner joins of those whose missing partner the condition excludes,
  /// so that SQLite may begin with the joined table, where there may be an
  /// index. (It finds that out itself for one step, but not for a path.)
  mutating func strengthenJoins() {
    guard !joins.isEmpty else { return }
    for index in joins.indices.reversed() {
      let alias = joins[index].alias
      let isNeeded = joins[(index + 1)...].contains {
        // The path goes on from here: what leads on cannot be missing.
        if case .column(alias, _) = $0.key { return $0.isInner }
        return false
      }
      joins[index].isInner = isNeeded || condition.isNotTrue(without: alias)
    }
  }
}

extension SQLExpression {
  /// Whether a condition cannot hold where a table's columns are all NULL.
  fileprivate func isNotTrue(without alias: String) -> Bool {
    switch self {
    case .conjunction(let parts): parts.contains { $0.isNotTrue(without: alias) }
    case .disjunction(let parts): parts.allSatisfy { $0.isNotTrue(without: alias) }
    case .test(let inner, .isNotNull): inner.isNull(without: alias)
    case .test(let inner, .isTrue): inner.isNotTrue(without: alias)
    case .no: true
    default: isNull(without: alias)
    }
  }

  /// Whether a value is NULL where a table's columns are all NULL.
  private func isNull(without alias: String) -> Bool {
    switch self {
    case .column(let table, _): table == alias
    case .not(let inner), .minus(let inner), .collated(let inner, _):
      inner.isNull(without: alias)
    case .binary(let left, let symbol, let right):
      symbol.propagatesNull && (left.isNull(without: alias) || right.isNull(without: alias))
    case .function(let name, let arguments):
      name.propagatesNull && arguments.contains { $0.isNull(without: alias) }
    case .member(let element, _), .memberOfList(let element, _), .memberOfQuery(let element, _):
      element.isNull(without: alias)
    case .conjunction(let parts), .disjunction(let parts):
      parts.allSatisfy { $0.isNull(without: alias) }
    default: false
    }
  }
}
