// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The seeds of random trials.
///
/// `SWIFTDATA_TEST_SEED` repeats some, separated by commas; `SWIFTDATA_TEST_SEEDS`
/// says how many there are, or which, as `1000-1999`. A debug build has the first half of those of the release build, unless
/// they are said.
enum RandomSeeds {
  #if DEBUG
    private static let count: UInt64 = 30
  #else
    private static let count: UInt64 = 60
  #endif

  /// Those that the environment names; `nil`: none.
  static let named: [UInt64]? = {
    let named = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED", default: ""].split(separator: ",")
    let seeds = named.compactMap { UInt64($0) }
    return seeds.isEmpty ? nil : seeds
  }()

  static let all: [UInt64] = {
    if let named { return named }
    let environment = ProcessInfo.processInfo.environment
    let bounds = environment["SWIFTDATA_TEST_SEEDS", default: "\(count)"].split(separator: "-")
      .compactMap { UInt64($0) }
    let first = bounds.count == 2 ? bounds[0] : 1
    return Array(first...max(bounds.last ?? count, first))
  }()
}

/// Thousands of random operations, with saves, rollbacks, new contexts and
/// reopened files in the mix, against plain values. `RandomSeeds` says how to
/// repeat one.
@Suite struct ModelBasedTests {
  @Test(arguments: RandomSeeds.all)
  func randomOperations(seed: UInt64) throws { try runAndRelease(seed: seed, undoes: false) }

  /// With an undo manager: any stretch of work is undone and redone, across
  /// saves.
  @Test(arguments: RandomSeeds.all)
  func randomOperationsWithUndo(seed: UInt64) throws { try runAndRelease(seed: seed, undoes: true) }

  private func runAndRelease(seed: UInt64, undoes: Bool) throws {
    var contexts: [LibraryMachine.WeakContext] = []
    var managers: [UndoManager] = []
    try run(seed: seed, undoes: undoes, contexts: &contexts, managers: &managers)
    // What the program lets go of is gone.
    let left = contexts.filter { $0.engine != nil }.map(\.operation)
    #expect(managers.allSatisfy { !$0.canUndo && !$0.canRedo }, "seed \(seed)")
    #expect(left.isEmpty, "seed \(seed): contexts made after these operations are still there")
  }

  private func run(
    seed: UInt64, undoes: Bool, contexts: inout [LibraryMachine.WeakContext],
    managers: inout [UndoManager]
  ) throws {
    let machine = try LibraryMachine(seed: seed, undoes: undoes)
    defer {
      contexts = machine.contexts
      managers = machine.history?.managers ?? []
    }
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
