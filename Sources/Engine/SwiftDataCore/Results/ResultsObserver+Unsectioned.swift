// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ResultsObserver where SectionTitle == Never {
  /// Observes the results of a descriptor, through a given context.
  ///
  /// ```swift
  /// let trips = try ResultsObserver<Trip, Never>(modelContext: context)
  /// ```
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(descriptor: fetchDescriptor, sectioning: nil, context: modelContext)
  }

  /// Observes the results of a descriptor, through a new context.
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: fetchDescriptor, sectioning: nil, context: ModelContext(modelContainer))
  }

  /// Observes the matching models, through a given context.
  ///
  /// - Parameters:
  ///   - filterBy: Which models; all if `nil`.
  ///   - sortBy: In which order.
  ///   - modelContext: The context that fetches.
  ///   - isolation: The actor that the context belongs to.
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: nil,
      context: modelContext)
  }

  /// Observes the matching models, through a new context.
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: nil,
      context: ModelContext(modelContainer))
  }
}
