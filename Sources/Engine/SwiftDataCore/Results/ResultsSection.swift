// SPDX-License-Identifier: Apache-2.0

/// The models of a fetch that have one title in common.
///
/// ```swift
/// for section in sections {
///   print(section.title, section.count)
///   for trip in section { print("  ", trip.name) }
/// }
/// ```
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable,
  RandomAccessCollection, Equatable
{
  /// The value that the models have in common.
  public let title: SectionTitle
  let elements: [Element]

  /// The identity of the section: its ``title``.
  public var id: SectionTitle { title }

  /// Zero, the position of the first model.
  public var startIndex: Int { 0 }
  /// The number of models in the section.
  public var endIndex: Int { elements.count }
  /// The model at a position, in the order of the fetch. The position must be one of the section's.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Element { elements[position] }

  /// Whether both have the same title and the same models in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.elements == rhs.elements
  }
}
