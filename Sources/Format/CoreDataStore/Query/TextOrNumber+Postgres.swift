// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension TextOrNumber {
  /// Parts of texts. PostgreSQL knows the types of parameters by their place only.
  ///
  /// - Parameter fold: What is done to the text as well.
  static func search(
    _ kind: Expression.Comparison.Operator, _ column: SQLFragment, _ text: String,
    fold: (SQLFragment) -> SQLFragment
  ) -> SQLFragment {
    let part = fold(SQLFragment("CAST(? AS text)", [.text(kind == .like ? pattern(like: text) : text)]))
    switch kind {
    case .contains: return "(strpos(" + column + ", " + part + ") > 0)"
    case .startsWith: return "starts_with(" + column + ", " + part + ")"
    case .endsWith: return "(right(" + column + ", length(" + part + ")) = " + part + ")"
    default: return "(" + column + " LIKE " + part + ")"
    }
  }

  /// `*` and `?` as `LIKE` has them.
  private static func pattern(like text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "*": "%"
      case "?": "_"
      case "%", "_", "\\": "\\\(scalar)"
      default: String(scalar)
      }
    }.joined()
  }
}

extension QueryDialect {
  /// What is sent for a value: to PostgreSQL, everything is text, of which it knows the type by its place.
  func sent(_ value: SQLiteValue, _ attribute: AttributeDescription) -> SQLiteValue {
    if case .postgres = self, attribute.type == .uuid, case .blob(let bytes) = value, bytes.count == 16 {
      return .text(UUID(bytes).uuidString)
    }
    return value
  }
}
