// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DefaultSnapshot {
  /// Whether some date has a fraction of a second, also one in an array or in a part of a value.
  var hasFractionsOfSeconds: Bool {
    values.values.contains { value in
      if case .value(let value) = value { Self.hasFraction(value, depth: 0) } else { false }
    }
  }

  /// How far values are looked into.
  private static let greatestDepth = 6

  private static func hasFraction(_ value: Any, depth: Int) -> Bool {
    if let date = value as? Date {
      let seconds = date.timeIntervalSinceReferenceDate
      return seconds.rounded(.down) != seconds
    }
    if value is any _ColumnValue || depth == greatestDepth { return false }
    return Mirror(reflecting: value).children.contains { hasFraction($0.value, depth: depth + 1) }
  }
}
