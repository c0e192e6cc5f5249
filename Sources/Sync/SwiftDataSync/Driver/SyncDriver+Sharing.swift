// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// Following shares: which there are, and what moves between them.
extension SyncDriver {
  /// Asks which shares the account is in.
  func loadShares() async throws {
    var shares = try await shares(after: .list)
    // A share of this account's is never taken from it: the server comes from a backup of before, and what has moved into the
    // share is nowhere else.
    for lost in state.header.shares ?? []
    where lost.right == .owner && !shares.contains(where: { $0.zone == lost.zone }) {
      shares = try await self.shares(after: .create(root: lost.root, title: lost.title), zone: lost.zone)
    }
    try take(shares)
  }

  func shares(after command: ShareCommand, zone: String? = nil) async throws -> [ShareInfo] {
    guard case .shares(let shares, _) = try await ask(command, zone: zone) else {
      throw SyncError.malformedAnswer(reason: "it is not about shares")
    }
    return shares
  }

  /// Asks something about shares, and does not wait if nothing is to be had.
  func ask(_ command: ShareCommand, zone: String? = nil) async throws -> ShareAnswer {
    let request = SyncRequest(account: account, token: "", zone: zone ?? options.zone, body: .share(command))
    switch try await ask(request).body {
    case .shared(.refused(let fault, let reason)): throw SyncError(fault, reason)
    case .shared(let answer): return answer
    case .signInNeeded: throw SyncError.signInNeeded
    case .refused(let reason, _): throw SyncError.server(status: 200, reason: reason)
    default: throw SyncError.malformedAnswer(reason: "it is not about shares")
    }
  }

  /// Follows the shares that the account is in now. The objects of others are deleted here.
  func take(_ shares: [ShareInfo]) throws {
    let known = state.header.shares ?? []
    let rights = Dictionary(shares.map { ($0.zone, $0.right) }, uniquingKeysWith: { a, _ in a })
    // The core may have taken a right for less since, after a refusal.
    guard shares != known || core.shares != rights else { return }
    // What the user has saved belongs to the zones of before.
    try drain()
    var events: [SyncEvent] = []
    for case .report(.forgotten(let zone, let unsent)) in try handle(.shares(rights)) {
      guard let info = known.first(where: { $0.zone == zone }) else { continue }
      events.append(.left(share(info), unsentChanges: unsent.count))
    }
    for info in shares where !known.contains(where: { $0.zone == info.zone }) && info.right != .owner {
      events.append(.joined(share(info)))
    }
    state.header.shares = shares.isEmpty ? nil : shares
    try show(takeVisible())
    untold += events
    tell()
  }

  func share(_ info: ShareInfo) -> SyncShare {
    let root = info.root.flatMap { id in space.isAlive(id) ? state.identities[id] : nil }
    return SyncShare(info, root: root)
  }

  /// Shares as the app sees them: one that has ended is an empty zone of its owner's.
  var visibleShares: [SyncShare] {
    (state.header.shares ?? []).filter { info in
      info.right != .owner || !info.members.isEmpty || !info.invitations.isEmpty
        || core.zones[info.zone]?.rows.contains { $0.value.isAlive } == true
        || zone.marked.contains { space.mark(of: $0, in: options.zone) == info.zone }
    }.map(share)
  }

  // MARK: Moving

  /// Leaves out what has gone to a zone that was not asked since: its object stays until that is known.
  func hold(_ changed: Set<RecordID>) -> Set<RecordID> {
    guard options.sharing, !changed.isEmpty else { return changed }
    let space = space
    let moving = changed.filter { state.identities[$0] != nil && space.isMoving($0) }
    guard !moving.isEmpty else { return changed }
    state.header.held = (state.header.held ?? []).union(moving)
    return changed.subtracting(moving)
  }

  /// Shows what was held before all zones were asked: it is in one of them, or gone.
  func release(_ held: Set<RecordID>) throws {
    guard !held.isEmpty else { return }
    let rest = (state.header.held ?? []).subtracting(held)
    state.header.held = rest.isEmpty ? nil : rest
    // In the file until it is shown.
    if follows(.journal) { state.header.journal = Journal(records: held.sorted(), isArmed: false) }
    try apply(held)
  }

  // MARK: What is not allowed

  func noteReverted(_ id: RecordID, _ reason: String) {
    if ShareRecords.isShareRecord(id) { return }
    var all = state.header.reverted ?? [:]
    if all.count < 200 { all[id] = reason }
    state.header.reverted = all
    untold.append(.reverted(item(id, .notAllowed, reason)))
  }

  func dismissReverted() throws {
    try open()
    state.header.reverted = nil
    try write()
    tell()
  }
}
