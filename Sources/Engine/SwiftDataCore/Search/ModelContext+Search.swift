// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Finds the models whose attributes marked `@Attribute(.spotlight)` contain a text, best match
  /// first.
  ///
  /// ```swift
  /// @Model final class Note {
  ///   @Attribute(.spotlight) var title: String
  ///   @Attribute(.spotlight) var text: String
  ///   var isArchived = false
  ///   …
  /// }
  ///
  /// var current = FetchDescriptor<Note>(predicate: #Predicate { !$0.isArchived })
  /// current.fetchLimit = 20
  /// for result in try context.search("linux server", in: current) {
  ///   print(result.model.title, result.snippet)
  /// }
  /// ```
  ///
  /// The index knows what is saved: unsaved changes and insertions are
  /// neither found nor tested by the predicate, whatever the descriptor's
  /// `includePendingChanges` says. Models that this context has deleted, saved
  /// or not, are never among the results.
  ///
  /// Rows that match equally well are in the order of their keys. The time
  /// grows with the number of rows that have the words, not with the number of
  /// rows; only the results are loaded.
  ///
  /// - Parameters:
  ///   - text: What to search for; a text without a word finds nothing.
  ///   - descriptor: Which of the models that have the text: its predicate,
  ///     limit and offset apply, and its order, if there is one, replaces that
  ///     by rank.
  /// - Throws: ``SwiftDataError/notSearchable`` if no `String` attribute of the
  ///   model is marked, or the store has no index, as one that was opened for
  ///   reading only and never written with this schema; what a fetch throws.
  public func search<T: PersistentModel>(
    _ text: SearchText, in descriptor: FetchDescriptor<T> = FetchDescriptor()
  ) throws -> [SearchResult<T>] {
    try _core.search(text, descriptor)
  }

  /// Counts the models that ``search(_:in:)`` would find, without loading them.
  ///
  /// ```swift
  /// let count = try context.searchCount("linux", in: FetchDescriptor<Note>())
  /// ```
  ///
  /// - Throws: What ``search(_:in:)`` throws.
  public func searchCount<T: PersistentModel>(
    _ text: SearchText, in descriptor: FetchDescriptor<T> = FetchDescriptor()
  ) throws -> Int {
    try _core.searchCount(text, descriptor)
  }
}
