// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What one context has not saved, and what of the others' saves it has not
/// seen.
struct TeamPending {
  typealias Property = TeamFacts.Property

  enum Fate: Equatable {
    case itself
    /// The folder whose deletion takes it along.
    case with(Int)
  }

  var edits: [TeamEdit] = []
  /// What has been assigned, of objects that have a row.
  var dirty: [Int: Set<Property>] = [:]
  /// Of what is assigned, what a delete rule has.
  var ruled: [Int: Set<Property>] = [:]
  /// Saved objects that go.
  var deleted: [Int: Fate] = [:]

  /// What others have saved since this context looked.
  var changed: [Int: Set<Property>] = [:]
  var gone: Set<Int> = []

  /// What a save that threw has found.
  var conflicts: [Int: Set<Property>] = [:]
  var deletionConflicts: Set<Int> = []
  /// Changed here, deleted elsewhere.
  var lost: Set<Int> = []

  var isIdle: Bool { edits.isEmpty && deleted.isEmpty && dirty.isEmpty }

  var inserted: Set<Int> {
    Set(edits.compactMap { if case .insert(let uid, _) = $0 { uid } else { nil } })
  }

  mutating func mark(_ uid: Int, _ property: Property, ruled byRule: Bool = false) {
    guard !inserted.contains(uid) else { return }
    dirty[uid, default: []].insert(property)
    if byRule { ruled[uid, default: []].insert(property) }
  }

  mutating func rename(_ old: Int, to new: Int) {
    func move<T>(_ values: inout [Int: T]) { values[new] = values.removeValue(forKey: old) }
    func move(_ values: inout Set<Int>) { if values.remove(old) != nil { values.insert(new) } }
    edits = edits.map { $0.renaming(old, to: new) }
    move(&dirty)
    move(&ruled)
    move(&deleted)
    deleted = deleted.mapValues { $0 == .with(old) ? .with(new) : $0 }
    move(&changed)
    move(&gone)
    move(&conflicts)
    move(&deletionConflicts)
    move(&lost)
  }
}

/// The store as plain values, and each context's changes of it.
struct TeamReference {
  typealias Property = TeamFacts.Property

  enum Outcome: String, Sendable { case saved, optimisticLockFailure, uniqueConflict }

  private(set) var committed = TeamFacts()
  /// Whether the latest save has met rows by their unique values.
  private(set) var hasMet = false
  var desks: [TeamPending]

  init(desks count: Int) { desks = Array(repeating: TeamPending(), count: count) }

  /// What a context shows: its changes, done over what is saved.
  func view(_ desk: Int) -> TeamFacts {
    var facts = committed
    for edit in desks[desk].edits { facts.apply(edit) }
    return facts
  }

  /// The context hears of what the others have saved.
  mutating func look(_ desk: Int) {
    let (changed, gone) = (desks[desk].changed, desks[desk].gone)
    (desks[desk].changed, desks[desk].gone) = ([:], [])
    for uid in gone where desks[desk].deleted[uid] == nil && desks[desk].dirty[uid] != nil {
      desks[desk].lost.insert(uid)
    }
    // What others have saved, too, is no change any more.
    desks[desk].edits.removeAll { edit in
      switch edit {
      case .pair(let pair, let isAdded): committed.pairs.contains(pair) == isAdded
      case .set(let note, .noteFan, let folder): committed[note, .noteFan] == folder
      case .leave(let note, let folder): committed[note, .noteFan] != folder
      default: false
      }
    }
    for (cover, properties) in changed where properties.contains(.coverFile) {
      release(cover, desk)
    }
    // Likewise for the cover that others have given a file.
    for (file, properties) in changed where properties.contains(.fileCover) {
      guard desks[desk].dirty[file]?.contains(.fileCover) == true, desks[desk].deleted[file] == nil,
        let cover = committed[file, .fileCover], cover != view(desk)[file, .fileCover],
        desks[desk].deleted[cover] == nil
      else { continue }
      desks[desk].mark(cover, .coverFile)
    }
    for (uid, properties) in changed where properties.contains(.fileFolder) {
      // A cascade spares what has moved.
      guard case .with(let owner)? = desks[desk].deleted[uid],
        committed[uid, .fileFolder] != owner
      else { continue }
      desks[desk].deleted[uid] = nil
      desks[desk].edits.removeAll { $0 == .delete(uid) }
    }
    for (uid, properties) in changed where desks[desk].deleted[uid] != nil {
      applyRules(uid, properties, desk)
    }
  }

