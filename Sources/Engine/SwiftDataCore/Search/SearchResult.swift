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

/// One row that a search has found, as a store delivers it.
package struct SearchHit: Sendable {
  package let key: Int64
  package let rank: Double
  package let snippet: String

  package init(key: Int64, rank: Double, snippet: String) {
    self.key = key
    self.rank = rank
    self.snippet = snippet
  }
}

extension RowStore {
  /// A store without a search index.
  package func search(
    _ text: SearchText, _ request: RowRequest, _ body: (SearchHit) throws -> Void
  ) throws {
    throw notSearchable(request)
  }

  /// A store without a search index.
  package func searchCount(_ text: SearchText, _ request: RowRequest) throws -> Int {
    throw notSearchable(request)
  }

  private func notSearchable(_ request: RowRequest) -> SwiftDataError {
    SwiftDataError(
      .notSearchable, "The store has no search index.", entity: request.entity.name,
      advice: "Use a predicate with localizedStandardContains.")
  }
}
