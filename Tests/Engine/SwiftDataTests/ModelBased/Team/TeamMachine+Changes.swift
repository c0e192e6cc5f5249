// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Which change comes next.
///
/// Left out is what would need a second engine to foresee: see `isReserved`.
extension TeamMachine {
  typealias Property = TeamFacts.Property

  func nextPolicy(_ desk: Int, after isRefused: Bool = false) -> MergePolicy {
    let pending = reference.desks[desk]
    var policies: [MergePolicy] = isRefused ? [.memoryWins] : [.error, .error, .memoryWins]
    // Taking back one deletion of several, or one end of a pair of covers,
    // leaves the rest to the rules of undoing.
    let touchesCovers = pending.dirty.values.contains {
      $0.contains(.fileCover) || $0.contains(.coverFile)
    }
    if pending.deleted.isEmpty, !touchesCovers { policies.append(.storeWins) }
    return pick(policies) ?? .error
  }

  /// A delete rule of another context has emptied this, not yet saved; or the
  /// other way round. Which of both is meant then depends on the order of all
  /// that both contexts have done.
  private func isReserved(_ uid: Int, _ property: Property, from desk: Int) -> Bool {
    reference.desks.indices.contains { index in
      guard index != desk else { return false }
      let other = reference.desks[index]
      if other.ruled[uid]?.contains(property) == true { return true }
      return other.deleted[uid] != nil && other.dirty[uid]?.contains(property) == true
    }
  }

  private func isDirtyElsewhere(_ uid: Int, _ properties: [Property], from desk: Int) -> Bool {
    reference.desks.indices.contains { index in
      index != desk
        && reference.desks[index].dirty[uid].map { dirty in
          properties.contains { dirty.contains($0) }
        } ?? false
    }
  }

  func nextChange(_ desk: Int) -> TeamChange? {
    let facts = reference.view(desk)
    guard let change = anyChange(facts, desk) else { return nil }
    // Whether what changes nothing can be undone, no rule says.
    if desk == Self.undoer, history != nil {
      var trial = reference
      _ = trial.record(change, marking: desk)
      if trial.view(desk) == facts { return nil }
    }
    return change
  }

  private func anyChange(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    switch number(104) {
    case 100...: return number(2) == 0 ? exchange(facts, desk) : rebirth(facts, desk)
    case 0..<20: return insertion(facts, desk)
    case 20..<42: return edit(facts, desk)
    case 42..<52: return moveFile(facts, desk)
    case 52..<58: return moveNote(facts, desk)
    case 58..<70: return tag(facts)
    case 70..<77: return cover(facts, desk)
    case 77..<84: return favour(facts)
    default: return deletion(facts, desk)
    }
  }

  private func insertion(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    let uid = uid()
    let byOwner = chance(50)
    var values: [Property: Int] = [:]
    let kind = TeamFacts.Kind(rawValue: number(6)) ?? .file
    switch kind {
    case .folder: values = [.folderName: 1000 + uid, .folderColor: number(5)]
    case .file:
      values = [.fileCode: 1000 + uid, .fileTitle: number(5), .filePages: 0]
      if chance(60) { values[.fileFolder] = pick(facts.all(.folder)) }
      if chance(20), let cover = pick(facts.all(.cover)), canTake(cover, facts, desk) {
        values[.fileCover] = cover
      }
    case .note:
      values = [.noteText: number(5)]
      if chance(60) { values[.noteFile] = pick(facts.all(.file)) }
    case .label: values = [.labelName: number(5)]
    case .cover: values = [.coverTint: number(5)]
    case .log: values = [.logKey: 1000 + uid, .logText: number(5)]
    }
    if let unique = Property.unique(kind), chance(25),
      let value = takenValue(kind, unique, desk)
    {
      values[unique] = value
    }
    return .insert(uid, .init(kind: kind, values: values), byOwner: byOwner)
  }

