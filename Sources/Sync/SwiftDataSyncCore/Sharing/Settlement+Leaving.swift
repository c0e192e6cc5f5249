// SPDX-License-Identifier: Apache-2.0

/// Arriving in a zone, and leaving one: what refers to a record comes with it or lets go of it.
extension Settlement {
  /// Those whose references are there, or come together with them.
  mutating func adopt(
    _ records: [RecordID: SyncRecord], in target: String, from zone: String, sentOn: Set<RecordID>
  ) {
    let other = space.zones[target]
    var ready = Set(records.keys)
    while true {
      let waiting = ready.filter { id in
        records[id]?.references.contains { !ready.contains($0) && other?.rows[$0]?.isAlive != true } ?? true
      }
      if waiting.isEmpty { break }
      ready.subtract(waiting)
    }
    for id in ready.sorted() {
      guard let record = records[id] else { continue }
      edits.add(.adopt(id, record), in: target)
      keepLinks(of: id, to: target, in: zone, sentOn)
    }
  }

  /// Deletes what has arrived elsewhere, once all that refers to it has let go.
  mutating func leave(_ ids: Set<RecordID>, _ zone: String) {
    guard let replica = space.zones[zone] else { return }
    var leaving = ids
    while true {
      let waiting = leaving.filter { id in
        replica.referrers(of: id).contains { !leaving.contains($0) && isOnItsWay($0, in: zone, after: id) }
      }
      if waiting.isEmpty { break }
      leaving.subtract(waiting)
    }
    for id in leaving.sorted() {
      for other in replica.referrers(of: id) where !leaving.contains(other) {
        guard let record = replica.rows[other]?.local else { continue }
        for (field, register) in record.fields.sorted(by: { $0.key < $1.key }) where register.value == .reference(id) {
          // Nobody's edit, so it is no later than the reference.
          edits.add(.reseal(other, field: field, .null, stamp: register.stamp.afterwards), in: zone)
          let link = OuterLink(from: other, field: field, target: id, isMany: false)
          edits.keep(link, since: register.stamp.afterwards, isNew: true)
        }
        for (field, set) in record.links.sorted(by: { $0.key < $1.key }) where set.targets.contains(id) {
          edits.add(.unlink(other, relationship: field, id), in: zone)
          edits.put(OuterLink(from: other, field: field, target: id, isMany: true))
        }
      }
      edits.add(.delete(id), in: zone)
    }
  }

  /// Whether a record that refers to one which leaves is leaving, too, or is to.
  mutating func isOnItsWay(_ other: RecordID, in zone: String, after id: RecordID) -> Bool {
    if marks[other] != nil || space.mark(of: other, in: zone).map({ space.mayWrite($0) }) == true { return true }
    guard space.owners(of: other).contains(id) else { return false }
    follow(other, besides: id)
    return marks[other] != nil
  }
}
