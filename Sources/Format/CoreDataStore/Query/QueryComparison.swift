// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension Expression.Comparison {
  var isEquality: Bool { kind == .equal || kind == .notEqual }

  /// This comparison with its sides exchanged.
  var turned: Expression.Comparison? {
    var turned = self
    let kind: Operator? =
      switch self.kind {
      case .equal, .notEqual: self.kind
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      default: nil
      }
    guard let kind else { return nil }
    turned = Expression.Comparison(
      kind: kind, ignoresCase: ignoresCase, ignoresMarks: ignoresMarks, position: position)
    return turned
  }
}

extension AttributeType {
  var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
    default: false
    }
  }

  func isComparable(with other: AttributeType) -> Bool {
    if self == other { return self != .transformable && self != .composite }
    if isNumeric && other.isNumeric { return true }
    return Set([self, other]) == [.string, .uri]
  }
}
