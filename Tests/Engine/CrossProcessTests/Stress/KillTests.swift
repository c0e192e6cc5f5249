// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import GRDB
import ProcessSupport
import SwiftData
import Testing

/// A process in which several actors save is killed at any moment: what a save has returned for is there, and nothing by
/// halves.
@Suite(.serialized) struct KillTests {
  private static let size = 10
  private static let actors = 4

  private static var rounds: Int {
    ProcessInfo.processInfo.environment["SWIFTDATA_KILLS"].flatMap { Int($0) } ?? 200
  }

  @Test func everySaveThatReturnedIsThere() throws {
    let environment = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED"].flatMap { UInt64($0) }
    let seed = environment ?? UInt64.random(in: 1...UInt64.max)
    print("seed \(seed), \(Self.rounds) rounds")
    var generator = SeededGenerator(seed: seed)
    var (acknowledged, unsaid) = (0, 0)
    var folder = try LiveFolder()
    for round in 0..<Self.rounds {
      // A store that has been through many kills, and a new one from time to time.
      if round % 25 == 0 { folder = try LiveFolder() }
      let first = 1 + round % 25 * Self.actors
      let said = try run(first, folder, &generator)
      let container = try folder.container()
      let batches = Dictionary(
        try ModelContext(container).fetchGroups(FetchDescriptor<Part>(), by: \.batch, .count).map {
          ($0.key, $0.values)
        },
        uniquingKeysWith: { $0 + $1 })
      #expect(batches.values.allSatisfy { $0 == Self.size }, "round \(round), seed \(seed)")
      #expect(said.isSubset(of: batches.keys), "round \(round), seed \(seed)")
      let own = batches.keys.filter { $0 / 1_000_000 >= first }
      // One of each actor may be saved and not said.
      #expect(own.count - said.count <= Self.actors, "round \(round), seed \(seed)")
      try checkUpdates(container, Set(own), "round \(round), seed \(seed)")
      acknowledged += said.count
      unsaid += own.count - said.count
      if round % 10 == 9 || round == Self.rounds - 1 {
        let check = try DatabaseQueue(path: folder.file().path).read {
          try String.fetchOne($0, sql: "PRAGMA integrity_check")
        }
        #expect(check == "ok", "round \(round), seed \(seed)")
      }
    }
    print("\(acknowledged) saves had returned, \(unsaid) were done and not said")
    #expect(acknowledged > Self.rounds)
  }

  /// - Returns: The batches whose saves have returned.
  private func run(_ first: Int, _ folder: LiveFolder, _ generator: inout SeededGenerator) throws -> Set<Int> {
    let peer = try SecondProcess(
      "CrossProcessWorker", "save", folder.file().path, "\(first)", "\(Self.actors)", "\(Self.size)")
    var said: Set<Int> = []
    func note(_ line: String) throws { said.insert(try #require(Int(line), "\(line)")) }
    for _ in 0..<Int.random(in: 0...30, using: &generator) {
      guard let line = peer.line() else { break }
      try note(line)
    }
    // Anywhere in the next save or two.
    for _ in 0..<Int.random(in: 0...20_000, using: &generator) { _ = generator.next() }
    peer.kill()
    while let line = peer.line() { try note(line) }
    return said
  }

  /// The save of a batch also changes the rows of the one before.
  private func checkUpdates(_ container: ModelContainer, _ batches: Set<Int>, _ place: String) throws {
    let changed = try ModelContext(container).fetchGroups(
      FetchDescriptor<Part>(predicate: #Predicate { $0.text == "done" }), by: \.batch, .count)
    #expect(changed.allSatisfy { $0.values == Self.size }, "\(place)")
    let expected = Set(batches.lazy.filter { batches.contains($0 + 1) })
    #expect(Set(changed.map(\.key)).intersection(batches) == expected, "\(place)")
  }
}
