// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Takes what became of an upload; false: it is not the one that is waited for.
  func acknowledge(
    _ result: PushResult, _ zone: inout ZoneReplica, _ clock: inout HybridClock, now: Int64, node: UInt64,
    reports: inout [ClientEffect]
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
        row.sent = []
        row.cleared = nil
        if schema.follows(.observedStamps) {
          clock.observe(base.lastEdit)
          row.keepAfter(base, change.id, schema) { clock.next(now: min(now, limit), node: node) }
        }
        zone.set(change.id, row, schema: schema)
        zone.acknowledged = max(zone.acknowledged, version)
      }
      zone.skip(versions, schema: schema)
      zone.pushesEverything = false
      // One large record is no reason to send small uploads for ever.
      zone.largestPush = zone.largestPush.map { $0 * 2 }.flatMap { $0 < largestPush ? $0 : nil }
    case .stale:
      zone.pushesEverything = true
    case .refused(let refusals):
      guard schema.follows(.refusals) else { break }
      let named = refusals.filter { refusal in push.changes.contains { $0.id == refusal.id } }
      // If none of them is named, all of them are what it does not take.
      let all = named.isEmpty ? push.changes.map { Refusal(id: $0.id, reason: "the server refused it") } : named
      var forbidden: [RecordID: String] = [:]
      for refusal in all {
        guard var row = zone.rows[refusal.id] else { continue }
        // The deletion of what the server does not have, or not any more, is done, whatever it says of the record's values: an
        // upload in doubt when the server was restored may have been one that it refused.
        if !row.isAlive, row.base?.isDeleted ?? true {
          row.lost = nil
          row.refusal = nil
          zone.set(refusal.id, row, schema: schema)
          continue
        }
        // Goes up again, as soon as its large values are there.
        if refusal.reason.hasPrefix(Refusal.blobMark) { continue }
        if schema.follows(.takingBack), refusal.reason.hasPrefix(Refusal.rightMark) {
          forbidden[refusal.id] = String(refusal.reason.dropFirst(Refusal.rightMark.count))
          continue
        }
        row.refuse(refusal.reason)
        zone.set(refusal.id, row, schema: schema)
        reports.append(.report(.setAside(refusal.id, refusal.reason)))
      }
      revert(forbidden, &zone, stamp: clock.next(now: now, node: node), reports: &reports)
    case .tooLarge where push.changes.count == 1 || push.changes.count > zone.largestPush ?? .max:
      // Nothing of it can wait for the rest.
      let all = push.changes.map { Refusal(id: $0.id, reason: "the change is larger than what the server takes") }
      return acknowledge(
        PushResult(id: push.id, outcome: .refused(all)), &zone, &clock, now: now, node: node, reports: &reports)
    case .tooLarge(let changes):
      // Less than before, whatever it says, or it would go on for ever.
      zone.largestPush = max(min(changes, push.changes.count - 1), 1)
    }
    zone.push = nil
    return true
  }

  /// Takes back what the account has no right to, and so must not keep either.
  ///
  /// A right is one to all of a zone: what waits there goes with what was refused, which may refer to it. One record after the
  /// other would have references to what comes back a moment later cleared, and that would be an edit to refuse again.
  private func revert(
    _ forbidden: [RecordID: String], _ zone: inout ZoneReplica, stamp: Stamp, reports: inout [ClientEffect]
  ) {
    guard let reason = forbidden.min(by: { $0.key < $1.key })?.value else { return }
    let ids = zone.dirty.union(forbidden.keys)
    zone.revert(ids, schema: schema, stamp: stamp)
    reports += ids.sorted().map { .report(.reverted($0, forbidden[$0] ?? reason)) }
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
      if zone.push?.generation == lineage.generation {
        row.sent.append(change)
      } else {
        // A restored server has lost it, if it was in. Later times in it may be those of devices that never saw it.
        row.lost = SyncRecord(row.lost ?? row.base, applying: change, limit: .max)
      }
      row.cleared = nil
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
    // Without the copy in the zone, records are added in place.
    zone.staged = nil
    for record in page.records { staged.add(record) }
    staged.position = page.since
    // A page that says that there is more and has nothing would be asked for forever.
    staged.snapshot = .init(
      since: page.since, after: page.records.last?.id ?? page.after,
      isComplete: !page.hasMore || page.records.isEmpty)
    zone.staged = staged
    return true
  }

  func stage(_ page: LogPage, _ zone: inout ZoneReplica) -> Bool {
    if schema.follows(.writeCheckpoint), zone.push != nil { return false }
    guard let lineage = zone.staged?.lineage ?? zone.lineage else { return false }
    if schema.follows(.generation), page.generation != lineage.generation { return false }
    var staged = zone.staged ?? StagedLog(lineage: lineage, position: zone.cursor)
    guard staged.snapshot?.isComplete ?? true, page.after == staged.position, page.through >= page.after else {
      return false
    }
    zone.staged = nil
    for record in page.records where staged.records[record.id]?.version ?? 0 < record.version {
      staged.add(record)
    }
    staged.position = page.through
    zone.staged = staged
    return true
  }
}

extension ZoneReplica {
  /// Does not ask for what an upload has written, if nobody else has written anything before it: the shadows have it. The next
  /// page's checksum says whether that is right.
  fileprivate mutating func skip(_ versions: [UInt64], schema: SyncSchema) {
    guard staged == nil, schema.follows(.shadow), let least = versions.min(), let greatest = versions.max(),
      least == cursor &+ 1, greatest - least == UInt64(versions.count - 1), Set(versions).count == versions.count
    else { return }
    cursor = greatest
  }

  /// The checksum that the shadows will have with what is staged; nil: that is a snapshot, and nothing came after it.
  var checksumWithStaged: UInt64? {
    guard let staged else { return nil }
    if let snapshot = staged.snapshot {
      // This looks at all that was loaded, and a first load is long. Little comes after it, most often nothing.
      guard staged.position != snapshot.since else { return nil }
      return staged.records.values.reduce(0) { $0 &+ $1.digest }
    }
    guard staged.lineage == lineage else { return nil }
    return staged.records.values.reduce(checksum) { sum, stored in
      let (base, version) = (rows[stored.id]?.base, rows[stored.id]?.version ?? 0)
      guard stored.version > version else { return sum }
      let former = base.map { $0.isDeleted ? 0 : $0.digest(id: stored.id, version: version) } ?? 0
      return sum &- former &+ stored.digest
    }
  }

  /// Forgets deletions that the server has forgotten.
  mutating func forget(through horizon: UInt64, schema: SyncSchema) {
    guard staged == nil, horizon > 0 else { return }
    let old = rows.filter { $0.value.version <= horizon && $0.value.base?.isDeleted == true }
    for (id, row) in old {
      guard row.isAlive || row.lost != nil else {
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

extension StoredRecord {
  /// What it adds to the checksum of its zone.
  fileprivate var digest: UInt64 { record.isDeleted ? 0 : record.digest(id: id, version: version) }
}
