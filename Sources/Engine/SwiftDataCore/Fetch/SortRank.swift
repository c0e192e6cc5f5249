// SPDX-License-Identifier: Apache-2.0

/// A value of a type without an order of its own, as something that can be compared.
///
/// `SortDescriptor` wants a key path to a `Comparable` value, and keeps nothing but the key path. The value stays
/// inside, so that the path is recognised as one to the property.
package struct SortRank<Rank: Comparable & Sendable>: Comparable {
  private let rank: Rank
  fileprivate let value: Any

  init(_ value: Any, rank: Rank) {
    self.rank = rank
    self.value = value
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.rank == rhs.rank }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    // As the bytes of the column compare.
    if let left = lhs.rank as? String, let right = rhs.rank as? String {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return lhs.rank < rhs.rank
  }
}

extension Bool {
  /// `false` before `true`.
  package var sortRank: SortRank<Int> { SortRank(self, rank: self ? 1 : 0) }
}

extension RawRepresentable where RawValue: Comparable & Sendable {
  /// The order of the raw values.
  package var sortRank: SortRank<RawValue> { SortRank(self, rank: rawValue) }
}

extension Optional where Wrapped == Bool {
  package var sortRank: SortRank<Int>? { self?.sortRank }
}

extension Optional where Wrapped: RawRepresentable, Wrapped.RawValue: Comparable & Sendable {
  package var sortRank: SortRank<Wrapped.RawValue>? { self?.sortRank }
}

/// A value behind its rank.
protocol RankedValue { var ranked: Any { get } }

extension SortRank: RankedValue {
  var ranked: Any { value }
}
