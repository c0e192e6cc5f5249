// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// A predicate without its type: the tree, and which variable is the model.
@usableFromInline
package struct StorePredicate: Sendable {
  // The nodes are constants of a `Predicate`, which is `Sendable`; the type of the tree does not say so.
  @usableFromInline nonisolated(unsafe) package let expression: any PredicateExpression
  @usableFromInline package let variable: PredicateExpressions.VariableID

  @inlinable
  init<T>(_ predicate: Predicate<T>) {
    expression = predicate.expression
    variable = predicate.variable.key
  }
}

/// One step of an ordering.
package struct SortKey: Hashable, Sendable {
  package enum Order: Hashable, Sendable {
    /// By value: numbers, dates, identifiers, plain strings by code point.
    case plain
    /// By ``StandardStringOrder``, as `.localizedStandard` sorts.
    case standardString
    /// By ``StandardStringOrder`` with digits one by one, as `.localized` sorts.
    case localizedString
  }

  package let path: PropertyPath
  package let order: Order
  package let isAscending: Bool
}

/// The destination of a key path: relationships to follow, the property at the
/// end, and elements inside a composite attribute.
package struct PropertyPath: Hashable, Sendable {
  /// Names, from the root entity on: relationships first, then the property.
  package let properties: [String]
  /// Elements within the last property, if it is a composite.
  package let elements: [String]

  package init(properties: [String], elements: [String] = []) {
    self.properties = properties
    self.elements = elements
  }
}

/// Which rows a store is asked for.
package struct RowRequest: Sendable {
  package let entity: _Entity
  package var includesSubentities = true
  package var predicate: StorePredicate?
  /// Rows that match any of these are left out: deletions that wait for the
  /// next save.
  package var excluding: [Exclusion] = []
  package var sort: [SortKey] = []
  package var limit: Int?
  package var offset: Int?
  /// The properties whose columns the rows bring.
  package var mask: PropertyMask = .all
  /// Only rows with these keys.
  package var keys: [Int64]?
  /// Never rows with these keys: the context evaluates them itself.
  package var excludedKeys: [Int64] = []
  /// Only rows from which one of these paths of relationships leads to one
  /// of the keys.
  package var reaching: [Reach] = []

  /// The descriptor of the request, for custom stores.
  var descriptor: (any AnyFetchDescriptor)?

  /// Only rows that come after this position in the order.
  package var after: [ColumnConstant]?

  /// Rows of an entity, which may be above or below the request's own.
  package struct Exclusion: Sendable {
    package let entity: _Entity
    package let includesSubentities: Bool
    /// Of a row of ``entity``; `nil` if all rows are left out.
    package let predicate: StorePredicate?
    /// The same for custom stores.
    let descriptor: (any AnyFetchDescriptor)?

    func matches(_ object: any PersistentModel) -> Bool {
      guard includesSubentities || ObjectIdentifier(type(of: object)) == ObjectIdentifier(entity.type) else {
        return false
      }
      return descriptor?.matches(object) ?? false
    }
  }

  package struct Reach: Sendable {
    package let path: [_Property]
    package let keys: [Int64]
  }

  package init(entity: _Entity) { self.entity = entity }
}

/// One row, as a store delivers it.
@usableFromInline
package struct FetchedRow {
  @usableFromInline package let key: Int64
  /// Lives as long as the store's model.
  @usableFromInline package unowned(unsafe) let entity: _Entity
  /// Optimistic-lock counter.
  @usableFromInline package let version: Int32
  /// For related rows: which object's relationship the row belongs to.
  @usableFromInline package let owner: Int64
  @usableFromInline package var reader: _RowReader

  @inlinable
  package init(
    key: Int64, entity: _Entity, version: Int32, owner: Int64 = 0, reader: _RowReader
  ) {
    self.key = key
    self.entity = entity
    self.version = version
    self.owner = owner
    self.reader = reader
  }
}
