// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A model with more properties than a state has bits for their changes.
@Suite struct WideModelTests {
  /// Random properties change, and are saved or rolled back; another context
  /// sees what a plain array says.
  @Test func everyChangeIsSavedOrRolledBack() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("WideModelTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TestFolder()
    let container = try folder.container(Wide.self)
    let context = ModelContext(container)
    let wide = Wide()
    context.insert(wide)
    try context.save()
    var saved = Array(0..<70)
    for step in 0..<60 {
      var changed = saved
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<70, using: &random)
        let value = Int.random(in: 0..<1_000_000, using: &random)
        changed[index] = value
        wide[keyPath: Wide.paths[index]] = value
      }
      #expect(wide.hasChanges)
      #expect(Wide.paths.map { wide[keyPath: $0] } == changed, "seed \(seed), step \(step)")
      if Bool.random(using: &random) {
        try context.save()
        saved = changed
      } else {
        context.rollback()
      }
      #expect(!wide.hasChanges)
      #expect(Wide.paths.map { wide[keyPath: $0] } == saved, "seed \(seed), step \(step)")
      let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Wide>()).first)
      #expect(Wide.paths.map { other[keyPath: $0] } == saved, "seed \(seed), step \(step)")
    }
  }

  /// Two contexts change one row: what the second changed wins, the rest is
  /// the first's, also for properties beyond the bits.
  @Test(arguments: [0, 18, 19, 40, 62, 63, 69])
  func changesOfTwoContextsMeet(_ index: Int) throws {
    let folder = try TestFolder()
    let container = try folder.container(Wide.self)
    let context = ModelContext(container)
    context.insert(Wide())
    try context.save()
    let second = ModelContext(container)
    let theirs = try #require(try second.fetch(FetchDescriptor<Wide>()).first)
    let ours = try #require(try context.fetch(FetchDescriptor<Wide>()).first)
    theirs[keyPath: Wide.paths[index]] = 1_000
    ours.p1 = 2_000
    try context.save()
    try second.save()
    let row = try #require(try ModelContext(container).fetch(FetchDescriptor<Wide>()).first)
    #expect(row[keyPath: Wide.paths[index]] == 1_000)
    #expect(row.p1 == 2_000)
  }

  /// Properties beyond the bits are told apart by their values.
  @Test(arguments: MergePolicy.allCases, [false, true])
  func changesOfDifferentLastPropertiesMeet(_ policy: MergePolicy, processes: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(Wide.self)
    let context = ModelContext(container)
    context.insert(Wide())
    try context.save()
    let second = ModelContext(processes ? try folder.container(Wide.self) : container)
    second.mergePolicy = policy
    let theirs = try #require(try second.fetch(FetchDescriptor<Wide>()).first)
    let ours = try #require(try context.fetch(FetchDescriptor<Wide>()).first)
    for (round, values) in [(1_000, 2_000), (3_000, 4_000)].enumerated() {
      theirs.p65 = values.0
      ours.p66 = values.1
      try context.save()
      try second.save()
      #expect(theirs.p65 == values.0 && theirs.p66 == values.1, "round \(round)")
      context.processPendingChanges()
      let row = try #require(try ModelContext(container).fetch(FetchDescriptor<Wide>()).first)
      #expect(row.p65 == values.0 && row.p66 == values.1 && row.p67 == 67, "round \(round)")
    }
  }

  @Test func changesOfOneLastPropertyConflict() throws {
    let folder = try TestFolder()
    let container = try folder.container(Wide.self)
    let context = ModelContext(container)
    context.insert(Wide())
    try context.save()
    let second = ModelContext(try folder.container(Wide.self))
    second.mergePolicy = .error
    let theirs = try #require(try second.fetch(FetchDescriptor<Wide>()).first)
    let ours = try #require(try context.fetch(FetchDescriptor<Wide>()).first)
    theirs.p66 = 1_000
    ours.p66 = 2_000
    ours.p68 = 3_000
    try context.save()
    #expect(throws: SwiftDataError.optimisticLockFailure) { try second.save() }
    #expect(theirs.p66 == 1_000)
    second.rollback()
    #expect(theirs.p66 == 2_000 && theirs.p68 == 3_000)
    theirs.p68 = 4_000
    try second.save()
    let row = try #require(try ModelContext(container).fetch(FetchDescriptor<Wide>()).first)
    #expect(row.p66 == 2_000 && row.p68 == 4_000)
  }

  @Test func propertiesThatAreLeftOutAreReadLater() throws {
    let folder = try TestFolder()
    let container = try folder.container(Wide.self)
    let context = ModelContext(container)
    context.insert(Wide())
    try context.save()
    var descriptor = FetchDescriptor<Wide>()
    descriptor.propertiesToFetch = [\.p3, \.p20, \.p65]
    let wide = try #require(try ModelContext(container).fetch(descriptor).first)
    #expect(Wide.paths.map { wide[keyPath: $0] } == Array(0..<70))
  }
}
