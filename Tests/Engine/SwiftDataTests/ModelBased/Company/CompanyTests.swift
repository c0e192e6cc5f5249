// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Several contexts of one file, of one container or of two, with every feature that meets others in a save: whatever
/// they do, memory, rows, history, search and files agree. `RandomSeeds` says how to repeat one seed.
@Suite struct CompanyTests {
  static let seeds = RandomSeeds.all

  @Test(arguments: seeds)
  func randomSteps(seed: UInt64) async {
    if let report = await CompanyTrial(seed: seed).report() { Issue.record("\(report)") }
  }

  @Test(arguments: RandomSeeds.named ?? Array(1...12))
  func randomStepsAmongReaders(seed: UInt64) async {
    if let report = await CompanyTrial(seed: seed, reads: true).report() { Issue.record("\(report)") }
  }
}

/// The trial notices what it is for.
@Suite struct CompanyDamageTests {
  /// Without anything but plain steps: only the damage is to be found.
  private func trial(_ seed: UInt64, _ damage: CompanyDamage) -> CompanyTrial {
    var options = CompanyOptions()
    options.contexts = 1
    return CompanyTrial(seed: seed, count: 20, options: options, damage: { try damage.inflict(on: $0) })
  }

  @Test(arguments: CompanyDamage.allCases)
  func isNoticed(damage: CompanyDamage) async throws {
    var count = 0
    for seed in UInt64(1)...20 where count < 4 {
      let outcome = await trial(seed, damage).run()
      guard outcome.isDamaged else {
        #expect(outcome.failure == nil, "seed \(seed)")
        continue
      }
      count += 1
      let failure = try #require(outcome.failure, "seed \(seed)")
      #expect(damage.expected.contains(failure.kind), "seed \(seed): \(failure)")
    }
    #expect(count > 0)
  }

  /// Of twenty steps, those remain without which there would be no milestone to delete.
  @Test func stepsThatDoNotMatterAreLeftOut() async throws {
    for seed in UInt64(1)...20 {
      let trial = trial(seed, .unrecordedDeletion)
      let outcome = await trial.run()
      guard outcome.isDamaged else { continue }
      let least = await trial.minimize(outcome)
      #expect(least.steps.count <= 4)
      #expect(least.failure?.kind == outcome.failure?.kind)
      return
    }
    Issue.record("no seed has saved a milestone")
  }
}
