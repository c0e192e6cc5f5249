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
  /// Where records live; nil: all are in the account's own zone.
  var space: RecordSpace?
  /// As `Class.field`: what is encrypted here, or was.
  var fields: Set<String> = []

  /// The same for all keys that are here, shown or not.
  var unrestricted: FieldSealing {
    var all = self
    all.shown = nil
    return all
  }

  /// Nil: the record has no such field.
  func read(_ attribute: SyncedAttribute, _ row: ReplicaRow?, _ id: RecordID) -> KeyRing.Opened? {
    guard let value = row?.local?.fields[attribute.field]?.value else { return nil }
    if value.isSealed, !mayBeOwn(value, attribute, id), !opens(value, attribute, id) {
      // As a value of the wrong type: what is there stays, until the user writes another one. Bytes may begin so.
      if case .bytes = value, !attribute.isSealed { return .value(value) }
      return .altered
    }
    if let shown, let sealed = SealedValue(value), !shown.contains(sealed.key) { return .locked }
    // The device's own value may wait for a key. One that the server has, too, has come as it is.
    if isStrict, attribute.isSealed, !value.isSealed, ring.current != nil,
      row?.base?.fields[attribute.field]?.value == value
    {
      return .altered
    }
    return ring.open(value, attribute.field, id)
  }

  /// Whether a record is in a share, whose participants have no keys.
  func isShared(_ id: RecordID) -> Bool {
    guard let space, let home = space.home(of: id) else { return false }
    return home != space.main
  }

  /// Whether one of the account's devices may have encrypted a value.
  ///
  /// The mark of such values is no secret. If any of them were taken for one that waits for its key, somebody in a share
  /// could keep the others from changing an attribute for ever.
  private func mayBeOwn(_ value: SyncValue, _ attribute: SyncedAttribute, _ id: RecordID) -> Bool {
    guard value.isSealed, !isShared(id) else { return false }
    if attribute.isSealed || fields.contains("\(id.type).\(attribute.field)") { return true }
    // A later version of the app may encrypt the attribute: its values are kept, and not read.
    return SealedValue(value).map { ring.knows($0.key) } ?? false
  }

  /// With a key of the account's, nobody else has encrypted it. It may have come along from the own zone.
  private func opens(_ value: SyncValue, _ attribute: SyncedAttribute, _ id: RecordID) -> Bool {
    if case .value = ring.open(value, attribute.field, id) { true } else { false }
  }

  /// What goes into the record for a value that the user has saved.
  ///
  /// Without a key, the value as it is: it stays on the device, since the core uploads none that is not encrypted, and is
  /// encrypted when there is a key. So it is in a share, whose participants could read none.
  ///
  /// - Parameter large: Keeps the bytes of large values until the server has them.
  func write(
    _ value: SyncValue, _ attribute: SyncedAttribute, _ id: RecordID, over known: SyncValue?, _ large: LargeValues
  ) throws -> SyncValue {
    guard !isShared(id), attribute.isSealed || known.map({ mayBeOwn($0, attribute, id) }) == true,
      let key = ring.writing.first(where: { shown?.contains($0.id) ?? true })
    else { return try large.outgoing(value) }
    guard large.isLarge(value) else { return ring.seal(value, attribute.field, id, with: key) ?? value }
    guard let (sealed, bytes) = ring.sealLarge(value, attribute.field, id, with: key) else {
      return try large.outgoing(value)
    }
    try large.folder.keep(bytes, as: sealed.blob)
    return .sealedBlob(sealed)
  }

  /// A large value with its bytes.
  ///
  /// - Parameter opened: What `read` says.
  /// - Returns: Nil: they are not here.
  func whole(_ opened: SyncValue, _ field: String, _ row: ReplicaRow?, _ id: RecordID, _ large: LargeValues) throws
    -> KeyRing.Opened?
  {
    guard case .blob = opened, case .sealedBlob(let sealed)? = row?.local?.fields[field]?.value else {
      return try large.whole(opened).map { .value($0) }
    }
    guard let bytes = try large.folder.bytes(sealed.blob) else { return nil }
    return ring.open(bytes, of: sealed, field, id).map { .value($0) } ?? .altered
  }
}
