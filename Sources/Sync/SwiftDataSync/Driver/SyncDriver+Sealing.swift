// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  /// Shows the app what has come, and all that new keys open.
  func show(_ changed: Set<RecordID>) throws {
    let visible = hold(changed)
    var ids = visible
    // Reading keys may write, and a crash must leave nothing of what has come out.
    if !visible.isEmpty, follows(.journal) {
      state.header.journal = Journal(records: visible.sorted(), isArmed: false)
    }
    if ring.isWaiting || visible.contains(where: KeyRecords.isKey) { try readKeys() }
    let opened = valuesOfNewKeys()
    ids.formUnion(opened)
    try apply(ids)
    try markShown()
    let sealsAll = sealsEverything && ring.current != nil
    if sealsAll, !ring.isWaiting { sealsEverything = false }
    try seal(sealsAll ? nil : ids)
  }

  /// What a process that ended may have left to do.
  func resumeSealing() throws {
    let opened = valuesOfNewKeys()
    if !opened.isEmpty { try apply(opened) }
    try markShown()
    try unseal()
    try seal(nil)
  }

  /// Alive records with values under keys that were missing here.
  private func valuesOfNewKeys() -> Set<RecordID> {
    let new = Set(ring.keys.keys).subtracting(state.header.shownKeys ?? [])
    guard !new.isEmpty else { return [] }
    return Set(
      zone.rows.filter { id, row in
        guard let local = row.local, !local.isDeleted, schema.models[id.type] != nil else { return false }
        return local.fields.values.contains { SealedValue($0.value).map { new.contains($0.key) } ?? false }
      }.keys)
  }

  func markShown() throws {
    let all = Set(ring.keys.keys)
    guard state.header.shownKeys ?? [] != all else { return }
    state.header.shownKeys = all
    try write()
  }

  /// Encrypts with the current key what is not; of all records, or of some.
  func seal(_ ids: Set<RecordID>?) throws {
    guard client.schema.hasSealedFields else { return }
    let (edits, taken) = try changes(toSeal: ids)
    guard !edits.isEmpty else { return }
    for start in stride(from: 0, to: edits.count, by: 200) {
      _ = try handle(.edit(zone: options.zone, Array(edits[start..<min(start + 200, edits.count)])))
    }
    // The store has the same values already, but for those of records that were taken in.
    forgetVisible()
    if taken.isEmpty { try write() } else { try apply(taken) }
  }

  func sealing(shown: Set<UniqueNumber>? = nil) -> FieldSealing {
    FieldSealing(
      ring: ring, shown: shown, isStrict: options.refusesUnencryptedValues, space: core.shares.isEmpty ? nil : space,
      fields: state.header.sealedFields ?? [])
  }

  private func changes(toSeal ids: Set<RecordID>?) throws -> (edits: [LocalEdit], taken: Set<RecordID>) {
    let (zone, sealing) = (zone, sealing())
    var edits: [LocalEdit] = []
    var taken: Set<RecordID> = []
    let possible = (ids.map(Array.init) ?? Array(zone.rows.keys)).filter { id in
      schema.models[id.type]?.attributes.contains(where: \.isSealed) ?? false
    }
    for id in possible.sorted() {
      guard let sealed = schema.models[id.type]?.sealed, let local = zone.rows[id]?.local else { continue }
      if local.isDeleted {
        let own = takeOverValues(of: id, local, sealed, zone)
        if !own.isEmpty { taken.insert(zone.root(of: id)) }
        edits += own
        continue
      }
      guard let key = ring.current else { continue }
      for attribute in sealed {
        guard let value = local.fields[attribute.field]?.value, SealedValue(value)?.key != key.id,
          case .value(let known)? = sealing.read(attribute, zone.rows[id], id),
          let new = try encrypted(value, known, attribute, id, with: key)
        else { continue }
        edits.append(.reseal(id, field: attribute.field, new, stamp: nil))
      }
    }
    return (edits, taken)
  }

  /// Nil: the value's bytes are not here.
  private func encrypted(
    _ value: SyncValue, _ known: SyncValue, _ attribute: SyncedAttribute, _ id: RecordID, with key: KeyRing.DataKey
  ) throws -> SyncValue? {
    // The bytes stay as they are.
    if case .sealedBlob = value { return ring.move(value, attribute.field, from: id, to: id, with: key) }
    guard let content = wholeValue(known, id, attribute.field) else { return nil }
    let new = try sealing().write(content, attribute, id, over: value, large)
    return new.isSealed ? new : nil
  }

  /// A record that was taken in has later values than the one that stays: they are encrypted for the other one, with
  /// their stamps. A device without the keys could not do that when it merged the two.
  private func takeOverValues(
    of id: RecordID, _ record: SyncRecord, _ attributes: [SyncedAttribute], _ zone: ZoneReplica
  ) -> [LocalEdit] {
    guard record.life.successor != nil else { return [] }
    let root = zone.root(of: id)
    guard root != id, let kept = zone.rows[root]?.local, !kept.isDeleted else { return [] }
    return attributes.compactMap { attribute in
      guard let register = record.fields[attribute.field], register.value.isSealed,
        register.stamp > kept.fields[attribute.field]?.stamp ?? .zero,
        let value = ring.move(register.value, attribute.field, from: id, to: root, with: ring.current)
      else { return nil }
      return .reseal(root, field: attribute.field, value, stamp: register.stamp)
    }
  }

  /// Attributes that are encrypted no more since an update of the app are uploaded as they are. Once: a device with an
  /// older version encrypts them again, and must not be answered for ever.
  private func unseal() throws {
    let sealed = schema.sealedFields
    let now = Set(sealed.keys)
    let before = state.header.sealedFields ?? now
    var names = sealed.filter { !$0.key.hasSuffix(".\($0.value)") }
    var left: Set<String> = []
    var edits: [LocalEdit] = []
    for (name, model) in schema.models where !before.isSubset(of: now) {
      for attribute in model.attributes where !attribute.isSealed && before.contains("\(name).\(attribute.field)") {
        let field = "\(name).\(attribute.field)"
        let former = state.header.sealedNames?[field]
        // It has another name since, and nobody has said of this one that it may be read: its values stay encrypted.
        guard attribute.name == former ?? attribute.field else {
          left.insert(field)
          names[field] = former
          continue
        }
        for (id, row) in zone.rows where id.type == name && row.isAlive {
          guard let value = row.local?.fields[attribute.field]?.value, value.isSealed else { continue }
          switch ring.open(value, attribute.field, id) {
          case .value(let content):
            guard let whole = wholeValue(content, id, attribute.field) else {
              left.insert(field)
              continue
            }
            edits.append(.reseal(id, field: attribute.field, try large.outgoing(whole), stamp: nil))
          case .locked: left.insert(field)
          case .altered: break
          }
        }
      }
    }
    if !edits.isEmpty {
      _ = try handle(.edit(zone: options.zone, edits.sorted { $0.record < $1.record }))
      forgetVisible()
    }
    let noted = names.isEmpty ? nil : names
    guard state.header.sealedFields != now.union(left) || state.header.sealedNames != noted else { return }
    (state.header.sealedFields, state.header.sealedNames) = (now.union(left), noted)
    try write()
  }

  func noteAltered(_ ids: [RecordID], _ altered: [RecordID: String]) {
    var all = state.header.alteredValues ?? [:]
    for id in ids { all[id] = nil }
    for (id, reason) in altered {
      if state.header.alteredValues?[id] != reason { untold.append(.setAside(item(id, .alteredValue, reason))) }
      all[id] = reason
    }
    state.header.alteredValues = all.isEmpty ? nil : all
  }

  /// Says which objects in shares have values of encrypted attributes that the participants could not read, and that stay
  /// here: an update of the app encrypts what is shared already.
  func noteUnshared() {
    let found = findUnshared()
    for (id, reason) in found.sorted(by: { $0.key < $1.key }) where unshared[id] != reason {
      untold.append(.setAside(item(id, .refusedHere, reason)))
    }
    unshared = found
  }

  private func findUnshared() -> [RecordID: String] {
    guard !core.shares.isEmpty, client.schema.hasSealedFields else { return [:] }
    var found: [RecordID: String] = [:]
    for name in core.shares.keys.sorted() {
      guard let zone = core.zones[name] else { continue }
      for id in zone.dirty {
        guard let row = zone.rows[id], row.isAlive, let attribute = firstUnshared(row, id) else { continue }
        found[id] =
          "\(id.type).\(attribute.name) is encrypted with keys that the participants of the share do not have: its "
          + "value stays on this device; stop sharing the object, or do not encrypt the attribute"
      }
    }
    return found
  }

  private func firstUnshared(_ row: ReplicaRow, _ id: RecordID) -> SyncedAttribute? {
    schema.models[id.type]?.sealed.first { attribute in
      guard let value = row.local?.fields[attribute.field]?.value else { return false }
      if let known = row.base?.fields[attribute.field] { return known.value != value }
      // Who lacks a value has the default one, too.
      guard case .value(let content) = ring.open(value, attribute.field, id) else { return true }
      return !attribute.isInitial(content, of: id)
    }
  }

  /// Why a record is not shown, or not all of it.
  func cause(_ id: RecordID) -> SetAsideItem.Cause {
    let sealing = sealing()
    var cause = SetAsideItem.Cause.refusedHere
    for attribute in schema.models[id.type]?.attributes ?? [] {
      switch sealing.read(attribute, space.row(id), id) {
      case .locked where attribute.initial == nil: return .recoveryCodeNeeded
      case .altered: cause = .alteredValue
      case .value(let known) where hasOtherBytes(known, id, attribute.field): cause = .alteredValue
      default: break
      }
    }
    return cause
  }

  /// Whether a large value is what it says, and its bytes were not.
  private func hasOtherBytes(_ known: SyncValue, _ id: RecordID, _ field: String) -> Bool {
    guard case .blob = known, state.header.alteredValues?[id] != nil, let own = try? storedValue(id, field) else {
      return false
    }
    return !large.isSame(known, as: own)
  }
}
