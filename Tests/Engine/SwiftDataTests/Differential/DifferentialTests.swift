// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Every predicate, in SQL and by `evaluate`, over the same generated data:
/// saved rows, and rows with unsaved changes mixed in.
@Suite struct DifferentialTests {
  static let seeds: [UInt64] = Array(1...12)

  static func fill(_ context: ModelContext, _ generator: inout SeededGenerator, _ count: Int) {
    let labels = (0..<6).map {
      Samples.Label(name: Odd.string(&generator), weight: $0 % 4)
    }
    labels.forEach { context.insert($0) }
    var samples: [Sample] = []
    for _ in 0..<count {
      let sample = Sample(&generator)
      context.insert(sample)
      if Bool.random(using: &generator) { sample.parent = samples.randomElement(using: &generator) }
      sample.labels = labels.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      samples.append(sample)
    }
  }

  static func change(_ context: ModelContext, _ generator: inout SeededGenerator) throws {
    let samples = try context.fetch(FetchDescriptor<Sample>())
    for sample in samples where Int.random(in: 0..<5, using: &generator) == 0 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: sample.int = Odd.int(&generator)
      case 1: sample.string = Odd.string(&generator)
      case 2: sample.parent = samples.filter { !$0.isDeleted }.randomElement(using: &generator)
      case 3: sample.optionalInt = nil
      default: context.delete(sample)
      }
    }
    fill(context, &generator, 10)
  }

  @Test(arguments: seeds)
  func sqlAgreesWithEvaluation(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let container = try memoryContainer(Sample.self, Samples.Label.self)
    let setup = ModelContext(container)
    Self.fill(setup, &generator, 60)
    try setup.save()
    let identifiers = try setup.fetchIdentifiers(FetchDescriptor<Sample>())

    var comparisons = 0
    for isPending in [false, true] {
      let context = ModelContext(container)
      if isPending {
        try Self.change(context, &generator)
        // Evaluating a predicate by oneself sees what lists hold; these let go of deleted members now.
        context.processPendingChanges()
      }
      let everything = try context.fetch(FetchDescriptor<Sample>())
      for _ in 0..<3 {
        let predicates =
          AttributePredicates.all(&generator)
          + RelationshipPredicates.all(&generator, identifiers: identifiers)
        for (name, predicate) in predicates {
          let expected = try everything.filter { try predicate.evaluate($0) }
          let found = try context.fetch(FetchDescriptor(predicate: predicate))
          #expect(
            Set(found.map { ObjectIdentifier($0) }) == Set(expected.map { ObjectIdentifier($0) }),
            "seed \(seed), pending \(isPending): \(name) found \(found.count), expected \(expected.count): \(predicate)"
          )
          #expect(found.count == expected.count, "\(name): duplicates")
          let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
          #expect(count == expected.count, "seed \(seed), pending \(isPending): count of \(name)")
          comparisons += 1
        }
      }
    }
    #expect(comparisons > 400)
  }
}
