// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// The classes that are synced, and what the core must know of them.
struct SyncedSchema: Sendable {
  private(set) var models: [String: SyncedModel] = [:]
  private(set) var core = SyncSchema()
  /// What this device knows of the names of fields from earlier versions of the app.
  let known: FieldNames
  /// The same for the next version.
  private(set) var names = FieldNames()
  private let types: [any PersistentModel.Type]

  /// - Parameters:
  ///   - policies: Of attributes, by `"Class.property"`, before those of the options.
  ///   - known: What this device knows of the names of fields.
  init(
    _ types: [any PersistentModel.Type], in schema: Schema, options: SyncOptions, policies: [String: FieldPolicy] = [:],
    known: FieldNames = FieldNames()
  ) throws {
    (self.types, self.known) = (types, known)
    let inherited = InheritedOptions(options: options, schema: schema)
    try inherited.check()
    var builder = SyncedSchemaBuilder(schema: schema, options: inherited, policies: policies, known: known)
    for type in types { try builder.add(type) }
    for name in builder.types.keys.sorted() {
      let model = try builder.model(name)
      models[name] = model
      core.models[name] = builder.core(model)
      builder.note(model, in: &names)
    }
    core.models.merge(KeyRecords.models) { own, _ in own }
    core.models.merge(ShareRecords.models) { own, _ in own }
  }

  /// The same classes where a device knows more of the names of their fields.
  func knowing(
    _ names: FieldNames, in schema: Schema, options: SyncOptions, policies: [String: FieldPolicy]
  ) throws -> SyncedSchema {
    try SyncedSchema(types, in: schema, options: options, policies: policies, known: names)
  }

  /// Encrypted attributes: their names, by `Class.field`.
  var sealedFields: [String: String] {
    var found: [String: String] = [:]
    for model in models.values {
      for attribute in model.sealed { found["\(model.name).\(attribute.field)"] = attribute.name }
    }
    return found
  }
}
