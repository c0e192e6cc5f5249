// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  /// Asks and uploads until there is nothing more to do.
  func round() async throws {
    (isSyncing, lastFailure) = (true, nil)
    tell()
    do {
      try open()
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
          guard hasWork else { break }
        }
        if hasWork { throw SyncError.noEnd }
        // Its objects are there; large values follow, with what the user saves meanwhile.
        state.header.isImported = true
        try write()
      } while try await loadValues()
      tidyValues()
      state.header.lastSuccess = environment.now()
      try write()
      try compact()
      isSyncing = false
      tell()
    } catch {
      let failure = error as? SyncError ?? .store(reason: "\(error)")
      switch failure {
      case .signInNeeded, .forbidden, .unreachable, .timedOut, .tryLater, .tooLarge, .server: break
      case .updateNeeded: isUpdateNeeded = true
      default: close()
      }
      (isSyncing, lastFailure) = (false, failure)
      tell()
      throw failure
    }
  }

  private var hasWork: Bool {
    if state.header.held?.isEmpty == false { return true }
    return followedZones.contains { name in
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
      if case .push = request.body { try log?.synchronize() }
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
      if answer.hasMore { early = EarlyQuestion(effects, transport) }
      try takeOver(effects)
      try show(takeVisible())
      try step(.handledAnswer)
      tell()
    }
    throw SyncError.noEnd
  }

  func ask(_ request: SyncRequest) async throws -> SyncAnswer {
    if case .push(let push) = request.body {
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
      // Keys of another version of this library: nothing to tell an app of.
      if KeyRecords.isKey(id) { return }
      let cause: SetAsideItem.Cause = space.row(id)?.objection == nil ? .refusedByServer : .refusedHere
      untold.append(.setAside(item(id, cause, reason)))
    case .divergence, .reconciling: untold.append(.reconciling)
    case .applied: break
    case .signInNeeded: throw SyncError.signInNeeded
    case .refused: break
    }
  }

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
