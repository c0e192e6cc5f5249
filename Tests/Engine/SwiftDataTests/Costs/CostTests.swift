// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import Testing

/// What each operation costs, in allocations and bytes: unlike times, these are the same
/// on every machine, so that a work that has become dearer fails a test.
@Suite struct CostTests {
  /// What one row or call may ask the allocator for, at most.
  struct Limit {
    var allocations: Double
    var bytes: Double
    /// Bytes that stay in use.
    var kept: Double
  }

  /// A tenth to a sixth over what was measured, in a release build: bytes are
  /// mostly SQLite's, whose page cache is not filled alike in every run.
  private static let limits: [String: Limit] = [
    "create": Limit(allocations: 1.1, bytes: 160, kept: 160),
    "insert": Limit(allocations: 11.8, bytes: 4_300, kept: 385),
    "fetch": Limit(allocations: 1.25, bytes: 236, kept: 196),
    "lookup": Limit(allocations: 16, bytes: 2_700, kept: 850),
    "related": Limit(allocations: 1.65, bytes: 362, kept: 236),
    // The user info of didSave has its values under keys of both kinds: 700 bytes in one allocation, as before.
    "save-one": Limit(allocations: 22, bytes: 4_700, kept: 100),
    "update": Limit(allocations: 4.5, bytes: 1_350, kept: 10),
    "delete": Limit(allocations: 1.25, bytes: 680, kept: 12),
    "join": Limit(allocations: 14, bytes: 4_350, kept: 300),
    "join-unloaded": Limit(allocations: 12, bytes: 4_650, kept: 550),
    "take-back": Limit(allocations: 84, bytes: 8_200, kept: 1_350),
    "save-one-with-history": Limit(allocations: 58, bytes: 10_500, kept: 10),
  ]

  @Test func everyWorkKeepsToItsLimit() throws {
    guard let costs = try Self.costs(rows: 5_000) else { return }
    #if DEBUG
      print("Limits hold for release builds; this is a debug build.")
    #else
      for (work, cost) in costs.sorted(by: { $0.key < $1.key }) {
        print("\(work): \(cost.allocations) allocations, \(cost.bytes) bytes, \(cost.kept) kept")
      }
      #expect(Set(costs.keys) == Set(Self.limits.keys))
      for (work, limit) in Self.limits {
        let cost = try #require(costs[work])
        #expect(cost.allocations <= limit.allocations, "\(work)")
        #expect(cost.bytes <= limit.bytes, "\(work)")
        #expect(cost.kept <= limit.kept, "\(work)")
      }
    #endif
  }

  /// Nothing costs more for each row because there are more rows. A list that
  /// is copied for each of its members shows in the bytes.
  @Test func noWorkGrowsFasterThanItsRows() throws {
    guard let few = try Self.costs(rows: 1_000), let many = try Self.costs(rows: 16_000) else {
      return
    }
    #expect(few.count == many.count && !few.isEmpty)
    for (work, small) in few {
      let large = try #require(many[work])
      #expect(large.allocations <= small.allocations * 1.2 + 1, "\(work)")
      // Buffers that double leave up to half of themselves unused.
      #expect(large.bytes <= small.bytes * 2 + 256, "\(work)")
    }
  }

  /// What the process says; `nil` where allocations cannot be counted.
  private static func costs(rows: Int) throws -> [String: Limit]? {
    let folder = try TestFolder()
    let process = try SecondProcess("CostProcess", folder.url.path, "\(rows)")
    var costs: [String: Limit] = [:]
    while let line = process.line() {
      if line == "uncounted" {
        print("Allocations are not counted on this system.")
        return nil
      }
      let words = line.split(separator: " ")
      let figures = words.dropFirst().compactMap { Double($0) }
      try #require(words.count == 4 && figures.count == 3, "\(line)")
      costs[String(words[0])] = Limit(
        allocations: figures[0], bytes: figures[1], kept: figures[2])
    }
    process.end()
    return costs
  }
}
