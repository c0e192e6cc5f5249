// SPDX-License-Identifier: Apache-2.0

/// Which rows of a zone are what few of them are, so that no step of sync looks at all rows to find them.
struct ZoneIndexes: Sendable {
  /// Changed here since the server had them.
  private(set) var dirty: Set<RecordID> = []
  /// Those of them that the server has, and has not deleted.
  private(set) var edited: Set<RecordID> = []
  /// Those of them that the server has refused.
  private(set) var refused: Set<RecordID> = []
  /// Those of them from which a merge has taken references.
  private(set) var cleared: Set<RecordID> = []
  /// Those that live and that the app cannot be shown.
  private(set) var unshowable: Set<RecordID> = []
  /// Taken in by others.
  private(set) var absorbed: Set<RecordID> = []
  /// Of which nobody knows anything: deleted here before they were uploaded.
  private(set) var forgotten: Set<RecordID> = []
  /// The records that refer to one.
  private(set) var referrers: [RecordID: Set<RecordID>] = [:]
  /// What something refers to, and is not there.
  private(set) var lostTargets: Set<RecordID> = []
  private(set) var holders: [UniqueClaim: Set<RecordID>] = [:]
  /// Unique values that several records have.
  private(set) var collisions: Set<UniqueClaim> = []
  /// Records that live and are to go to another zone.
  private(set) var marked: Set<RecordID> = []
  /// Links between zones that live, by the records at both of their ends.
  private(set) var links: [RecordID: Set<RecordID>] = [:]
  /// Links to nothing, by the records that they lead from.
  private(set) var endedLinks: [RecordID: Set<RecordID>] = [:]

  /// - Returns: Whether it waits for an upload since now.
  mutating func note(_ id: RecordID, _ row: ReplicaRow?, isDirty: Bool) -> Bool {
    let isNew = isDirty && dirty.insert(id).inserted
    if !isDirty, !dirty.isEmpty { dirty.remove(id) }
    Self.set(&edited, id, isDirty && row?.base?.isDeleted == false)
    Self.set(&refused, id, isDirty && row?.refusal != nil)
    Self.set(&cleared, id, isDirty && row?.cleared != nil)
    Self.set(&unshowable, id, row?.objection != nil && row?.isAlive == true)
    Self.set(&absorbed, id, row?.local?.isDeleted == true && row?.local?.life.successor != nil)
    let isMarked = row?.isAlive == true && row?.local?.fields[ShareRecords.zoneField]?.value ?? .null != .null
    Self.set(&marked, id, isMarked)
    Self.set(&forgotten, id, row.map { $0.base == nil && $0.lost == nil && $0.sent.isEmpty && !$0.isAlive } ?? false)
    return isNew
  }

  private static func set(_ index: inout Set<RecordID>, _ id: RecordID, _ isMember: Bool) {
    if isMember { index.insert(id) } else if !index.isEmpty { index.remove(id) }
  }

  mutating func noteLink(_ id: RecordID, old: OuterLink?, new: OuterLink?) {
    guard old != new else { return }
    for end in old.map({ [$0.from, $0.target] }) ?? [] {
      links[end]?.remove(id)
      if links[end]?.isEmpty == true { links[end] = nil }
    }
    for end in new.map({ [$0.from, $0.target] }) ?? [] { links[end, default: []].insert(id) }
  }

  mutating func noteEndedLink(_ id: RecordID, old: RecordID?, new: RecordID?) {
    guard old != new else { return }
    if let old {
      endedLinks[old]?.remove(id)
      if endedLinks[old]?.isEmpty == true { endedLinks[old] = nil }
    }
    if let new { endedLinks[new, default: []].insert(id) }
  }

  mutating func add(_ id: RecordID, to target: RecordID) { referrers[target, default: []].insert(id) }

  mutating func remove(_ id: RecordID, from target: RecordID) {
    referrers[target]?.remove(id)
    if referrers[target]?.isEmpty == true { referrers[target] = nil }
  }

  /// After the references to a record, or its life, have changed.
  mutating func noteTarget(_ id: RecordID, isAlive: Bool) {
    Self.set(&lostTargets, id, !isAlive && referrers[id] != nil)
  }

  mutating func release(_ claim: UniqueClaim, _ id: RecordID) {
    holders[claim]?.remove(id)
    let count = holders[claim]?.count ?? 0
    if count == 0 { holders[claim] = nil }
    if count < 2 { collisions.remove(claim) }
  }

  mutating func take(_ claim: UniqueClaim, _ id: RecordID) {
    holders[claim, default: []].insert(id)
    if holders[claim]?.count ?? 0 > 1 { collisions.insert(claim) }
  }
}
