// SPDX-License-Identifier: Apache-2.0

/// What an app says about its models, as far as merging needs it.
package struct SyncSchema: Sendable {
  package struct Model: Sendable {
    /// The fields that the app knows; others are kept.
    package var fields: Set<String> = []
    package var unique: [String] = []
    package var policies: [String: FieldPolicy] = [:]
    /// A deletion beats edits that did not know of it.
    package var deleteWins = false
    /// Relationships whose other end comes back if it was deleted by somebody who did not know of this one. The ends of
    /// others become nil.
    package var reviving: Set<String> = []
    /// Fields and relationships that lead to the records whose deletion cascades to this one.
    package var owners: Set<String> = []
    /// Fields and relationships that lead to the records to which this one's deletion cascades.
    package var owned: Set<String> = []
    /// Fields whose values leave the device only encrypted.
    package var sealed: Set<String> = []

    package init() {}
  }

  package var models: [String: Model] = [:]
  /// Rules that tests switch off.
  package var disabled: Set<SyncRule> = []
  /// Reads the encrypted value of a field of a record; nil: this device cannot, or not this value.
  package var open: (@Sendable (SyncValue, String, RecordID) -> SyncValue?)?
  /// Makes of an encrypted value of one record the same value of another one; nil: this device cannot.
  package var move: (@Sendable (SyncValue, _ field: String, _ from: RecordID, _ to: RecordID) -> SyncValue?)?

  package init() {}

  package func follows(_ rule: SyncRule) -> Bool { !disabled.contains(rule) }

  /// Why the app cannot take this record; nil: it can.
  package func objection(to record: SyncRecord, _ id: RecordID) -> String? {
    models[id.type] == nil
      ? "this version of the app has no model '\(id.type)'; the record is kept, and shown after an update" : nil
  }

  package func claims(of record: SyncRecord, _ id: RecordID) -> [UniqueClaim] {
    guard !record.isDeleted, let model = models[id.type] else { return [] }
    return model.unique.compactMap { field in
      guard let value = record.fields[field]?.value, value != .null else { return nil }
      return UniqueClaim(type: id.type, field: field, value: value)
    }
  }
}

/// Which value stays if two devices have changed a field without knowing of each other.
package enum FieldPolicy: Sendable {
  /// The later one.
  case newer
  /// The one that the server has.
  case server
  /// The device's own.
  case client
  /// What the app says. It must answer the same for the same values, whenever and wherever it is asked.
  case custom(@Sendable (FieldConflict) -> SyncValue)
}

/// A field that two devices have changed.
package struct FieldConflict: Sendable {
  package var id: RecordID
  package var field: String
  package var base: SyncValue?
  package var local: Register
  package var remote: Register

  package init(id: RecordID, field: String, base: SyncValue?, local: Register, remote: Register) {
    self.id = id
    self.field = field
    self.base = base
    self.local = local
    self.remote = remote
  }
}
