// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  /// An object whose record was taken in by one that is new here stays: views and other objects that have it need not
  /// notice.
  func takeOver(_ effects: [ClientEffect]) throws {
    for case .report(.replaced(let loser, by: let survivor)) in effects where follows(.takeOver) {
      guard state.identities[survivor] == nil, let object = state.identities[loser],
        loser.type == survivor.type
      else { continue }
      state.set(survivor, object)
      noteReplaced(loser, by: survivor)
    }
  }

  /// Shows the app what has changed for it, in one transaction of the store.
  func apply(_ ids: Set<RecordID>) throws {
    guard !ids.isEmpty else { return try write() }
    let disowned = try disown(ids)
    try commit((disowned.isEmpty ? ids : ids.union(disowned)).sorted())
  }

  /// What was set aside and may be shown now: it refers to these records, or the store has refused it beside others, which
  /// may have had its unique value.
  func waiting(for ids: Set<RecordID>) -> Set<RecordID> {
    if state.header.refusedByStore.isEmpty, state.header.refusedSaves == nil { return [] }
    var found = (state.header.refusedSaves ?? []).subtracting(ids)
    var open = ids.filter { state.header.refusedByStore[$0] != nil }
    while let id = open.popFirst() {
      for other in space.referrers(of: id) where found.insert(other).inserted {
        if state.header.refusedByStore[other] != nil { open.insert(other) }
      }
    }
    return found
  }

  /// Shows the app everything: its models or its store are others than before.
  func showAll() throws {
    let all = withSpace { space in
      // What was not adopted yet is in no record, and not gone.
      let known = state.identities.keys.filter { !newModels.contains($0.type) || space.row($0) != nil }
      return space.allRecords.union(known)
    }
    try commit(all.sorted())
  }

  /// Of several owners of an object that can have one, the latest stays: a merge of each one's record alone does not
  /// know of the others.
  private func disown(_ ids: Set<RecordID>) throws -> Set<RecordID> {
    guard schema.models.values.contains(where: { $0.relationships.contains(where: \.isExclusive) }) else { return [] }
    var edits: [LocalEdit] = []
    let space = space
    for id in ids.sorted() where space.isAlive(id) {
      guard let record = space.record(id) else { continue }
      for relationship in schema.models[id.type]?.relationships.filter(\.isExclusive) ?? [] {
        let field = relationship.field
        let targets =
          relationship.isToMany
          ? record.links[field]?.targets ?? []
          : record.references.filter { record.fields[field]?.value == .reference($0) }
        for target in targets.sorted() {
          let owners = space.referrers(of: target).filter { rank($0, field, target, space) != nil }
          let latest = owners.max { a, b in
            guard let first = rank(a, field, target, space), let second = rank(b, field, target, space) else {
              return false
            }
            return first == second ? a < b : first < second
          }
          // In a share that may only be read, it is for others to do this.
          for owner in owners where owner != latest && space.home(of: owner).map(space.mayWrite) ?? false {
            let edit: LocalEdit =
              relationship.isToMany
              ? .unlink(owner, relationship: field, target) : .set(owner, field: field, .null)
            if !edits.contains(edit) { edits.append(edit) }
          }
        }
      }
    }
    if edits.isEmpty { return [] }
    return try disown(edits)
  }

  private func disown(_ edits: [LocalEdit]) throws -> Set<RecordID> {
    _ = try handle(.save(edits))
    return Set(edits.map(\.record)).union(takeVisible())
  }

  /// When a record became the owner of another one; nil: it is not, or not alone.
  private func rank(_ owner: RecordID, _ field: String, _ target: RecordID, _ space: RecordSpace) -> Stamp? {
    guard let record = space.record(owner),
      let relationship = schema.models[owner.type]?.relationships.first(where: { $0.field == field }),
      relationship.isExclusive
    else { return nil }
    if !relationship.isToMany {
      return record.fields[field]?.value == .reference(target) ? record.fields[field]?.stamp : nil
    }
    // Memberships have no time, but a number that is the same everywhere.
    let number = record.links[field]?.members.filter { $0.value == target }.keys.max()
    return number.map { Stamp(wall: Int64(truncatingIfNeeded: $0.high >> 1), node: $0.low) }
  }

  /// Journal, store, identities.
  ///
  /// - Parameter whole: What is shown in parts, of which these are one.
  /// - Returns: What the store does not take.
  @discardableResult
  func commit(_ ids: [RecordID], within whole: [RecordID]? = nil) throws -> Set<RecordID> {
    // Parts of what the store does not take get nothing in addition, or they would not become smaller.
    let waiting = whole == nil ? waiting(for: Set(ids)) : []
    var ids = waiting.isEmpty ? ids : waiting.union(ids).sorted()
    var whole = whole
    // From here on, a crash leaves nothing of them out.
    if follows(.journal) { state.header.journal = Journal(records: journaled(ids, whole), isArmed: false) }
    var (conflicts, quietConflicts) = (0, 0)
    for _ in 0..<Self.attempts {
      let lagging = try readHistory().subtracting(ids)
      if !lagging.isEmpty {
        ids = lagging.union(ids).sorted()
        whole = whole.map { lagging.union($0).sorted() }
      }
      let place = state.header.place
      if follows(.journal) {
        state.header.journal = Journal(records: journaled(ids, whole), isArmed: follows(.arming), place: place)
      }
      let context = ModelContext(container)
      context.autosaveEnabled = false
      context.author = StoreHistory.author
      // Somebody saves the same with each save of sync, such as an observer of `willSave`, and always would: all attempts but
      // the last one have failed for that. An app that is merely busy does not meet each of these moments.
      let isLast = conflicts == Self.attempts - 1
      if isLast { AppleGaps.overwriteConflicts(context) } else { AppleGaps.refuseConflicts(context) }
      try step(.willRead)
      // The store's transaction must not be on the disk without it.
      let pending = try beginWriting(ids.count)
      let writer: DownloadWriter
      do { writer = try downloads(ids, context) } catch {
        try finish(pending)
        throw error
      }
      try finish(pending)
      try step(.wroteJournal)
      // Before the objects are there: what they have in the place of these values is no edit.
      for blob in writer.awaiting.values.reduce(into: Set(), { $0.formUnion($1) }) { try large.folder.want(blob) }
      // What the user has saved while the objects were read must not be taken for what is to be overwritten.
      guard try !follows(.freshEdits) || !hasForeignNews() else { continue }
      try step(.willSave)
      do { if context.hasChanges { try context.save() } } catch {
        // The same, saved since then: a part of what came would be shown without the rest. If nobody has saved anything, it
        // is the store that does not take it, such as a foreign key of its own.
        if AppleGaps.isConflict(error) {
          if try hasForeignNews(), !isLast {
            conflicts += 1
            continue
          }
          quietConflicts += 1
          if quietConflicts < 8, !isLast { continue }
        }
        return try divide(ids, error, within: whole)
      }
      try step(.savedStore)
      noteShown(ids)
      try finish(ids, writer, within: whole)
      return []
    }
    throw SyncError.store(reason: "the app saves without a pause; sync found no moment between two of its saves")
  }

  private static let attempts = 16

  /// Objects as records are, in a context that is to be saved.
  private func downloads(_ ids: [RecordID], _ context: ModelContext) throws -> DownloadWriter {
    var writer = DownloadWriter(
      schema: schema, space: space, context: context, objects: try objects(for: ids, context), sealing: sealing(),
      large: large, newFields: newFields, newModels: newModels)
    writer.write(ids)
    return writer
  }

  private func objects(for ids: [RecordID], _ context: ModelContext) throws -> [RecordID: any PersistentModel] {
    // Before the first import there are none.
    if state.identities.isEmpty { return [:] }
    var wanted: [RecordID: PersistentIdentifier] = [:]
    let space = space
    for id in ids {
      if let own = state.identities[id] { wanted[id] = own }
      for target in space.shownRow(id)?.local?.references ?? [] where wanted[target] == nil {
        wanted[target] = state.identities[target]
      }
    }
    let found = try find(Set(wanted.values), context)
    return wanted.compactMapValues { found[$0] }
  }

  private func hasForeignNews() throws -> Bool {
    guard case .transactions(let news) = try history.news(after: state.header.place, store: state.header.store) else {
      return true
    }
    return news.contains { transaction in
      transaction.author != StoreHistory.author
        && transaction.changes.contains { schema.models[$0.changedPersistentIdentifier.entityName] != nil }
    }
  }

  /// One of them is what the store does not take: it is set aside, the others are shown.
  private func divide(_ ids: [RecordID], _ error: any Error, within whole: [RecordID]?) throws -> Set<RecordID> {
    guard follows(.setAside) else { throw error }
    // Nothing was wrong with them. The journal stays, and says what is to be shown.
    if AppleGaps.isOfStore(error) { throw error }
    if ids.count == 1, let id = ids.first {
      refuse(id, "\(error)")
      state.header.refusedSaves = (state.header.refusedSaves ?? []).union([id])
      state.header.journal = rest(of: whole)
      try write()
      return [id]
    }
    let all = whole ?? ids
    // What is deleted comes last: what belonged to it has moved then.
    let ids = ids.filter { space.isAlive($0) } + ids.filter { !space.isAlive($0) }
    let middle = ids.count / 2
    let first = try commit(Array(ids[..<middle]), within: all)
    let refused = try first.union(commit(Array(ids[middle...]), within: all))
    guard whole == nil else { return refused }
    // References from one half to the other, and what needs an object of the other one.
    let rest = Set(ids).subtracting(refused).union(spared).sorted()
    let everything = journaled([], all)
    spared = []
    if !rest.isEmpty { try commit(rest, within: everything) }
    let late = spared.sorted()
    spared = []
    state.header.journal = nil
    if !late.isEmpty, follows(.journal) { state.header.journal = Journal(records: late, isArmed: false) }
    try write()
    if !late.isEmpty { try commit(late) }
    return refused
  }

  /// What remains of a journal after a part was shown: all of it, since the parts are not noted one by one.
  private func rest(of whole: [RecordID]?) -> Journal? {
    follows(.journal) ? whole.map { Journal(records: journaled([], $0), isArmed: false) } : nil
  }

  /// What is to be shown if the process ends: all of what is shown in parts, and what its parts have left to do.
  private func journaled(_ ids: [RecordID], _ whole: [RecordID]?) -> [RecordID] {
    guard let whole else { return ids }
    return spared.isEmpty ? whole : spared.union(whole).sorted()
  }

  private func refuse(_ id: RecordID, _ reason: String) {
    // What waits for a value is on its way.
    if state.header.refusedByStore.updateValue(reason, forKey: id) != reason, !large.isAwaiting(id) {
      untold.append(.setAside(item(id, cause(id), reason)))
    }
  }

  private func finish(_ ids: [RecordID], _ writer: DownloadWriter, within whole: [RecordID]?) throws {
    if !state.header.refusedByStore.isEmpty { for id in ids { state.header.refusedByStore[id] = nil } }
    state.header.refusedSaves?.subtract(ids)
    for id in ids where large.isAwaiting(id) || writer.awaiting[id] != nil {
      large.set(id, awaits: writer.awaiting[id] ?? [])
    }
    if state.header.refusedSaves?.isEmpty == true { state.header.refusedSaves = nil }
    for (id, reason) in writer.refused.sorted(by: { $0.key < $1.key }) { refuse(id, reason) }
    noteAltered(ids, writer.altered)
    var twins: [(loser: RecordID, kept: RecordID)] = []
    state.reserve(writer.inserted.count)
    for id in ids {
      guard let object = writer.inserted[id]?.persistentModelID else { continue }
      try setStore(object.storeIdentifier)
      // The store has put both into one row, by a rule that the core does not know, such as a unique pair of attributes.
      // All devices keep the same one.
      if let other = state.records[object], other != id, space.isAlive(other) {
        let (loser, kept) = older(other, id) ? (id, other) : (other, id)
        twins.append((loser, kept))
        state.set(kept, object)
      } else {
        state.set(id, object)
      }
    }
    // Before it is looked up what a deletion leaves behind: these references do not lead to it any more.
    let moved = twins.flatMap { takeIn($0.loser, $0.kept) + moves(from: $0.loser, to: $0.kept) }
    if !moved.isEmpty { _ = try handle(.save(moved)) }
    let kept = try delete(writer.hasDeletions ? try deletedByRules() : [], losers: twins.map(\.loser))
    let shown = kept.filter { state.header.refusedByStore[$0] == nil }.union(twins.map(\.kept))
    if whole != nil { spared.formUnion(shown) }
    // With the identities, or a process that ends in between leaves records that have no objects.
    state.header.journal = rest(of: whole)
    if state.header.journal == nil, !shown.isEmpty, follows(.journal) {
      state.header.journal = Journal(records: shown.sorted(), isArmed: false)
    }
    try write()
    try step(.wroteIdentities)
    if whole == nil, !shown.isEmpty { try commit(shown.sorted()) }
  }

  /// Deletes the records of objects that the store has deleted by the models' rules, and those whose objects are others'
  /// now.
  ///
  /// - Returns: Those that stay. They have another owner by their records, or wait for it: they went only since the
  ///   store could not have that yet.
  func delete(_ cascaded: [RecordID], losers: [RecordID]) throws -> Set<RecordID> {
    let kept = Set(cascaded.filter { state.header.refusedByStore[$0] != nil || !space.owners(of: $0).isEmpty })
    var changes = localChanges([:])
    let edits = changes.delete((cascaded.filter { !kept.contains($0) } + losers).sorted())
    if !edits.isEmpty {
      _ = try handle(.save(edits))
      forgetVisible()
    }
    return kept
  }

  /// Objects that the last transaction has deleted by the models' rules, and whose records are still there: the app's
  /// rules are right.
  private func deletedByRules() throws -> [RecordID] {
    guard case .transactions(let news) = try history.news(after: state.header.place, store: state.header.store) else {
      return []
    }
    return deletedByRules(in: news)
  }

  func deletedByRules(in transactions: [DefaultHistoryTransaction]) -> [RecordID] {
    var found: [RecordID] = []
    for transaction in transactions where transaction.author == StoreHistory.author {
      for case .delete(let change) in transaction.changes {
        guard let id = state.records[change.changedPersistentIdentifier], schema.models[id.type] != nil,
          space.isAlive(id)
        else { continue }
        found.append(id)
      }
    }
    return found
  }
}
