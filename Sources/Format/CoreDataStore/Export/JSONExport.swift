// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Writes all objects of a store, or of some entities, as one JSON value.
///
/// ```json
/// {
///   "storeUUID": "…", "modelVersions": ["1.0.0"],
///   "entities": {
///     "Trip": [
///       {"$id": "x-coredata://…/Trip/p1", "name": "Rome", "stops": ["x-coredata://…/Stop/p4"]}
///     ]
///   }
/// }
/// ```
///
/// One object is in memory at a time.
package struct JSONExport {
  private let store: Store
  private let entities: [EntityDescription]

  /// - Parameter entities: by name, in any case of letters; all if empty.
  package init(_ store: Store, entities: [String] = []) throws {
    self.store = store
    self.entities = try store.exportedEntities(entities)
  }

  package func write(to sink: some TextSink, progress: (Int, Int) -> Void = { _, _ in }) throws {
    let total = try entities.reduce(0) { $0 + (try store.count(of: $1.name)) }
    var done = 0
    let uuid = JSONValue.string(store.metadata.storeUUID)
    let versions = JSONValue.array(store.metadata.versionIdentifiers.map { .string($0) })
    try sink.write("{\n  \"storeUUID\": \(uuid),\n  \"modelVersions\": \(versions),\n")
    try sink.write("  \"entities\": {")
    for (index, entity) in entities.enumerated() {
      try sink.write((index > 0 ? "," : "") + "\n    \(JSONValue.string(entity.name)): [")
      let cursor = try store.rows(of: entity.name)
      var isFirst = true
      while let object = try cursor.next() {
        try sink.write((isFirst ? "" : ",") + "\n      \(store.json(object))")
        isFirst = false
        done += 1
        progress(done, total)
      }
      try sink.write(isFirst ? "]" : "\n    ]")
    }
    try sink.write(entities.isEmpty ? "}\n}\n" : "\n  }\n}\n")
  }
}

extension Store {
  /// An object with its identifier and values.
  package func json(_ object: StoredObject) -> JSONValue {
    var members: [JSONValue.Member] = [.init("$id", .string(uri(of: object.reference)))]
    for field in object.values { members.append(.init(field.name, json(field.value))) }
    return .object(members)
  }

  func exportedEntities(_ names: [String]) throws -> [EntityDescription] {
    guard !names.isEmpty else { return orderedEntities.filter { layout[$0.name] != nil } }
    return try names.map { try entity(named: $0) }
  }
}
