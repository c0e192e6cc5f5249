// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  /// Finishes what a process that ended has begun.
  ///
  /// If the store's transaction was committed, the identities of its new objects are missing in the state file. The
  /// history has the objects, but not of which records; they are found by their attributes. Objects that cannot be told
  /// apart may take each other's place: their relationships are written again then, which makes it true.
  func recover() throws {
    guard let journal = state.header.journal else { return }
    let spared = journal.isArmed ? try findCommitted(journal) : []
    try commit(spared.isEmpty ? journal.records : spared.union(journal.records).sorted())
  }

  /// - Returns: Records whose objects that transaction has deleted, and that stay.
  private func findCommitted(_ journal: Journal) throws -> Set<RecordID> {
    var cascaded: [RecordID] = []
    var changedSince: [PersistentIdentifier: Set<String>?] = [:]
    var inserted: [PersistentIdentifier] = []
    switch try history.news(after: journal.place, store: state.header.store) {
    case .replaced: return []
    case .transactions(let news), .restored(let news, latest: _):
      guard let index = news.firstIndex(where: { $0.author == StoreHistory.author }) else { return [] }
      cascaded = deletedByRules(in: [news[index]])
      for change in news[(index + 1)...].flatMap(\.changes) {
        let object = change.changedPersistentIdentifier
        let names = change.changedNames
        let known = changedSince[object] ?? .some([])
        changedSince[object] = .some(known.flatMap { known in names.map { known.union($0) } })
      }
      for case .insert(let change) in news[index].changes {
        let object = change.changedPersistentIdentifier
        if schema.models[object.entityName] != nil, state.records[object] == nil { inserted.append(object) }
      }
    case .expired:
      // Of what the app has deleted from the history, only the objects tell.
      inserted = try unknownObjects()
      if inserted.isEmpty { return [] }
    }
    // What that transaction has deleted it has not inserted.
    let gone = Set(cascaded)
    let alive = journal.records.filter { space.isAlive($0) && !gone.contains($0) }
    let present = try find(Set(alive.compactMap { state.identities[$0] }), ModelContext(container))
    let missing = alive.filter { id in state.identities[id].map { present[$0] == nil } ?? true }
    // A record that had been deleted here comes back as another object.
    for id in missing where state.identities[id] != nil { state.set(id, nil) }
    let objects = try find(Set(inserted), ModelContext(container))
    for (name, objectsOfClass) in Dictionary(grouping: inserted, by: \.entityName).sorted(by: { $0.key < $1.key }) {
      var records = missing.filter { $0.type == name }
      // First those that nobody has changed since.
      let order = objectsOfClass.sorted { a, b in
        let (first, second) = (changedSince[a] == nil ? 0 : 1, changedSince[b] == nil ? 0 : 1)
        return first == second ? a < b : first < second
      }
      var rest: [PersistentIdentifier] = []
      var bySignature = Dictionary(grouping: records, by: { signature($0, leavingOut: []) })
      for object in order {
        let changed = changedSince[object] ?? .some([])
        guard let model = objects[object], let changed else {
          rest.append(object)
          continue
        }
        let wanted = signature(model, name, leavingOut: changed)
        let match =
          changed.isEmpty
          ? bySignature[wanted]?.popLast()
          : records.first { state.identities[$0] == nil && signature($0, leavingOut: changed) == wanted }
        guard let match else {
          rest.append(object)
          continue
        }
        state.set(match, object)
      }
      bySignature = [:]
      records.removeAll { state.identities[$0] != nil }
      for (record, object) in zip(records, rest) { state.set(record, object) }
    }
    let kept = cascaded.isEmpty ? [] : try delete(cascaded, losers: [])
    if !kept.isEmpty { state.header.journal?.records = kept.union(journal.records).sorted() }
    state.header.journal?.isArmed = false
    noteShown(journal.records)
    try write()
    return kept
  }

  /// The synced objects that are of no record.
  func unknownObjects() throws -> [PersistentIdentifier] {
    let context = ModelContext(container)
    var found: [PersistentIdentifier] = []
    for name in schema.models.keys.sorted() {
      for model in try schema.models[name]?.access.all(context) ?? []
      where state.records[model.persistentModelID] == nil {
        found.append(model.persistentModelID)
      }
    }
    return found
  }

  private func signature(_ id: RecordID, leavingOut names: Set<String>) -> [SyncValue] {
    let (row, sealing) = (space.row(id), sealing())
    return schema.models[id.type]?.attributes.filter { !names.contains($0.name) }.map { attribute in
      let value: SyncValue =
        switch sealing.read(attribute, row, id) {
        // Instead of what has not come yet there is a default value.
        case .value where large.isAwaited(row?.local?.fields[attribute.field]?.value, id):
          attribute.initial(of: id) ?? .null
        case .value(.null) where !attribute.isOptional: attribute.initial(of: id) ?? .null
        case .value(let content): large.form(of: content)
        // What cannot be read, or is not in the record, is shown as the default value.
        case .locked, .altered, nil: attribute.initial(of: id) ?? .null
        }
      return attribute.access.unordered(value)
    } ?? []
  }

  private func signature(_ model: any PersistentModel, _ name: String, leavingOut names: Set<String>) -> [SyncValue] {
    schema.models[name]?.attributes.filter { !names.contains($0.name) }.map {
      $0.access.unordered((try? $0.access.read(model)).map(large.form) ?? .null)
    } ?? []
  }
}
