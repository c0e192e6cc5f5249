// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Reads and writes values of fields that may be encrypted, for those who stand between the core and the store.
struct FieldSealing: Sendable {
  let ring: KeyRing
  /// Keys whose values the app has been shown; nil: all.
  ///
  /// An object with a value under any other key has a default value in its place. That is not what the user wrote.
  var shown: Set<UniqueNumber>?
  /// Whether the server's values of encrypted fields must be encrypted.
  var isStrict = false

  /// Nil: the record has no such field.
  func read(_ attribute: SyncedAttribute, _ row: ReplicaRow?, _ id: RecordID) -> KeyRing.Opened? {
    guard let value = row?.local?.fields[attribute.field]?.value else { return nil }
    if let shown, let sealed = SealedValue(value), !shown.contains(sealed.key) { return .locked }
    // The device's own value may wait for a key. One that the server has, too, has come as it is.
    if isStrict, attribute.isSealed, !value.isSealed, ring.current != nil,
      row?.base?.fields[attribute.field]?.value == value
    {
      return .altered
    }
    return ring.open(value, attribute.field, id)
  }

  /// What goes into the record for a value that the user has saved.
  ///
  /// Without a key, the value as it is: it stays on the device, since the core uploads none that is not encrypted, and is
  /// encrypted when there is a key.
  func write(_ value: SyncValue, _ attribute: SyncedAttribute, _ id: RecordID, over known: SyncValue?) -> SyncValue {
    guard attribute.isSealed || known?.isSealed == true else { return value }
    let key = ring.writing.first { shown?.contains($0.id) ?? true }
    return ring.seal(value, attribute.field, id, with: key) ?? value
  }
}
