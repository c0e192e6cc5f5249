// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// What one transaction of the store has changed.
struct StoreChanges {
  /// The names of properties by object; nil: all of them.
  var changed: [PersistentIdentifier: Set<String>?] = [:]
  var deleted: [PersistentIdentifier] = []
}

extension StoreChanges {
  init(_ transaction: DefaultHistoryTransaction) {
    for change in transaction.changes {
      let object = change.changedPersistentIdentifier
      if case .delete = change {
        deleted.append(object)
      } else {
        let names = change.changedNames
        if let known = changed[object] {
          changed[object] = .some(known.flatMap { known in names.map { known.union($0) } })
        } else {
          changed[object] = .some(names)
        }
      }
    }
  }
}

/// An app has restored a backup of the store alone, or erased the store. What the account has is newer, and stays: to bring former data back
/// for all devices is the server's business.
///
/// Nothing is lost, and nothing stays different without a word:
/// - What the user has saved since the restore goes up, and so does what was saved before the backup and not read yet.
///   Of the relationships of these objects, only what those transactions have changed counts: the rest is as old as the
///   backup.
/// - Objects of no record are uploaded as new ones. The backup may be of another device, or older than what the state
///   knows.
/// - Everything else becomes what the records are. A process that ends before finds a journal of all records.
extension SyncDriver {
  func takeRestored(_ kept: [DefaultHistoryTransaction], latest: HistoryPlace?) throws {
    let own = try kept.filter { try isSynced($0) }
    let foreign = own.filter { $0.author != StoreHistory.author }
    let context = ModelContext(container)
    var objects = try read(foreign, context)
    var transactions = foreign.map(StoreChanges.init)
    // As old as the backup; the others may refer to them.
    let unknown = try unknownObjects().filter { objects[$0] == nil }.sorted()
    for object in unknown { try setStore(object.storeIdentifier) }
    objects.merge(try find(Set(unknown), context)) { known, _ in known }
    let parts = stride(from: 0, to: unknown.count, by: 200).map { unknown[$0..<min($0 + 200, unknown.count)] }
    transactions.insert(
      contentsOf: parts.map { part in
        StoreChanges(changed: Dictionary(part.map { ($0, nil) }) { first, _ in first })
      }, at: 0)
    var lagging: [RecordID: [String: SyncValue]] = [:]
    var revived: Set<RecordID> = []
    let edits = try edits(transactions, &objects, context, unseen: unseen(by: foreign), &lagging, &revived)
    // Not before all of it was read.
    state.header.place = latest
    for (edits, changes) in zip(edits, transactions) {
      let meant = meant(edits, changes)
      if !meant.isEmpty { _ = try handle(.save(meant)) }
    }
    // All are shown.
    forgetVisible()
    noteLagging(lagging)
    for id in revived.sorted() { untold.append(.revived(modelName: id.type, id: id.name)) }
    // With the place, in one entry of the state file.
    try showAll()
  }

  /// The edits without those of relationships that a transaction has not changed.
  private func meant(_ edits: [LocalEdit], _ changes: StoreChanges) -> [LocalEdit] {
    var names: [RecordID: Set<String>?] = [:]
    for (object, changed) in changes.changed { if let id = state.records[object] { names[id] = .some(changed) } }
    let gone = Set(changes.deleted.compactMap { state.records[$0] })
    func isMeant(_ id: RecordID, _ field: String, _ target: RecordID?) -> Bool {
      // Seen from its other end.
      if let target, names[target] != nil || gone.contains(target) { return true }
      guard let changedHere = names[id] else { return false }
      // It is new: all of it counts.
      guard let changed = changedHere else { return true }
      let relationship = schema.models[id.type]?.relationships.first { $0.field == field }
      return relationship.map { changed.contains($0.name) } ?? true
    }
    return edits.filter { edit in
      switch edit {
      case .link(let id, let field, let target), .unlink(let id, let field, let target):
        return isMeant(id, field, target)
      case .set(let id, let field, let value):
        guard schema.models[id.type]?.relationships.contains(where: { $0.field == field }) == true else { return true }
        if case .reference(let target) = value { return isMeant(id, field, target) }
        var former: RecordID?
        if case .reference(let known)? = space.record(id)?.fields[field]?.value { former = known }
        return isMeant(id, field, former)
      default: return true
      }
    }
  }
}
