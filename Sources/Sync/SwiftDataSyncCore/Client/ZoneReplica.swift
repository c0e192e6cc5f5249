// SPDX-License-Identifier: Apache-2.0

/// A zone on a device, as a value. Its owner writes changes in one transaction with the app's rows.
package struct ZoneReplica: Sendable {
  package private(set) var rows: [RecordID: ReplicaRow] = [:]
  /// The sum of the digests of all shadows that live.
  package private(set) var checksum: UInt64 = 0
  /// The server's generation that the shadows are of; nil: nothing was loaded yet.
  package var lineage: Lineage?
  /// Everything of the server's log up to here is in the shadows.
  package var cursor: UInt64 = 0
  /// The version of the latest upload of this device: what the server sends is shown when it has this.
  package var acknowledged: UInt64 = 0
  /// Sent, and not answered.
  package var push: Push?
  /// Parts of the log or of a snapshot, which are applied as a whole.
  package var staged: StagedLog?
  /// The next upload has everything: an earlier one was refused for the lack of something.
  package var pushesEverything = false
  /// How many changes the server takes at once, where it has said so.
  package var largestPush: Int?
  private(set) var indexes = ZoneIndexes()
  /// The oldest records that wait for an upload, in their order: what an upload has looked for and not taken. Empty: nobody knows.
  var oldest: [RecordID] = []
  private(set) var transactions: [UInt64: Set<RecordID>] = [:]
  /// Rows that were not written yet.
  private var changedRows: Set<RecordID> = []
  /// What the app saw of records before they were changed: since `takeVisibleChanges` was asked last.
  private var formerRows: [RecordID: ReplicaRow?] = [:]
  /// References that the latest merge has cleared, to records that have gone to other zones.
  var detached: [DetachedLink] = []
  /// What was written last, but for the rows.
  var saved: Saved?
  /// What was written of a log that was complete then, until rows are written.
  private var arrived: StagedLog?

  struct Saved: Sendable {
    var header: ZoneHeader
    var push: UniqueNumber?
    var staged: StagedLog?
  }

  package init() {}

  package var dirty: Set<RecordID> { indexes.dirty }
  /// Links between zones, by the records at both of their ends.
  package var links: [RecordID: Set<RecordID>] { indexes.links }
  /// Links to nothing, by the records that they lead from.
  var endedLinks: [RecordID: Set<RecordID>] { indexes.endedLinks }
  /// Records that are to go to another zone.
  package var marked: Set<RecordID> { indexes.marked }
  /// What was changed since `takeVisibleChanges` was asked last, whether it looks different or not.
  var touched: Set<RecordID> { Set(formerRows.keys) }
  /// What the server has refused.
  package var refused: Set<RecordID> { indexes.refused }

  /// What lives and the app cannot be shown, since its version does not know the class, for instance.
  package var unshowable: Set<RecordID> { indexes.unshowable }

  /// Makes room for so many new rows at once.
  mutating func reserve(_ count: Int) {
    guard count > rows.count else { return }
    rows.reserveCapacity(rows.count + count)
    formerRows.reserveCapacity(formerRows.count + count)
    changedRows.reserveCapacity(changedRows.count + count)
  }

  /// All writes of rows come here, which keeps the indexes.
  ///
  /// - Returns: Why the app cannot be shown the record, if that is news.
  @discardableResult
  package mutating func set(_ id: RecordID, _ new: ReplicaRow?, schema: SyncSchema) -> String? {
    let old = rows[id]
    if let base = old?.base, !base.isDeleted { checksum &-= base.digest(id: id, version: old?.version ?? 0) }
    if let base = new?.base, !base.isDeleted { checksum &+= base.digest(id: id, version: new?.version ?? 0) }
    let targets = noteReferences(id, old: old?.local, new: new?.local)
    noteClaims(id, old: old?.local, new: new?.local, schema: schema)
    var row = new
    if let local = new?.local, !local.isDeleted { row?.objection = schema.objection(to: local, id) }
    let isDirty = row?.isChanged ?? false
    if !isDirty {
      row?.cleared = nil
      row?.refusal = nil
      row?.transaction = nil
    }
    let isNew = indexes.note(id, row, isDirty: isDirty)
    if isNew || isDirty && old?.created != row?.created { oldest = [] }
    if ShareRecords.isShareRecord(id) {
      indexes.noteLink(id, old: OuterLink(old?.local), new: OuterLink(row?.local))
      indexes.noteEndedLink(id, old: OuterLink.end(of: old?.local)?.from, new: OuterLink.end(of: row?.local)?.from)
    }
    if old?.transaction != row?.transaction {
      if let former = old?.transaction { leave(former, id) }
      if let next = row?.transaction { transactions[next, default: []].insert(id) }
    }
    if formerRows[id] == nil { formerRows[id] = .some(old) }
    changedRows.insert(id)
    rows[id] = row
    indexes.noteTarget(id, isAlive: row?.isAlive ?? false)
    for target in targets where target != id { indexes.noteTarget(target, isAlive: rows[target]?.isAlive ?? false) }
    return row?.objection.flatMap { $0 == old?.objection ? nil : $0 }
  }

  /// - Returns: What the record has begun or ceased to refer to.
  private mutating func noteReferences(_ id: RecordID, old: SyncRecord?, new: SyncRecord?) -> Set<RecordID> {
    let former = old.flatMap { $0.isDeleted ? nil : $0.references } ?? []
    let present = new.flatMap { $0.isDeleted ? nil : $0.references } ?? []
    if former == present { return [] }
    if former.isEmpty {
      for target in present { indexes.add(id, to: target) }
      return present
    }
    for target in former where !present.contains(target) { indexes.remove(id, from: target) }
    for target in present where !former.contains(target) { indexes.add(id, to: target) }
    return former.symmetricDifference(present)
  }

  private mutating func noteClaims(_ id: RecordID, old: SyncRecord?, new: SyncRecord?, schema: SyncSchema) {
    guard let model = schema.models[id.type], !model.unique.isEmpty else { return }
    if let old { for claim in schema.claims(of: old, id) { indexes.release(claim, id) } }
    if let new { for claim in schema.claims(of: new, id) { indexes.take(claim, id) } }
  }

  /// The records that look different to the app since this was asked last.
  package mutating func takeVisibleChanges() -> Set<RecordID> {
    defer { formerRows = [:] }
    return Set(
      formerRows.filter { id, former in
        switch (former?.local, rows[id]?.local) {
        case (nil, nil): false
        case (let old?, let new?):
          old.isDeleted && new.isDeleted
            ? false
            : old.differs(from: new)
              || former?.hasOtherTimes(than: rows[id], isLink: ShareRecords.isShareRecord(id)) == true
        case (nil, let new?): !new.isDeleted
        case (let old?, nil): !old.isDeleted
        }
      }.keys)
  }

  /// Takes all of them for seen.
  package mutating func forgetVisibleChanges() { formerRows = [:] }

  /// A record as it was when `takeVisibleChanges` was asked last.
  func formerRow(_ id: RecordID) -> ReplicaRow? {
    if let former = formerRows[id] { return former }
    return rows[id]
  }

  mutating func takeChangedRows() -> Set<RecordID> {
    defer { changedRows = [] }
    return changedRows
  }

  /// Ends the log that was waited for.
  mutating func finishStaged() {
    if let staged { arrived = staged }
    staged = nil
  }

  mutating func takeArrived() -> StagedLog? {
    defer { arrived = nil }
    return arrived
  }

  private mutating func leave(_ transaction: UInt64, _ id: RecordID) {
    transactions[transaction]?.remove(id)
    if transactions[transaction]?.isEmpty == true { transactions[transaction] = nil }
  }

  /// These records were changed in one transaction, and so go up with all that others have changed together with them.
  mutating func joinTransactions(of ids: Set<RecordID>, new: UInt64) {
    let changed = ids.filter { dirty.contains($0) }
    let known = Set(changed.compactMap { rows[$0]?.transaction })
    // The largest one stays as it is: otherwise a record that each transaction changes would make each one cost more.
    let joined =
      known.max { a, b in
        let (first, second) = (transactions[a]?.count ?? 0, transactions[b]?.count ?? 0)
        return first == second ? a < b : first < second
      } ?? new
    var moved = changed
    for other in known where other != joined { moved.formUnion(transactions.removeValue(forKey: other) ?? []) }
    for id in moved { rows[id]?.transaction = joined }
    changedRows.formUnion(moved)
    if !moved.isEmpty { transactions[joined, default: []].formUnion(moved) }
  }

  /// Brings the indexes up to date with another version of the app's models.
  package mutating func reindex(schema: SyncSchema) {
    let all = rows
    (rows, checksum, indexes, oldest) = ([:], 0, ZoneIndexes(), [])
    transactions = [:]
    for (id, row) in all { set(id, row, schema: schema) }
  }

  /// The checksum, computed from the rows: differs from `checksum` if a row was damaged behind its back.
  package var recomputedChecksum: UInt64 {
    rows.reduce(0) { sum, row in
      guard let base = row.value.base, !base.isDeleted else { return sum }
      return sum &+ base.digest(id: row.key, version: row.value.version)
    }
  }

  /// What waits since the server has refused it, or something that it needs; or since nobody else could read it.
  package func waiting(schema: SyncSchema, right: ShareRight? = nil) -> Set<RecordID> {
    UploadNeeds(self, schema: schema, right: right).held
  }

  /// What only merges have changed: references to what is not there were cleared. Where the account may not write, others see
  /// to it, who may.
  package var corrections: Set<RecordID> {
    indexes.cleared.filter { rows[$0]?.transaction == nil && rows[$0]?.lost == nil }
  }

  /// Where a record that was taken in by another one has gone.
  package func root(of id: RecordID) -> RecordID {
    var root = id
    // No longer than the rows: two devices may have merged two records into each other.
    for _ in 0..<rows.count {
      guard let life = rows[root]?.local?.life, life.isDeleted, let next = life.successor, next != id else { break }
      root = next
    }
    return root
  }
}

