// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct PrefetchTests {
  /// Random chains of relationships, of films that are found in different ways, in a file.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func chainsArePrefetched(seed: UInt64) throws {
    let schema = Schema(PrefetchedTrees.types)
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)])
    var trees = try PrefetchedTrees(container, seed: seed)
    for _ in 0..<20 { try trees.fetch() }
    let context = ModelContext(container)
    for _ in 0..<10 { try trees.fetch(context) }
  }

  @Test func aChainIsAPartOfTheDescriptor() throws {
    var one = FetchDescriptor<Show>()
    one.prefetch { $0.castings.player }
    var other = FetchDescriptor<Show>()
    #expect(one != other)
    other.prefetch { $0.castings.player }
    #expect(one == other)
    other.prefetch { $0.genres }
    #expect(one != other)
  }
}
