// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What happens in a run, apart from the network's moods. A value, so that a failing one can be made smaller.
package struct Plan: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case edit, crash, powerLoss, clockJump, offline, reinstall, otherAccount, expireTokens
    case serverCrash, backup, restore, compact, laggingPage, upgrade, loseRow
  }

  package struct Step: Sendable, CustomStringConvertible {
    package var time: Int64
    package var kind: Kind
    package var replica: Int
    /// Whatever the step chooses comes from here, so that it chooses alike when others are removed.
    package var draw: UInt64

    package var description: String { "\(time) \(kind) replica \(replica) draw \(draw)" }
  }

  package var seed: UInt64
  package var replicas: Int
  package var steps: [Step]
  package var loss: Int
  package var doubling: Int
  package var cuts: Int
  package var slowest: Int
  package var pageLimit: Int
  package var pushLimit: Int
  package var allowsRestore: Bool
  /// The users edit the same few fields.
  package var isCrowded: Bool
  /// Users write what the server does not take.
  package var refuses: Bool
  /// How many changes the server takes at once.
  package var serverLimit: Int

  static let duration = 30_000

  package init(seed: UInt64) {
    var random = SeededRandom(seed)
    self.seed = seed
    replicas = 2 + random.below(4)
    loss = [0, 0, 5, 20][random.below(4)]
    doubling = [0, 5, 25][random.below(3)]
    cuts = [0, 0, 10][random.below(3)]
    slowest = [20, 200, 3_000][random.below(3)]
    pageLimit = [1, 2, 5, 100][random.below(4)]
    pushLimit = [1, 3, 100][random.below(3)]
    allowsRestore = random.chance(30)
    isCrowded = random.chance(40)
    refuses = random.chance(25)
    serverLimit = [10_000, 10_000, 10_000, 12][random.below(4)]
    steps = []
    for _ in 0..<(20 + random.below(60)) {
      steps.append(
        Step(
          time: Int64(random.below(Self.duration)), kind: .edit, replica: random.below(replicas), draw: random.next()))
    }
    for kind in Plan.Kind.allCases where kind != .edit {
      if kind == .restore && !allowsRestore { continue }
      let count = random.chance(40) ? 1 + random.below(3) : 0
      for _ in 0..<count {
        steps.append(
          Step(
            time: Int64(random.below(Self.duration)), kind: kind, replica: random.below(replicas), draw: random.next()))
      }
    }
    steps.sort { ($0.time, $0.draw) < ($1.time, $1.draw) }
  }
}
