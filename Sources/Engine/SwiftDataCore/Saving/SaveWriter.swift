// SPDX-License-Identifier: Apache-2.0

/// Writes one plan in one transaction of its store.
///
/// The order is: deletions, updates, insertions, pairs. Keys of new rows are
/// given out first, so that every column can name them.
final class SaveWriter {
  let core: ContextCore
  let store: any RowStore
  let plan: SavePlan
  let policy: UniqueConflictPolicy
  // Unchecked exclusivity: one thread, and nothing comes back to a part while it changes.
  /// Whether what it has written is in the store for good. Beside the policy, it takes no room of its own.
  @exclusivity(unchecked) var isCommitted = false
  /// While its transaction is open.
  @exclusivity(unchecked) var transaction: (any RowTransaction)?
  /// Rows that are not as memory has them.
  @exclusivity(unchecked) var stale = StaleRows()

  @exclusivity(unchecked) var temporaryKeys: [(state: _ModelState, key: Int64)] = []
  /// The counters of rows that were written: those of `updates` first, in their order.
  @exclusivity(unchecked) var versions: [(state: _ModelState, version: Int32)] = []
  /// New objects whose unique values another row already had.
  @exclusivity(unchecked) var upserts: [Upsert] = []
  /// Whose rows the new objects' are, once one of them has met a row.
  lazy var newRows = NewRows(plan)
  @exclusivity(unchecked) var batch = BatchDeletion()
  /// Without those whose rows a deletion by predicate has taken.
  @exclusivity(unchecked) var updates: [SavePlan.Item]
  @exclusivity(unchecked) var gone = GoneTargets()
  /// Objects of rows that a deletion by predicate has taken.
  @exclusivity(unchecked) var goneObjects: [(object: any PersistentModel, entity: _Entity)] = []
  @exclusivity(unchecked) var taken: [ExternalChange] = []
  /// Rows that changed because others were deleted.
  @exclusivity(unchecked) var touched: [TouchedRow] = []
  /// Objects whose rows another writer has changed too, where no value of
  /// theirs was at stake.
  @exclusivity(unchecked) var overtaken: [any PersistentModel] = []
  /// Of the store's history, if it keeps one.
  @exclusivity(unchecked) private(set) var historyNumber: Int64?
  /// The place of the save in a custom store's history.
  @exclusivity(unchecked) var historyToken: (any HistoryToken)?

  init(core: ContextCore, store: any RowStore, plan: SavePlan, policy: UniqueConflictPolicy) {
    self.core = core
    self.store = store
    self.plan = plan
    self.policy = policy
    updates = plan.updates
  }

  /// Gives out the keys of new rows.
  func prepare() throws {
    if let transaction = transaction as? DataStoreTransaction {
      // The store names new models itself, when it saves them.
      temporaryKeys = plan.insertions.map { ($0.state, $0.state.key) }
      return try transaction.begin(self)
    }
    guard !plan.insertions.isEmpty, let transaction else { return }
    // By the ordinal of the root entity.
    var counts = [Int](repeating: 0, count: core.model.entities.count)
    for item in plan.insertions { counts[item.entity.root.ordinal] += 1 }
    var next = [Int64](repeating: 0, count: counts.count)
    for (ordinal, count) in counts.enumerated() where count > 0 {
      next[ordinal] = try transaction.allocateKeys(for: core.model.entities[ordinal], count: count)
    }
    temporaryKeys.reserveCapacity(plan.insertions.count)
    for item in plan.insertions {
      temporaryKeys.append((item.state, item.state.key))
      let ordinal = item.entity.root.ordinal
      item.state.key = next[ordinal]
      next[ordinal] += 1
    }
  }

