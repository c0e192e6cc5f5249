// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Takes back what the server has refused: the record is as the server has it. What it or others then refer to, and is
  /// not there, is cleared.
  func discard(_ id: RecordID, in name: String, _ state: inout ClientState, now: Int64) throws(LocalEditError) {
    guard var zone = state.zones[name] else { throw .unknownZone(name) }
    guard zone.rows[id]?.refusal != nil else { throw .notRefused(id) }
    let stamp = state.clock.next(now: now, node: state.node)
    zone.revert(id, schema: schema, stamp: stamp)
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

extension ZoneReplica {
  /// Takes back all that was changed of a record.
  mutating func revert(_ id: RecordID, schema: SyncSchema, stamp: Stamp) { revert([id], schema: schema, stamp: stamp) }

  /// Takes back all that was changed of these records. All of them first: what one refers to may come back with it.
  mutating func revert(_ ids: Set<RecordID>, schema: SyncSchema, stamp: Stamp) {
    for id in ids.sorted() { takeBack(id, schema: schema) }
    for id in ids.sorted() {
      guard var row = rows[id] else {
        letGo(of: id, schema: schema, stamp: stamp)
        continue
      }
      guard row.isAlive else { continue }
      let gone = gone(row.local)
      guard !gone.isEmpty else { continue }
      for target in gone.sorted() { row.clear(target, stamp: stamp) }
      set(id, row, schema: schema)
    }
  }

  private func gone(_ record: SyncRecord?) -> Set<RecordID> {
    record?.references.filter { rows[$0]?.isAlive != true } ?? []
  }

  private mutating func takeBack(_ id: RecordID, schema: SyncSchema) {
    guard var row = rows[id] else { return }
    row.refusal = nil
    row.cleared = nil
    // What the server had, and has lost, was not refused. An upload in doubt counts as such; if nothing else is left to take
    // back, it was refused after all.
    var known = row.base.map { row.lost?.joined(with: $0) ?? $0 } ?? row.lost
    if row.lost != nil, let lost = known, row.local?.showsTheSame(as: lost, target) ?? true {
      known = row.base
      row.lost = nil
    }
    row.local = known
    set(id, known == nil ? nil : row, schema: schema)
  }

  /// What a reference shows: another record may have taken in the one that it names.
  private func target(_ id: RecordID) -> RecordID? {
    let root = root(of: id)
    return rows[root]?.isAlive == true ? root : nil
  }

  private mutating func letGo(of id: RecordID, schema: SyncSchema, stamp: Stamp) {
    for referrer in referrers(of: id) {
      guard var other = rows[referrer], referrer != id else { continue }
      other.clear(id, stamp: stamp)
      set(referrer, other, schema: schema)
    }
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

extension SyncRecord {
  /// Whether an app sees the same in both.
  ///
  /// - Parameter target: What a reference shows; nil: nothing.
  fileprivate func showsTheSame(as other: SyncRecord, _ target: (RecordID) -> RecordID?) -> Bool {
    func value(_ record: SyncRecord, _ name: String) -> SyncValue {
      let value = record.fields[name]?.value ?? .null
      if case .reference(let id) = value { return target(id).map { .reference($0) } ?? .null }
      return value
    }
    func targets(_ record: SyncRecord, _ name: String) -> Set<RecordID> {
      Set((record.links[name]?.targets ?? []).compactMap(target))
    }
    return isDeleted == other.isDeleted
      && Set(fields.keys).union(other.fields.keys).allSatisfy { value(self, $0) == value(other, $0) }
      && Set(links.keys).union(other.links.keys).allSatisfy { targets(self, $0) == targets(other, $0) }
  }
}
