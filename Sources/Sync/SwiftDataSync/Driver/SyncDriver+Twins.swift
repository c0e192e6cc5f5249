// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Two records whose objects the store has put into one row, by a rule that the core does not know: one of them goes.
extension SyncDriver {
  /// What a record takes over from one that is to go: later values, with their times, and members of its relationships. Encrypted
  /// values are encrypted for the other record, and an app's own rule has nothing to compare with: there the older record's stay.
  func takeIn(_ loser: RecordID, _ kept: RecordID) -> [LocalEdit] {
    guard let record = space.record(kept), let other = space.record(loser) else { return [] }
    var edits: [LocalEdit] = []
    let model = client.schema.models[kept.type]
    for (field, register) in other.fields.sorted(by: { $0.key < $1.key })
    where register.stamp > record.fields[field]?.stamp ?? .zero && model?.sealed.contains(field) != true {
      if case .custom? = model?.policies[field] { continue }
      edits.append(.reseal(kept, field: field, register.value, stamp: register.stamp))
    }
    for field in other.links.keys.sorted() {
      let known = record.links[field]?.targets ?? []
      for target in (other.links[field]?.targets ?? []).sorted() where !known.contains(target) {
        edits.append(.link(kept, relationship: field, target))
      }
    }
    return edits
  }

  /// What refers to a record refers to another one from now on.
  func moves(from loser: RecordID, to kept: RecordID) -> [LocalEdit] {
    var edits: [LocalEdit] = []
    for referrer in space.referrers(of: loser) where referrer != kept {
      guard let record = space.record(referrer) else { continue }
      for field in record.fields.keys.sorted() where record.fields[field]?.value == .reference(loser) {
        edits.append(.set(referrer, field: field, .reference(kept)))
      }
      for field in record.links.keys.sorted() where record.links[field]?.targets.contains(loser) == true {
        edits += [.unlink(referrer, relationship: field, loser), .link(referrer, relationship: field, kept)]
      }
    }
    return edits
  }

  func older(_ a: RecordID, _ b: RecordID) -> Bool {
    let (first, second) = (space.record(a)?.created ?? .zero, space.record(b)?.created ?? .zero)
    return first == second ? a < b : first < second
  }
}
