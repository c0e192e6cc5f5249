// SPDX-License-Identifier: Apache-2.0

/// What a change of a program means for what its context has not saved.
extension TeamReference {
  /// - Returns: What the change has assigned.
  mutating func record(_ change: TeamChange, marking desk: Int) -> [Int: Set<Property>] {
    let before = desks[desk].dirty
    desks[desk].dirty = [:]
    record(change, desk)
    let touched = desks[desk].dirty
    desks[desk].dirty.merge(before) { $0.union($1) }
    return touched
  }

  private mutating func record(_ change: TeamChange, _ desk: Int) {
    let view = view(desk)
    func set(_ uid: Int, _ property: Property, _ value: Int?) {
      desks[desk].edits.append(.set(uid, property, value))
      if property != .noteFan { desks[desk].mark(uid, property) }
    }
    switch change {
    case .insert(let uid, let row, _):
      desks[desk].edits.append(.insert(uid, row))
      if let cover = row.values[.fileCover] { take(cover, view, desk) }
    case .set(let uid, let property, let value): set(uid, property, value)
    case .moveFile(let uid, let owner, _): set(uid, .fileFolder, owner)
    case .replaceFiles(let owner, let files):
      let before = view.referring(to: owner, by: .fileFolder)
      for uid in before where !files.contains(uid) { set(uid, .fileFolder, nil) }
      for uid in files where !before.contains(uid) { set(uid, .fileFolder, owner) }
    case .moveNote(let uid, let owner, _): set(uid, .noteFile, owner)
    case .tag(let pair, let isAdded, _): desks[desk].note(pair, isAdded: isAdded)
    case .replaceLabels(let file, let labels):
      let before = view.pairs.filter { $0.file == file }.map(\.label)
      for label in Set(before).symmetricDifference(labels) {
        desks[desk].note(.init(file: file, label: label), isAdded: labels.contains(label))
      }
    case .cover(let uid, let cover, _):
      if let old = view[uid, .fileCover] { desks[desk].mark(old, .coverFile) }
      if let cover { take(cover, view, desk) }
      set(uid, .fileCover, cover)
    case .favour(let uid, let owner):
      if let old = view[uid, .noteFan] { desks[desk].note(uid, in: old, isAdded: false) }
      desks[desk].note(uid, in: owner, isAdded: true)
    case .unfavour(let uid, let owner): desks[desk].note(uid, in: owner, isAdded: false)
    case .delete(let uid, _): delete(uid, view, desk)
    case .deleteWhere(let property, let value):
      for uid in view.rows.keys.sorted() where view[uid, property] == value {
        delete(uid, view, desk)
      }
    case .update(let property, let value):
      for uid in view.all(.file) where view[uid, .fileTitle] == value { set(uid, property, value) }
    case .insertRows(let rows):
      for (uid, row) in rows.sorted(by: { $0.key < $1.key }) {
        desks[desk].edits.append(.insert(uid, row))
      }
    case .exchange(let one, let other, let unique):
      set(one, unique, view[other, unique])
      set(other, unique, view[one, unique])
    case .deleteAndInsert(let uid, _):
      // What the rules have emptied is full again.
      for property in Property.allCases where property.isReference {
        for other in view.referring(to: uid, by: property) { set(other, property, uid) }
      }
    }
  }

  /// The other ends of what a cover leaves.
  private mutating func take(_ cover: Int, _ view: TeamFacts, _ desk: Int) {
    desks[desk].mark(cover, .coverFile)
    for owner in view.referring(to: cover, by: .fileCover) {
      desks[desk].edits.append(.set(owner, .fileCover, nil))
      desks[desk].mark(owner, .fileCover)
    }
  }

  private mutating func delete(_ root: Int, _ view: TeamFacts, _ desk: Int) {
    let inserted = desks[desk].inserted
    let kind = view.rows[root]?.kind
    var family: [(uid: Int, fate: TeamPending.Fate)] = [(root, .itself)]
    if kind == .folder {
      family += view.referring(to: root, by: .fileFolder).map { ($0, .with(root)) }
    }
    for (uid, fate) in family {
      if !inserted.contains(uid) { desks[desk].deleted[uid] = fate }
      for note in view.referring(to: uid, by: .noteFile) {
        desks[desk].mark(note, .noteFile, ruled: true)
      }
      for file in view.referring(to: uid, by: .fileCover) {
        desks[desk].mark(file, .fileCover, ruled: true)
      }
      if let cover = view[uid, .fileCover] {
        desks[desk].mark(cover, .coverFile, ruled: true)
      }
    }
    desks[desk].edits.append(.delete(root))
  }
}

extension TeamPending {
  /// A pair that comes and goes, or goes and comes, is as it was.
  fileprivate mutating func note(_ pair: TeamFacts.Pair, isAdded: Bool) {
    note(.pair(pair, isAdded: isAdded), against: .pair(pair, isAdded: !isAdded))
  }

  fileprivate mutating func note(_ note: Int, in folder: Int, isAdded: Bool) {
    let (coming, going) = (TeamEdit.set(note, .noteFan, folder), TeamEdit.leave(note: note, folder: folder))
    self.note(isAdded ? coming : going, against: isAdded ? going : coming)
  }

  private mutating func note(_ edit: TeamEdit, against opposite: TeamEdit) {
    if let index = edits.firstIndex(of: opposite) {
      edits.remove(at: index)
    } else {
      edits.append(edit)
    }
  }
}