  /// The delete rules hold for what others have related a deleted object to.
  private mutating func applyRules(_ uid: Int, _ properties: Set<Property>, _ desk: Int) {
    if properties.contains(.coverFile) {
      for file in committed.referring(to: uid, by: .fileCover) where desks[desk].deleted[file] == nil {
        desks[desk].mark(file, .fileCover, ruled: true)
      }
    }
    if properties.contains(.fileCover), let cover = committed[uid, .fileCover],
      desks[desk].deleted[cover] == nil
    {
      desks[desk].mark(cover, .coverFile, ruled: true)
    }
  }

  /// Others have given a cover away whose file this context has changed: what
  /// this one says stays, so the file that has got the cover is without.
  private mutating func release(_ cover: Int, _ desk: Int) {
    guard desks[desk].dirty[cover]?.contains(.coverFile) == true, desks[desk].deleted[cover] == nil
    else { return }
    let mine = view(desk).referring(to: cover, by: .fileCover).filter {
      desks[desk].dirty[$0]?.contains(.fileCover) == true || desks[desk].inserted.contains($0)
    }
    for file in committed.referring(to: cover, by: .fileCover)
    where !mine.contains(file) && desks[desk].deleted[file] == nil
      && desks[desk].dirty[file]?.contains(.fileCover) != true
    {
      desks[desk].edits.append(.set(file, .fileCover, nil))
      desks[desk].mark(file, .fileCover)
    }
  }

  mutating func rollback(_ desk: Int) {
    let (changed, gone) = (desks[desk].changed, desks[desk].gone)
    desks[desk] = TeamPending()
    (desks[desk].changed, desks[desk].gone) = (changed, gone)
  }

  mutating func renew(_ desk: Int) { desks[desk] = TeamPending() }

  /// Whether others have put files into folders that this context deletes.
  func hasLateMembers(_ desk: Int) -> Bool {
    let deleted = desks[desk].deleted
    return committed.all(.file).contains { uid in
      guard deleted[uid] == nil, let owner = committed[uid, .fileFolder] else { return false }
      return deleted[owner] != nil
    }
  }

  // MARK: Saving

  mutating func save(_ desk: Int, _ policy: MergePolicy) -> Outcome {
    hasMet = false
    guard !desks[desk].isIdle else { return .saved }
    meet(desk, policy)
    if let refusal = settle(desk, policy) { return refusal }
    desks[desk].conflicts = [:]
    desks[desk].deletionConflicts = []
    desks[desk].lost = []

    var next = view(desk)
    guard !hasDuplicates(next) else { return .uniqueConflict }
    upsert(desk, &next)
    broadcast(next, from: desk)
    committed = next
    desks[desk] = TeamPending()
    return .saved
  }

  /// Of what another process has done, only the rows are known.
  mutating func blur(_ desk: Int) {
    for uid in desks[desk].changed.keys {
      guard let kind = committed.rows[uid]?.kind else { continue }
      desks[desk].changed[uid] = Set(Property.allCases.filter { Property.kind($0) == kind })
    }
  }

  /// What comes to light at the save itself.
  private mutating func meet(_ desk: Int, _ policy: MergePolicy) {
    let changed = desks[desk].changed
    look(desk)
    for (uid, properties) in changed {
      if desks[desk].deleted[uid] != nil {
        if policy == .error, !properties.isEmpty { desks[desk].deletionConflicts.insert(uid) }
        continue
      }
      // What a rule has emptied, the program has not changed.
      let own = (desks[desk].dirty[uid] ?? []).subtracting(desks[desk].ruled[uid] ?? [])
      let both = properties.intersection(own)
      guard !both.isEmpty else { continue }
      switch policy {
      case .error: desks[desk].conflicts[uid, default: []].formUnion(both)
      case .storeWins: giveUp(both, uid, desk)
      case .memoryWins: break
      }
    }
  }

  private mutating func giveUp(_ properties: Set<Property>, _ uid: Int, _ desk: Int) {
    desks[desk].edits.removeAll {
      if case .set(uid, let property, _) = $0 { properties.contains(property) } else { false }
    }
    desks[desk].dirty[uid]?.subtract(properties)
    if desks[desk].dirty[uid]?.isEmpty == true { desks[desk].dirty[uid] = nil }
  }

  /// What a to-one relationship leads to; outside, `nil` for every other property.
  private static func target(of uid: Int, _ property: Property, in facts: TeamFacts) -> Int?? {
    switch property {
    case .fileFolder, .fileCover, .noteFile: .some(facts[uid, property])
    case .coverFile: .some(facts.all(.file).first { facts[$0, .fileCover] == uid })
    default: nil
    }
  }