  private func exchange(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    let (kind, unique): (TeamFacts.Kind, Property) =
      chance(50) ? (.file, .fileCode) : (.log, .logKey)
    guard let one = pick(facts.all(kind)), let other = pick(facts.all(kind)), one != other else {
      return nil
    }
    // No two new models with one value: see `takenValue`.
    let new = reference.desks[desk].inserted
    let values = facts.all(kind).filter { new.contains($0) && $0 != one && $0 != other }
      .map { facts[$0, unique] }
    for (uid, value) in [(one, facts[other, unique]), (other, facts[one, unique])]
    where new.contains(uid) && values.contains(value) { return nil }
    guard facts[one, unique] != facts[other, unique] else { return nil }
    return .exchange(one, other, unique)
  }

  /// Deleted, and inserted again. What it counts as having assigned, and what
  /// others may have changed meanwhile, is left to the tests of that. New models that a deletion takes along have
  /// left the context for good.
  private func rebirth(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    guard reference.desks.indices.allSatisfy({ $0 == desk || reference.desks[$0].isIdle }),
      let kind = pick(TeamFacts.Kind.allCases), let uid = pick(facts.all(kind))
    else {
      return nil
    }
    let files = kind == .folder ? facts.referring(to: uid, by: .fileFolder) : []
    guard reference.desks[desk].inserted.isDisjoint(with: files) else { return nil }
    return .deleteAndInsert(uid, kind)
  }

  /// What is written in the store itself, at once.
  ///
  /// Only for a context without unsaved changes: what becomes of those has tests of its own.
  func nextBulkChange(_ desk: Int) -> TeamChange? {
    let facts = reference.committed
    switch number(4) {
    case 0: return .update(.filePages, number(5))
    case 1:
      var rows: [Int: TeamFacts.Row] = [:]
      for _ in 0...number(3) {
        var values: [Property: Int] = [.noteText: number(5)]
        if chance(60) { values[.noteFile] = pick(facts.all(.file)) }
        rows[uid()] = .init(kind: .note, values: values)
      }
      return .insertRows(rows)
    default:
      let properties: [Property] = [
        .fileTitle, .noteText, .labelName, .coverTint, .logText, .folderColor,
      ]
      return .deleteWhere(pick(properties) ?? .noteText, number(10))
    }
  }

  /// A unique value of another row. Two new models with one value are left
  /// out: which of them stays is not said anywhere.
  private func takenValue(_ kind: TeamFacts.Kind, _ unique: Property, _ desk: Int) -> Int? {
    let facts = reference.view(desk)
    let inserted = reference.desks[desk].inserted
    let own = Set(facts.all(kind).filter { inserted.contains($0) }.compactMap { facts[$0, unique] })
    return pick(facts.all(kind).compactMap { facts[$0, unique] }.filter { !own.contains($0) })
  }

  private func edit(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    guard let kind = pick(TeamFacts.Kind.allCases), let uid = pick(facts.all(kind)) else {
      return nil
    }
    if let unique = Property.unique(kind), chance(15) {
      let isNew = reference.desks[desk].inserted.contains(uid)
      let taken = chance(30) && !isNew ? takenValue(kind, unique, desk) : nil
      return .set(uid, unique, taken ?? 1000 + self.uid())
    }
    return .set(uid, attribute(kind), number(1000))
  }

  /// An attribute that is not unique.
  func nextAttribute(_ desk: Int) -> TeamChange? {
    let facts = reference.view(desk)
    guard let kind = pick(TeamFacts.Kind.allCases), let uid = pick(facts.all(kind)) else {
      return nil
    }
    return .set(uid, attribute(kind), number(1000))
  }

  private func attribute(_ kind: TeamFacts.Kind) -> Property {
    switch kind {
    case .folder: .folderColor
    case .file: chance(50) ? .fileTitle : .filePages
    case .note: .noteText
    case .label: .labelName
    case .cover: .coverTint
    case .log: .logText
    }
  }

