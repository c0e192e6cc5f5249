// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Finds the table that keeps the pairs of a many-to-many relationship.
///
/// What they are called says `TableNaming.pairs(_:_:)`. Numbers are those of the time
/// when the table was made, names may carry a number, and which end names the
/// table follows no rule if both ends are of one entity. So a table is chosen
/// by how much of its names fits.
struct JoinTableFinder {
  private let tables: [TableCatalog.Table]
  private let numbers: [String: Int64]
  private var claimed: Set<String> = []

  init(_ catalog: TableCatalog, numbers: [String: Int64]) {
    self.numbers = numbers
    tables = catalog.tables.filter {
      ColumnNames.split($0.name.uppercased(), after: TableNaming.pairsPrefix) != nil && $0.column("Z_PK") == nil
    }
  }

  private struct Match {
    let table: String
    /// Holds the keys of the relationship's owner.
    let owner: TableCatalog.Column
    /// Holds the keys of the relationship's targets.
    let target: TableCatalog.Column
    let score: Int
  }

  mutating func find(
    _ relationship: RelationshipDescription, of entity: String,
    _ inverse: RelationshipDescription, of other: String
  ) -> (own: RelationshipPlace, inverse: RelationshipPlace)? {
    let own = End(ColumnNames.upper(relationship.name), numbers[other])
    let back = End(ColumnNames.upper(inverse.name), numbers[entity])
    var best: Match?
    for table in tables where !claimed.contains(table.name) {
      guard let match = match(table, own, back), match.score > best?.score ?? 0 else { continue }
      best = match
    }
    guard let best, let table = tables.first(where: { $0.name == best.table }) else { return nil }
    claimed.insert(best.table)
    func order(_ column: TableCatalog.Column) -> String? {
      let rest = column.name.uppercased().dropFirst(2)
      return table.column(ColumnNames.orderPrefix + rest)?.name
    }
    return (
      .join(
        table: best.table, ownerColumn: best.owner.name, targetColumn: best.target.name,
        orderColumn: relationship.isOrdered ? order(best.target) : nil),
      .join(
        table: best.table, ownerColumn: best.target.name, targetColumn: best.owner.name,
        orderColumn: inverse.isOrdered ? order(best.owner) : nil)
    )
  }

  /// The name of a column that holds the values of a relationship.
  private struct End {
    let name: String
    let number: Int64?

    init(_ name: String, _ number: Int64?) {
      self.name = name
      self.number = number
    }

    /// 0 if the name is another's.
    func score(_ text: String) -> Int {
      guard
        let (number, rest) = ColumnNames.split(
          text.uppercased(), after: TableNaming.pairsPrefix)
      else { return 0 }
      if rest == name { return number == self.number ? 8 : 5 }
      guard ColumnNames.isNumbered(rest, of: name) else { return 0 }
      return number == self.number ? 4 : 2
    }
  }

  private func match(_ table: TableCatalog.Table, _ own: End, _ back: End) -> Match? {
    let columns = table.columns.filter { !$0.name.uppercased().hasPrefix(ColumnNames.orderPrefix) }
    guard columns.count == 2 else { return nil }
    // The table is named by one of the ends, with the number of its owner.
    let owned = End(own.name, back.number).score(table.name)
    let byName = max(owned, End(back.name, own.number).score(table.name))
    guard byName > 0 else { return nil }
    var best: Match?
    for (owner, target) in [(columns[0], columns[1]), (columns[1], columns[0])] {
      let isReflexive = owner.name.uppercased() == ColumnNames.reflexive
      let first = isReflexive && own.name == back.name ? 8 : back.score(owner.name)
      let second = own.score(target.name)
      guard first > 0, second > 0 else { continue }
      let score = 100 * (first + second) + byName
      if score > best?.score ?? 0 {
        best = Match(table: table.name, owner: owner, target: target, score: score)
      }
    }
    return best
  }
}
