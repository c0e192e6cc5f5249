// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Several contexts, model actors among them, on two stores: random changes,
/// saves with every policy, refusals, bulk changes, other processes and
/// reopening, against plain values. `RandomSeeds` says how to repeat one.
@MainActor
@Suite(.serialized) struct TeamTests {
  @Test(arguments: RandomSeeds.all)
  func randomOperations(seed: UInt64) async throws {
    var contexts: [TeamMachine.WeakContext] = []
    try await run(seed: seed, contexts: &contexts)
    // What the program lets go of is gone, once the threads on which its actors have worked are done with them.
    let deadline = ContinuousClock.now + .seconds(60)
    while contexts.contains(where: { $0.engine != nil }), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
    let left = contexts.filter { $0.engine != nil }.map(\.name)
    #expect(left.isEmpty, "seed \(seed): contexts are still there")
  }

  private func run(seed: UInt64, contexts: inout [TeamMachine.WeakContext]) async throws {
    let machine = try await TeamMachine(seed: seed)
    do {
      for _ in 0..<60 { try await machine.step() }
      try await machine.finish()
      try machine.checkFiles()
    } catch {
      Issue.record("seed \(seed): \(error)\n\(machine.log.joined(separator: "\n"))")
    }
    // Some steps find nothing that they could do.
    #expect(machine.operations > 30, "seed \(seed)")
    contexts = machine.contexts
    await machine.turn()
  }
}
