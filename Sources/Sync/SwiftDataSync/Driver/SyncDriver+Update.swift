// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// What an update of the app changes: its models are others than before.
extension SyncDriver {
  /// Fields keep the names that they have in the records of this device.
  func followNames() throws {
    guard let known = state.header.fieldNames, known != schema.known else { return }
    let before = schema.signature
    schema = try schema.knowing(known, in: container.schema, options: options, policies: environment.policies)
    var rules = schema.core
    (rules.open, rules.move) = (client.schema.open, client.schema.move)
    client.schema = rules
    guard schema.signature != before else { return }
    for name in core.zones.keys { core.zones[name]?.reindex(schema: rules) }
    // As after reading: nothing of it is new.
    _ = core.takeChanges()
  }

  /// Notes the models for the next version of the app.
  func noteModels() throws {
    let isNoted = state.header.signature == schema.signature && state.header.fieldNames == schema.names
    guard !isNoted, schema.matches(state.header.signature) else { return }
    (state.header.signature, state.header.fieldNames) = (schema.signature, schema.names)
    try write()
  }

  /// Brings the store and the records together under new models: what the user has saved before, what the store has of
  /// classes and properties that are synced from now on, and then what the records have.
  func update() throws {
    try drain()
    try adopt()
    newModels = []
    try showAll()
    // A process that ends before begins anew.
    (state.header.signature, state.header.fieldNames) = (schema.signature, schema.names)
    try write()
  }

  /// Gives the objects of classes that are synced from now on their identities.
  func identifyNew() throws {
    let context = ModelContext(container)
    for name in newModels.sorted() {
      let all = try schema.models[name]?.access.all(context) ?? []
      for model in all.sorted(by: { $0.persistentModelID < $1.persistentModelID }) {
        try setStore(model.persistentModelID.storeIdentifier)
        try identify(model)
      }
    }
  }

  /// Uploads what the store has and no record could have: an earlier version of the app did not sync it, or the store's
  /// migration has made it.
  ///
  /// It is as old as it can be. What another device has written counts, and a device that adopts the same later changes
  /// nothing.
  private func adopt() throws {
    let context = ModelContext(container)
    var objects: [PersistentIdentifier: any PersistentModel] = [:]
    for (name, model) in schema.models.sorted(by: { $0.key < $1.key })
    where newModels.contains(name) || model.fields.contains(where: { newFields.contains("\(name).\($0)") })
      || model.relationships.contains(where: { !$0.ends.isDisjoint(with: newModels) })
    {
      for object in try model.access.all(context) { objects[object.persistentModelID] = object }
    }
    guard !objects.isEmpty else { return }
    // What the app has inserted meanwhile.
    for object in objects.keys.sorted() where newModels.contains(object.entityName) {
      try setStore(object.storeIdentifier)
      if let model = objects[object] { try identify(model) }
    }
    let known = objects.keys.compactMap { object in state.records[object].map { (object, $0) } }
      .sorted { $0.1 < $1.1 }
    // What was there when the class was synced before is as its record has it.
    let unknown = withSpace { space in
      known.filter { newModels.contains($0.1.type) && space.record($0.1) == nil }.map(\.0)
    }
    try save(unknown, objects) { changes, part in
      (changes.agesInserts, changes.newModels) = (.all, [])
      return try changes.edits(changed: Dictionary(uniqueKeysWithValues: part.map { ($0, nil) }), deleted: [])
    }
    // Nobody else has heard of them, so no record has them as ends of relationships that were synced before.
    let new = withSpace { space in
      Set(known.map(\.1).filter { newModels.contains($0.type) && space.row($0)?.base == nil })
    }
    try save(known.map(\.0), objects) { changes, part in try part.flatMap { try changes.adoption($0, new: new) } }
    forgetVisible()
    try write()
  }

  /// No longer than this: the zones would be copied when they are changed.
  func withSpace<R>(_ body: (RecordSpace) -> R) -> R { body(space) }

  /// In parts that go up one after the other. Those that need each other are all there before anything is uploaded.
  private func save(
    _ ids: [PersistentIdentifier], _ objects: [PersistentIdentifier: any PersistentModel],
    _ body: (inout LocalEdits, ArraySlice<PersistentIdentifier>) throws -> [LocalEdit]
  ) throws {
    guard !ids.isEmpty else { return }
    for edits in try parts(ids, objects, body) where !edits.isEmpty { _ = try handle(.save(edits)) }
  }

  private func parts(
    _ ids: [PersistentIdentifier], _ objects: [PersistentIdentifier: any PersistentModel],
    _ body: (inout LocalEdits, ArraySlice<PersistentIdentifier>) throws -> [LocalEdit]
  ) throws -> [[LocalEdit]] {
    var changes = localChanges(objects)
    return try stride(from: 0, to: ids.count, by: 200).map { start in
      try body(&changes, ids[start..<min(start + 200, ids.count)])
    }
  }
}
