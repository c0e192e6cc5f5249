// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  /// Asks and uploads until there is nothing more to do; of what the app saves meanwhile, as much as it saves with a pause.
  func round() async throws {
    (isSyncing, lastFailure, isSignedOut) = (true, nil, false)
    tell()
    do {
      try open()
      notices.begin(store: state.header.store, at: environment.now())
      try drain()
      goal = RoundGoal(due: dueUploads(), former: Set(followedZones.compactMap { core.zones[$0]?.push?.id }))
      // Each portion has one value at least. What comes meanwhile is for the next round.
      var portions = large.awaited.count + 100
      repeat {
        // Uploads, pages and what merges conclude; each makes the rest smaller.
        for turn in 0..<100 {
          try drain()
          try seal(zone.dirty)
          let held = state.header.held ?? []
          try await exchange(options.zone)
          if options.sharing { try await exchangeShares(isFirst: turn == 0) }
          try drain()
          try release(held)
          // Its objects are there; large values follow, with what the user saves meanwhile.
          state.header.isImported = true
          guard hasWork, !goal.isDone(isReached) else { break }
        }
        // If the app has saved meanwhile and the server has taken something, the next round goes on.
        if hasWork, !goal.isDone(isReached), !goal.hasSaved || !goal.isAcknowledged { throw SyncError.noEnd }
        try write()
        portions -= 1
      } while try await loadValues() && portions > 0
      tidyValues()
      state.header.lastSuccess = environment.now()
      try write()
      try compact()
      isSyncing = false
      tell()
      notices.end(store: state.header.store, at: environment.now(), nil)
    } catch {
      let failure = error as? SyncError ?? .store(reason: "\(error)")
      switch failure {
      case .signInNeeded, .forbidden, .unreachable, .timedOut, .tryLater, .tooLarge, .server: break
      case .updateNeeded: isUpdateNeeded = true
      default: close()
      }
      (isSyncing, lastFailure) = (false, failure)
      tell()
      notices.end(store: state.header.store, at: environment.now(), failure)
      throw failure
    }
  }

  /// What shares wait for while they are not followed is no work: nobody asks for them.
  private var activeZones: [String] { options.sharing ? followedZones : [options.zone] }

  private func dueUploads() -> [String: Set<RecordID>] {
    var due: [String: Set<RecordID>] = [:]
    for name in activeZones {
      guard let zone = core.zones[name], hasWork(zone, right: core.shares[name]) else { continue }
      due[name] = zone.dirty.subtracting(zone.waiting(schema: client.schema, right: core.shares[name]))
    }
    return due
  }

  /// Whether all that waited at the beginning of the round is on the server, or is to wait on.
  private var isReached: Bool {
    goal.due.allSatisfy { name, due in
      guard let zone = core.zones[name] else { return true }
      guard !due.isDisjoint(with: zone.dirty) else { return true }
      let waiting = zone.waiting(schema: client.schema, right: core.shares[name])
      return due.isDisjoint(with: zone.dirty.subtracting(waiting))
    }
  }

  private var hasWork: Bool {
    if state.header.held?.isEmpty == false { return true }
    return activeZones.contains { name in
      core.zones[name].map { hasWork($0, right: core.shares[name]) } ?? false
    }
  }

  private func hasWork(_ zone: ZoneReplica, right: ShareRight?) -> Bool {
    if zone.push != nil { return true }
    if zone.dirty.isEmpty { return false }
    return zone.refused.isEmpty && !client.schema.hasSealedFields && right?.mayWrite ?? true
      || !zone.dirty.subtracting(zone.waiting(schema: client.schema, right: right)).isEmpty
  }

  /// All shares, in the order in which what has left one of them, or the own zone, is found in another one.
  private func exchangeShares(isFirst: Bool) async throws {
    if isFirst || lacksAccess { try await loadShares() }
    lacksAccess = false
    for name in core.shares.keys.sorted() { try await exchange(name) }
  }

  /// From a question to the last answer that leads to none.
  private func exchange(_ zone: String) async throws {
    var effects = try handle(.sync(zone: zone))
    var early: EarlyQuestion?
    defer { early?.cancel() }
    // Some ten million records each way. A server that always answers the same would be asked for ever.
    for _ in 0..<10_000 {
      var request: SyncRequest?
      for effect in effects {
        switch effect {
        case .synchronize:
          try write()
          try log?.synchronize()
        case .send(let next): request = next
        case .report(let news): try note(news)
        }
      }
      try write()
      guard let request else {
        for case .report(.refused(let reason)) in effects { throw SyncError.server(status: 200, reason: reason) }
        return
      }
      if case .push(let push) = request.body {
        // It stays, and goes up in the next round: an app that saves all the time would keep this one from ending.
        if goal.isExtra(push, isReached), !goal.takeExtra() { return }
        try log?.synchronize()
      }
      try step(.willSend)
      let answer: SyncAnswer
      if let early, early.request == request {
        answer = try await early.answer
      } else {
        answer = try await ask(request)
      }
      early = nil
      isUpdateNeeded = false
      try step(.hasAnswer)
      // The user's edits first, so that the merge knows them.
      try drain()
      effects = try handle(.answer(answer))
      if case .push(let push) = request.body { goal.note(answer, of: push, in: zone) }
      if answer.hasMore { early = EarlyQuestion(effects, transport) }
      try takeOver(effects)
      try show(takeVisible())
      // A large first upload may follow. Shares come after it.
      for case .report(.applied(zone: options.zone)) in effects where !options.sharing {
        state.header.isImported = true
      }
      try step(.handledAnswer)
      tell()
    }
    throw SyncError.noEnd
  }

  func ask(_ request: SyncRequest) async throws -> SyncAnswer {
    if case .push(let push) = request.body {
      notices.export(store: state.header.store, at: environment.now())
      let refusals = try await sendValues(of: push, to: request.zone)
      // As if the server had refused them.
      if !refusals.isEmpty { return outcome(.refused(refusals), of: push, request) }
    }
    do {
      let answer = try await transport.answer(to: request)
      if case .push(let push) = request.body { noteMissingValues(answer, push) }
      return answer
    } catch SyncError.tooLarge {
      // As if the server had said how many changes it takes: half of them.
      guard case .push(let push) = request.body else { throw SyncError.tooLarge }
      return outcome(.tooLarge(changes: max(push.changes.count / 2, 1)), of: push, request)
    }
  }

  private func outcome(_ outcome: PushResult.Outcome, of push: Push, _ request: SyncRequest) -> SyncAnswer {
    SyncAnswer(
      account: request.account, zone: request.zone, time: core.serverTime,
      body: .pushed(PushResult(id: push.id, outcome: outcome)))
  }

  private func note(_ news: ClientReport) throws {
    switch news {
    case .replaced(let id, let successor):
      untold.append(.replaced(modelName: id.type, id: id.name, by: successor.name))
    case .revived(let id): untold.append(.revived(modelName: id.type, id: id.name))
    case .reverted(let id, let reason): noteReverted(id, reason)
    case .noAccess: lacksAccess = true
    case .forgotten: break
    case .setAside(let id, let reason):
      if Self.isInternal(id) { return }
      let cause: SetAsideItem.Cause = space.row(id)?.objection == nil ? .refusedByServer : .refusedHere
      untold.append(.setAside(item(id, cause, reason)))
    case .divergence, .reconciling: untold.append(.reconciling)
    case .applied: break
    case .signInNeeded: throw SyncError.signInNeeded
    case .refused: break
    }
  }

  /// Records of this library, or of another version of it: nothing to tell an app of.
  private static func isInternal(_ id: RecordID) -> Bool { KeyRecords.isKey(id) || ShareRecords.isShareRecord(id) }

  func item(_ id: RecordID, _ cause: SetAsideItem.Cause, _ reason: String) -> SetAsideItem {
    let isFull = cause == .refusedByServer && reason.hasPrefix(Refusal.quotaMark)
    return SetAsideItem(
      id: id.name, modelName: id.type, persistentModelID: state.identities[id],
      cause: isFull ? .accountIsFull : cause,
      reason: isFull ? String(reason.dropFirst(Refusal.quotaMark.count)) : reason)
  }

  var currentStatus: SyncStatus {
    var status = SyncStatus()
    status.isSyncing = isSyncing
    status.lastError = lastFailure
    status.isUpdateNeeded = isUpdateNeeded
    status.lastSuccess = state.header.lastSuccess
    status.isFirstImportDone = state.header.isImported
    for name in followedZones {
      guard let zone = core.zones[name] else { continue }
      status.pendingUploads += zone.dirty.count
      if core.shares[name]?.mayWrite == false { status.pendingUploads -= zone.corrections.count }
      status.pendingDownloads += zone.staged?.records.count ?? 0
      for id in zone.refused.sorted() {
        if let reason = zone.rows[id]?.refusal { status.setAside.append(item(id, .refusedByServer, reason)) }
      }
      // A whole class may be unknown: some of its records tell it, and always the same ones.
      for id in zone.unshowable.lazy.filter({ !Self.isInternal($0) }).least(200) {
        guard state.header.refusedByStore[id] == nil, let reason = zone.rows[id]?.objection else {
          continue
        }
        status.setAside.append(item(id, .refusedHere, reason))
      }
    }
    if options.sharing { status.shares = visibleShares }
    for (id, reason) in (state.header.reverted ?? [:]).sorted(by: { $0.key < $1.key }) {
      status.reverted.append(item(id, .notAllowed, reason))
    }
    status.pendingDownloads += large.count
    for (id, reason) in state.header.refusedByStore.sorted(by: { $0.key < $1.key }) where !large.isAwaiting(id) {
      status.setAside.append(item(id, cause(id), reason))
    }
    for (id, reason) in (state.header.alteredValues ?? [:]).sorted(by: { $0.key < $1.key })
    where state.header.refusedByStore[id] == nil && cause(id) == .alteredValue {
      status.setAside.append(item(id, .alteredValue, reason))
    }
    for (blob, failure) in unloadable.sorted(by: { $0.key < $1.key }) {
      for id in (large.awaited[blob] ?? []).sorted() { status.setAside.append(item(id, .alteredValue, failure.reason)) }
    }
    for (id, reason) in unshared.sorted(by: { $0.key < $1.key }) {
      status.setAside.append(item(id, .refusedHere, reason))
    }
    status.encryption = encryption
    return status
  }
}

extension SyncDriver {
  /// Reads what the app has saved while nothing is sent, so that the status counts it.
  func look() throws {
    if isSignedOut { return }
    try open()
    try drain()
    tell()
  }

  /// Takes back what the server has refused.
  func discard(modelName: String, id name: String) throws {
    try open()
    try drain()
    let id = RecordID(modelName, name)
    guard let zone = followedZones.first(where: { core.zones[$0]?.rows[id]?.refusal != nil }) else {
      throw SyncError.notSetAside("\(id)")
    }
    let effects = try handle(.discard(zone: zone, id))
    try takeOver(effects)
    try show(takeVisible())
    tell()
  }

  /// Uploads again what the server has refused.
  func retry() throws {
    try open()
    for zone in followedZones { _ = try handle(.retry(zone: zone)) }
    unloadable = [:]
    try write()
    tell()
  }
}
