// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs the steps of a seed; if they fail, finds fewer that do.
struct CompanyTrial {
  var seed: UInt64
  var count = 60
  /// Drawn from the seed unless given.
  var options: CompanyOptions?
  /// Besides what the options say, enumerations that save on the way, and somebody who follows the history.
  var reads = false
  /// Done to the store behind everybody's back, after the last step and before the last checks.
  ///
  /// Returns whether there was something to damage.
  var damage: ((CompanyMachine) throws -> Bool)?
  /// A store without rows, for each attempt another.
  var store: (_ seed: UInt64) throws -> CompanyStore = CompanyStore.file

  struct Outcome {
    var steps: [Int]
    var failure: CompanyFailure?
    /// Whether there was something to damage.
    var isDamaged = false
    var log: [String] = []
  }

  func run(_ steps: [Int]? = nil) async -> Outcome {
    var outcome = Outcome(steps: steps ?? Array(1...count))
    do {
      let machine = try CompanyMachine(seed: seed, options: options, reads: reads, in: store(seed))
      defer { outcome.log = machine.log }
      for step in outcome.steps { try machine.step(step) }
      if let damage {
        // All contexts have loaded what there is, and hold it.
        for desk in machine.desks {
          try machine.rollback(desk)
          desk.held = try Company.all(desk.context)
        }
        outcome.isDamaged = try damage(machine)
      }
      try await machine.finish()
    } catch let failure as CompanyFailure {
      outcome.failure = failure
    } catch {
      outcome.failure = CompanyFailure(.error, "\(error)")
    }
    return outcome
  }

  /// Leaves steps out, in halves, quarters and so on, as long as what is left fails in the same way.
  func minimize(_ outcome: Outcome) async -> Outcome {
    guard let kind = outcome.failure?.kind else { return outcome }
    var best = outcome
    var size = max(best.steps.count / 2, 1)
    while true {
      var start = 0
      var isShorter = false
      while start < best.steps.count {
        var steps = best.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        let attempt = await run(steps)
        if attempt.failure?.kind == kind {
          best = attempt
          isShorter = true
        } else {
          start += size
        }
      }
      // Single steps may go after others have gone.
      if size == 1, !isShorter { return best }
      size = max(size / 2, 1)
    }
  }

  /// What to print about a seed that fails; `nil` if it does not.
  func report() async -> String? {
    let outcome = await run()
    guard let failure = outcome.failure else { return nil }
    if ProcessInfo.processInfo.environment["SWIFTDATA_TEST_BRIEF"] != nil { return "seed \(seed): \(failure)" }
    let least = await minimize(outcome)
    let lines = least.log.map { "  " + $0 }.joined(separator: "\n")
    return """
      seed \(seed): \(failure)
      The steps \(least.steps) are enough: \(least.failure.map { "\($0)" } ?? "")
      \(lines)
      """
  }
}
