// SPDX-License-Identifier: Apache-2.0

extension ZoneMerge {
  /// The snapshot has no such record.
  mutating func applyAbsence(_ id: RecordID, lost: UInt64?) {
    guard var row = zone.rows[id] else { return }
    guard row.version > 0, let base = row.base else { return renewInsertion(id, row) }
    let local = row.local ?? base
    let wasLost = lost.map { row.version > $0 } ?? false
    // A deletion that the server has lost is told to it again: other devices may have the record still.
    guard wasLost || row.lost != nil || (!local.isDeleted && keepsEdit(local, since: base, id)) else {
      zone.set(id, nil, schema: schema)
      return
    }
    // Inserted anew, with all its fields.
    row.lost = row.lost?.joined(with: base) ?? base
    row.base = nil
    row.version = 0
    row.local = local.clamped(to: limit)
    if !wasLost, !local.isDeleted { row.local?.life = Life(isDeleted: false, stamp: stamp()) }
    set(id, row)
  }

  /// An insertion of which nobody knows whether it was applied goes up again as it was: who has deleted it since has seen it.
  /// If it was edited after that upload, it is later than such a deletion, which knew nothing of the edit.
  private mutating func renewInsertion(_ id: RecordID, _ row: ReplicaRow) {
    guard let local = row.local, let first = row.sent.first else { return }
    if local.isDeleted {
      // It had never come, and nobody has it.
      if row.lost == nil { zone.set(id, nil, schema: schema) }
      return
    }
    let sent = row.sent.dropFirst().reduce(SyncRecord(nil, applying: first, limit: .max)) {
      SyncRecord($0, applying: $1, limit: .max)
    }
    guard keepsEdit(local, since: sent, id) else { return }
    var row = row
    row.local?.life = Life(isDeleted: false, stamp: stamp())
    set(id, row)
  }

  /// Whether a record was edited here in a way that beats a deletion.
  private func keepsEdit(_ record: SyncRecord, since known: SyncRecord, _ id: RecordID) -> Bool {
    schema.follows(.editBeatsDelete) && schema.models[id.type]?.deleteWins != true
      && record.differs(from: schema.aligned(known, with: record, id))
  }
}
