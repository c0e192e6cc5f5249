// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Reads and writes values of fields that may be encrypted, for those who stand between the core and the store.
struct FieldSealing: Sendable {
  let ring: KeyRing
  /// Keys whose values the app has been shown; nil: all.
  ///
  /// An object with a value under any other key has a default value in its place. That is not what the user wrote.
  var shown: Set<UniqueNumber>?

  func read(_ value: SyncValue, _ field: String, _ id: RecordID) -> KeyRing.Opened {
    if let shown, let sealed = SealedValue(value), !shown.contains(sealed.key) { return .locked }
    return ring.open(value, field, id)
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
