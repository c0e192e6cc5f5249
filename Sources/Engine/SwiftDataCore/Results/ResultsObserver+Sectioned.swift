// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ResultsObserver where SectionTitle == String {
  /// Observes the results of a descriptor by section, through a given context.
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: fetchDescriptor, sectioning: .by(sectionBy),
      context: modelContext)
  }

  /// Observes the results of a descriptor by section, through a new context.
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: fetchDescriptor, sectioning: .by(sectionBy),
      context: ModelContext(modelContainer))
  }

  /// Observes the results of a descriptor by section, through a given context.
  ///
  /// Models without a title are in a section titled "".
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: fetchDescriptor, sectioning: .by(sectionBy),
      context: modelContext)
  }

  /// Observes the results of a descriptor by section, through a new context.
  ///
  /// Models without a title are in a section titled "".
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: fetchDescriptor, sectioning: .by(sectionBy),
      context: ModelContext(modelContainer))
  }

  /// Observes the matching models by section, through a given context.
  ///
  /// ```swift
  /// let tracks = try ResultsObserver(
  ///   sortBy: [SortDescriptor(\Track.title)], sectionBy: \Track.genre, modelContext: context)
  /// print(tracks.sections?.sectionTitles ?? [])
  /// ```
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      sectioning: .by(sectionBy),
      context: modelContext)
  }

  /// Observes the matching models by section, through a new context.
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      sectioning: .by(sectionBy),
      context: ModelContext(modelContainer))
  }

  /// Observes the matching models by section, through a given context.
  ///
  /// Models without a title are in a section titled "".
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      sectioning: .by(sectionBy),
      context: modelContext)
  }

  /// Observes the matching models by section, through a new context.
  ///
  /// Models without a title are in a section titled "".
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
      sectioning: .by(sectionBy),
      context: ModelContext(modelContainer))
  }
}

extension Sectioning where SectionTitle == String {
  static func by(_ keyPath: KeyPath<Element, String>) -> Sectioning {
    Sectioning(keyPath: keyPath, order: [SortDescriptor(sendable(keyPath))]) { $0[keyPath: keyPath] }
  }

  static func by(_ keyPath: KeyPath<Element, String?>) -> Sectioning {
    Sectioning(keyPath: keyPath, order: [SortDescriptor(sendable(keyPath))]) {
      $0[keyPath: keyPath] ?? ""
    }
  }

  /// Key paths of persisted properties capture nothing, so they can be sent.
  private static func sendable<V>(_ keyPath: KeyPath<Element, V>)
    -> any KeyPath<Element, V> & Sendable
  {
    // A key path never changes; the standard library does not say that it can be sent. The layout is the same: the marker has none.
    unsafeBitCast(keyPath, to: (any KeyPath<Element, V> & Sendable).self)
  }
}
