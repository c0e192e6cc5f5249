// SPDX-License-Identifier: Apache-2.0

/// The server's part, without input and output: a request and the time make an answer and the next state.
///
/// It merges nothing. It gives changes their order, and refuses those that were made without knowing what is there; the
/// device merges, which has the app's rules, and uploads again. So the server needs no models, and its order decides
/// about unique values and references.
package struct SyncServer: Sendable {
  package var account: String
  package var zones: [String: ServerZone] = [:]
  package var tokens: Set<String> = []
  package var disabled: Set<SyncRule> = []
  /// How far ahead of the server's clock a stamp may be, in milliseconds.
  package var tolerance: Int64 = 60_000
  package var pageLimit = 1_000

  package init(account: String) { self.account = account }

  package func follows(_ rule: SyncRule) -> Bool { !disabled.contains(rule) }

  package mutating func handle(_ request: SyncRequest, now: Int64) -> SyncAnswer {
    func answer(_ body: SyncAnswer.Body, _ time: Int64) -> SyncAnswer {
      SyncAnswer(account: request.account, zone: request.zone, time: time, body: body)
    }
    guard request.account == account, tokens.contains(request.token) else { return answer(.signInNeeded, now) }
    guard var zone = zones[request.zone] else {
      return answer(.refused("there is no zone '\(request.zone)' in this account"), now)
    }
    zone.time = max(zone.time, now)
    let body: SyncAnswer.Body
    switch request.body {
    case .pull(let pull): body = self.pull(pull, zone)
    case .snapshot(let snapshot): body = self.snapshot(snapshot, zone)
    case .push(let push): body = self.push(push, &zone)
    }
    zones[request.zone] = zone
    return answer(body, zone.time)
  }

  private func pull(_ pull: Pull, _ zone: ServerZone) -> SyncAnswer.Body {
    if follows(.generation), pull.lineage.common(with: zone.lineage) != nil {
      return .reconcile(zone.lineage, push: nil)
    }
    if follows(.horizon), pull.after < zone.horizon {
      return .reconcile(zone.lineage, push: nil)
    }
    guard pull.after <= zone.head else {
      return follows(.generation)
        ? .refused("sequence number \(pull.after) is beyond the log, which ends at \(zone.head)")
        : .page(
          Page(
            generation: pull.lineage.generation, after: pull.after, through: pull.after, records: [], hasMore: false,
            horizon: 0, checksum: zone.checksum))
    }
    let (records, hasMore) = zone.changes(after: pull.after, limit: min(max(pull.limit, 1), pageLimit))
    return .page(
      Page(
        generation: follows(.generation) ? zone.lineage.generation : pull.lineage.generation, after: pull.after,
        through: hasMore ? records[records.count - 1].version : zone.head, records: records, hasMore: hasMore,
        horizon: zone.horizon, checksum: hasMore ? nil : zone.checksum))
  }

  private func snapshot(_ request: SnapshotRequest, _ zone: ServerZone) -> SyncAnswer.Body {
    if let since = request.since {
      // Begun before a restore, or so long ago that what was deleted meanwhile is forgotten: from the start.
      if request.lineage.common(with: zone.lineage) != nil { return .reconcile(zone.lineage, push: nil) }
      if since < zone.horizon { return .reconcile(zone.lineage, push: nil) }
    }
    let limit = min(max(request.limit, 1), pageLimit)
    let rest = zone.records.values.filter { stored in
      (request.withDeletions || !stored.record.isDeleted) && request.after.map { $0 < stored.id } ?? true
    }.sorted { $0.id < $1.id }
    return .snapshot(
      SnapshotPage(
        lineage: zone.lineage, since: request.since ?? zone.head, after: request.after,
        records: Array(rest.prefix(limit)), hasMore: rest.count > limit))
  }

  private func push(_ push: Push, _ zone: inout ServerZone) -> SyncAnswer.Body {
    // Before all else: a restored backup may have the upload.
    if follows(.idempotence), let known = zone.outcomes[push.id] { return .pushed(known.result) }
    if follows(.generation), push.generation != zone.lineage.generation {
      return .reconcile(zone.lineage, push: push.id)
    }
    if follows(.horizon), push.seen < zone.horizon {
      return .reconcile(zone.lineage, push: push.id)
    }
    if let fault = Self.fault(in: push) { return .refused(fault) }
    let stale = staleRecords(push, zone)
    let result: PushResult
    if stale.isEmpty || !follows(.atomicity) {
      let limit = follows(.clamp) ? zone.time + tolerance : .max
      var versions: [UInt64] = []
      // What the others leave when they make room for a value that moves from one to the other.
      for change in push.changes where !stale.contains(change.id) {
        // A new record under the identity of a deleted one has nothing of that.
        let old = change.base == 0 ? nil : zone.records[change.id]?.record
        let record = SyncRecord(old, applying: change, limit: limit)
        versions.append(zone.put(change.id, record, claims: change.claims))
      }
      let outcome = PushResult.Outcome.applied(versions: versions, limit: limit)
      result = PushResult(id: push.id, outcome: stale.isEmpty ? outcome : .stale(stale.sorted()))
    } else {
      result = PushResult(id: push.id, outcome: .stale(stale.sorted()))
    }
    zone.outcomes[push.id] = (result, push.seen)
    return .pushed(result)
  }

  /// What no honest device sends.
  private static func fault(in push: Push) -> String? {
    var seen: Set<RecordID> = []
    for change in push.changes {
      if !seen.insert(change.id).inserted { return "the upload changes \(change.id) twice" }
      if change.base == 0, change.life == nil { return "the upload inserts \(change.id) without a life" }
    }
    return nil
  }

  /// What the device must learn of before it can change what it wants to change.
  private func staleRecords(_ push: Push, _ zone: ServerZone) -> Set<RecordID> {
    var stale: Set<RecordID> = []
    let changed = Dictionary(push.changes.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    for change in push.changes {
      let stored = zone.records[change.id]
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
          let life = changed[target]?.life ?? zone.records[target]?.record.life
          if life == nil || life?.isDeleted == true { stale.insert(target) }
        }
        // Somebody refers to it whom the device has not seen.
        if change.life?.isDeleted == true {
          for referrer in zone.referrers[change.id] ?? [] where changed[referrer] == nil {
            if let other = zone.records[referrer], other.version > push.seen { stale.insert(referrer) }
          }
        }
      }
      guard follows(.uniqueMerge), !dies else { continue }
      for claim in change.claims {
        guard let holder = zone.claims[claim], holder != change.id else { continue }
        if let other = changed[holder], other.life?.isDeleted == true || !other.claims.contains(claim) { continue }
        stale.insert(holder)
      }
    }
    return stale
  }
}
