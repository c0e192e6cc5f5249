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
      let cursor = try store.exportedRows(of: entity)
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

extension JSONExport {
  /// Writes some objects of an entity, those of entities below it included, in the order of their keys: as a list, each
  /// with the name of its entity.
  package func write(_ entity: EntityDescription, keys: [Int64], to sink: some TextSink) throws {
    try sink.write("[")
    var isFirst = true
    try store.forEach(of: entity, keys: keys) { object in
      var members: [JSONValue.Member] = [.init("$entity", .string(object.reference.entity))]
      if case .object(let all) = store.json(object) { members += all }
      try sink.write((isFirst ? "\n  " : ",\n  ") + "\(JSONValue.object(members))")
      isFirst = false
    }
    try sink.write(isFirst ? "]\n" : "\n]\n")
  }
}

extension Store {
  /// Reads objects of an entity, those of entities below it included, in the order of their keys.
  func forEach(of entity: EntityDescription, keys: [Int64], _ body: (StoredObject) throws -> Void) throws {
    var options = RowCursor.Options()
    options.includesSubentities = true
    options.keepsBytes = true
    for start in stride(from: 0, to: keys.count, by: 500) {
      let part = keys[start..<min(start + 500, keys.count)]
      let list = part.map(String.init).joined(separator: ", ")
      let cursor = try RowCursor(self, entity, options, filter: "t0.Z_PK IN (\(list))")
      var objects: [Int64: StoredObject] = [:]
      while let object = try cursor.next() { objects[object.reference.key] = object }
      for key in part {
        if let object = objects[key] { try body(object) }
      }
    }
  }

  /// An object with its identifier and values.
  package func json(_ object: StoredObject) -> JSONValue {
    var members: [JSONValue.Member] = [.init("$id", .string(uri(of: object.reference)))]
    for field in object.values { members.append(.init(field.name, json(field.value))) }
    return .object(members)
  }

  /// All objects of an entity, with values that come back as the same bytes.
  func exportedRows(of entity: EntityDescription) throws -> RowCursor {
    var options = RowCursor.Options()
    options.keepsBytes = true
    return try RowCursor(self, entity, options)
  }

  func exportedEntities(_ names: [String]) throws -> [EntityDescription] {
    guard !names.isEmpty else { return orderedEntities.filter { layout[$0.name] != nil } }
    return try names.map { try entity(named: $0) }
  }
}
