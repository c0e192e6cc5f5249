// SPDX-License-Identifier: Apache-2.0

/// The server's part: a request, the time and what is kept of the zone make an answer and what is kept from then on.
///
/// It merges nothing. It gives changes their order, and refuses those that were made without knowing what is there; the
/// device merges, which has the app's rules, and uploads again. So the server needs no models, and its order decides
/// about unique values and references.
package struct SyncService: Sendable {
  package var disabled: Set<SyncRule> = []
  /// How far ahead of the server's clock a stamp may be, in milliseconds.
  package var tolerance: Int64 = 60_000
  package var pageLimit = 2_000
  /// The bytes of a page in a message, about; one record may have more.
  package var pageBytes = 4 << 20
  package var limits = ServerLimits()
  /// After so many bytes nothing more is read for a page. What `cut` counts is an estimate, which is to decide where a page
  /// ends: it must find more than fits.
  private var readBytes: Int { pageBytes > .max / 2 ? .max : 2 * pageBytes }
  /// What the server does not take from anybody, and why.
  package var objection: (@Sendable (RecordChange) -> String?)?

  package init() {}

  package func follows(_ rule: SyncRule) -> Bool { !disabled.contains(rule) }

  /// Answers a request in a transaction of the zone's; the time is the one to tell.
  ///
  /// - Parameter mayWrite: Whether the account has the right to change the zone.
  package func answer<Zone: ServerZoneStorage>(
    _ request: SyncRequest.Body, in storage: inout Zone, now: Int64, mayWrite: Bool = true
  ) throws(Zone.Failure) -> (body: SyncAnswer.Body, time: Int64) {
    let old = try storage.header()
    var header = old
    header.time = max(header.time, now)
    let body: SyncAnswer.Body
    switch request {
    case .pull(let pull): body = try self.pull(pull, storage, header)
    case .snapshot(let snapshot): body = try self.snapshot(snapshot, storage, header)
    case .push(let push): body = try self.push(push, &storage, &header, mayWrite: mayWrite)
    case .share: body = .refused("a question about shares is about no zone's records", push: nil)
    }
    // Questions write nothing: the time is kept with the next upload, whose stamps it limits.
    if case .push = request, header != old { try storage.setHeader(header) }
    return (body, header.time)
  }

  private func pull<Zone: ServerZoneStorage>(
    _ pull: Pull, _ storage: Zone, _ zone: ServerZoneHeader
  ) throws(Zone.Failure) -> SyncAnswer.Body {
    if follows(.generation), pull.lineage.common(with: zone.lineage) != nil {
      return .reconcile(zone.lineage, push: nil)
    }
    if follows(.horizon), pull.after < zone.horizon {
      return .reconcile(zone.lineage, push: nil)
    }
    guard pull.after <= zone.head else {
      return follows(.generation)
        ? .refused("sequence number \(pull.after) is beyond the log, which ends at \(zone.head)", push: nil)
        : .page(
          LogPage(
            generation: pull.lineage.generation, after: pull.after, through: pull.after, records: [], hasMore: false,
            horizon: 0, checksum: zone.checksum))
    }
    let limit = min(max(pull.limit, 1), pageLimit)
    var page = LogPage(
      generation: follows(.generation) ? zone.lineage.generation : pull.lineage.generation, after: pull.after,
      through: zone.head, records: [], hasMore: false, horizon: zone.horizon, checksum: zone.checksum)
    let last: UInt64?
    if let encoded = try storage.encodedChanges(after: pull.after, limit: limit + 1, bytes: readBytes) {
      page.encoded = encoded
      page.hasMore = cut(&page.encoded, limit, \.bytes.count)
      last = page.encoded.last?.version
    } else {
      page.records = try storage.changes(after: pull.after, limit: limit + 1, bytes: readBytes)
      page.hasMore = cut(&page.records, limit, \.encodedSize)
      last = page.records.last?.version
    }
    if page.hasMore { (page.through, page.checksum) = (last ?? zone.head, nil) }
    return .page(page)
  }

  private func snapshot<Zone: ServerZoneStorage>(
    _ request: SnapshotRequest, _ storage: Zone, _ zone: ServerZoneHeader
  ) throws(Zone.Failure) -> SyncAnswer.Body {
    if let since = request.since {
      // Begun before a restore, or so long ago that what was deleted meanwhile is forgotten: from the start.
      if request.lineage.common(with: zone.lineage) != nil { return .reconcile(zone.lineage, push: nil) }
      if since < zone.horizon { return .reconcile(zone.lineage, push: nil) }
    }
    let limit = min(max(request.limit, 1), pageLimit)
    var page = SnapshotPage(
      lineage: zone.lineage, since: request.since ?? zone.head, after: request.after, records: [], hasMore: false)
    let encoded = try storage.encodedRecords(
      after: request.after, withDeletions: request.withDeletions, limit: limit + 1, bytes: readBytes)
    if let encoded {
      page.encoded = encoded
      page.hasMore = cut(&page.encoded, limit, \.bytes.count)
    } else {
      page.records = try storage.records(
        after: request.after, withDeletions: request.withDeletions, limit: limit + 1, bytes: readBytes)
      page.hasMore = cut(&page.records, limit, \.encodedSize)
    }
    return .snapshot(page)
  }

  /// Leaves as many records as a page has, and says whether there are more.
  private func cut<Record>(_ records: inout [Record], _ limit: Int, _ size: (Record) -> Int) -> Bool {
    var bytes = 0
    let end = records.firstIndex { stored in
      bytes += size(stored)
      return bytes > pageBytes
    }
    let count = min(limit, max(end ?? records.count, 1))
    guard records.count > count else { return false }
    records.removeLast(records.count - count)
    return true
  }

  private func push<Zone: ServerZoneStorage>(
    _ push: Push, _ storage: inout Zone, _ zone: inout ServerZoneHeader, mayWrite: Bool
  ) throws(Zone.Failure) -> SyncAnswer.Body {
    // Before all else: a restored backup may have the upload.
    if follows(.idempotence), let known = try storage.outcome(of: push.id) { return .pushed(known) }
    if follows(.generation), push.generation != zone.lineage.generation {
      return .reconcile(zone.lineage, push: push.id)
    }
    if follows(.horizon), push.seen < zone.horizon {
      return .reconcile(zone.lineage, push: push.id)
    }
    // What nobody can know says nothing, and an outcome with it would be kept for ever.
    let seen = min(push.seen, zone.head)
    if !mayWrite, follows(.rights) {
      let reason = Refusal.rightMark + "the account may only read this share"
      let result = PushResult(id: push.id, outcome: .refused(push.changes.map { Refusal(id: $0.id, reason: reason) }))
      try storage.remember(result, seen: seen, at: zone.time)
      return .pushed(result)
    }
    // Remembered, too: a late copy must not be applied when a later version of the server takes it.
    if let fault = limits.fault(in: push, objection) {
      let result = PushResult(id: push.id, outcome: fault)
      try storage.remember(result, seen: seen, at: zone.time)
      return .pushed(result)
    }
    // Each record that an upload changes is read once. A small upload may change large records.
    let (known, count) = try storage.records(push.changes.map(\.id), bytes: limits.loadedBytes)
    guard count == push.changes.count else {
      let result = PushResult(id: push.id, outcome: .tooLarge(changes: max(count, 1)))
      try storage.remember(result, seen: seen, at: zone.time)
      return .pushed(result)
    }
    let stale = try staleRecords(push, known, storage, seen: seen < zone.head ? seen : nil)
    let result: PushResult
    if stale.isEmpty || !follows(.atomicity) {
      let limit = follows(.clamp) ? zone.time + tolerance : .max
      var written: [(change: RecordChange, record: SyncRecord)] = []
      for change in push.changes where !stale.contains(change.id) {
        // A new record under the identity of a deleted one has nothing of that.
        let old = change.base == 0 ? nil : known[change.id]?.record
        written.append((change, SyncRecord(old, applying: change, limit: limit)))
      }
      let refusals = try self.refusals(written, known, storage)
      if refusals.isEmpty {
        var versions: [UInt64] = []
        var replaced: [(id: RecordID, next: UInt64)] = []
        for (index, change) in written.map(\.change).enumerated() where known[change.id] != nil {
          replaced.append((change.id, zone.head + UInt64(index) + 1))
        }
        try storage.keep(replaced)
        // What the others leave when they make room for a value that moves from one to the other.
        for (change, record) in written {
          versions.append(
            try storage.write(record, change.id, replacing: known[change.id], claims: change.claims, &zone))
        }
        let outcome = PushResult.Outcome.applied(versions: versions, limit: limit)
        result = PushResult(id: push.id, outcome: stale.isEmpty ? outcome : .stale(stale.sorted()))
      } else {
        result = PushResult(id: push.id, outcome: .refused(refusals))
      }
    } else {
      result = PushResult(id: push.id, outcome: .stale(stale.sorted()))
    }
    try storage.remember(result, seen: seen, at: zone.time)
    return .pushed(result)
  }

  /// The changes of records that grow too large, for which the account has no room, or whose large values are not
  /// there.
  private func refusals<Zone: ServerZoneStorage>(
    _ written: [(change: RecordChange, record: SyncRecord)], _ known: [RecordID: StoredRecord], _ storage: Zone
  ) throws(Zone.Failure) -> [Refusal] {
    var refusals: [Refusal] = []
    for (change, record) in written where !record.isDeleted {
      // Of what is deleted nobody has looked whether its values are there, nor counted them.
      let comesBack = known[change.id]?.record.isDeleted ?? false
      for blob in (comesBack ? record.blobs : change.blobs).sorted() where try storage.lacks(blob) {
        refusals.append(
          Refusal(id: change.id, reason: Refusal.blobMark + "the value \(blob.name) is not in this zone"))
        break
      }
    }
    for (change, record) in written {
      guard let reason = limits.fault(in: record, after: change, replacing: known[change.id]) else { continue }
      refusals.append(Refusal(id: change.id, reason: reason))
    }
    for (change, record) in written where !record.isDeleted {
      guard let reason = limits.fault(inClaimsOf: change, record) else { continue }
      refusals.append(Refusal(id: change.id, reason: reason))
    }
    // These first: the device tries again, and the account may have more room then.
    guard refusals.isEmpty, let space = try storage.space() else { return refusals }
    return space.refusals(
      written.map { change, record in
        let new = StoredRecord(id: change.id, version: 0, record: record)
        return (change.id, AccountUsage(replacing: known[change.id], by: new))
      })
  }

  /// What the device must learn of before it can change what it wants to change.
  ///
  /// - Parameter seen: What the device knows of the log; nil: all of it.
  private func staleRecords<Zone: ServerZoneStorage>(
    _ push: Push, _ known: [RecordID: StoredRecord], _ storage: Zone, seen: UInt64?
  ) throws(Zone.Failure) -> Set<RecordID> {
    var stale: Set<RecordID> = []
    // Of what many changes refer to.
    var lives: [RecordID: Bool] = [:]
    // Of two changes that claim the same value the first has it, as if it had been uploaded before the other.
    var claimants: [UniqueClaim: RecordID] = [:]
    let places = Dictionary(push.changes.indices.map { (push.changes[$0].id, $0) }, uniquingKeysWith: { a, _ in a })
    for change in push.changes {
      let stored = known[change.id]
      let isNew = change.base == 0 && stored?.record.isDeleted ?? true
      if follows(.baseVersion), !isNew, stored?.version ?? 0 != change.base { stale.insert(change.id) }
      let dies = change.life?.isDeleted ?? (stored?.record.isDeleted ?? false)
      if follows(.references) {
        // The object was deleted by somebody who did not know of this reference.
        var targets = change.references
        // What comes back brings all that it refers to.
        if let stored, stored.record.isDeleted, !dies, change.base > 0 {
          targets = SyncRecord(stored.record, applying: change, limit: .max).references
        }
        for target in targets where !dies {
          // A life that the upload gives it decides; else the one that it has.
          let given = places[target].flatMap { push.changes[$0].life ?? known[target]?.record.life }
          var isAlive = given.map { !$0.isDeleted } ?? lives[target]
          if isAlive == nil {
            isAlive = try storage.isAlive(target)
            lives[target] = isAlive
          }
          if isAlive == false { stale.insert(target) }
        }
        // Somebody refers to it whom the device has not seen.
        if change.life?.isDeleted == true, let seen {
          for referrer in try storage.referrers(of: change.id, after: seen) where places[referrer] == nil {
            stale.insert(referrer)
          }
        }
      }
      guard follows(.uniqueMerge), !dies else { continue }
      for claim in change.claims {
        if let first = claimants[claim], first != change.id {
          stale.insert(first)
        } else {
          claimants[claim] = change.id
        }
        guard let holder = try storage.holder(of: claim), holder != change.id else { continue }
        if let other = places[holder].map({ push.changes[$0] }),
          other.life?.isDeleted == true || !other.claims.contains(claim)
        {
          continue
        }
        stale.insert(holder)
      }
    }
    return stale
  }
}
