// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Conditions that nobody thought of: random trees of every node, in SQL and by `evaluate`.
@Suite struct RandomPredicateTests {
  static let seeds: [UInt64] = Array(101...118)
  // The release build has more, and over unsaved changes it has others.
  #if DEBUG
    static let predicatesPerSeed = 400
  #else
    static let predicatesPerSeed = 1000
  #endif

  @Test(arguments: seeds) func sqlAgreesWithEvaluation(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let container = try memoryContainer(Sample.self, Samples.Label.self)
    let setup = ModelContext(container)
    DifferentialTests.fill(setup, &generator, 30)
    try setup.save()
    let identifiers = Array(
      try setup.fetchIdentifiers(FetchDescriptor<Sample>()).shuffled(using: &generator).prefix(7))
    var comparisons = 0
    var matches = 0
    for isPending in [false, true] {
      let context = ModelContext(container)
      if isPending {
        try DifferentialTests.change(context, &generator)
        // Evaluating a predicate by oneself sees what lists hold; these let go of deleted members now.
        context.processPendingChanges()
      }
      let everything = try context.fetch(FetchDescriptor<Sample>())
      for _ in 0..<Self.predicatesPerSeed / 2 {
        let predicate = RandomPredicates.make(seed: generator.next(), identifiers: identifiers)
        // A value that is not there (`nil!`) matches nothing.
        let expected = Set(
          everything.lazy.filter { (try? predicate.evaluate($0)) ?? false }.map { ObjectIdentifier($0) })
        let found: [Sample]
        do { found = try context.fetch(FetchDescriptor(predicate: predicate)) } catch {
          Issue.record("seed \(seed), pending \(isPending): \(error): \(predicate.expression)")
          continue
        }
        if Set(found.map { ObjectIdentifier($0) }) != expected || found.count != expected.count {
          Issue.record(
            "seed \(seed), pending \(isPending): found \(found.count), expected \(expected.count): \(predicate.expression)"
          )
        }
        comparisons += 1
        matches += found.count
      }
    }
    print("Random predicates, seed \(seed): \(comparisons) compared, \(matches) objects matched")
    #expect(comparisons == Self.predicatesPerSeed)
  }
}