  func writeRows() throws {
    guard let transaction else { return }
    if !plan.batchDeletions.isEmpty {
      let settled = SettledRows(plan, core.unsaved)
      for deletion in plan.batchDeletions {
        let result = try transaction.deleteAll(deletion.request, settled)
        batch.deleted += result.deleted
        batch.updated += result.updated
      }
      gone.note(batch.deleted)
      try findNewMembers()
      guard stale.isEmpty else { return }
    }
    try dropGoneTargets()
    for denial in core.saving.denials where store.keeps(denial.entity) {
      try denial.check { gone.isRemoved($0) }
    }
    if transaction.checksReferencesAtOnce { return try writeInOrder(transaction) }
    if !plan.deletions.isEmpty { try delete(transaction) }
    let bumped = bumpedRows()
    if transaction.takesSets {
      try updateTogether(updates[...], bumped, transaction)
    } else {
      for (position, item) in updates.enumerated() {
        try update(item, position, bumped, transaction)
      }
    }
    // Nothing of it will stay.
    guard stale.isEmpty else { return }
    if transaction.takesSets {
      try insertTogether(transaction)
    } else {
      for item in plan.insertions { try insert(item, transaction) }
    }
    try finishRows(transaction)
  }

  /// What follows when all new rows are there.
  private func finishRows(_ transaction: any RowTransaction) throws {
    if !upserts.isEmpty { try repairReferences(transaction) }
    let links = writtenLinks()
    // Their rows were there before, perhaps with other owners.
    let met = Set(upserts.map { ObjectIdentifier($0.item.object) })
    for link in links {
      guard let owner = link.ownerKey, let target = link.target._$state?.key else { continue }
      let isMet = met.contains(ObjectIdentifier(link.target))
      note(link, owner, target, isMet: isMet)
      try write(link, owner, target, isMet: isMet, transaction)
    }
  }

  /// Nothing refers to a row that is not there, at any moment: rows that lead to new ones are updated after them, and then
  /// deletions come last; else they come before the insertions, which may want their unique values.
  private func writeInOrder(_ transaction: any RowTransaction) throws {
    let bumped = bumpedRows()
    let isNew = Dictionary(grouping: updates, by: leadsToNew)
    let (early, late) = (isNew[false] ?? [], isNew[true] ?? [])
    updates = early + late
    try updateTogether(updates.prefix(early.count), bumped, transaction)
    guard stale.isEmpty else { return }
    if late.isEmpty, !plan.deletions.isEmpty { try delete(transaction) }
    guard stale.isEmpty else { return }
    try insertTogether(transaction)
    try updateTogether(updates.suffix(late.count), bumped, transaction)
    guard stale.isEmpty else { return }
    try finishRows(transaction)
    if !late.isEmpty, !plan.deletions.isEmpty { try delete(transaction) }
    let moved = Set(upserts.map { ObjectIdentifier($0.item.object) })
    for item in plan.insertions where !moved.contains(ObjectIdentifier(item.object)) {
      versions.append((item.state, transaction.versionOfNewRows(item.entity)))
    }
    for item in updates + plan.insertions where transaction.mayChangeRows(of: item.entity) {
      overtaken.append(item.object)
    }
  }

  private func leadsToNew(_ item: SavePlan.Item) -> Bool {
    item.entity.relationships.contains { property in
      guard !property.isToMany, item.state.dirty.contains(property.index),
        case .object(let target) = property.description.related(of: item.object)
      else { return false }
      return target._$state?.isInserted ?? false
    }
  }

  private func write(
    _ link: LinkChanges.Change, _ owner: Int64, _ target: Int64, isMet: Bool, _ transaction: any RowTransaction
  ) throws {
    // A row that is kept was not written.
    let isKept = isMet && policy == .keep
    let isWritten = !isKept && link.target._$state.map { $0.isInserted || !$0.dirty.isEmpty } ?? false
    func write(isAdded: Bool) throws {
      try transaction.link(
        link.relationship, owner: owner, target: target, add: isAdded, targetIsWritten: isWritten)
    }
    if link.leavesAnyOwner { try write(isAdded: true) }
    try write(isAdded: link.isAdded)
  }

  /// Without those of rows that are gone. A member that another owner gets need not leave the first.
  private func writtenLinks() -> [LinkChanges.Change] {
    var links = plan.links
    if gone.hasRows { links.removeAll { gone.isRemoved($0.owner) || gone.isRemoved($0.target) } }
    guard links.contains(where: { !$0.isAdded && $0.relationship.isOneWayToMany }) else { return links }
    let taken = Set(
      links.compactMap { $0.isAdded && $0.relationship.isOneWayToMany ? LinkChanges.Member($0) : nil })
    links.removeAll { !$0.isAdded && taken.contains(LinkChanges.Member($0)) }
    return links
  }

