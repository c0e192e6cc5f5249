// SPDX-License-Identifier: Apache-2.0

/// One row that a search has found, as a store delivers it.
package struct _SearchHit: Sendable {
  package let key: Int64
  package let rank: Double
  package let snippet: String

  package init(key: Int64, rank: Double, snippet: String) {
    self.key = key
    self.rank = rank
    self.snippet = snippet
  }
}

extension _RowStore {
  /// A store without a search index.
  package func search(
    _ text: SearchText, _ request: _RowRequest, _ body: (_SearchHit) throws -> Void
  ) throws {
    throw notSearchable(request)
  }

  /// A store without a search index.
  package func searchCount(_ text: SearchText, _ request: _RowRequest) throws -> Int {
    throw notSearchable(request)
  }

  private func notSearchable(_ request: _RowRequest) -> SwiftDataError {
    SwiftDataError(
      .notSearchable, "The store has no search index.", entity: request.entity.name,
      advice: "Use a predicate with localizedStandardContains.")
  }
}
