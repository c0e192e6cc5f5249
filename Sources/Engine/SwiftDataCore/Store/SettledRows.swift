// SPDX-License-Identifier: Apache-2.0

/// Rows that a save deletes or moves itself, besides its deletions by predicate: the delete rules of those leave them
/// alone, although the store still has them where they were.
package struct SettledRows {
  package struct Row: Hashable {
    package let root: Int
    package let key: Int64

    package init(_ entity: _Entity, _ key: Int64) { (root, self.key) = (entity.root.ordinal, key) }
  }

  package private(set) var deleted: Set<Row> = []
  /// What to-one relationships that have changed lead to, by the index of the property; zero for no destination.
  package private(set) var moves: [Row: [Int: Int64]] = [:]

  package init() {}

  init(_ plan: SavePlan) {
    for item in plan.deletions { deleted.insert(Row(item.entity, item.state.key)) }
    for item in plan.updates {
      for property in item.entity.relationships
      where !property.isToMany && !property.isOneWay && item.state.dirty.contains(property.index) {
        let target: Int64? =
          switch property.description.related(of: item.object) {
          case .object(let target): target._$state?.key
          case .key(let key): key
          default: nil
          }
        moves[Row(item.entity, item.state.key), default: [:]][property.index] = target ?? 0
      }
    }
  }

  package var isEmpty: Bool { deleted.isEmpty && moves.isEmpty }

  /// Whether a row is none of those that the rule of a relationship is about.
  ///
  /// - Parameters:
  ///   - inverse: The inverse of the relationship.
  ///   - isDoomed: Whether the owner with a key goes, too: a row that was moved there is not spared.
  package func spares(_ row: Row, _ inverse: _Property?, isDoomed: (Int64) -> Bool) -> Bool {
    if deleted.contains(row) { return true }
    guard let inverse, !inverse.isToMany, let target = moves[row]?[inverse.index] else { return false }
    return target == 0 || !isDoomed(target)
  }

  /// The keys of the rows of a hierarchy that ``spares(_:_:isDoomed:)`` names.
  package func spared(_ entity: _Entity, _ inverse: _Property?, isDoomed: (Int64) -> Bool) -> [Int64] {
    guard !isEmpty else { return [] }
    let rows = deleted.union(moves.keys).filter { $0.root == entity.root.ordinal }
    return rows.filter { spares($0, inverse, isDoomed: isDoomed) }.map(\.key).sorted()
  }
}
