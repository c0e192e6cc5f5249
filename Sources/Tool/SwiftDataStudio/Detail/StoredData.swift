// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// Reads the bytes of one value, whole.
struct StoredData {
  private let source: any RowSource

  init(_ source: any RowSource) { self.source = source }

  /// `nil` if there is no such row, or it has none.
  func data(of property: String, _ reference: ObjectReference) throws -> Data? {
    let store = source.store
    guard let entity = store.model.entity(named: reference.entity),
      entity.attribute(named: property)?.isTransient == false
    else { return nil }
    var options = RowCursor.Options()
    options.includesSubentities = true
    options.includesToMany = false
    options.properties = [property]
    try source.bring([reference.key], of: entity, longest: nil)
    let cursor = try RowCursor(store, entity, options, filter: "t0.Z_PK = ?", values: [.integer(reference.key)])
    guard let object = try cursor.next() else { return nil }
    switch object[property] {
    case .data(let data)?: return data
    case .external(let file)?: return try store.data(of: file)
    default: return nil
    }
  }
}
