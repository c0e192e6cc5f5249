// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Takes back what the server has refused: the record is as the server has it. What it or others then refer to, and is
  /// not there, is cleared.
  func discard(_ id: RecordID, in name: String, _ state: inout ClientState, now: Int64) throws(LocalEditError) {
    guard var zone = state.zones[name] else { throw .unknownZone(name) }
    guard var row = zone.rows[id], row.refusal != nil else { throw .notRefused(id) }
    let stamp = state.clock.next(now: now, node: state.node)
    row.refusal = nil
    row.cleared = nil
    // What the server had, and has lost, was not refused. An upload in doubt counts as such; if nothing else is left to take
    // back, it was refused after all.
    var known = row.base.map { row.lost?.joined(with: $0) ?? $0 } ?? row.lost
    if row.lost != nil, known == row.local {
      known = row.base
      row.lost = nil
    }
    if let known {
      row.local = known
      for target in known.references where !known.isDeleted && zone.rows[target]?.isAlive != true {
        row.clear(target, stamp: stamp)
      }
      zone.set(id, row, schema: schema)
    } else {
      for referrer in zone.referrers(of: id) {
        guard var other = zone.rows[referrer], referrer != id else { continue }
        other.clear(id, stamp: stamp)
        zone.set(referrer, other, schema: schema)
      }
      zone.set(id, nil, schema: schema)
    }
    state.zones[name] = zone
  }

  /// Uploads again what the server has refused: after an update of the server, or of the account.
  func retry(_ name: String, _ state: inout ClientState) {
    guard var zone = state.zones[name] else { return }
    for id in zone.refused.sorted() {
      guard var row = zone.rows[id] else { continue }
      row.refusal = nil
      zone.set(id, row, schema: schema)
    }
    state.zones[name] = zone
  }
}

extension ReplicaRow {
  /// Clears all references to a record, which is no edit.
  mutating func clear(_ target: RecordID, stamp: Stamp) {
    var cleared = cleared ?? ClearedReferences()
    local?.clear(target, stamp: stamp, into: &cleared)
    self.cleared = cleared
  }
}
