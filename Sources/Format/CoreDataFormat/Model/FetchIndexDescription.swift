// SPDX-License-Identifier: Apache-2.0

/// An index that the model asks for.
package struct FetchIndexDescription: Equatable, Sendable {
  /// One property of an index.
  package struct Element: Equatable, Sendable {
    /// Its name; empty for an expression.
    package var property: String
    /// Whether the least value comes first.
    package var isAscending: Bool
    /// For places and areas (an R-tree), not for order.
    package var isSpatial = false

    /// An element that is sorted by.
    package init(property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  /// Its name; in the store `Z_<entity>_` stands before it.
  package var name: String
  /// What is sorted by, first things first.
  package var elements: [Element]
  /// Whether it leaves out some objects, by a predicate that is not kept here.
  package var isPartial = false

  /// An index of all objects.
  package init(name: String, elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
