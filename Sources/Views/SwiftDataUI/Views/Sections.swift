// SPDX-License-Identifier: Apache-2.0

/// A section of a view: what a ``Section`` was made of, or views that are in none. See Apple's documentation of
/// `SectionConfiguration`.
public struct SectionConfiguration: Identifiable {
  /// What tells a section from others: the same one as long as the section is there.
  public struct ID: Hashable, Sendable {
    let element: ElementID
  }

  /// What tells the section from others.
  public nonisolated let id: ID
  /// What the section says to the container that it is in.
  public let containerValues: ContainerValues
  /// The views of the header; empty if there is none.
  public let header: SubviewsCollection
  /// The views of the footer; empty if there is none.
  public let footer: SubviewsCollection
  /// The views between header and footer.
  public let content: SubviewsCollection

  @MainActor init(_ section: Rendered, _ parts: Traits.SectionParts, _ holders: SubviewHolders) {
    id = ID(element: section.id)
    containerValues = section.traits.containerValues
    func collection(_ elements: [Rendered]) -> SubviewsCollection {
      SubviewsCollection(subviews: elements.map { Subview($0, holders) })
    }
    header = collection(parts.header)
    footer = collection(parts.footer)
    content = collection(parts.rows)
  }

  /// Each section as it is; what is in none, as one without header and footer.
  @MainActor static func all(_ elements: [Rendered], _ holders: SubviewHolders) -> [SectionConfiguration] {
    var result: [SectionConfiguration] = []
    var loose: [Rendered] = []
    func flush() {
      guard let first = loose.first else { return }
      result.append(SectionConfiguration(first, .init(header: [], footer: [], rows: loose), holders))
      loose = []
    }
    for element in elements {
      if let parts = element.section {
        flush()
        result.append(SectionConfiguration(element, parts, holders))
      } else {
        loose.append(element)
      }
    }
    flush()
    return result
  }
}

/// The sections of a view. See Apple's documentation of `SectionCollection`.
public struct SectionCollection: RandomAccessCollection {
  let sections: [SectionConfiguration]
  /// The position of the first section.
  public var startIndex: Int { 0 }
  /// The position after the last section.
  public var endIndex: Int { sections.count }
  /// The section at a position.
  public subscript(position: Int) -> SectionConfiguration { sections[position] }
}

private enum KeepsSectionsKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
  /// Whether a section that is in no stack says what it consists of, instead of showing it.
  var keepsSections: Bool {
    get { self[KeepsSectionsKey.self] }
    set { self[KeepsSectionsKey.self] = newValue }
  }
}

/// What a ``Group`` shows of the sections of a view. See Apple's documentation of `GroupSectionsOfContent`.
public struct GroupSectionsOfContent<Sections: View, Content: View>: View {
  let resolved: Resolved<Sections, Content>
  /// What the closure of the group makes of the sections.
  public var body: some View { resolved }
}

extension Group {
  /// Shows what a closure makes of the sections of a view; views that are in none make a section without a header.
  ///
  /// ```swift
  /// Group(sections: content) { sections in
  ///   ForEach(sections) { section in Card { section.content } header: { section.header } }
  /// }
  /// ```
  @MainActor public init<Base: View, Result: View>(
    sections view: Base, @ViewBuilder transform: @escaping @MainActor (SectionCollection) -> Result
  ) where Content == GroupSectionsOfContent<Base, Result> {
    content = GroupSectionsOfContent(
      resolved: Resolved(
        content: view,
        transform: { elements, holders in
          transform(SectionCollection(sections: SectionConfiguration.all(elements, holders)))
        }, keepsSections: true))
  }
}

/// The sections of a view, as a ``ForEach`` takes them; they are found when that is shown. See Apple's documentation of
/// `ForEachSectionCollection`.
public struct ForEachSectionCollection<Content: View>: RandomAccessCollection, DeferredElements {
  /// A section.
  public typealias Element = SectionConfiguration
  let make: @MainActor (Node, @escaping (SectionConfiguration) -> Content) -> Void
  private let known: [SectionConfiguration] = []

  init(_ make: @escaping @MainActor (Node, @escaping (SectionConfiguration) -> Content) -> Void) { self.make = make }

  /// Always zero: nothing is known of the sections here.
  public var startIndex: Int { known.startIndex }
  /// Always zero: nothing is known of the sections here.
  public var endIndex: Int { known.endIndex }
  /// Never called, since no position is before the end.
  public subscript(position: Int) -> SectionConfiguration { known[position] }

  @MainActor func show(in node: Node, _ content: Any) -> Bool {
    guard let content = content as? (SectionConfiguration) -> Content else { return false }
    make(node, content)
    return true
  }
}

extension ForEach where Content: View {
  /// Creates a view for each section of a view.
  @MainActor public init<V: View>(sections view: V, @ViewBuilder content: @escaping (SectionConfiguration) -> Content)
  where Data == ForEachSectionCollection<Content>, ID == SectionConfiguration.ID {
    let data = ForEachSectionCollection<Content> { node, content in
      node.child(
        0,
        Group(sections: view) {
          ForEach<SectionCollection, SectionConfiguration.ID, Content>($0, content: content)
        })
    }
    self.init(data: data, content: content, id: { $0.id })
  }
}
