// SPDX-License-Identifier: Apache-2.0

/// A model that a search has found.
///
/// ```swift
/// for result in try context.search("linux", in: FetchDescriptor<Note>()) {
///   print(result.model.title, result.snippet)  // "… runs on «Linux» and …"
/// }
/// ```
public struct SearchResult<T: PersistentModel> {
  /// The model: the context's one instance of its row.
  public let model: T

  /// How well it matches (BM25): a negative number, lower is better.
  ///
  /// It says something in comparison with the other results of one search
  /// only, since it depends on how rare the words are in the whole store.
  public let rank: Double

  /// The part of the saved text that matches best, about sixteen words, with
  /// marks around the found ones and `…` where something was left out.
  public let snippet: String
}
