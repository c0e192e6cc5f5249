// SPDX-License-Identifier: Apache-2.0

/// A list of values as one side of IN.
///
/// A short list becomes parameters, their number rounded up to a power of
/// two so that few shapes of statement arise; a long one becomes one JSON
/// array, which takes a single parameter.
enum ValueList {
  static let longestOfParameters = 8

  static func contains(_ element: SQLExpression, _ values: [SQLValue], _ dialect: SQLDialect) -> SQLExpression {
    switch values.count {
    case 0: return .no
    case 1: return .binary(element, .equal, .bound(values[0]))
    case _ where dialect == .postgres: return .memberOfList(element, values)
    case ...longestOfParameters: return .member(element, padded(values))
    default:
      guard let list = query(values) else { return .member(element, values.map { .bound($0) }) }
      return .memberOfQuery(element, list)
    }
  }

  /// Whether the values fit one parameter.
  static func canQuery(_ values: [SQLValue]) -> Bool { values.isEmpty || query(values) != nil }

  /// Whether a primary key is one of a list, always as one parameter.
  static func contains(_ element: SQLExpression, keys: some Sequence<Int64>, _ dialect: SQLDialect) -> SQLExpression {
    dialect == .sqlite
      ? .memberOfQuery(element, query(keys: keys)) : .memberOfList(element, keys.map { .integer($0) })
  }

  static func query(keys: some Sequence<Int64>) -> SQLQuery {
    query(json: "[" + keys.map { "\($0)" }.joined(separator: ",") + "]") { $0 }
  }

  private static func padded(_ values: [SQLValue]) -> [SQLExpression] {
    var count = 2
    while count < values.count { count *= 2 }
    let padding = Array(repeating: values[values.count - 1], count: count - values.count)
    return (values + padding).map { .bound($0) }
  }

  /// The values as rows; `nil` if they are not of one kind.
  private static func query(_ values: [SQLValue]) -> SQLQuery? {
    var parts: [String] = []
    parts.reserveCapacity(values.count)
    for value in values {
      switch (value, values[0]) {
      case (.integer(let value), .integer): parts.append("\(value)")
      case (.text(let value), .text):
        // SQLite's JSON ends a string at U+0000.
        guard let literal = jsonLiteral(value) else { return nil }
        parts.append(literal)
      // SQLite's reading of decimal fractions is not exact to the last bit.
      case (.real(let value), .real): parts.append("\(Int64(bitPattern: value.bitPattern))")
      case (.blob(let value), .blob): parts.append("\"" + SQLHex.string(value) + "\"")
      default: return nil
      }
    }
    let json = "[" + parts.joined(separator: ",") + "]"
    return switch values[0] {
    case .real: query(json: json) { .call(.realFromBits, $0) }
    case .blob: query(json: json) { .call(.bytesFromHex, $0) }
    default: query(json: json) { $0 }
    }
  }

  private static func query(json: String, _ decode: (SQLExpression) -> SQLExpression) -> SQLQuery {
    SQLQuery(
      [decode(.verbatim("value"))],
      from: .function("json_each", [.bound(.text(json))], alias: "list"))
  }

  private static func jsonLiteral(_ text: String) -> String? {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": return nil
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\u{1}"..<" ":
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
