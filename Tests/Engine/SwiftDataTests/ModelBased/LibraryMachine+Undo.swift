// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The graphs that undoing and redoing lead to: what an undo manager keeps, as
/// plain values.
struct UndoHistory {
  /// Managers outlive their contexts, which must go nevertheless.
  private(set) var managers: [UndoManager] = []
  /// Before each group, the latest last.
  var past: [ReferenceGraph] = []
  var future: [ReferenceGraph] = []
  /// Before the group that is open.
  private var groupStart: ReferenceGraph?

  var manager: UndoManager { managers[managers.count - 1] }

  mutating func start() -> UndoManager {
    managers.append(UndoManager())
    forget()
    return manager
  }

  mutating func forget() {
    past = []
    future = []
    groupStart = nil
  }

  /// The program has done something; if the manager has heard of it, a group
  /// is open.
  mutating func noteWork(from before: ReferenceGraph) {
    guard manager.groupingLevel > 0 else { return }
    groupStart = groupStart ?? before
    future = []
  }

  mutating func endGroup() {
    if let groupStart { past.append(groupStart) }
    groupStart = nil
  }
}

extension LibraryMachine {
  /// Undoes, redoes, or divides the work into groups.
  func undoStep() throws {
    guard var history else { return }
    let manager = history.manager
    history.endGroup()
    var problems: [String] = []
    if manager.canUndo != !history.past.isEmpty { problems.append("canUndo \(manager.canUndo)") }
    if manager.canRedo != !history.future.isEmpty { problems.append("canRedo \(manager.canRedo)") }
    guard problems.isEmpty else { throw Disagreement(problems: problems) }
    if chance(50), let before = history.past.popLast() {
      note("undo")
      history.future.append(graph)
      manager.undo()
      go(to: before)
    } else if chance(60), let after = history.future.popLast() {
      note("redo")
      history.past.append(graph)
      manager.redo()
      go(to: after)
    } else if chance(50) {
      note("process pending changes")
      context.processPendingChanges()
    } else {
      try group(&history)
    }
    self.history = history
    if chance(30) { try check() }
  }

  /// Several changes in an explicit group, some of them in one within it.
  private func group(_ history: inout UndoHistory) throws {
    let manager = history.manager
    note("begin group")
    manager.beginUndoGrouping()
    let before = graph
    let count = manager.undoCount
    try change()
    let isNested = chance(40)
    if isNested { manager.beginUndoGrouping() }
    try change()
    if isNested { manager.endUndoGrouping() }
    try change()
    manager.endUndoGrouping()
    note("end group")
    guard manager.undoCount > count else { return }
    history.past.append(before)
    history.future = []
  }
}
