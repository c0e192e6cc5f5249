// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// What was brought back, and what could not be.
package struct RestorationReport: Hashable, Sendable {
  /// Was deleted, and is there again.
  package var revived: [RecordID] = []
  /// Has other values than before.
  package var changed: [RecordID] = []
  /// Stays as it is, and why.
  package var left: [RecordID: String] = [:]

  package init() {}
}

/// Brings records back to what they were: an upload of the server's own, so that devices take it as any other edit.
///
/// It deletes nothing. A reference to something that is not there any more is cleared, and a record whose unique value
/// another one has by now stays as it is.
struct Restoration {
  /// Records as they are to be, with the fields that have unique values.
  private(set) var wanted: [RecordID: (record: SyncRecord, claims: [UniqueClaim])] = [:]
  /// Of records that are there and stay: what is to refer again to what comes back, and to nothing else.
  private(set) var referrers: [RecordID: SyncRecord] = [:]
  /// Records that have left for another zone since, as they were here, and what their marks name.
  private(set) var departed: [RecordID: (record: SyncRecord, claims: [UniqueClaim], mark: String)] = [:]
  /// What stays as it is, and why.
  private var left: [RecordID: String] = [:]
  /// Members of relationships that came to the zone after this moment stay.
  private var moment: ZoneMoment?

  /// A record that was deleted, with what the same transaction of its device has deleted or cut off from it. A large one has
  /// come in several uploads: they have the same time and device in common.
  init(undeleting id: RecordID, in zone: DatabaseZone) throws {
    guard let current = try zone.record(id) else { throw SyncDatabaseError.noRecord("\(id)") }
    guard current.record.isDeleted else { throw SyncDatabaseError.notDeleted("\(id)") }
    // It was not deleted: here, it would be there a second time.
    if let next = current.record.departure {
      throw SyncDatabaseError.notRestored("the record \(id) has moved to '\(next)': name that zone")
    }
    guard let last = try zone.past(of: id).last(where: { !$0.stored.record.isDeleted }) else {
      // From the time before versions were kept.
      wanted[id] = (current.record, [])
      return
    }
    let deleted = try Self.deletions(with: last, stamp: current.record.life.stamp, in: zone)
    // What is connected with it, in either direction and over several.
    var neighbors: [RecordID: Set<RecordID>] = [:]
    for (id, past) in deleted {
      for target in past.stored.record.references where deleted[target] != nil {
        neighbors[id, default: []].insert(target)
        neighbors[target, default: []].insert(id)
      }
    }
    var open = [id]
    while let next = open.popLast() {
      guard wanted[next] == nil, let past = deleted[next] else { continue }
      wanted[next] = (past.stored.record, past.claims)
      open += neighbors[next] ?? []
    }
    let pushes = Set(wanted.keys.compactMap { deleted[$0]?.push })
    let times = wanted.keys.compactMap { deleted[$0]?.time }
    guard let first = times.min(), let end = times.max() else { return }
    for past in try zone.past(from: first, through: end) where wanted[past.id] == nil {
      let record = past.stored.record
      guard !record.isDeleted, deleted[past.id] == nil, !record.references.isDisjoint(with: wanted.keys) else {
        continue
      }
      guard try pushes.contains(past.push) || zone.wasCutOff(past.id, by: current.record.life.stamp) else { continue }
      // The first of several is what it was before.
      if referrers[past.id] == nil { referrers[past.id] = record }
    }
  }

  /// What is deleted since the same upload, or the same transaction, as it was before.
  private static func deletions(
    with last: PastRecord, stamp: Stamp, in zone: DatabaseZone
  ) throws -> [RecordID: PastRecord] {
    var deleted = [last.id: last]
    for past in try zone.pastOfDeletions() where past.id != last.id && !past.stored.record.isDeleted {
      guard let now = try zone.record(past.id), !now.record.hasLeft else { continue }
      let other = now.record.life.stamp
      if past.push == last.push && past.time == last.time || (other.wall, other.node) == (stamp.wall, stamp.node) {
        deleted[past.id] = past
      }
    }
    return deleted
  }

