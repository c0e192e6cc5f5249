// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SyncSimulation
import Testing

/// A simulation that would not notice a missing rule proves nothing.
@Suite struct RuleTests {
  /// How many seeds are enough to notice that a rule is off.
  static let seeds: UInt64 = 1_000

  // What is said to another account is so seldom mistaken that only 'ScenarioTests' notice it.
  @Test(arguments: SyncRule.allCases.filter { $0 != .accounts && !SyncRule.ofSharing.contains($0) })
  func aMissingRuleIsNoticed(_ rule: SyncRule) {
    let disabled = Self.disabled(for: rule)
    for seed in 1...Self.seeds {
      var world = World(Self.plan(seed, rule), disabled: disabled)
      if !world.run().isEmpty { return }
    }
    Issue.record("\(Self.seeds) seeds do not notice that the rule '\(rule)' is off")
  }

  /// What is switched off beside a rule is not what is noticed.
  @Test func whatIsOffBesidesIsNotNoticed() {
    for seed in UInt64(1)...60 {
      var world = World(Self.plan(seed, .horizon), disabled: [.checksum])
      #expect(world.run().isEmpty, "seed \(seed)")
    }
  }

  /// Checksums heal what these rules prevent: without them, the rule is all there is.
  private static func disabled(for rule: SyncRule) -> Set<SyncRule> {
    switch rule {
    case .horizon, .generation: [rule, .checksum]
    default: [rule]
    }
  }

  private static func plan(_ seed: UInt64, _ rule: SyncRule) -> Plan {
    var plan = Plan(seed: seed)
    if disabled(for: rule).count > 1 { plan.steps.removeAll { $0.kind == .loseRow || $0.kind == .laggingPage } }
    return plan
  }
}