  /// Called when every store's rows are written, and before any store commits.
  func complete() throws {
    guard let transaction else { return }
    let rows = try transaction.settle()
    stale.changed += overtakenMembers(rows, transaction)
    guard stale.isEmpty else { return }
    for row in rows {
      touched.append(row)
      if let object = core.registered(row.entity, key: row.key), let state = object._$state {
        if state.version != 0, row.version != state.version &+ 1 { overtaken.append(object) }
        versions.append((state, row.version))
      }
    }
    historyNumber = try HistoryTokens.number(of: transaction)
    try transaction.finish()
  }

  /// Members that this save gives to other owners, in lists without inverse, and whose rows another process has changed:
  /// it may have moved them, too.
  private func overtakenMembers(_ rows: [TouchedRow], _ transaction: any RowTransaction) -> [any PersistentModel] {
    guard !plan.links.isEmpty else { return [] }
    let bumped = bumpedRows()
    var changed = rows.compactMap { row -> (any PersistentModel)? in
      guard let former = row.former, !bumped.contains(RowID(root: row.entity.root.ordinal, key: row.key)),
        let object = core.registered(row.entity, key: row.key), let state = object._$state,
        state.life == .stored || state.life == .updated, state.version > 0, state.version != former
      else { return nil }
      return object
    }
    if !changed.isEmpty {
      // Those have the counters that this save has given them.
      let written = Set(versions.map { ObjectIdentifier($0.state.owner) })
      changed.removeAll { written.contains(ObjectIdentifier($0)) }
    }
    // What was written is compared where it was.
    if !transaction.checksReferencesAtOnce { changed += overtaken }
    guard !changed.isEmpty else { return [] }
    let moved = Set(
      plan.links.lazy.filter { $0.relationship.isOneWayToMany }.map { ObjectIdentifier($0.target) })
    return changed.filter { moved.contains(ObjectIdentifier($0)) }
  }

  func noteCommit(of transaction: any RowTransaction) {
    historyNumber = historyNumber ?? (transaction as? any HistoryRecording)?.committedHistoryNumber
  }

  /// Owners that other contexts have loaded lose the members that this one
  /// has given to other owners, or to none.
  private func note(_ link: LinkChanges.Change, _ owner: Int64, _ target: Int64, isMet: Bool) {
    guard link.relationship.isOneWayToMany, let state = link.target._$state,
      !state.isInserted || isMet, let entity = state.entity
    else { return }
    let relationship = link.relationship
    guard link.isAdded || link.leavesAnyOwner else {
      // The owner's row has not changed if another one had taken the member.
      guard let ownerEntity = link.owner._$state?.entity else { return }
      let mask = PropertyMask(bits: PropertyMask.bit(relationship.index))
      taken.append(
        ExternalChange(entity: ownerEntity.ordinal, key: owner, kind: .updated(mask)))
      return
    }
    taken.append(
      ExternalChange(
        entity: entity.ordinal, key: target,
        kind: .taken(
          .init(
            entity: relationship.declaringEntity.ordinal, property: relationship.index,
            key: link.isAdded ? owner : 0)
        )))
  }

  private func dropGoneTargets() throws {
    let isWhole = store.deliversWholeRows && !plan.deletions.isEmpty
    guard core.unsaved.leadsToGone || !batch.deleted.isEmpty || isWhole else { return }
    if gone.hasRows { updates.removeAll { gone.isRemoved($0.object) } }
    try gone.drop(from: updates, core, all: store.deliversWholeRows)
    try gone.drop(from: plan.insertions, core, all: false)
  }

  // MARK: Updates

  /// Rows that a deletion by predicate of this save has changed: their
  /// counters are no longer those that memory knows.
  func bumpedRows() -> Set<RowID> {
    batch.updated.isEmpty ? [] : Set(batch.updated.map { RowID(root: $0.entity.root.ordinal, key: $0.key) })
  }

