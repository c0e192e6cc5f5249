// SPDX-License-Identifier: Apache-2.0

/// Brings a complete part of the log, or a snapshot, into a zone of a device.
struct ZoneMerge {
  let client: SyncClient
  var zone: ZoneReplica
  var clock: HybridClock
  let node: UInt64
  let now: Int64
  let limit: Int64
  var reports: [ClientReport] = []
  private var isReconciling = false
  /// Edits of records that another device has merged into others.
  private var forwards: [(id: RecordID, change: RecordChange)] = []
  /// What refers to something since this merge: a deletion by this device did not know of it.
  private var arrivals: [Arrival] = []
  /// What this device had deleted before this merge, which may take that back.
  private var deletedHere: Set<RecordID> = []
  /// What has come, also before its turn.
  private var arriving: [RecordID: StoredRecord] = [:]

  private struct Arrival {
    var target: RecordID
    var relationship: String
    var from: RecordID
  }

  var schema: SyncSchema { client.schema }

  init(client: SyncClient, zone: ZoneReplica, clock: HybridClock, node: UInt64, now: Int64, limit: Int64) {
    self.client = client
    self.zone = zone
    self.clock = clock
    self.node = node
    self.now = now
    self.limit = limit
  }

  mutating func stamp() -> Stamp { clock.next(now: min(now, limit), node: node) }

  mutating func applyStaged(using random: inout some RandomNumberGenerator) {
    guard let staged = zone.staged else { return }
    let records = staged.records.values.sorted { $0.version < $1.version }
    if !schema.follows(.setAside),
      records.contains(where: { !$0.record.isDeleted && schema.objection(to: $0.record, $0.id) != nil })
    {
      return
    }
    let lost = zone.lineage.flatMap { $0.common(with: staged.lineage) }
    let isSnapshot = staged.snapshot != nil
    isReconciling = isSnapshot && zone.lineage != nil
    arriving = staged.records
    zone.reserve(records.count)
    if !records.isEmpty { deletedHere = zone.dirty.filter { zone.rows[$0]?.local?.isDeleted == true } }
    putBackCleared()
    for stored in records { apply(stored, lost: lost, isSnapshot: isSnapshot) }
    if isSnapshot {
      for id in zone.rows.keys.filter({ staged.records[$0] == nil }).sorted() { applyAbsence(id, lost: lost) }
    }
    if zone.lineage != staged.lineage { zone.acknowledged = 0 }
    zone.lineage = staged.lineage
    zone.cursor = staged.position
    zone.finishStaged()
    forward()
    // Each of these can make work for the others.
    for _ in 0..<16 {
      let changes = [follow(using: &random), resolveReferences(using: &random), mergeCollisions()]
      if !changes.contains(true) { break }
    }
    arrivals = []
    arriving = [:]
    deletedHere = []
    dropAbsorbed()
  }

  private mutating func apply(_ stored: StoredRecord, lost: UInt64?, isSnapshot: Bool) {
    let id = stored.id
    var row = zone.rows[id] ?? ReplicaRow()
    if lost == nil, !isSnapshot, stored.version <= row.version { return }
    var remote = stored.record
    if schema.follows(.observedStamps) { clock.observe(remote.clamped(to: limit).lastEdit) }
    // The server has lost what this device knew to be acknowledged: as if somebody had uploaded it again.
    if let lost, row.version > lost, let base = row.base { row.lost = row.lost?.joined(with: base) ?? base }
    // Somebody who was away for longer than deletions are kept has inserted it anew, from older values.
    if row.lost == nil, let base = row.base, remote.isOlder(than: base) { row.lost = base }
    if let lost = row.lost { remote = join(lost, remote, id) }
    var known = row.lost ?? row.base
    for change in row.sent where stored.record.shows(change) {
      known = SyncRecord(known, applying: change, limit: .max)
    }
    if schema.follows(.observedStamps), let local = row.local?.clamped(to: limit) {
      clock.observe(local.lastEdit)
      row.local = local
      row.keepAfter(known, id, schema) { [limit, now, node] in clock.next(now: min(now, limit), node: node) }
    }
    if let local = row.local?.clamped(to: limit) {
      // Only where an edit may meet a deletion.
      let former = local.isDeleted == remote.isDeleted ? [] : known?.references ?? []
      let merge = RecordMerge(
        schema: schema, id: id, stamp: stamp(),
        gone: former.filter { local.isDeleted ? isGoneThere($0) : isGoneHere($0) },
        roots: roots(of: former))
      let merged = merge.merge(base: known, local: local, remote: remote)
      if merged.isDeleted != remote.isDeleted, merged.isDeleted != local.isDeleted || !merged.isDeleted {
        reports.append(.revived(id))
      }
      // A record that comes back brings all that it refers to.
      note(merged, old: local.isDeleted ? nil : known, id)
      // This device let go of it, and deleted it; another one has made the same reference anew meanwhile.
      if !local.isDeleted { note(merged, old: local, id) }
      if merged.isDeleted, merged.life.successor != nil {
        // Taken in by others, without what this device has or knows; or here, without what others have.
        let isKnown = local.isDeleted && row.lost == nil
        let taken = stored.record.isDeleted ? (isKnown ? merged : stored.record) : known
        if let change = RecordChange(id: id, from: taken, version: row.version, to: merged) {
          forwards.append((id, change))
        }
      }
      row.local = merged
    } else {
      note(remote, old: nil, id)
      row.local = remote
    }
    if schema.follows(.shadow) || row.base == nil { row.base = stored.record }
    row.version = stored.version
    if !row.isChanged {
      row.lost = nil
      row.sent = []
    }
    set(id, row)
  }

