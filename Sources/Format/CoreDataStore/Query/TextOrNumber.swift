// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The SQL of one comparison.
struct TextOrNumber {
  private let comparison: Expression.Comparison
  private let left: SQLFragment
  private let right: SQLFragment
  private let literal: SQLiteValue?
  private let attribute: AttributeDescription?
  private let dialect: QueryDialect

  init(
    _ dialect: QueryDialect, _ comparison: Expression.Comparison, _ left: SQLFragment, _ right: SQLFragment
  ) {
    self.dialect = dialect
    self.comparison = comparison
    self.left = left
    self.right = right
    literal = nil
    attribute = nil
  }

  init(
    _ dialect: QueryDialect, _ comparison: Expression.Comparison, _ left: SQLFragment, _ literal: SQLiteValue,
    _ attribute: AttributeDescription
  ) {
    self.dialect = dialect
    self.comparison = comparison
    self.left = left
    let literal = dialect.sent(literal, attribute)
    right = SQLFragment("?", [literal])
    self.literal = literal
    self.attribute = attribute
  }

  /// With a literal, whose type must go with the operator.
  func condition(_ source: String) throws -> SQLFragment {
    let isText = attribute?.type == .string || attribute?.type == .uri
    let wantsText = comparison.isTextual || comparison.ignoresCase || comparison.ignoresMarks
    if wantsText, !isText {
      throw ExpressionError(
        "'\(attribute?.name ?? "")' is not text. Only text can be searched.", comparison.position,
        source)
    }
    if case .postgres = dialect, comparison.ignoresMarks, !comparison.ignoresCase {
      throw ExpressionError(
        "A database ignores accents together with case only: write [cd].", comparison.position, source)
    }
    guard comparison.isTextual, case .text(let text)? = literal else { return try condition }
    let folded = fold(text)
    let column = fold(left)
    // Every text has the empty text in it.
    guard !folded.isEmpty else { return left + " IS NOT NULL" }
    if case .postgres = dialect {
      return Self.search(comparison.kind, column, folded) { comparison.ignoresMarks ? fold($0) : $0 }
    }
    switch comparison.kind {
    case .contains: return "(instr(" + column + SQLFragment(", ?) > 0)", [.text(folded)])
    case .startsWith:
      return "(substr(" + column
        + SQLFragment(", 1, length(?)) = ?)", [.text(folded), .text(folded)])
    case .endsWith:
      return "(substr(" + column
        + SQLFragment(", -length(?)) = ?)", [.text(folded), .text(folded)])
    default: return "(" + column + SQLFragment(" GLOB ?)", [.text(Self.pattern(folded))])
    }
  }

  var condition: SQLFragment {
    get throws {
      let left = fold(left)
      var right = fold(right)
      if case .text(let text)? = literal {
        right = SQLFragment("?", [.text(fold(text))])
        if case .postgres = dialect, comparison.ignoresMarks {
          right = fold(SQLFragment("CAST(? AS text)", right.values))
        }
      }
      if case .postgres = dialect { return try relation(left, right) }
      switch comparison.kind {
      case .equal: return "(" + left + " IS " + right + ")"
      case .notEqual: return "(" + left + " IS NOT " + right + ")"
      case .contains: return "(instr(" + left + ", " + right + ") > 0)"
      case .startsWith: return "(instr(" + left + ", " + right + ") = 1)"
      case .endsWith, .like:
        throw StoreError(
          .unsupported, "'\(comparison.kind.rawValue)' needs a text between quotes on its right.")
      default: return "(" + left + " \(comparison.kind.rawValue) " + right + ")"
      }
    }
  }

  /// In PostgreSQL, where only `=` uses an index.
  private func relation(_ left: SQLFragment, _ right: SQLFragment) throws -> SQLFragment {
    let value = right.sql == "?" ? right.values.first : nil
    switch (comparison.kind, value) {
    case (.equal, SQLiteValue.null?): return "(" + left + " IS NULL)"
    case (.notEqual, SQLiteValue.null?): return "(" + left + " IS NOT NULL)"
    case (.equal, .some): return "(" + left + " = " + right + ")"
    case (.equal, nil): return "(" + left + " IS NOT DISTINCT FROM " + right + ")"
    case (.notEqual, _): return "(" + left + " IS DISTINCT FROM " + right + ")"
    case (.contains, _): return "(strpos(" + left + ", " + right + ") > 0)"
    case (.startsWith, _): return "starts_with(" + left + ", " + right + ")"
    case (.endsWith, _), (.like, _):
      throw StoreError(
        .unsupported, "'\(comparison.kind.rawValue)' needs a text between quotes on its right.")
    default: return "(" + left + " \(comparison.kind.rawValue) " + right + ")"
    }
  }

  private var folds: Bool { comparison.ignoresCase || comparison.ignoresMarks }

  private func fold(_ text: String) -> String {
    guard folds else { return text }
    // As the server folds it.
    if case .postgres = dialect { return comparison.ignoresMarks ? text : text.lowercased() }
    return TextFolding.fold(
      text, ignoresCase: comparison.ignoresCase, ignoresMarks: comparison.ignoresMarks)
  }

  private func fold(_ sql: SQLFragment) -> SQLFragment {
    guard folds else { return sql }
    if case .postgres(let fold) = dialect {
      if comparison.ignoresMarks { return "\(fold)(" + sql + ")" }
      return "lower(" + sql + " COLLATE \"und-x-icu\")"
    }
    let name = TextFolding.name(
      ignoresCase: comparison.ignoresCase, ignoresMarks: comparison.ignoresMarks)
    return "\(name)(" + sql + ")"
  }

  /// `*` and `?` stand for anything; `[` for itself.
  private static func pattern(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += $1 == "[" ? "[[]" : String($1) }
  }
}
