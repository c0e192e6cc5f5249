// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import Testing

/// The identity map's table against a dictionary, with keys in the patterns
/// that rows have.
struct KeyTableTests {
  enum Pattern: CaseIterable {
    /// Rows in order; new objects, whose keys count downwards.
    case ascending, descending
    /// One row of sixty-four, one of 1024, any.
    case everySixtyFourth, every1024th, scattered
    /// Neighbours in any order.
    case dense

    func key(_ step: Int, _ random: inout some RandomNumberGenerator) -> Int64 {
      switch self {
      case .ascending: Int64(step)
      case .descending: -1 - Int64(step)
      case .everySixtyFourth: Int64(step % 512) * 64
      case .every1024th: Int64(step % 512) * 1024
      case .scattered: Int64.random(in: .min ... .max, using: &random)
      case .dense: Int64.random(in: -300...300, using: &random)
      }
    }
  }

  @Test(arguments: Pattern.allCases)
  func isADictionary(_ pattern: Pattern) {
    let seed = UInt64.random(in: .min ... .max)
    print("KeyTableTests \(pattern): seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var table = KeyTable()
    var expected: [Int64: UInt] = [:]
    // In an order that the seed decides, unlike a dictionary's.
    var keys: [Int64] = []
    for step in 0..<20_000 {
      let isRemoval = Int.random(in: 0..<100, using: &random) < (step / 2_000 % 2 == 0 ? 20 : 70)
      if isRemoval, let place = keys.indices.randomElement(using: &random) {
        let key = keys[place]
        let object = expected[key] ?? 0
        keys.swapAt(place, keys.count - 1)
        keys.removeLast()
        // Another object's entry stays.
        table.remove(object &+ 8, key)
        table.remove(object, key)
        expected[key] = nil
      } else {
        let key = pattern.key(step, &random)
        let object = UInt(step + 1) * 16
        table.insert(object, key)
        if expected.updateValue(object, forKey: key) == nil { keys.append(key) }
      }
      let key = pattern.key(step / 2, &random)
      #expect(table.object(key) == expected[key] ?? 0, "seed \(seed), step \(step)")
    }
    #expect(table.count == expected.count)
    for (key, object) in expected { #expect(table.object(key) == object, "seed \(seed)") }
    var objects: [UInt] = []
    table.forEach { objects.append($0) }
    #expect(objects.sorted() == expected.values.sorted(), "seed \(seed)")
    for (key, object) in expected { table.remove(object, key) }
    #expect(table.count == 0)
    table.forEach { _ in Issue.record("something was left") }
  }
}
