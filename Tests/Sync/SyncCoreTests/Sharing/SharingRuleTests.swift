// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// A simulation that would not notice a missing rule proves nothing.
@Suite struct SharingRuleTests {
  /// How many seeds are enough to notice that a rule is off.
  static let seeds: UInt64 = 1_000
  /// What goes wrong in one of some thousand runs only is looked for where it does.
  static let first: [SyncRule: UInt64] = [.course: 4_001, .receipt: 700_001]

  @Test(arguments: SyncRule.ofSharing.sorted { $0.rawValue < $1.rawValue }) func aMissingRuleIsNoticed(_ rule: SyncRule)
  {
    let first = Self.first[rule] ?? 1
    for seed in first..<first + Self.seeds {
      var world = SharingWorld(seed: seed, disabled: [rule])
      if !world.run().isEmpty { return }
    }
    Issue.record("the seeds from \(first) on do not notice that the rule '\(rule)' is off")
  }
}
