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
  /// The index contains saved text: a search does not see unsaved changes and insertions, and neither does its
  /// predicate, whatever `includePendingChanges` is. Results never contain models that this context has deleted, saved
  /// or not.
  ///
  /// Rows with equal ranks are in the order of their keys. The time grows with the number of rows that contain the
  /// words, not with the number of all rows; only the results are loaded.
  ///
  /// - Parameters:
  ///   - text: What to search for; a text without a word finds nothing.
  /// - descriptor: Selects among the models that contain the text: its predicate, limit and offset apply, and its
  ///   order, if there is one, replaces the rank.
  /// - Throws: ``SwiftDataError/notSearchable`` if no `String` attribute of the model is marked, or if the store has no
  ///   index, because it is read-only and was never written with this schema; the errors of a fetch.
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
