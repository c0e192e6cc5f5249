// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ResultsObserver where SectionTitle == Never {
  /// Observes what a descriptor describes, and loads models in batches, as they are accessed. Not part of Apple's API.
  ///
  /// ```swift
  /// let tracks = try ResultsObserver<Track, Never>(
  ///   sortBy: [SortDescriptor(\.title)], batchSize: 100, fetchesInBackground: true, modelContext: context)
  /// print(tracks.results.count, tracks.results[70_000].title)
  /// ```
  ///
  /// Only the keys of all results are kept, 16 bytes each, and the models of one batch. So results are what is saved:
  /// unsaved changes decide neither who is among them nor the order.
  ///
  /// - Parameters:
  ///   - filterBy: Which models; all if `nil`.
  ///   - sortBy: In which order.
  ///   - batchSize: How many models are loaded at a time.
  ///   - fetchesInBackground: Whether later fetches run on a queue of their own. Then observers are told when one has
  ///     found other results, and reading ``results`` fetches no more than a batch.
  ///   - modelContext: The context whose objects the results are.
  ///   - isolation: The actor that the context belongs to.
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, batchSize: Int,
    fetchesInBackground: Bool = false, modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: nil, context: modelContext,
      window: max(1, batchSize), isInBackground: fetchesInBackground)
  }

  /// Observes the models that a descriptor describes, in windows. Not part of Apple's API.
  ///
  /// - Throws: ``SwiftDataError`` if the first fetch fails.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element>, batchSize: Int, fetchesInBackground: Bool = false,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      descriptor: fetchDescriptor, sectioning: nil, context: modelContext, window: max(1, batchSize),
      isInBackground: fetchesInBackground)
  }
}
