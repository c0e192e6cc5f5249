// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ResultsObserver where SectionTitle == Never {
  /// Observes the matching models, and loads them in batches, as they are accessed. Not part of Apple's API.
  ///
  /// ```swift
  /// let tracks = try ResultsObserver<Track, Never>(
  ///   sortBy: [SortDescriptor(\.title)], batchSize: 100, fetchesInBackground: true, modelContext: context)
  /// print(tracks.results.count, tracks.results[70_000].title)
  /// ```
  ///
  /// The observer keeps only the keys of all results, 16 bytes each, and the models of one batch. The results contain
  /// saved rows only: unsaved changes affect neither their selection nor their order.
  ///
  /// - Parameters:
  ///   - filterBy: Which models; all if `nil`.
  ///   - sortBy: In which order.
  ///   - batchSize: How many models are loaded at a time.
  /// - fetchesInBackground: Whether later fetches run on a background queue. Observers are then notified when a fetch
  ///   has found other results, and reading ``results`` loads at most a batch.
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