  /// All that has changed since a time, but for what did not exist then, or was not in this zone.
  init(to time: Int64, in zone: DatabaseZone) throws {
    // What is left of the versions would say what records were later.
    if let forgotten = try zone.forgotten(), time < forgotten {
      let date = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(forgotten) / 1_000))
      throw SyncDatabaseError.notRestored(
        "what records were before \(date) is forgotten, since 'compact': name a later time")
    }
    let moment = try ZoneMoment(time, in: zone)
    self.moment = moment
    for past in try zone.past(at: time) {
      let record = past.stored.record
      guard !record.isDeleted, !moment.isBefore(past.stored) else { continue }
      if let mark = try zone.record(past.id)?.record.departure {
        departed[past.id] = (record, past.claims, mark)
      } else {
        wanted[past.id] = (record, past.claims)
      }
    }
  }

  /// Wants a record to be what it was in the zone that it has left.
  mutating func want(_ id: RecordID, _ record: SyncRecord, _ claims: [UniqueClaim]) {
    if wanted[id] == nil { wanted[id] = (record, claims) }
  }

  /// Leaves a record as it is.
  mutating func leave(_ id: RecordID, _ reason: String) { left[id] = reason }

  /// Uploads the changes.
  func apply(
    to zone: inout DatabaseZone, _ service: SyncService, stamp: Stamp, now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws -> RestorationReport {
    var report = RestorationReport()
    let (header, changes) = try plan(zone, stamp: stamp, &report, &random)
    guard !changes.isEmpty else { return report }
    let push = Push(
      id: UniqueNumber(using: &random), generation: header.lineage.generation, seen: header.head, changes: changes)
    zone.upload = (push.id, now)
    let (body, _) = try service.answer(.push(push), in: &zone, now: now)
    guard case .pushed(let result) = body, case .applied = result.outcome else {
      throw SyncDatabaseError.notRestored("the server does not take its own upload: \(body)")
    }
    return report
  }

  /// The changes to make, and what they will have done.
  func plan(
    _ zone: DatabaseZone, stamp: Stamp, _ report: inout RestorationReport, _ random: inout some RandomNumberGenerator
  ) throws -> (header: ServerZoneHeader, changes: [RecordChange]) {
    let header = try zone.header()
    report.left.merge(left) { $1 }
    var wanted = wanted
    // One that cannot come back may be what another one refers to.
    for (id, old) in wanted where try old.record.blobs.contains(where: zone.lacks) {
      report.left[id] = "a large value that it had is not in this zone any more"
      wanted[id] = nil
    }
    while true {
      let taken = try taken(zone, wanted)
      report.left.merge(taken) { $1 }
      for id in taken.keys { wanted[id] = nil }
      if taken.isEmpty { break }
    }
    var changes: [RecordChange] = []
    for (id, old) in wanted.sorted(by: { $0.key < $1.key }) {
      let current = try zone.record(id)
      var draft = RecordDraft(id, current, created: old.record.created, stamp)
      let isThere = { (target: RecordID) throws -> Bool in
        try wanted[target] != nil || zone.record(target)?.record.isDeleted == false
      }
      try draft.revive(isThere)
      try draft.restore(old.record, isThere, &random) { target in
        try moment?.isBeforeAll(of: target, in: zone) ?? false
      }
      guard !draft.isEmpty else { continue }
      draft.change.claims = old.claims
      changes.append(draft.change)
      if draft.change.life == nil { report.changed.append(id) } else { report.revived.append(id) }
    }
    for (id, old) in referrers.sorted(by: { $0.key < $1.key }) {
      guard let current = try zone.record(id), !current.record.isDeleted else { continue }
      var draft = RecordDraft(id, current, created: current.record.created, stamp)
      draft.refer(to: Set(wanted.keys), as: old, &random)
      guard !draft.isEmpty else { continue }
      draft.change.claims = try zone.claims(of: id)
      changes.append(draft.change)
      report.changed.append(id)
    }
    return (header, changes)
  }

  /// Records one of whose unique values another record has, which keeps it, or gets before them: what has come from other
  /// zones may have the same.
  private func taken(
    _ zone: DatabaseZone, _ wanted: [RecordID: (record: SyncRecord, claims: [UniqueClaim])]
  ) throws -> [RecordID: String] {
    var found: [RecordID: String] = [:]
    var claimants: [UniqueClaim: RecordID] = [:]
    var open: [(id: RecordID, claim: UniqueClaim)] = []
    for (id, old) in wanted.sorted(by: { $0.key < $1.key }) {
      for claim in old.claims {
        guard let holder = try zone.holder(of: claim) else {
          open.append((id, claim))
          continue
        }
        if holder == id {
          claimants[claim] = id
        } else if let other = wanted[holder], !other.claims.contains(claim) {
          // It gives the value up itself.
          open.append((id, claim))
        } else {
          found[id] = "\(holder) has its value of '\(claim.field)', which is unique"
        }
      }
    }
    for (id, claim) in open where found[id] == nil {
      if let other = claimants[claim], other != id {
        found[id] = "\(other) has its value of '\(claim.field)', which is unique"
      } else {
        claimants[claim] = id
      }
    }
    return found
  }
}
