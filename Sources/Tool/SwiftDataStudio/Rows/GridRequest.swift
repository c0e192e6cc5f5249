// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// Which rows a grid shows, and in which order.
package struct GridRequest: Hashable, Sendable {
  /// What all rows have to do with one object.
  package enum Relation: Hashable, Sendable {
    /// They are the targets of a relationship of the object.
    case targets(of: ObjectReference, relationship: String)
    /// Their relationship leads to the object.
    case owners(of: ObjectReference, relationship: String)
  }

  package var entity: String
  /// In the language of `swiftdata query --where`.
  package var condition = ""
  /// A path to sort by; by key if `nil`.
  package var order: String?
  package var isDescending = false
  package var relation: Relation?

  package init(entity: String) { self.entity = entity }

  package var query: StoreQuery {
    var query = StoreQuery(entity: entity)
    let text = condition.drop { $0.isWhitespace }
    if !text.isEmpty { query.condition = condition }
    query.order = order.map { (isDescending ? "-" : "") + $0 }
    return query
  }

  /// Whether the rows are all of the entity, by their keys.
  var isPlain: Bool { condition.allSatisfy(\.isWhitespace) && order == nil && relation == nil }

  /// Whether another request has the same rows, maybe in another order.
  func hasRows(of other: GridRequest) -> Bool {
    (entity, condition, relation) == (other.entity, other.condition, other.relation)
  }
}
