// SPDX-License-Identifier: Apache-2.0

/// The device's part, without input and output: a state, an event, the time and randomness make effects and the next
/// state. It is deterministic: equal inputs give equal effects and states.
package struct SyncClient: Sendable {
  package var schema: SyncSchema
  /// The account's own zone; others are shares.
  package var mainZone = "main"
  /// How far ahead of the server's clock a stamp may be, in milliseconds.
  package var tolerance: Int64 = 60_000
  package var pageLimit = 2_000
  /// An upload ends after so many changes; a transaction of the app is not divided for that.
  package var pushLimit = 200
  /// An upload has no more changes, and no more bytes, than this: a transaction that is larger is divided.
  package var largestPush = 5_000
  package var largestPushBytes = 4 << 20
  /// Memberships that were removed longer ago, in milliseconds, are forgotten.
  package var retention: Int64 = 90 * 86_400_000

  package init(schema: SyncSchema) { self.schema = schema }

  package func handle(
    _ event: ClientEvent, _ state: inout ClientState, now: Int64, using random: inout some RandomNumberGenerator
  ) throws(LocalEditError) -> [ClientEffect] {
    switch event {
    case .edit(let zone, let edits):
      try edit(zone, edits, &state, now: now, using: &random)
      return []
    case .save(let edits):
      try save(edits, &state, now: now, using: &random)
      return []
    case .shares(let shares):
      let differs = shares.contains { name, right in state.shares[name].map { $0.mayWrite != right.mayWrite } ?? false }
      let effects = follow(shares, &state)
      // What stayed private, since its owner was in a share that could only be read, or what can no longer.
      let touched = differs ? Set((state.zones[mainZone]?.links ?? [:]).keys) : []
      settle(&state, touched: touched, now: now, using: &random)
      return effects
    case .move(let ids, let zone):
      try move(ids, to: zone, &state, now: now, using: &random)
      settle(&state, touched: Set(ids), now: now, using: &random)
      return []
    case .sync(let zone):
      return next(zone, &state, using: &random)
    case .answer(let answer):
      let effects = take(answer, &state, now: now, using: &random)
      if !space(state).isSettled {
        let touched = state.zones[answer.zone]?.touched ?? []
        settle(&state, touched: touched, now: now, using: &random)
      }
      return effects
    case .discard(let zone, let id):
      try discard(id, in: zone, &state, now: now)
      return []
    case .retry(let zone):
      retry(zone, &state)
      return []
    case .signIn(let account, let token):
      if account != state.account {
        state.parked[state.account] = state.zones
        let names = state.zones.keys
        state.zones =
          state.parked.removeValue(forKey: account)
          ?? Dictionary(uniqueKeysWithValues: names.map { ($0, ZoneReplica()) })
        state.account = account
      }
      state.token = token
      return []
    }
  }

  /// The next request for a zone.
  private func next(
    _ name: String, _ state: inout ClientState, using random: inout some RandomNumberGenerator
  ) -> [ClientEffect] {
    guard let zone = state.zones[name] else { return [] }
    if let push = zone.push { return [send(.push(push), name, state)] }
    return [send(question(zone), name, state)]
  }

  private func question(_ zone: ZoneReplica) -> SyncRequest.Body {
    if let staged = zone.staged, let snapshot = staged.snapshot, !snapshot.isComplete {
      return .snapshot(
        SnapshotRequest(
          lineage: staged.lineage, since: snapshot.since, after: snapshot.after,
          withDeletions: zone.lineage != nil, limit: pageLimit))
    }
    if let staged = zone.staged {
      return .pull(Pull(lineage: staged.lineage, after: staged.position, limit: pageLimit))
    }
    guard let lineage = zone.lineage else {
      return .snapshot(
        SnapshotRequest(
          lineage: Lineage(generation: 0), since: nil, after: nil, withDeletions: false, limit: pageLimit))
    }
    return .pull(Pull(lineage: lineage, after: zone.cursor, limit: pageLimit))
  }

  private func send(_ body: SyncRequest.Body, _ zone: String, _ state: ClientState) -> ClientEffect {
    .send(SyncRequest(account: state.account, token: state.token, zone: zone, body: body))
  }

  private func take(
    _ answer: SyncAnswer, _ state: inout ClientState, now: Int64, using random: inout some RandomNumberGenerator
  ) -> [ClientEffect] {
    if schema.follows(.accounts), answer.account != state.account { return [] }
    guard state.zones[answer.zone] != nil else { return [] }
    note(answer.time, &state, now: now)
    let limit = schema.follows(.clamp) ? Self.sum(state.serverTime, tolerance) : .max
    if state.clock.wall > limit { setBack(&state, to: limit, now: now) }
    var effects: [ClientEffect] = []
    var isAnswered = false
    if case .signInNeeded = answer.body { return [.report(.signInNeeded)] }
    guard var zone = state.zones[answer.zone] else { return [] }
    // Without the copy in the dictionary, rows are changed in place.
    state.zones[answer.zone] = nil
    switch answer.body {
    case .signInNeeded, .shared: break
    case .noAccess: effects.append(.report(.noAccess(zone: answer.zone)))
    case .refused(let text, let push):
      effects.append(.report(.refused(text)))
      if let push {
        // Not said of which change: less and less is uploaded, until it is alone.
        let count = zone.push?.changes.count ?? 0
        let outcome: PushResult.Outcome =
          count > 1
          ? .tooLarge(changes: count / 2) : .refused(zone.push?.changes.map { Refusal(id: $0.id, reason: text) } ?? [])
        isAnswered = acknowledge(
          PushResult(id: push, outcome: outcome), &zone, &state.clock, now: now, node: state.node, reports: &effects)
      }
    case .pushed(let result):
      isAnswered = acknowledge(result, &zone, &state.clock, now: now, node: state.node, reports: &effects)
      // Or what goes on by itself would be uploaded again at once.
      if isAnswered, result.outcome.isForbidden, state.shares[answer.zone] == .write {
        state.shares[answer.zone] = .read
      }
    case .reconcile(let lineage, let push):
      isAnswered = startReconciling(lineage, push: push, &zone)
      if isAnswered { effects.append(.report(.reconciling(zone: answer.zone))) }
    case .snapshot(let page):
      isAnswered = stage(page, &zone)
    case .page(let page):
      isAnswered = stage(page, &zone)
      if isAnswered, !page.hasMore, isComplete(zone) {
        // Also before it is taken: what a merge makes of a part of the log that lacks something would count as an edit later.
        var isOther = differs(zone.checksumWithStaged, from: page)
        if !isOther {
          var merge = ZoneMerge(client: self, zone: zone, clock: state.clock, node: state.node, now: now, limit: limit)
          zone = ZoneReplica()
          merge.applyStaged(using: &random)
          swap(&zone, &merge.zone)
          state.clock = merge.clock
          effects += merge.reports.map { .report($0) }
          zone.forget(through: page.horizon, schema: schema)
          isOther = zone.staged == nil && differs(zone.checksum, from: page)
        }
        if isOther {
          effects.append(.report(.divergence(zone: answer.zone)))
          // What was not taken may have been the first load.
          let lineage = zone.staged?.lineage ?? zone.lineage
          zone.staged = lineage.map { StagedLog(lineage: $0, position: 0, snapshot: .init()) }
        }
        if zone.staged == nil {
          effects.append(.report(.applied(zone: answer.zone)))
          upload(&zone, right: state.shares[answer.zone], using: &random)
          state.zones[answer.zone] = zone
          guard let push = zone.push else { return effects }
          return effects + [.synchronize, send(.push(push), answer.zone, state)]
        }
      }
    }
    state.zones[answer.zone] = zone
    // Answers that come twice or late are no news, and ask nothing.
    if isAnswered { effects.append(send(zone.push.map { .push($0) } ?? question(zone), answer.zone, state)) }
    return effects
  }

  /// The server's time only grows, since answers may come late. One that is more than a day ahead of both this answer and the
  /// device's clock was wrong, and would let no stamp be set back any more.
  private func note(_ time: Int64, _ state: inout ClientState, now: Int64) {
    let isWrong = Self.sum(state.serverTime, -Self.day) > max(time, now)
    state.serverTime = isWrong ? max(time, now) : max(state.serverTime, time)
  }

  private static let day: Int64 = 86_400_000

  /// The server's time may be any number.
  private static func sum(_ time: Int64, _ difference: Int64) -> Int64 {
    let (sum, isBeyond) = time.addingReportingOverflow(difference)
    return isBeyond ? (difference > 0 ? .max : .min) : sum
  }

  /// The device's clock was wrong: edits that are not sent yet get times that are not ahead, in the same order, and
  /// before those that follow.
  private func setBack(_ state: inout ClientState, to limit: Int64, now: Int64) {
    state.clock.clamp(to: limit)
    var edits: [(stamp: Stamp, account: String, zone: String, id: RecordID, field: String?)] = []
    var all = state.parked
    all[state.account] = state.zones
    for (account, zones) in all {
      for (name, zone) in zones {
        for id in zone.dirty {
          guard let local = zone.rows[id]?.local else { continue }
          if local.life.stamp.wall > limit { edits.append((local.life.stamp, account, name, id, nil)) }
          for (field, register) in local.fields where register.stamp.wall > limit {
            edits.append((register.stamp, account, name, id, field))
          }
        }
      }
    }
    edits.sort { a, b in
      if a.stamp != b.stamp { return a.stamp < b.stamp }
      if a.id != b.id { return a.id < b.id }
      return (a.account, a.zone, a.field ?? "") < (b.account, b.zone, b.field ?? "")
    }
    for edit in edits {
      let stamp = state.clock.next(now: min(now, limit), node: state.node)
      guard var row = all[edit.account]?[edit.zone]?.rows[edit.id] else { continue }
      if let field = edit.field { row.local?.fields[field]?.stamp = stamp } else { row.local?.life.stamp = stamp }
      all[edit.account]?[edit.zone]?.set(edit.id, row, schema: schema)
    }
    state.zones = all.removeValue(forKey: state.account) ?? [:]
    state.parked = all
  }

  /// Whether a zone is not what the server has, as far as both say.
  private func differs(_ checksum: UInt64?, from page: LogPage) -> Bool {
    guard schema.follows(.checksum), let own = checksum, let theirs = page.checksum else { return false }
    return own != theirs
  }

  /// Whether what is staged has the device's own uploads.
  private func isComplete(_ zone: ZoneReplica) -> Bool {
    guard let staged = zone.staged, staged.snapshot?.isComplete ?? true else { return false }
    guard schema.follows(.writeCheckpoint) else { return true }
    return zone.push == nil && (staged.position >= zone.acknowledged || staged.lineage != zone.lineage)
  }
}
