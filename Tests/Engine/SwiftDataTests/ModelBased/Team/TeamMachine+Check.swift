// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData

extension TeamMachine {
  /// A context shows what the reference says, both sides of everything.
  func check(_ desk: Int) async throws {
    reference.look(desk)
    let isHolding = chance(60)
    let view = try await workers[desk].perform { desk in
      desk.context.processPendingChanges()
      return try desk.view(holding: isHolding)
    }
    if desk == Self.undoer { noteLook() }
    // What others have added to what goes, the save finds: not memory.
    guard !reference.hasLateMembers(desk) else { return }
    try compare(view, reference.view(desk), "context \(desk)")
  }

  /// The context that undoes has processed what it had done.
  private func noteLook() {
    history?.endGroup()
    guard history?.isOutdated == true else { return }
    history?.manager.removeAllActions()
    history?.forget()
    history?.isOutdated = false
  }

  /// A context that knows nothing yet shows what has been saved.
  func checkStore() async throws {
    var desk = TeamDesk(context: ModelContext(container))
    try compare(try desk.view(holding: false), reference.committed, "the store")
  }

  private func compare(_ view: TeamView, _ expected: TeamFacts, _ place: String) throws {
    let lines = view.facts.differences(from: expected) + view.problems
    guard !lines.isEmpty else { return }
    throw Disagreement(description: "\(place):\n  \(lines.joined(separator: "\n  "))")
  }

  /// Both files, by SQLite and by the description of the format.
  func checkFiles() throws {
    for name in ["desk.store", "log.store"] {
      let queue = try DatabaseQueue(path: folder.file(name).path)
      let answer = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
      try queue.close()
      let findings = try StoreChecker.check(folder.file(name)).map(\.description)
      guard answer == ["ok"], findings.isEmpty else {
        throw Disagreement(description: "\(name): \(answer) \(findings.prefix(10))")
      }
    }
  }
}
