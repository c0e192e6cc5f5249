// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import SyncConsistency
  import SyncSimulation
  import SyncStores
  import Testing

  /// Causal consistency, atomic transactions and convergence of real processes, as jepsen-powersync checks them:
  /// clients only make registers larger, so that the right end is known, and their histories are searched for cycles.
  @Suite(.serialized) struct ConsistencyTests {
    /// `Scripts/nightly consistency` wants more.
    private static let wanted = ProcessInfo.processInfo.environment["SWIFTDATA_CONSISTENCY_ROUNDS"].flatMap { Int($0) }
    private static let rounds = wanted ?? 10

    private func report(_ outcome: ConsistencyRun.Outcome, seed: UInt64) {
      let faults = outcome.faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key)" }
      print(
        "seed \(seed), \(ServerStore.engine): \(outcome.check.counts); \(outcome.rounds); "
          + faults.joined(separator: ", "))
      for line in outcome.trouble { print("seed \(seed): \(line)") }
      for violation in outcome.check.violations.prefix(5) { print("seed \(seed): \(violation)") }
    }

    @Test(arguments: Seeds.all(1)) func faults(seed: UInt64) async throws {
      let outcome = try await ConsistencyRun(seed: seed, rounds: Self.rounds).outcome()
      report(outcome, seed: seed)
      let (check, faults) = (outcome.check, outcome.faults)
      let first = check.violations.first
      #expect(first == nil, "seed \(seed): \(check.violations.count) in all; \(outcome.evidence ?? "")")
      #expect(outcome.trouble == [], "seed \(seed)")
      // It was about something.
      #expect(faults.keys.count == Nemesis.Fault.allCases.count, "seed \(seed): \(faults)")
      #expect(outcome.rounds.failed > 0, "seed \(seed)")
      // Sync that finds no moment between two saves tries again in its next round; that must stay rare.
      #expect(outcome.rounds.crowded <= max(1, Self.rounds / 10), "seed \(seed): \(outcome.rounds)")
      #expect(check.counts.acknowledgedWrites > 40 * Self.rounds, "seed \(seed)")
      #expect(check.counts.exchanged > 20 * Self.rounds, "seed \(seed)")
    }

    /// Of two edits that did not know of each other, the later one stays, and not the larger one.
    @Test func anotherRuleIsNoticed() async throws { try await notices("newer", rounds: 4) }

    /// What has come is overwritten by who has not seen it. In a short run, that may happen to nobody.
    @Test(.enabled(if: wanted != nil, "only with more rounds")) func missingRulesAreNoticed() async throws {
      try await notices("unshownValues", rounds: max(Self.rounds, 20))
    }

    private func notices(_ rule: String, rounds: Int) async throws {
      let outcome = try await ConsistencyRun(seed: 1, rounds: rounds, rules: [rule]).outcome()
      report(outcome, seed: 1)
      let kinds = Set(outcome.check.violations.map(\.kind))
      #expect(!kinds.isEmpty, "\(rule)")
      // It is the devices that are wrong, and not what they say.
      #expect(kinds.isDisjoint(with: [.unusable, .thinAir, .abortedRead]), "\(rule)")
    }
  }
#endif
