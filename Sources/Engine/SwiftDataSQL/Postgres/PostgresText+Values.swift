// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore

  /// Parameters, lists of values, and comparison with them.
  extension PostgresText {
    // MARK: Parameters

    mutating func bind(_ value: SQLValue, as expected: PostgresKind?) {
      guard !value.isNull else { return write(literal: "NULL", as: expected) }
      let kind = expected?.sending(value) ?? PostgresKind(value) ?? .text
      bindings.append(checked(value))
      parameters.append(.value(kind.parameter))
      text += "$\(parameters.count)"
    }

    mutating func checked(_ value: SQLValue) -> SQLValue {
      if case .text(let string) = value, string.utf8.contains(0) {
        failure =
          failure
          ?? SwiftDataError(
            .valueOutOfRange, "PostgreSQL has no text with the character U+0000.",
            advice: "Leave the character out; no stored text has it.")
      }
      return value
    }

    mutating func member(_ element: SQLExpression, _ values: [SQLExpression]) {
      text += "("
      let kind = kind(element)
      write(element, as: kind)
      text += " IN ("
      list(values, as: kind)
      text += "))"
    }

    mutating func member(_ element: SQLExpression, of values: [SQLValue]) {
      if values.isEmpty { return text += "FALSE" }
      text += "("
      if case .column(let alias, "Z_ENT") = element {
        // Names of entities are few, and the same in all requests of a shape.
        guard case .table(let table) = tables[alias], table.holdsSubentities else { return text += "TRUE)" }
        let names = values.compactMap { value -> String? in
          if case .integer(let number) = value { layout.name(number: number) } else { nil }
        }
        text += "\(alias).entity IN (\(names.map(Self.literal).joined(separator: ", "))))"
        return
      }
      let kind = kind(element)
      write(element, as: kind)
      // Values that are sent as something else go one by one.
      let kinds = Set(values.map { kind?.sending($0) ?? PostgresKind($0) ?? .text })
      if kinds.count == 1, let only = kinds.first {
        for value in values { bindings.append(checked(value)) }
        parameters.append(.list(only.parameter, count: values.count))
        text += " = ANY($\(parameters.count)))"
      } else {
        text += " IN ("
        for (index, value) in values.enumerated() {
          if index > 0 { text += ", " }
          bind(value, as: kind)
        }
        text += "))"
      }
    }

    // MARK: Comparison

    mutating func compare(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression) {
      if symbol == .match { return match(left, right) }
      if case .column(_, "Z_ENT") = left, case .bound(let value) = right {
        return member(left, of: [value])
      }
      text += "("
      if isCanonical(left) || isCanonical(right) {
        let isOrder = ![.equal, .notEqual, .same, .notSame].contains(symbol)
        canonical(left, isOrder)
        text += " \(symbol.postgres) "
        canonical(right, isOrder)
      } else {
        let kind = comparable(left, right)
        let isOrder = ![.equal, .notEqual, .same, .notSame].contains(symbol)
        if isOrder { ordered(left, as: kind) } else { write(left, as: kind) }
        text += " \(symbol.postgres) "
        write(right, as: kind)
      }
      text += ")"
    }

    func isCanonical(_ expression: SQLExpression) -> Bool {
      if case .collated(_, .canonical) = expression { true } else { false }
    }

    /// A text such that equal ones have the same bytes.
    mutating func canonical(_ expression: SQLExpression, _ isOrder: Bool) {
      var inner = expression
      if case .collated(let collated, _) = expression { inner = collated }
      if case .bound(.text(let value)) = inner {
        bind(.text(value.precomposedStringWithCanonicalMapping), as: .text)
      } else {
        text += "normalize("
        write(inner, as: .text)
        text += ")"
      }
      if isOrder { text += " COLLATE \"C\"" }
    }

    mutating func collated(_ inner: SQLExpression, _ collation: SQLCollationName) {
      switch collation {
      case .canonical: canonical(inner, true)
      case .standard, .localized:
        write(inner, as: .text)
        text += " COLLATE \(collation == .standard ? layout.helper("swiftdata_standard") : localized)"
      }
    }
  }

  extension SQLOperator {
    var isArithmetic: Bool {
      switch self {
      case .add, .subtract, .multiply, .divide, .remainder: true
      default: false
      }
    }

    var postgres: String {
      switch self {
      case .same: "IS NOT DISTINCT FROM"
      case .notSame: "IS DISTINCT FROM"
      default: rawValue
      }
    }
  }
#endif
