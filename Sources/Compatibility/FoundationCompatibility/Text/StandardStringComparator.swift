// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// The comparators that Apple's Foundation has where any `SortComparator` may stand.
  ///
  /// ```swift
  /// ["b10", "b9"].sorted(using: .localizedStandard)  // ["b9", "b10"]
  /// ```
  ///
  /// A `SortDescriptor` takes a `String.StandardComparator` of these names.
  public struct StandardStringComparator: SortComparator, Hashable, Sendable {
    /// Whether runs of digits compare by their numbers.
    private let isNumeric: Bool
    /// Forward or reverse.
    public var order: SortOrder

    private init(isNumeric: Bool) {
      self.isNumeric = isNumeric
      order = .forward
    }

    /// The order of a file browser.
    public static let localizedStandard = StandardStringComparator(isNumeric: true)

    /// The order of a dictionary.
    public static let localized = StandardStringComparator(isNumeric: false)

    /// The order of two strings.
    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
      order == .forward
        ? StandardStringOrder.compare(lhs, rhs, isNumeric: isNumeric)
        : StandardStringOrder.compare(rhs, lhs, isNumeric: isNumeric)
    }
  }

  extension SortComparator where Self == StandardStringComparator {
    /// The order of a file browser, the same in every locale.
    public static var localizedStandard: StandardStringComparator { .localizedStandard }

    /// The order of a dictionary, the same in every locale.
    public static var localized: StandardStringComparator { .localized }
  }
#endif
