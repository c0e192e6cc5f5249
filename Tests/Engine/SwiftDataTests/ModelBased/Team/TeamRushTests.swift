// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Actors and contexts at full speed on one container. Who comes first, no
/// seed decides: what must hold, holds for every order.
@MainActor
@Suite struct TeamRushTests {
  private nonisolated static func detached(
    _ name: Int, _ seed: UInt64, _ container: ModelContainer, _ operations: Int
  ) async -> RushResult {
    await Task.detached {
      let context = ModelContext(container)
      var work = RushWork(name, seed: seed)
      for _ in 0..<operations { work.step(context) }
      return work.result
    }.value
  }

  @Test(arguments: [1, 2] as [UInt64])
  func nothingIsLost(seed: UInt64) async throws {
    let operations = 60
    let folder = try TestFolder()
    let container = try Team.container(folder)
    try RushWork.fill(container)
    let main = container.mainContext
    main.autosaveEnabled = false
    var own = RushWork(9, seed: seed)
    var result = await withTaskGroup(of: RushResult.self) { group in
      for name in 1...3 {
        group.addTask {
          await RushActor(modelContainer: container).run(name, seed: seed, operations: operations)
        }
      }
      for name in 4...5 {
        group.addTask { await Self.detached(name, seed, container, operations) }
      }
      for _ in 0..<operations {
        own.step(main)
        await Task.yield()
      }
      var all = RushResult()
      for await one in group { all.add(one) }
      return all
    }
    result.add(own.result)
    #expect(result.surprises.isEmpty, "seed \(seed)")
    #expect(result.saves > operations, "seed \(seed)")
    try judge(result, folder, main, "seed \(seed)")
  }

  private func judge(
    _ result: RushResult, _ folder: TestFolder, _ main: ModelContext, _ place: String
  ) throws {
    var fresh = TeamDesk(context: ModelContext(try Team.container(folder)))
    let stored = try fresh.view(holding: false)
    #expect(stored.problems.isEmpty, "\(place)")
    // Memory has seen all of it.
    main.processPendingChanges()
    var desk = TeamDesk(context: main)
    let seen = try desk.view(holding: false)
    #expect(seen.problems.isEmpty, "\(place)")
    #expect(seen.facts.differences(from: stored.facts).isEmpty, "\(place)")

    let files = Set(stored.facts.all(.file))
    #expect(stored.facts[100, .logText] == result.increments, "\(place)")
    #expect(files.isDisjoint(with: result.deleted), "\(place)")
    #expect(files.isSubset(of: result.inserted), "\(place)")
    // Temporary folders take files along that nobody has deleted.
    let lost = result.inserted.subtracting(result.deleted).subtracting(result.temporary)
      .subtracting(files)
    #expect(lost.isEmpty, "\(place)")
    for name in ["desk.store", "log.store"] {
      #expect(try StoreChecker.check(folder.file(name)).isEmpty, "\(place) \(name)")
    }
  }
}