  /// Whether the server has a record no more, as far as this device knows.
  private func isGoneThere(_ id: RecordID) -> Bool {
    arriving[id]?.record.isDeleted ?? zone.rows[id]?.base?.isDeleted ?? true
  }

  private func isGoneHere(_ id: RecordID) -> Bool { zone.rows[id]?.isAlive != true || deletedHere.contains(id) }

  /// By which records others were taken in, here or by what has come.
  private func roots(of ids: Set<RecordID>) -> [RecordID: RecordID] {
    var roots: [RecordID: RecordID] = [:]
    for id in ids {
      var root = zone.root(of: id)
      if let life = arriving[root]?.record.life, life.isDeleted, let next = life.successor {
        root = zone.root(of: next)
      }
      if root != id { roots[id] = root }
    }
    return roots
  }

  /// Two histories without a common base: time decides, or the app's own rule.
  private func join(_ lost: SyncRecord, _ remote: SyncRecord, _ id: RecordID) -> SyncRecord {
    var joined = lost.joined(with: remote)
    for (name, policy) in schema.models[id.type]?.policies ?? [:] {
      guard case .custom = policy, let mine = lost.fields[name], let theirs = remote.fields[name] else { continue }
      let merge = RecordMerge(schema: schema, id: id, stamp: lost.life.stamp)
      joined.fields[name] = merge.field(name, nil, mine, theirs)
    }
    return joined
  }

  /// Remembers what refers to something that it did not refer to when this device saw it last.
  private mutating func note(_ record: SyncRecord, old: SyncRecord?, _ id: RecordID) {
    guard !record.isDeleted else { return }
    for name in record.fields.keys.sorted() {
      guard let value = record.fields[name]?.value, case .reference(let target) = value else { continue }
      if old?.fields[name]?.value != value { arrivals.append(Arrival(target: target, relationship: name, from: id)) }
    }
    for name in record.links.keys.sorted() {
      let before = old?.links[name]?.targets ?? []
      for target in record.links[name]?.targets.subtracting(before).sorted() ?? [] {
        arrivals.append(Arrival(target: target, relationship: name, from: id))
      }
    }
  }

  /// Edits of a record go to the one that has taken it in.
  private mutating func forward() {
    for (id, change) in forwards {
      let root = zone.root(of: id)
      guard root != id, var row = zone.rows[root], var record = row.local, !record.isDeleted else { continue }
      let unique = schema.models[id.type]?.unique ?? []
      for (name, theirs) in change.fields where !unique.contains(name) {
        guard let register = schema.moved(theirs, name, from: id, to: root) else { continue }
        let merge = RecordMerge(schema: schema, id: root, stamp: register.stamp)
        record.fields[name] = merge.field(name, nil, register, record.fields[name])
      }
      for (name, members) in change.added { record.links[name, default: LinkSet()].members.merge(members) { $1 } }
      for (name, numbers) in change.removed {
        for (number, stamp) in numbers { record.links[name, default: LinkSet()].remove(number, stamp) }
      }
      row.local = record
      set(root, row)
    }
    forwards = []
  }

