// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SourceText
  import SwiftDataSQL

  /// Default values of columns, as initial values of properties.
  extension ExistingModels {
    /// The default value in Swift, where the server's is a plain one.
    func initial(_ column: ExistingTables.Column, _ type: String) -> String? {
      // Whatever an object says, the server has another number.
      if column.identity == "a" { return "0" }
      guard let text = column.initial, !column.isGenerated else { return column.isRequired ? nil : "nil" }
      let plain = Self.withoutCast(text)
      let content = Self.literal(plain)
      let otherwise = column.isRequired ? nil : "nil"
      switch type {
      case "Date":
        return Self.isPresentMoment(text) || content?.lowercased() == "now" ? ".now" : otherwise
      case "UUID": return ["gen_random_uuid()", "uuid_generate_v4()"].contains(plain) ? "UUID()" : otherwise
      case "Bool": return ["true", "false"].contains(plain) ? plain : otherwise
      case "Int": return Int(content ?? plain).map { "\($0)" } ?? otherwise
      case "Double", "Float", "Decimal":
        let digits = content ?? plain
        guard let number = Double(digits), number.isFinite, digits.allSatisfy({ "-.0123456789".contains($0) }) else {
          return otherwise
        }
        // A literal would be rounded to a Double, or has to be an Int.
        return type == "Decimal" && Int(digits) == nil ? "Decimal(string: \"\(digits)\")!" : digits
      case "String": return content.map { SwiftNames.literal($0) } ?? otherwise
      case _ where type.hasPrefix("["): return content == "{}" ? "[]" : otherwise
      default:
        guard let content, let enumeration = enumerations.first(where: { $0.name == type }),
          let found = enumeration.cases.first(where: { $0.label == content })
        else { return otherwise }
        // Of an optional, `.none` would be nil.
        let isOptionals = !column.isRequired && ["none", "some"].contains(found.name)
        return (isOptionals ? type : "") + ".\(SwiftNames.escaped(found.name))"
      }
    }

    /// Whether an expression is the time at which a row is inserted, also as the time in UTC: `timezone('utc'::text, now())`,
    /// which later versions of the server write as `(now() AT TIME ZONE 'utc'::text)`.
    private static func isPresentMoment(_ text: String) -> Bool {
      var text = text.lowercased().replacing("::text", with: "").replacing(" ", with: "")
      while text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
      for zone in ["utc", "etc/utc", "gmt"] {
        if text.hasPrefix("timezone('\(zone)',"), text.hasSuffix(")") {
          text = String(text.dropFirst("timezone('\(zone)',".count).dropLast())
        } else if text.hasSuffix("attimezone'\(zone)'") {
          text.removeLast("attimezone'\(zone)'".count)
        }
      }
      // The precision, which the column has, too.
      if text.hasSuffix(")"), let parenthesis = text.lastIndex(of: "("),
        text[parenthesis...].dropFirst().dropLast().allSatisfy(\.isNumber)
      {
        text = String(text[..<parenthesis])
      }
      return [
        "now", "current_timestamp", "current_date", "localtimestamp", "clock_timestamp", "statement_timestamp",
        "transaction_timestamp",
      ].contains(text)
    }

    /// `'G'::rating` → `'G'`, `(-1)` → `-1`, `('now'::text)::date` → `'now'`.
    private static func withoutCast(_ text: String) -> String {
      var text = text
      while true {
        if text.hasPrefix("("), text.hasSuffix(")") {
          text = String(text.dropFirst().dropLast())
        } else if let range = text.ranges(of: "::").last, isType(text[range.upperBound...]) {
          text = String(text[..<range.lowerBound])
        } else {
          return text
        }
      }
    }

    /// Whether what follows a cast is the whole rest of an expression, and not part of a literal or of a call's arguments.
    private static func isType(_ rest: Substring) -> Bool {
      !rest.contains("'") && rest.count { $0 == "(" } == rest.count { $0 == ")" }
    }

    /// The content of a literal; `nil` for other expressions, such as the concatenation of two.
    private static func literal(_ text: String) -> String? {
      text.dropFirst().dropLast().replacing("''", with: "").contains("'") ? nil : text.betweenSingleQuotes
    }
  }
#endif
