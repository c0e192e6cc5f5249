// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Features of SQLite stores that custom ones have in part or not at all.
extension DataStoreSession {
  /// A page goes on after the model that the last one ended with.
  func position(of key: Int64, in request: RowRequest) throws -> [ColumnConstant]? {
    guard let identifier = store.table.identifier(of: key) else { return nil }
    return [.text(String(decoding: try JSONArchive.encoder.encode(identifier), as: UTF8.self))]
  }

  func rows(_ rows: [SnapshotRow], after position: [ColumnConstant], _ request: RowRequest) throws -> [SnapshotRow] {
    guard case .text(let text)? = position.first,
      let identifier = try? JSONArchive.decoder.decode(PersistentIdentifier.self, from: Data(text.utf8)),
      let index = rows.firstIndex(where: { $0.snapshot.persistentIdentifier == identifier })
    else {
      throw SwiftDataError(
        .unsupportedSortDescriptor,
        "The model that the previous page ended with is not in the result any more: the store “\(store.name)” cannot continue after it.",
        entity: request.entity.name, advice: "Fetch the first page again.")
    }
    return Array(rows[(index + 1)...])
  }

  func search(_ text: SearchText, _ request: RowRequest, _ body: (SearchHit) throws -> Void) throws {
    throw store.issue.unsupported(
      "Full-text search", entity: request.entity.name, advice: "Use a predicate with localizedStandardContains.")
  }

  func searchCount(_ text: SearchText, _ request: RowRequest) throws -> Int {
    throw store.issue.unsupported(
      "Full-text search", entity: request.entity.name, advice: "Use a predicate with localizedStandardContains.")
  }

  func query(
    _ sql: StoreSQL, columns: Int, _ entity: _Entity, _ body: (inout _RowReader) throws -> Void
  ) throws {
    throw store.issue.unsupported("SQL", entity: entity.name, advice: "Fetch with a descriptor.")
  }

  func entity(numbered number: Int64) -> _Entity? { nil }

  func explanation(_ request: RowRequest) throws -> FetchExplanation {
    throw store.issue.unsupported(
      "The SQL of a fetch", entity: request.entity.name, advice: "Ask the store itself how it fetches.")
  }

  /// There is no SQL to refuse anything.
  func statementText(of request: RowRequest) throws -> String { "" }
}
