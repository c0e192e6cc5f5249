// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What the undo manager of one context keeps, as plain values.
///
/// What others save in between comes into the actions property by property;
/// the reference would need the engine's steps to follow. So the machine
/// forgets all actions then, and undoes what lies between two saves of others.
struct TeamHistory {
  struct Group {
    let before: TeamFacts
    var touched: [Int: Set<TeamFacts.Property>] = [:]
  }

  let manager = UndoManager()
  var past: [Group] = []
  var future: [Group] = []
  private var open: Group?
  /// Whether actions are older than what others have saved.
  var isOutdated = false

  mutating func note(_ before: TeamFacts, _ touched: [Int: Set<TeamFacts.Property>]) {
    var group = open ?? Group(before: before)
    group.touched.merge(touched) { $0.union($1) }
    open = group
    future = []
  }

  mutating func endGroup() {
    if let open { past.append(open) }
    open = nil
  }

  mutating func forget() { (past, future, open) = ([], [], nil) }
}

extension TeamFacts {
  /// Changes that lead from this graph to another.
  func edits(to other: TeamFacts) -> [TeamEdit] {
    var edits: [TeamEdit] = []
    for (uid, row) in other.rows where rows[uid] == nil {
      edits.append(.insert(uid, Row(kind: row.kind, values: [:])))
    }
    for uid in other.rows.keys.sorted() {
      for property in Property.allCases where other[uid, property] != self[uid, property] {
        edits.append(.set(uid, property, other[uid, property]))
      }
    }
    for pair in pairs.symmetricDifference(other.pairs) {
      edits.append(.pair(pair, isAdded: other.pairs.contains(pair)))
    }
    for uid in rows.keys where other.rows[uid] == nil { edits.append(.delete(uid)) }
    return edits
  }
}

extension TeamReference {
  /// The unsaved changes of a context lead to this graph now.
  mutating func go(_ desk: Int, to facts: TeamFacts, _ touched: [Int: Set<Property>]) {
    let current = view(desk)
    for edit in current.edits(to: facts) {
      // What comes back with its row has not been assigned.
      if case .set(let uid, let property, _) = edit, property != .noteFan, current.rows[uid] != nil {
        desks[desk].dirty[uid, default: []].insert(property)
        guard property == .fileCover else { continue }
        for cover in [current[uid, property], facts[uid, property]].compactMap({ $0 }) {
          desks[desk].dirty[cover, default: []].insert(.coverFile)
        }
      }
    }
    for (uid, properties) in touched { desks[desk].dirty[uid, default: []].formUnion(properties) }
    desks[desk].edits = committed.edits(to: facts)
    desks[desk].deleted = [:]
    for uid in committed.rows.keys where facts.rows[uid] == nil {
      desks[desk].deleted[uid] = .itself
    }
    desks[desk].dirty = desks[desk].dirty.filter {
      committed.rows[$0.key] != nil && facts.rows[$0.key] != nil
    }
  }
}

extension TeamMachine {
  /// The context that undoes.
  static let undoer = 1

  /// Undoes or redoes, and saves the result.
  func undo() async throws {
    guard var history, !history.isOutdated else { return }
    reference.look(Self.undoer)
    history.endGroup()
    let manager = history.manager
    guard manager.canUndo == !history.past.isEmpty, manager.canRedo == !history.future.isEmpty
    else {
      throw Disagreement(
        description: "canUndo \(manager.canUndo), expected \(history.past.count) groups; "
          + "canRedo \(manager.canRedo), expected \(history.future.count)")
    }
    let current = reference.view(Self.undoer)
    let group: TeamHistory.Group
    if chance(60), let last = history.past.popLast() {
      note("[\(Self.undoer)] undo")
      history.future.append(.init(before: current, touched: last.touched))
      group = last
      manager.undo()
    } else if let next = history.future.popLast() {
      note("[\(Self.undoer)] redo")
      history.past.append(.init(before: current, touched: next.touched))
      group = next
      manager.redo()
    } else {
      return
    }
    self.history = history
    reference.go(Self.undoer, to: group.before, group.touched)
    try await save(Self.undoer, .memoryWins)
  }
}