/// What the server has sent, until it is complete.
package struct StagedLog: Hashable, Sendable, Codable {
  package var lineage: Lineage
  /// Everything up to here is there, or will be after the snapshot.
  package var position: UInt64
  package var snapshot: Snapshot?
  private(set) package var records: [RecordID: StoredRecord] = [:]
  /// Records that were not written yet.
  var unsaved: Set<RecordID> = []
  /// What was written of an earlier one is to be removed.
  var startsAnew = true

  package init(lineage: Lineage, position: UInt64, snapshot: Snapshot? = nil) {
    self.lineage = lineage
    self.position = position
    self.snapshot = snapshot
  }

  mutating func add(_ record: StoredRecord) {
    records[record.id] = record
    unsaved.insert(record.id)
  }

  /// What is written besides the records.
  var withoutRecords: StagedLog {
    var log = StagedLog(lineage: lineage, position: position, snapshot: snapshot)
    log.startsAnew = false
    return log
  }

  /// Has the records of another one, which has none then: without the copy there, more are added in place.
  mutating func takeRecords(of other: inout StagedLog?) {
    guard var former = other else { return }
    other = nil
    swap(&records, &former.records)
  }

  package struct Snapshot: Hashable, Sendable, Codable {
    package var since: UInt64?
    package var after: RecordID?
    package var isComplete = false
  }
}