  struct RowID: Hashable {
    let root: Int
    let key: Int64

    init(root: Int, key: Int64) { (self.root, self.key) = (root, key) }

    init(_ item: SavePlan.Item) { (root, key) = (item.entity.root.ordinal, item.state.key) }
  }

  private func update(
    _ item: SavePlan.Item, _ position: Int, _ bumped: Set<RowID>,
    _ transaction: any RowTransaction
  ) throws {
    let (version, isBumped) = expectedVersion(of: item, bumped)
    note(try write(item, position, version, transaction), of: item, version, isBumped)
  }

  private func updateTogether(
    _ items: ArraySlice<SavePlan.Item>, _ bumped: Set<RowID>, _ transaction: any RowTransaction
  ) throws {
    guard !items.isEmpty else { return }
    let items = Array(items)
    let expected = items.map { expectedVersion(of: $0, bumped) }
    let rows = zip(items, expected).map { item, expected in
      RowToWrite(
        item.object, item.entity, key: item.state.key, mask: item.state.dirty, version: expected.version)
    }
    for (index, write) in try transaction.update(rows).enumerated() {
      note(write, of: items[index], expected[index].version, expected[index].isBumped)
    }
  }

  /// The counter that a row must have; `nil` if any will do.
  private func expectedVersion(of item: SavePlan.Item, _ bumped: Set<RowID>) -> (version: Int32?, isBumped: Bool) {
    let state = item.state
    let isBumped =
      !bumped.isEmpty && bumped.contains(RowID(root: item.entity.root.ordinal, key: state.key))
    // A parent that has got children changes nothing that others could have
    // changed too.
    let atStake = !state.dirty.intersection(item.entity.ownColumns).isEmpty
    return (state.version == 0 || isBumped || !atStake ? nil : state.version, isBumped)
  }

  private func note(_ write: RowWrite, of item: SavePlan.Item, _ version: Int32?, _ isBumped: Bool) {
    let state = item.state
    switch write {
    case .done(let new):
      if version == nil, !isBumped, state.version != 0, new != state.version &+ 1, new != state.version {
        overtaken.append(item.object)
      }
      versions.append((state, new))
    case .changed: stale.changed.append(item.object)
    case .gone: stale.gone.append(item.object)
    }
  }

  /// Two rows that exchange a unique value, or pass one on, stand in each
  /// other's way until both are written: the one that comes later lets go of
  /// its value first.
  private func write(
    _ item: SavePlan.Item, _ position: Int, _ version: Int32?,
    _ transaction: any RowTransaction
  ) throws -> RowWrite {
    do {
      return try transaction.update(
        item.object, item.entity, key: item.state.key, mask: item.state.dirty, version: version)
    } catch let error as SwiftDataError where error == .uniqueConflict {
      guard try makeWay(for: item, position, transaction) else { throw error }
      return try transaction.update(
        item.object, item.entity, key: item.state.key, mask: item.state.dirty, version: version)
    }
  }

  /// - Returns: Whether a row that this save will still give another value
  ///   has let go of the one that is wanted.
  private func makeWay(
    for item: SavePlan.Item, _ position: Int, _ transaction: any RowTransaction
  ) throws -> Bool {
    var hasMadeWay = false
    for constraint in item.entity.uniquenessConstraints {
      guard let row = try transaction.conflictingKey(of: item.object, item.entity, constraint),
        let other = updates[(position + 1)...].first(where: {
          $0.state.key == row.key && $0.entity === row.entity
        })
      else { continue }
      // What it keeps is not written again.
      let written = constraint.filter { other.state.dirty.contains($0.index) }
      guard !written.isEmpty else { continue }
      try transaction.vacate(written, row.entity, key: row.key)
      hasMadeWay = true
    }
    return hasMadeWay
  }

  // MARK: Undoing

  /// The transaction did not happen: temporary keys come back.
  func undo() {
    for (state, key) in temporaryKeys { state.key = key }
    gone.restore(core)
  }
}
