// SPDX-License-Identifier: Apache-2.0

/// A zone on the server: its records, and its log. A value; who keeps it makes it durable.
package struct ServerZone: Sendable {
  package private(set) var lineage: Lineage
  /// The number of the latest change.
  package private(set) var head: UInt64 = 0
  /// Deletions up to here are forgotten.
  package private(set) var horizon: UInt64 = 0
  package private(set) var records: [RecordID: StoredRecord] = [:]
  package private(set) var checksum: UInt64 = 0
  /// No time that was told is later.
  package var time: Int64 = 0
  var outcomes: [UniqueNumber: (result: PushResult, seen: UInt64)] = [:]
  private(set) var claims: [UniqueClaim: RecordID] = [:]
  private var claimed: [RecordID: [UniqueClaim]] = [:]
  private(set) var referrers: [RecordID: Set<RecordID>] = [:]
  /// Versions in their order. An entry is valid if the record still has that version.
  private var log: [(version: UInt64, id: RecordID)] = []
  private var deletionTimes: [RecordID: Int64] = [:]

  package init(generation: UInt64) { lineage = Lineage(generation: generation) }

  /// Gives a record its next version.
  mutating func put(_ id: RecordID, _ record: SyncRecord, claims new: [UniqueClaim]) -> UInt64 {
    remove(id)
    head += 1
    records[id] = StoredRecord(id: id, version: head, record: record)
    log.append((head, id))
    if record.isDeleted {
      deletionTimes[id] = time
    } else {
      checksum &+= record.digest(id: id, version: head)
      for target in record.references { referrers[target, default: []].insert(id) }
      for claim in new { claims[claim] = id }
      claimed[id] = new
    }
    return head
  }

  private mutating func remove(_ id: RecordID) {
    guard let old = records.removeValue(forKey: id) else { return }
    deletionTimes[id] = nil
    guard !old.record.isDeleted else { return }
    checksum &-= old.record.digest(id: id, version: old.version)
    for target in old.record.references {
      referrers[target]?.remove(id)
      if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }
    for claim in claimed.removeValue(forKey: id) ?? [] where claims[claim] == id { claims[claim] = nil }
  }

  /// What changed after a version, at most `limit` records.
  package func changes(after version: UInt64, limit: Int) -> (records: [StoredRecord], hasMore: Bool) {
    var low = 0
    var high = log.count
    while low < high {
      let middle = (low + high) / 2
      if log[middle].version <= version { low = middle + 1 } else { high = middle }
    }
    var found: [StoredRecord] = []
    for entry in log[low...] {
      guard let record = records[entry.id], record.version == entry.version else { continue }
      if found.count == limit { return (found, true) }
      found.append(record)
    }
    return (found, false)
  }

  /// Forgets deletions and uploads from before `time`.
  package mutating func compact(before time: Int64) {
    for (id, deletion) in deletionTimes where deletion < time {
      if let record = records[id] { horizon = max(horizon, record.version) }
    }
    // All deletions up to the horizon, whatever their time: a device must be able to tell by a number.
    for id in Array(deletionTimes.keys) {
      if let record = records[id], record.version <= horizon { remove(id) }
    }
    log.removeAll { records[$0.id]?.version != $0.version }
    // A late copy of an upload that is forgotten must not be applied: those that saw less than the horizon are refused.
    outcomes = outcomes.filter { $0.value.seen >= horizon }
  }

  /// Says that this state comes from a backup. Without it, devices that know more would never notice.
  package mutating func restored(generation: UInt64) {
    lineage.fork(through: head, generation: generation)
  }
}
