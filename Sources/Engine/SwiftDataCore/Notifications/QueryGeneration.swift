// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension ModelContext {
  /// Identifies the state of the stores after a save: an opaque value that grows with each save of
  /// the process.
  public struct QueryGeneration: Hashable, Comparable, Sendable {
    private let number: UInt64

    private static let last = Atomic<UInt64>(0)

    static func next() -> QueryGeneration {
      QueryGeneration(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Whether the left state came before.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
  }
}
