// SPDX-License-Identifier: Apache-2.0

extension SyncSchema {
  /// What a value says; nil: it is encrypted, and this device cannot read it.
  func content(_ value: SyncValue, _ field: String, _ id: RecordID) -> SyncValue? {
    value.isSealed ? open?(value, field, id) : value
  }

  /// Whether two values are one edit, encrypted with different keys, or only one of them encrypted.
  ///
  /// A rotation of keys keeps stamps, by which a device without the keys tells. Who has them compares the contents:
  /// stamps that were set back may be equal by chance.
  func isSameEdit(_ a: Register, _ b: Register, _ field: String, _ id: RecordID) -> Bool {
    guard a.value.isSealed || b.value.isSealed else { return false }
    guard let first = content(a.value, field, id), let second = content(b.value, field, id) else {
      return a.stamp == b.stamp
    }
    return first == second
  }

  /// `old` with the values of `new` where both are the same edit.
  func aligned(_ old: SyncRecord, with new: SyncRecord, _ id: RecordID) -> SyncRecord {
    var result = old
    for (name, register) in old.fields {
      guard let other = new.fields[name], other.value != register.value, isSameEdit(register, other, name, id) else {
        continue
      }
      result.fields[name]?.value = other.value
    }
    return result
  }

  /// A field of a record that another one takes in; nil: it is encrypted, and a device that has the keys takes it over
  /// later (`ZoneReplica.absorbedRecords`).
  func moved(_ register: Register, _ field: String, from: RecordID, to: RecordID) -> Register? {
    guard register.value.isSealed else { return register }
    return move?(register.value, field, from, to).map { Register($0, register.stamp) }
  }

  /// What of a change may leave the device; nil: nothing. Whatever a driver does, no plaintext of an encrypted field is
  /// in an upload.
  ///
  /// - Parameter isShare: Whether it is for a share. Its participants could not read an encrypted value.
  func uploadable(_ change: RecordChange, isShare: Bool) -> RecordChange? {
    guard let sealed = models[change.id.type]?.sealed, !sealed.isEmpty else { return change }
    var result = change
    result.fields = change.fields.filter { !sealed.contains($0.key) || !isShare && $0.value.value.isSealed }
    let isEmpty = result.fields.isEmpty && result.added.isEmpty && result.removed.isEmpty && result.life == nil
    return isEmpty ? nil : result
  }

  /// Whether any model has encrypted fields.
  package var hasSealedFields: Bool { models.values.contains { !$0.sealed.isEmpty } }
}
