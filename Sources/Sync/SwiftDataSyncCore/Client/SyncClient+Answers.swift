// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Takes what became of an upload; false: it is not the one that is waited for.
  func acknowledge(
    _ result: PushResult, _ zone: inout ZoneReplica, _ clock: inout HybridClock, now: Int64, node: UInt64
  ) -> Bool {
    guard let push = zone.push, push.id == result.id else { return false }
    switch result.outcome {
    case .applied(let versions, let limit):
      // Another number of versions is nonsense: the next pull tells what the server has.
      for (change, version) in zip(push.changes, versions) {
        var row = zone.rows[change.id] ?? ReplicaRow()
        let base = SyncRecord(row.base, applying: change, limit: limit)
        if schema.follows(.shadow) { row.base = base }
        row.version = version
        row.local = row.local?.clamped(to: limit) ?? base
        row.lost = nil
        if schema.follows(.observedStamps) {
          clock.observe(base.lastEdit)
          row.keepAfter(base) { clock.next(now: min(now, limit), node: node) }
        }
        zone.set(change.id, row, schema: schema)
        zone.acknowledged = max(zone.acknowledged, version)
      }
      zone.pushesEverything = false
    case .stale:
      zone.pushesEverything = true
    }
    zone.push = nil
    return true
  }

  /// Begins to load the zone anew; what is on the device stays until that is complete.
  func startReconciling(_ lineage: Lineage, push: UniqueNumber?, _ zone: inout ZoneReplica) -> Bool {
    // Nobody knows yet what becomes of the upload on its way; the answer to it decides.
    if zone.push != nil, zone.push?.id != push { return false }
    // Late news, of a snapshot that was begun since.
    if let staged = zone.staged, staged.snapshot != nil, staged.lineage == lineage, staged.position == 0,
      staged.snapshot?.since == nil
    {
      return false
    }
    // The server has forgotten what became of the upload: it may be in, and must not look like somebody else's edit.
    for change in zone.push?.changes ?? [] {
      guard var row = zone.rows[change.id] else { continue }
      row.lost = SyncRecord(row.lost ?? row.base, applying: change, limit: .max)
      zone.set(change.id, row, schema: schema)
    }
    zone.push = nil
    zone.staged = StagedLog(lineage: lineage, position: 0, snapshot: .init())
    return true
  }

  func stage(_ page: SnapshotPage, _ zone: inout ZoneReplica) -> Bool {
    if schema.follows(.writeCheckpoint), zone.push != nil { return false }
    var staged: StagedLog
    if let current = zone.staged {
      staged = current
    } else {
      guard zone.lineage == nil else { return false }
      staged = StagedLog(lineage: page.lineage, position: 0, snapshot: .init())
    }
    guard let snapshot = staged.snapshot, !snapshot.isComplete, page.after == snapshot.after else { return false }
    if snapshot.since == nil {
      // The first page says what the rest belongs to.
      staged.lineage = page.lineage
    } else if page.since != snapshot.since || page.lineage != staged.lineage {
      return false
    }
    for record in page.records { staged.records[record.id] = record }
    staged.position = page.since
    // A page that says that there is more and has nothing would be asked for forever.
    staged.snapshot = .init(
      since: page.since, after: page.records.last?.id ?? page.after,
      isComplete: !page.hasMore || page.records.isEmpty)
    zone.staged = staged
    return true
  }

  func stage(_ page: Page, _ zone: inout ZoneReplica) -> Bool {
    if schema.follows(.writeCheckpoint), zone.push != nil { return false }
    guard let lineage = zone.staged?.lineage ?? zone.lineage else { return false }
    if schema.follows(.generation), page.generation != lineage.generation { return false }
    var staged = zone.staged ?? StagedLog(lineage: lineage, position: zone.cursor)
    guard staged.snapshot?.isComplete ?? true, page.after == staged.position, page.through >= page.after else {
      return false
    }
    for record in page.records where staged.records[record.id]?.version ?? 0 < record.version {
      staged.records[record.id] = record
    }
    staged.position = page.through
    zone.staged = staged
    return true
  }

  /// Makes an upload of what has changed, if anything has.
  func upload(_ zone: inout ZoneReplica, using random: inout some RandomNumberGenerator) {
    guard zone.push == nil, let lineage = zone.lineage, !zone.dirty.isEmpty else { return }
    let order = zone.dirty.sorted { a, b in
      let (first, second) = (zone.rows[a]?.local?.created ?? .zero, zone.rows[b]?.local?.created ?? .zero)
      return first == second ? a < b : first < second
    }
    // Records that became one go up together with all that follows.
    let isMerged = order.contains { zone.rows[$0]?.local?.life.successor != nil }
    let limit = zone.pushesEverything || isMerged ? .max : pushLimit
    // A deletion goes up with the rows that referred to the object and no longer do.
    var formerReferrers: [RecordID: [RecordID]] = [:]
    for id in order {
      for target in zone.rows[id]?.base?.references.sorted() ?? [] where zone.dirty.contains(target) {
        formerReferrers[target, default: []].append(id)
      }
    }
    var changes: [RecordChange] = []
    var taken: Set<RecordID> = []
    for id in order where changes.count < limit {
      // What a record refers to goes up with it, or before.
      var open = [id]
      while let id = open.popLast() {
        guard taken.insert(id).inserted, let row = zone.rows[id], var change = row.change(id) else { continue }
        if let local = row.local { change.claims = schema.claims(of: local, id) }
        changes.append(change)
        open += change.references.filter { zone.dirty.contains($0) }.sorted()
        if change.life?.isDeleted == true { open += formerReferrers[id] ?? [] }
      }
    }
    guard !changes.isEmpty else { return }
    zone.push = Push(
      id: UniqueNumber(using: &random), generation: lineage.generation, seen: zone.cursor, changes: changes)
  }
}

extension ZoneReplica {
  /// Forgets deletions that the server has forgotten.
  mutating func forget(through horizon: UInt64, schema: SyncSchema) {
    guard staged == nil else { return }
    let old = rows.filter { $0.value.version <= horizon && $0.value.base?.isDeleted == true }
    for (id, row) in old {
      guard row.isAlive else {
        set(id, nil, schema: schema)
        continue
      }
      // It comes back on this device, and to the server it will be new.
      var new = row
      new.lost = row.lost ?? row.base
      new.base = nil
      new.version = 0
      set(id, new, schema: schema)
    }
  }
}
