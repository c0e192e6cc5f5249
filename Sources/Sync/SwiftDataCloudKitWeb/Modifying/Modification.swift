// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// Carries out `records/modify`: an upload like a device's, which the server takes as a whole, or not at all.
struct Modification {
  let place: ZonePlace
  let request: ModifyRequest
  let now: Int64
  /// How often it is tried again when devices were faster.
  private static let attempts = 20

  /// What became of the operations that failed, and the position in the log of what the others changed; nil: nothing.
  struct Result {
    var failures: [Int: CloudKitError] = [:]
    var version: UInt64?
  }

  /// - Throws: ``CloudKitError``, and what the server's file throws.
  func run(using random: inout some RandomNumberGenerator) throws -> Result {
    var failed: [Int: CloudKitError] = [:]
    for _ in 0..<Self.attempts {
      let zone = try place.follow(now: now)
      let plan: ModificationPlan
      let loader: ZoneLoader
      do {
        loader = try ZoneLoader(place.database, account: place.account, zone: place.name, at: zone)
        plan = try self.plan(zone, loader, failed)
      } catch is ZoneLoader.Moved { continue }
      if plan.failures.count > 0, request.isAtomic { return Result(failures: plan.failures) }
      let changes = plan.changes()
      if changes.isEmpty { return Result(failures: plan.failures) }
      let push = Push(
        id: UniqueNumber(using: &random), generation: loader.header.lineage.generation, seen: loader.header.head,
        changes: changes)
      let answer = try place.database.answer(
        SyncRequest(account: place.account, token: "", zone: place.name, body: .push(push)), now: now)
      switch answer.body {
      case .pushed(let result):
        switch result.outcome {
        case .applied(let versions, _): return Result(failures: plan.failures, version: versions.last)
        case .stale(let ids):
          // If nobody has written, others have its unique values.
          let isNew = try place.database.position(account: place.account, zone: place.name).head != loader.header.head
          if isNew { continue }
          failed = plan.failures
          for (id, draft) in plan.drafts
          where ids.contains(id) || !unique(id, plan).isDisjoint(with: draft.change.fields.keys) {
            for index in draft.operations {
              failed[index] = CloudKitError(
                .uniqueFieldError, "another record has one of its unique values: change that one first")
            }
          }
          if failed.count == plan.failures.count {
            throw CloudKitError(.tryAgainLater, "the records are changing: send the request again", retryAfter: 1)
          }
        case .refused(let refusals):
          failed = plan.failures
          for refusal in refusals {
            for index in plan.drafts[refusal.id]?.operations ?? [] { failed[index] = Self.error(refusal) }
          }
          if failed.count == plan.failures.count {
            throw CloudKitError(.internalError, "the server does not take the change: \(refusals.first?.reason ?? "")")
          }
        case .tooLarge(let changes):
          throw CloudKitError.badRequest("the records have too many bytes for one request: send at most \(changes)")
        }
      case .reconcile: continue
      case .noAccess: throw CloudKitError(.accessDenied, "the account may not write to this zone")
      case .refused(let reason, _): throw CloudKitError.badRequest(reason)
      default: throw CloudKitError(.internalError, "the server does not answer its own upload")
      }
    }
    throw CloudKitError(.tryAgainLater, "others are writing to the zone: send the request again", retryAfter: 1)
  }

  private func unique(_ id: RecordID, _ plan: ModificationPlan) -> Set<String> {
    plan.schema.uniqueFields(of: id.type).union(plan.loader.claims(id).map(\.field))
  }

  private func plan(
    _ zone: RecordIndex.Zone, _ loader: ZoneLoader, _ failed: [Int: CloudKitError]
  ) throws -> ModificationPlan {
    try place.index.read { db in
      // The index may have gone on since it was asked.
      guard let current = try RecordIndex.zone(place.account, place.name, db), current.isSameIndex(as: zone),
        current.position == zone.position
      else { throw ZoneLoader.Moved() }
      var plan = ModificationPlan(
        db: db, moment: zone, layout: place.index.layout, quirks: place.quirks, operations: request.operations,
        loader: loader,
        stamp: Stamp(wall: max(now, loader.header.time), node: CloudStamps.node))
      try plan.run(without: failed)
      return plan
    }
  }

  private static func error(_ refusal: Refusal) -> CloudKitError {
    func rest(_ mark: String) -> String? {
      refusal.reason.hasPrefix(mark) ? String(refusal.reason.dropFirst(mark.count)) : nil
    }
    if let reason = rest(Refusal.quotaMark) { return CloudKitError(.quotaExceeded, reason) }
    if rest(Refusal.blobMark) != nil {
      return .badRequest("the bytes of an asset are not there any more: upload them again")
    }
    return .badRequest(refusal.reason)
  }
}

/// A zone of an account, and all that its answers need.
struct ZonePlace: Sendable {
  let database: SyncDatabase
  let index: RecordIndex
  let account: String
  let name: String
  let quirks: CloudKitQuirks

  /// The zone with all that devices have uploaded.
  func follow(now: Int64) throws -> RecordIndex.Zone {
    try index.follow(account: account, zone: name, database, now: now)
  }
}