  mutating func set(_ id: RecordID, _ new: ReplicaRow) {
    var row = new
    // What the server has refused is an edit of a record that was there. Nobody can change that one any more, or try again.
    if !row.isAlive, zone.rows[id]?.isAlive == true { row.refusal = nil }
    if let objection = zone.set(id, row, schema: schema) { reports.append(.setAside(id, objection)) }
  }

  /// References to records that deletions have met.
  private mutating func resolveReferences(using random: inout some RandomNumberGenerator) -> Bool {
    guard schema.follows(.references) else { return false }
    var isChanged = false
    for arrival in arrivals {
      guard var row = zone.rows[arrival.target], var record = row.local, record.isDeleted,
        record.life.successor == nil, zone.rows[arrival.from]?.local?.refers(to: arrival.target) == true
      else { continue }
      if let base = row.base, !base.isDeleted,
        schema.models[arrival.from.type]?.reviving.contains(arrival.relationship) == true
      {
        // Deleted here, not yet uploaded, by somebody who did not know of the reference.
        record.life = Life(isDeleted: false, stamp: base.life.stamp)
        row.local = record
        set(arrival.target, row)
        reports.append(.revived(arrival.target))
        isChanged = true
      } else {
        isChanged = clear(arrival.target, in: arrival.from) || isChanged
      }
    }
    for id in zone.changedReferrersOfLost() {
      guard let row = zone.rows[id], row.isAlive, let local = row.local else { continue }
      for target in local.references.sorted() where zone.rows[target]?.isAlive != true {
        if revive(target, for: id) { isChanged = true } else { isChanged = clear(target, in: id) || isChanged }
      }
    }
    guard isReconciling else { return isChanged }
    for target in zone.lostTargets() {
      for id in zone.referrers(of: target) { isChanged = clear(target, in: id) || isChanged }
    }
    return isChanged
  }

  private mutating func revive(_ target: RecordID, for id: RecordID) -> Bool {
    guard let change = zone.rows[id]?.change(id), let reviving = schema.models[id.type]?.reviving, !reviving.isEmpty,
      var row = zone.rows[target],
      var record = row.local, record.life.successor == nil,
      // Deleted by another, not by this device after it made the reference.
      row.base?.isDeleted == true
    else { return false }
    let refers = reviving.contains { name in
      change.fields[name]?.value == .reference(target) || change.added[name]?.values.contains(target) == true
        || (change.life?.isDeleted == false && zone.rows[id]?.local?.fields[name]?.value == .reference(target))
    }
    guard refers else { return false }
    record.life = Life(isDeleted: false, stamp: stamp())
    row.local = record
    set(target, row)
    reports.append(.revived(target))
    return true
  }

  /// What does not come back is nil.
  private mutating func clear(_ target: RecordID, in id: RecordID) -> Bool {
    guard var row = zone.rows[id], let record = row.local, !record.isDeleted, record.refers(to: target) else {
      return false
    }
    if case .text? = zone.rows[target]?.local?.fields[ShareRecords.zoneField]?.value {
      for (name, register) in record.fields where register.value == .reference(target) {
        let link = OuterLink(from: id, field: name, target: target, isMany: false)
        zone.detached.append(DetachedLink(link: link, stamp: register.stamp.afterwards))
      }
      for (name, set) in record.links where set.targets.contains(target) {
        let link = OuterLink(from: id, field: name, target: target, isMany: true)
        zone.detached.append(DetachedLink(link: link, stamp: nil))
      }
    }
    row.clear(target, stamp: stamp())
    set(id, row)
    return true
  }

  /// Begins with what the user wants: which references are cleared is decided anew.
  private mutating func putBackCleared() {
    for id in zone.indexes.cleared.sorted() {
      guard var row = zone.rows[id], let cleared = row.cleared, var record = row.local else { continue }
      for (relationship, target) in record.restore(cleared) {
        arrivals.append(Arrival(target: target, relationship: relationship, from: id))
      }
      row.cleared = nil
      row.local = record
      zone.set(id, row, schema: schema)
    }
  }

  private mutating func dropAbsorbed() {
    for id in zone.indexes.forgotten.sorted() { zone.set(id, nil, schema: schema) }
  }
}