  private mutating func settle(_ desk: Int, _ policy: MergePolicy) -> Outcome? {
    let pending = desks[desk]
    for (uid, properties) in pending.conflicts where pending.deleted[uid] == nil {
      let both = properties.intersection(pending.dirty[uid] ?? [])
      guard !both.isEmpty else { continue }
      let mine = view(desk)
      // Both sides have chosen the same model: nothing is lost. Equal numbers may be two increments.
      let equal = both.filter { property in
        guard let chosen = Self.target(of: uid, property, in: mine) else { return false }
        return chosen == Self.target(of: uid, property, in: committed)
      }
      if policy == .error, !both.subtracting(equal).isEmpty { return .optimisticLockFailure }
      if policy == .storeWins { giveUp(both, uid, desk) }
    }
    let refused = pending.deletionConflicts.contains { pending.deleted[$0] != nil }
    if policy == .error, refused { return .optimisticLockFailure }
    if policy != .storeWins, !pending.lost.isEmpty { return .optimisticLockFailure }
    return nil
  }

  /// Of rows that the store has already. New ones meet those, and take over.
  private func hasDuplicates(_ next: TeamFacts) -> Bool {
    for kind in TeamFacts.Kind.allCases {
      guard let unique = Property.unique(kind) else { continue }
      let values = next.all(kind).filter { committed.rows[$0] != nil }.map { next[$0, unique] }
      if Set(values).count < values.count { return true }
    }
    return false
  }

  private mutating func upsert(_ desk: Int, _ next: inout TeamFacts) {
    for uid in desks[desk].inserted.sorted() {
      guard let row = next.rows[uid], let unique = Property.unique(row.kind) else { continue }
      let met = next.all(row.kind).first { $0 != uid && next[$0, unique] == row.values[unique] }
      guard let met else { continue }
      hasMet = true
      // What the row's own object has been related to stays if the new one leaves it empty.
      for property in [Property.fileFolder, .fileCover]
      where row.values[property] == nil && desks[desk].dirty[met]?.contains(property) == true {
        let owner = next[met, property]
        next.rows[uid]?.values[property] = owner
      }
      next.rename(met, to: uid)
      committed.rename(met, to: uid)
      // What was there has another number now, and all values are new.
      committed.rows[uid] = TeamFacts.Row(kind: row.kind, values: [:])
      for index in desks.indices { desks[index].rename(met, to: uid) }
      desks[desk].dirty[uid, default: []].formUnion(
        Property.allCases.filter { Property.kind($0) == row.kind })
    }
  }

  private mutating func broadcast(_ next: TeamFacts, from desk: Int) {
    var changed = desks[desk].dirty
    var gone: Set<Int> = []
    for (uid, row) in committed.rows {
      guard let new = next.rows[uid] else {
        gone.insert(uid)
        continue
      }
      for property in Property.allCases
      where property != .noteFan && row.values[property] != new.values[property] {
        changed[uid, default: []].insert(property)
      }
      if row.kind == .cover,
        committed.referring(to: uid, by: .fileCover) != next.referring(to: uid, by: .fileCover)
      {
        changed[uid, default: []].insert(.coverFile)
      }
    }
    for uid in gone { changed[uid] = nil }
    for other in desks.indices where other != desk {
      // A new object that a deletion has taken along is gone for good.
      let shown = view(other)
      let discarded = desks[other].inserted.filter { shown.rows[$0] == nil }
      desks[other].edits = desks[other].edits.compactMap { edit in
        if case .insert(let uid, _) = edit, discarded.contains(uid) { return nil }
        return edit.without(discarded)
      }
      for case (let uid, .with(let owner)) in desks[other].deleted where discarded.contains(owner) {
        desks[other].edits.append(.delete(uid))
      }
      desks[other].changed.merge(changed) { $0.union($1) }
      desks[other].gone.formUnion(gone)
      desks[other].edits = desks[other].edits.compactMap { $0.without(gone) }
      for uid in gone { desks[other].changed[uid] = nil }
    }
  }
}

extension TeamFacts.Property {
  static func kind(_ property: Self) -> TeamFacts.Kind {
    switch property {
    case .folderName, .folderColor: .folder
    case .fileCode, .fileTitle, .filePages, .fileFolder, .fileCover: .file
    case .noteText, .noteFile, .noteFan: .note
    case .labelName: .label
    case .coverTint, .coverFile: .cover
    case .logKey, .logText: .log
    }
  }
}
