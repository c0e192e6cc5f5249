// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What a round is to do before it may end although there is more.
struct RoundGoal {
  /// What waited at its beginning, by zone, and was not uploaded since.
  private(set) var due: [String: Set<RecordID>] = [:]
  /// Uploads from before: what was changed after them is not in them.
  private var former: Set<UniqueNumber> = []
  /// Whether the app has saved something since.
  var hasSaved = false
  /// Whether the server has taken something since.
  private(set) var isAcknowledged = false
  /// How many uploads may follow, of what the app has saved meanwhile.
  private var more = 16

  init(due: [String: Set<RecordID>] = [:], former: Set<UniqueNumber> = []) {
    (self.due, self.former) = (due, former)
  }

  /// Whether the rest is for the next round.
  func isDone(_ isReached: @autoclosure () -> Bool) -> Bool { hasSaved && more == 0 && isReached() }

  /// Whether an upload is of what the app has saved meanwhile, once all that waited is on the server.
  func isExtra(_ push: Push, _ isReached: @autoclosure () -> Bool) -> Bool {
    hasSaved && !former.contains(push.id) && isReached()
  }

  /// Whether one more of these may follow in this round.
  mutating func takeExtra() -> Bool {
    guard more > 0 else { return false }
    more -= 1
    return true
  }

  mutating func note(_ answer: SyncAnswer, of push: Push, in zone: String) {
    guard case .pushed(let result) = answer.body, result.id == push.id, case .applied = result.outcome else { return }
    isAcknowledged = true
    if !former.contains(push.id) { due[zone]?.subtract(push.changes.map(\.id)) }
  }
}
