// SPDX-License-Identifier: Apache-2.0

import SwiftDataSQLite
import Testing

/// Which transactions are those of others, by their numbers alone.
@Suite struct CommitTrackerTests {
  private let tracker = CommitTracker()

  init() { tracker.start(after: 3) }

  @Test func othersHaveTheNumbersBetweenOurs() {
    tracker.didCommit(4)
    tracker.didCommit(7)
    #expect(tracker.hasForeign)
    #expect(tracker.takeForeign(upTo: 9) == [5...6, 8...9])
    #expect(!tracker.hasForeign && tracker.known == 9)
    #expect(tracker.takeForeign(upTo: 9).isEmpty)
  }

  /// A look that could not read them is followed by another.
  @Test func whatCouldNotBeReadIsTakenAgain() {
    tracker.didCommit(5)
    let taken = tracker.takeForeign(upTo: 6)
    #expect(taken == [4...4, 6...6])
    tracker.didCommit(8)
    tracker.putBack(taken)
    #expect(tracker.hasForeign)
    #expect(tracker.takeForeign(upTo: 8) == [4...4, 6...6, 7...7])
  }
}
