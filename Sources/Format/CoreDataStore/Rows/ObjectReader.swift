// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Reads single objects, by key.
final class ObjectReader {
  private let store: Store
  private var cursors: [String: RowCursor] = [:]
  private var options = RowCursor.Options()

  init(_ store: Store, properties: Set<String>? = nil) {
    self.store = store
    options.properties = properties
    options.includesSubentities = true
  }

  /// `nil` if there is no such row.
  func object(_ reference: ObjectReference) throws -> StoredObject? {
    let cursor: RowCursor
    if let known = cursors[reference.entity] {
      cursor = known
    } else {
      guard let entity = store.model.entity(named: reference.entity) else { return nil }
      cursor = try RowCursor(store, entity, options, filter: "t0.Z_PK = ?")
      cursors[reference.entity] = cursor
    }
    try cursor.restart([.integer(reference.key)])
    return try cursor.next()
  }
}

extension Store {
  /// The object of an identifier; `nil` if there is no such row.
  package func object(_ reference: ObjectReference) throws -> StoredObject? {
    try ObjectReader(self).object(reference)
  }
}
