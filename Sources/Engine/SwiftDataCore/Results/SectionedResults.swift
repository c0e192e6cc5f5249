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

/// The models of a fetch, divided into sections.
///
/// Sections are in the order in which their titles first appear among the
/// sorted models.
///
/// ```swift
/// let rock = observer.sections?[sectionTitle: "Rock"]?.first
/// ```
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Equatable
{
  private let sections: [ResultsSection<Element, SectionTitle>]
  private let positions: [SectionTitle: Int]

  /// Divides models into sections by title.
  ///
  /// Titles that the order of the fetch holds for equal, such as "Rock" and
  /// "rock", may alternate: each model still gets to the one section of its title.
  package init(_ elements: some Sequence<Element>, title: (Element) -> SectionTitle) {
    var titles: [SectionTitle] = []
    var members: [[Element]] = []
    var positions: [SectionTitle: Int] = [:]
    var current = -1
    for element in elements {
      let title = title(element)
      if current < 0 || titles[current] != title {
        if let known = positions[title] {
          current = known
        } else {
          current = titles.count
          positions[title] = current
          titles.append(title)
          members.append([])
        }
      }
      members[current].append(element)
    }
    sections = zip(titles, members).map { ResultsSection(title: $0, elements: $1) }
    self.positions = positions
  }

  /// Zero, the position of the first section.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { sections.count }

  /// The section at a position.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The section with a title, if there is one.
  ///
  /// - Complexity: O(1).
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    positions[title].map { sections[$0] }
  }

  /// Whether there is a section with this title.
  public func contains(sectionTitle title: SectionTitle) -> Bool { positions[title] != nil }

  /// The position of the section with a title.
  public func index(ofSectionTitled title: SectionTitle) -> Int? { positions[title] }

  /// The titles of all sections, in order.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  /// Whether both have the same sections with the same models in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.sections == rhs.sections }
}
