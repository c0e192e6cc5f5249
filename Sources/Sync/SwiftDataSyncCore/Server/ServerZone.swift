// SPDX-License-Identifier: Apache-2.0

/// A zone on the server as a value in memory: its records, and its log.
package struct ServerZone: Sendable {
  private var state: ServerZoneHeader
  package private(set) var records: [RecordID: StoredRecord] = [:]
  private var outcomes: [UniqueNumber: (result: PushResult, seen: UInt64, time: Int64)] = [:]
  private var claims: [UniqueClaim: RecordID] = [:]
  private var claimed: [RecordID: [UniqueClaim]] = [:]
  private var referrers: [RecordID: Set<RecordID>] = [:]
  /// Versions in their order. An entry is valid if the record still has that version.
  private var log: [(version: UInt64, id: RecordID)] = []
  private var deletions: [RecordID: Int64] = [:]

  package init(generation: UInt64) { state = ServerZoneHeader(generation: generation) }

  package var lineage: Lineage { state.lineage }
  package var head: UInt64 { state.head }
  package var horizon: UInt64 { state.horizon }
  package var checksum: UInt64 { state.checksum }
  package var time: Int64 { state.time }

  private mutating func remove(_ id: RecordID) {
    guard let old = records.removeValue(forKey: id) else { return }
    deletions[id] = nil
    for target in old.record.isDeleted ? [] : old.record.references {
      referrers[target]?.remove(id)
      if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }
    for claim in claimed.removeValue(forKey: id) ?? [] where claims[claim] == id { claims[claim] = nil }
  }
}

extension ServerZone: ServerZoneStorage {
  package func header() -> ServerZoneHeader { state }

  package mutating func setHeader(_ header: ServerZoneHeader) { state = header }

  package func record(_ id: RecordID) -> StoredRecord? { records[id] }

  package mutating func put(
    _ record: StoredRecord, replacing old: StoredRecord?, claims new: [UniqueClaim], deletion: Int64?
  ) {
    let id = record.id
    remove(id)
    records[id] = record
    log.append((record.version, id))
    deletions[id] = deletion
    guard !record.record.isDeleted else { return }
    for target in record.record.references { referrers[target, default: []].insert(id) }
    for claim in new { claims[claim] = id }
    claimed[id] = new
  }

  package func changes(after version: UInt64, limit: Int) -> [StoredRecord] {
    var low = 0
    var high = log.count
    while low < high {
      let middle = (low + high) / 2
      if log[middle].version <= version { low = middle + 1 } else { high = middle }
    }
    var found: [StoredRecord] = []
    for entry in log[low...] where found.count < limit {
      if let record = records[entry.id], record.version == entry.version { found.append(record) }
    }
    return found
  }

  package func records(after id: RecordID?, withDeletions: Bool, limit: Int) -> [StoredRecord] {
    let rest = records.values.filter { stored in
      (withDeletions || !stored.record.isDeleted) && id.map { $0 < stored.id } ?? true
    }
    return Array(rest.sorted { $0.id < $1.id }.prefix(limit))
  }

  package func referrers(of id: RecordID, after version: UInt64) -> Set<RecordID> {
    (referrers[id] ?? []).filter { records[$0].map { $0.version > version } ?? false }
  }

  package func holder(of claim: UniqueClaim) -> RecordID? { claims[claim] }

  package func outcome(of push: UniqueNumber) -> PushResult? { outcomes[push]?.result }

  package mutating func remember(_ result: PushResult, seen: UInt64, at time: Int64) {
    outcomes[result.id] = (result, seen, time)
  }

  package func latestDeletion(before time: Int64) -> UInt64? {
    deletions.filter { $0.value < time }.keys.compactMap { records[$0]?.version }.max()
  }

  package func latestKnowledge(before time: Int64, through head: UInt64) -> UInt64? {
    outcomes.values.filter { $0.time < time && $0.seen <= head }.map(\.seen).max()
  }

  package mutating func forget(through horizon: UInt64) {
    for id in Array(deletions.keys) {
      if let record = records[id], record.version <= horizon, !record.record.hasLeft { remove(id) }
    }
    log.removeAll { records[$0.id]?.version != $0.version }
    outcomes = outcomes.filter { $0.value.seen >= horizon }
  }
}