  private func moveFile(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    let free = facts.all(.file).filter { !isReserved($0, .fileFolder, from: desk) }
    if chance(30), let owner = pick(facts.all(.folder)) {
      let before = facts.referring(to: owner, by: .fileFolder)
      guard before.allSatisfy(free.contains) else { return nil }
      return .replaceFiles(folder: owner, free.filter { _ in chance(25) })
    }
    guard let uid = pick(free) else { return nil }
    let owner = chance(80) ? pick(facts.all(.folder)) : nil
    guard owner != facts[uid, .fileFolder] else { return nil }
    return .moveFile(uid, to: owner, byOwner: chance(50))
  }

  private func moveNote(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    guard let uid = pick(facts.all(.note)), !isReserved(uid, .noteFile, from: desk) else {
      return nil
    }
    let owner = chance(80) ? pick(facts.all(.file)) : nil
    guard owner != facts[uid, .noteFile] else { return nil }
    return .moveNote(uid, to: owner, byOwner: chance(50))
  }

  private func tag(_ facts: TeamFacts) -> TeamChange? {
    guard let file = pick(facts.all(.file)), let label = pick(facts.all(.label)) else {
      return nil
    }
    if chance(25) {
      return .replaceLabels(file: file, facts.all(.label).filter { _ in chance(40) })
    }
    let pair = TeamFacts.Pair(file: file, label: label)
    return .tag(pair, isAdded: !facts.pairs.contains(pair), byLabel: chance(50))
  }

  /// Whether nobody else has to do with the cover or with who has it.
  private func canTake(_ cover: Int, _ facts: TeamFacts, _ desk: Int) -> Bool {
    !isReserved(cover, .coverFile, from: desk)
      && facts.referring(to: cover, by: .fileCover).allSatisfy {
        !isReserved($0, .fileCover, from: desk)
      }
  }

  private func cover(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    guard let file = pick(facts.all(.file)), !isReserved(file, .fileCover, from: desk) else {
      return nil
    }
    let old = facts[file, .fileCover]
    if let old, !canTake(old, facts, desk) { return nil }
    guard chance(75), let cover = pick(facts.all(.cover)) else {
      return old == nil ? nil : .cover(file: file, nil, byCover: false)
    }
    guard cover != old, canTake(cover, facts, desk) else { return nil }
    return .cover(file: file, cover, byCover: chance(50))
  }

  private func favour(_ facts: TeamFacts) -> TeamChange? {
    guard let note = pick(facts.all(.note)) else { return nil }
    if let owner = facts[note, .noteFan], chance(40) { return .unfavour(note: note, folder: owner) }
    guard let owner = pick(facts.all(.folder)), owner != facts[note, .noteFan] else { return nil }
    return .favour(note: note, folder: owner)
  }

  private func deletion(_ facts: TeamFacts, _ desk: Int) -> TeamChange? {
    guard let kind = pick(TeamFacts.Kind.allCases), let uid = pick(facts.all(kind)) else {
      return nil
    }
    if kind == .folder, chance(50) { return nil }
    let family = [uid] + (kind == .folder ? facts.referring(to: uid, by: .fileFolder) : [])
    for member in family {
      let notes = facts.referring(to: member, by: .noteFile)
      let files = facts.referring(to: member, by: .fileCover)
      let covers = facts[member, .fileCover].map { [$0] } ?? []
      if notes.contains(where: { isDirtyElsewhere($0, [.noteFile], from: desk) })
        || files.contains(where: { isDirtyElsewhere($0, [.fileCover], from: desk) })
        || covers.contains(where: { isDirtyElsewhere($0, [.coverFile], from: desk) })
        || (reference.desks[desk].dirty[member]?.contains(.fileFolder) == true
          && isDirtyElsewhere(member, [.fileFolder], from: desk))
      {
        return nil
      }
    }
    return .delete(uid, kind)
  }
}

extension TeamReference {
  /// Unique values of changed rows that others have.
  func refusedValues(_ desk: Int) -> [(uid: Int, property: Property)] {
    let facts = view(desk)
    return desks[desk].dirty.keys.sorted().compactMap { uid in
      guard let row = facts.rows[uid], let unique = Property.unique(row.kind),
        desks[desk].dirty[uid]?.contains(unique) == true
      else { return nil }
      return (uid, unique)
    }
  }
}
