// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  /// Tells the core what the app has saved since the last time.
  func drain() throws {
    let lagging = try readHistory()
    if !lagging.isEmpty { try commit(lagging.sorted()) }
  }

  /// - Returns: Records that are not what the store has: edits that did not know of their values have not won.
  func readHistory() throws -> Set<RecordID> {
    // What is saved while objects are read is read, too: an object may refer to one that is new.
    var all: [DefaultHistoryTransaction] = []
    var objects: [PersistentIdentifier: any PersistentModel] = [:]
    var context = ModelContext(container)
    for _ in 0..<8 {
      switch try history.news(after: all.last.map(place) ?? state.header.place, store: state.header.store) {
      case .expired:
        if follows(.expiredHistory) {
          // Nobody deletes all there is and then its history: the store was emptied as a whole, or is another one.
          if try lacksAllObjects() { try takeRestored([], latest: try history.latest()) } else { try scan() }
        }
        return []
      case .replaced:
        if follows(.replacedStore) {
          state.header.place = try history.latest()
          try showAll()
        }
        return []
      case .restored where !all.isEmpty:
        // Between two looks: what was read of the former contents may not be there any more.
        (all, objects) = ([], [:])
        continue
      case .restored(let kept, let latest):
        if follows(.replacedStore) { try takeRestored(kept, latest: latest) }
        return []
      case .transactions(let news):
        let own = try news.filter { try isSynced($0) }
        guard !own.isEmpty else { break }
        all += own
        context = ModelContext(container)
        objects = try read(all, context)
        continue
      }
      break
    }
    guard let last = all.last else { return [] }
    let foreign = all.filter { $0.author != StoreHistory.author }
    var lagging: [RecordID: [String: SyncValue]] = [:]
    var revived: Set<RecordID> = []
    let edits = try edits(foreign, &objects, context, unseen: unseen(by: foreign), &lagging, &revived)
    for edits in edits where !edits.isEmpty {
      _ = try handle(.save(edits))
      goal.hasSaved = true
    }
    // The store has these already.
    forgetVisible()
    state.header.place = place(last)
    noteLagging(lagging)
    for id in revived.sorted() { untold.append(.revived(modelName: id.type, id: id.name)) }
    let ids = revived.union(lagging.keys)
    // Until they are shown.
    if !ids.isEmpty, follows(.journal) {
      state.header.journal = Journal(
        records: ids.union(state.header.journal?.records ?? []).sorted(), isArmed: false)
    }
    try write()
    try step(.readHistory)
    return ids
  }

  func place(_ transaction: DefaultHistoryTransaction) -> HistoryPlace {
    HistoryPlace(token: transaction.token, time: transaction.timestamp)
  }

  /// Whether a transaction is of the store that is synced, which is known from the first object on.
  func isSynced(_ transaction: DefaultHistoryTransaction) throws -> Bool {
    if let store = state.header.store, store == transaction.storeIdentifier { return true }
    let own = transaction.changes.filter { schema.models[$0.changedPersistentIdentifier.entityName] != nil }
    guard !own.isEmpty else { return false }
    try setStore(transaction.storeIdentifier)
    return true
  }

  /// No transaction spans several stores, and their histories have no common order.
  func setStore(_ store: String?) throws {
    guard let store else { return }
    if let known = state.header.store, known != store { throw SyncError.severalStores([known, store].sorted()) }
    state.header.store = store
  }

  func read(
    _ transactions: [DefaultHistoryTransaction], _ context: ModelContext
  ) throws -> [PersistentIdentifier: any PersistentModel] {
    var wanted: Set<PersistentIdentifier> = []
    for transaction in transactions where transaction.author != StoreHistory.author {
      for change in transaction.changes {
        if case .delete = change { continue }
        wanted.insert(change.changedPersistentIdentifier)
      }
    }
    return try find(wanted, context)
  }

  /// The objects of synced classes with these identities, as far as they are there.
  func find(
    _ identifiers: Set<PersistentIdentifier>, _ context: ModelContext
  ) throws -> [PersistentIdentifier: any PersistentModel] {
    var found: [PersistentIdentifier: any PersistentModel] = [:]
    for (name, all) in Dictionary(grouping: identifiers, by: \.entityName) {
      guard let model = schema.models[name] else { continue }
      let all = all.sorted()
      for start in stride(from: 0, to: all.count, by: 500) {
        for object in try model.access.find(Array(all[start..<min(start + 500, all.count)]), context) {
          found[object.persistentModelID] = object
        }
      }
    }
    return found
  }

  private func edits(
    _ transactions: [DefaultHistoryTransaction], _ objects: inout [PersistentIdentifier: any PersistentModel],
    _ context: ModelContext, unseen: [RecordID: [String: SyncValue]],
    _ lagging: inout [RecordID: [String: SyncValue]], _ revived: inout Set<RecordID>
  ) throws -> [[LocalEdit]] {
    try edits(transactions.map(StoreChanges.init), &objects, context, unseen: unseen, &lagging, &revived)
  }

  func edits(
    _ transactions: [StoreChanges], _ objects: inout [PersistentIdentifier: any PersistentModel],
    _ context: ModelContext, unseen: [RecordID: [String: SyncValue]],
    _ lagging: inout [RecordID: [String: SyncValue]], _ revived: inout Set<RecordID>
  ) throws -> [[LocalEdit]] {
    // Objects that are gone, whose records go on as others.
    var former: [PersistentIdentifier: RecordID] = [:]
    // Objects that the app has named as others had named theirs, before it was shown those.
    var met: Set<RecordID> = []
    for object in objects.keys.sorted() {
      guard let model = objects[object] else { continue }
      let isUnknown = state.records[object] == nil && model is any SyncNamed
      let gone = try identify(model)
      guard let id = state.records[object] else { continue }
      if let gone { former[gone] = id } else if isUnknown, space.isAlive(id) { met.insert(id) }
    }
    var perTransaction: [StoreChanges] = []
    var owners: Set<RecordID> = []
    for transaction in transactions {
      var changed = transaction.changed
      let changes = localChanges(objects, former: former)
      for (object, names) in transaction.changed {
        guard let model = objects[object], let id = state.records[object] else { continue }
        for owner in changes.owners(ofEndsOf: model, id, names: names) {
          guard let other = state.identities[owner], changed[other] == nil else { continue }
          // Its attributes are as they were.
          changed[other] = .some([])
          owners.insert(owner)
        }
      }
      perTransaction.append(StoreChanges(changed: changed, deleted: transaction.deleted))
    }
    let missing = Set(owners.compactMap { state.identities[$0] }.filter { objects[$0] == nil })
    objects.merge(try find(missing, context)) { known, _ in known }
    var changes = localChanges(objects, former: former)
    changes.unseen = unseen
    changes.met = met
    let edits = try perTransaction.map { try changes.edits(changed: $0.changed, deleted: $0.deleted) }
    lagging = changes.lagging
    revived = changes.revived
    return edits
  }

  /// - Parameter former: Objects that are gone, whose records are other objects by now.
  func localChanges(
    _ objects: [PersistentIdentifier: any PersistentModel], former: [PersistentIdentifier: RecordID] = [:]
  ) -> LocalEdits {
    var changes = LocalEdits(
      schema: schema, space: space,
      records: former.isEmpty ? state.records : state.records.merging(former) { own, _ in own },
      identities: follows(.hiddenEnds) ? state.identities : nil, objects: objects,
      sealing: sealing(shown: state.header.shownKeys ?? []), large: large, newFields: newFields,
      rules: client.schema, now: Stamp(wall: now, node: core.node),
      unshown: state.header.unshown ?? [:], unshownLinks: state.header.unshownLinks ?? [:])
    changes.newModels = newModels
    if !state.header.isImported { changes.agesInserts = .named }
    return changes
  }

  /// Gives an object that sync does not know a record.
  ///
  /// - Returns: An object that is gone, if this one takes over its record: the app has given it the same name.
  @discardableResult
  func identify(_ model: any PersistentModel) throws -> PersistentIdentifier? {
    let object = model.persistentModelID
    guard state.records[object] == nil else { return nil }
    var name = random.uuid()
    if let named = model as? any SyncNamed, RecordID.isName(named.syncName) { name = named.syncName }
    var id = RecordID(object.entityName, name)
    var former = state.identities[id]
    if let other = former, try !find([other], ModelContext(container)).isEmpty {
      // The app has given one name to two objects: the second one is another record.
      id = RecordID(object.entityName, random.uuid())
      former = nil
    }
    state.set(id, object)
    return former
  }

  /// Whether of the objects that records are shown as, not one is left.
  private func lacksAllObjects() throws -> Bool {
    let known = state.identities.filter { schema.models[$0.key.type] != nil && space.isAlive($0.key) }.values.sorted()
    guard !known.isEmpty else { return false }
    let context = ModelContext(container)
    for start in stride(from: 0, to: known.count, by: 500) {
      if try !find(Set(known[start..<min(start + 500, known.count)]), context).isEmpty { return false }
    }
    return true
  }

  /// Looks at all objects: at the first time, and when the history does not say what was saved.
  ///
  /// Records that the store does not have as they are, or not yet, are left out: nothing says what of that the user has
  /// changed.
  func scan() throws {
    state.header.place = try history.latest()
    let open = Set(state.header.journal?.records ?? []).union(state.header.refusedByStore.keys)
      .union(state.header.held ?? [])
    let context = ModelContext(container)
    var objects: [PersistentIdentifier: any PersistentModel] = [:]
    for name in schema.models.keys.sorted() {
      for model in try schema.models[name]?.access.all(context) ?? [] {
        let object = model.persistentModelID
        try setStore(object.storeIdentifier)
        objects[object] = model
      }
    }
    state.reserve(objects.count)
    for object in objects.keys.sorted() { if let model = objects[object] { try identify(model) } }
    for edits in try edits(of: objects, except: open) where !edits.isEmpty { _ = try handle(.save(edits)) }
    forgetVisible()
    try write()
  }

  /// All that differs from the records, in parts that go up one after the other. Nothing of it has the zone any more
  /// when that is changed, or the zone would be copied.
  private func edits(
    of objects: [PersistentIdentifier: any PersistentModel], except open: Set<RecordID>
  ) throws -> [[LocalEdit]] {
    let known = objects.keys.compactMap { object in state.records[object].map { (object, $0) } }
      .filter { !open.contains($0.1) }.sorted { $0.1 < $1.1 }.map(\.0)
    var changes = localChanges(objects)
    var edits: [[LocalEdit]] = []
    for start in stride(from: 0, to: known.count, by: 200) {
      edits.append(try changes.edits(of: known[start..<min(start + 200, known.count)]) { _ in nil })
    }
    // Those of classes that are not synced any more were not looked at; what is gone of one that is synced again went before.
    let gone = state.identities.filter { id, object in
      schema.models[id.type] != nil && !newModels.contains(id.type) && objects[object] == nil && !open.contains(id)
    }
    edits.append(changes.delete(gone.keys.sorted()))
    return edits
  }
}

extension RecordID {
  /// Whether a text can be a name of the protocol.
  static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7f }
  }
}
