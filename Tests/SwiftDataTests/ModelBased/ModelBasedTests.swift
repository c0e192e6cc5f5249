import Foundation
import SwiftData
import Testing

/// Thousands of random operations, with saves, rollbacks, new contexts and
/// reopened files in the mix, against plain values.
@Suite struct ModelBasedTests {
  /// Set `SWIFTDATA_TEST_SEED` to repeat one run.
  static let seeds: [UInt64] = {
    if let text = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED"],
      let seed = UInt64(text)
    {
      return [seed]
    }
    return Array(1...60)
  }()

  @Test(arguments: seeds)
  func randomOperations(seed: UInt64) throws {
    var contexts: [LibraryMachine.WeakContext] = []
    try run(seed: seed, contexts: &contexts)
    // What the program lets go of is gone.
    let left = contexts.filter { $0.engine != nil }.map(\.operation)
    #expect(left.isEmpty, "seed \(seed): contexts made after these operations are still there")
  }

  private func run(seed: UInt64, contexts: inout [LibraryMachine.WeakContext]) throws {
    let machine = try LibraryMachine(seed: seed)
    defer { contexts = machine.contexts }
    do {
      for round in 0..<400 {
        try machine.step()
        if round % 7 == 0 { try machine.check() }
      }
      try machine.save()
      try machine.check()
    } catch {
      Issue.record("seed \(seed): \(error)\n\(machine.log.joined(separator: "\n"))")
    }
    #expect(machine.operations > 300)
  }
}
