// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore

  /// Arithmetic, functions and aggregates.
  extension PostgresText {
    /// Over tables of other programs, a connection may not have the store's own collation.
    var localized: String { layout.isExisting ? "\"und-x-icu\"" : layout.helper("swiftdata_localized") }

    /// Functions of the store's: the operators end the statement where a number does not fit.
    mutating func arithmetic(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression) {
      let kind = number(left, right) ?? .integer
      if kind == .real, right == .verbatim("-1.0"), symbol == .multiply {
        text += "(- "
        write(left, as: .real)
        text += ")"
        return
      }
      helper(
        kind == .real ? "swiftdata_real" : "swiftdata_integer", first: "'\(symbol.rawValue)'", [left, right], as: kind)
    }

    mutating func helper(
      _ name: String, first: String? = nil, _ arguments: [SQLExpression], as kind: PostgresKind
    ) {
      text += layout.helper(name) + "("
      if let first { text += first + ", " }
      list(arguments, as: kind)
      text += ")"
    }

    mutating func operation(_ arguments: [SQLExpression], _ symbol: String) {
      text += "("
      write(arguments[0], as: .numeric)
      text += " \(symbol) "
      write(arguments[1], as: .numeric)
      text += ")"
    }

    mutating func call(_ name: SQLFunctionName, _ arguments: [SQLExpression], as expected: PostgresKind?) {
      guard let first = arguments.first else { return }
      func wrap(_ before: String, _ after: String, as kind: PostgresKind?, _ writer: inout PostgresText) {
        writer.text += before
        writer.write(first, as: kind)
        writer.text += after
      }
      switch name {
      case .searchRank: rank(first, arguments[1])
      case .count: wrap("COUNT(", ")", as: nil, &self)
      case .coalesce:
        let reader = self
        let kind = expected ?? arguments.lazy.compactMap { reader.firm($0) }.first ?? reader.kind(first)
        text += "COALESCE("
        list(arguments, as: kind)
        text += ")"
      case .length: wrap("octet_length(", ")::bigint", as: .bytes, &self)
      case .minimum, .maximum: extremum(first, isLeast: name == .minimum)
      case .sum: wrap("sum(", summand(first) + (kind(first) == .integer ? ")::bigint" : ")"), as: nil, &self)
      case .average:
        wrap("(sum(", summand(first) + ")::double precision / ", as: nil, &self)
        wrap("count(", "))", as: nil, &self)
      case .decimalSum: wrap("sum(", ")", as: .numeric, &self)
      case .decimalMinimum, .decimalMaximum:
        wrap("(array_agg(", " ORDER BY ", as: .numeric, &self)
        call(.decimalOrder, [first], as: .numeric)
        text += name == .decimalMinimum ? ") FILTER (WHERE " : " DESC) FILTER (WHERE "
        wrap("", " IS NOT NULL))[1]", as: .numeric, &self)
      case .decimalOrder:
        wrap("(CASE WHEN ", " = 'NaN' THEN '-Infinity' ELSE ", as: .numeric, &self)
        wrap("", " END)", as: .numeric, &self)
      case .decimalAdd: operation(arguments, "+")
      case .decimalSubtract: operation(arguments, "-")
      case .decimalMultiply: operation(arguments, "*")
      case .decimalDivide:
        wrap("(", " / NULLIF(", as: .numeric, &self)
        write(arguments[1], as: .numeric)
        text += ", 0))"
      case .divideReal: helper("swiftdata_real", first: "'/'", arguments, as: .real)
      case .roundToFloat: helper("swiftdata_float", arguments, as: .real)
      case .contains: contains(arguments)
      case .startsWith: helper("swiftdata_starts", arguments, as: .text)
      case .endsWith: helper("swiftdata_ends", arguments, as: .text)
      case .characterCount: helper("swiftdata_length", arguments, as: .text)
      case .standardContains: standardContains(arguments)
      case .standardFold: helper("swiftdata_fold", arguments, as: .text)
      // Without the rule for a sigma at the end of a word, as Swift has it.
      case .lowercased:
        wrap(
          "lower(replace(", ", 'Σ', 'σ') COLLATE \(localized))", as: .text, &self)
      case .uppercased: wrap("upper(", " COLLATE \(localized))", as: .text, &self)
      case .trimmed: trim(first, arguments[1])
      case .uuidText: wrap("upper(", "::text)", as: .uuid, &self)
      case .elementText: wrap("(", " #>> '{}')", as: .json, &self)
      case .elementInteger: element(first, Element.integer, "::bigint")
      case .elementReal: element(first, Element.real, " #>> '{}')::double precision")
      case .elementBoolean: element(first, Element.boolean, "::boolean")
      case .regex: refuse("PostgreSQL's regular expressions differ from Swift's.")
      case .localizedCompare, .caseInsensitiveCompare:
        refuse("Foundation's comparison of texts has no equal in PostgreSQL.")
      default: refuse("\(name.rawValue) has no equal in PostgreSQL.")
      }
    }

    /// An element of JSON as a value; NULL, which matches nothing, for one that is none of the type: other programs write what
    /// they like, and a conversion that fails would end the statement.
    private mutating func element(_ json: SQLExpression, _ condition: String, _ conversion: String) {
      text += conversion.contains(")") ? "(jsonb_path_query_first(" : "jsonb_path_query_first("
      write(json, as: .json)
      text += ", 'strict $ ? (\(condition))')\(conversion)"
    }

    /// Conditions of the server's paths, for which a comparison of different types is false.
    private enum Element {
      static let integer = "@ >= \(Int64.min) && @ <= \(Int64.max) && @ == @.floor()"
      static let boolean = "@ == true || @ == false"
      /// Infinities are texts in JSON.
      static let real =
        "@ == 0 || @.abs() >= 4.9406564584124654e-324 && @.abs() <= 1.7976931348623157e308 "
        + #"|| @ == "inf" || @ == "-inf" || @ == "Infinity" || @ == "-Infinity""#
    }

    /// What follows a number that is added to others: PostgreSQL would add those of single precision in single precision.
    private func summand(_ expression: SQLExpression) -> String {
      guard case .column(let alias, let name) = expression, case .table(let table) = tables[alias],
        table.columns.first(where: { $0.name == name })?.declaredType == "real"
      else { return "" }
      return "::double precision"
    }

    mutating func extremum(_ value: SQLExpression, isLeast: Bool) {
      var inner = value
      if case .collated(let collated, _) = value { inner = collated }
      switch kind(inner) {
      case .text, .bytes, .uuid, .boolean:
        // Some of these have no least value in PostgreSQL 15; and a text is to be what it was.
        text += "(array_agg("
        write(inner)
        text += " ORDER BY "
        ordered(value)
        text += isLeast ? ") FILTER (WHERE " : " DESC) FILTER (WHERE "
        write(inner)
        text += " IS NOT NULL))[1]"
      default:
        text += isLeast ? "min(" : "max("
        write(inner)
        text += ")"
      }
    }

    /// The set as the text of its characters, if they are not too many.
    mutating func trim(_ value: SQLExpression, _ set: SQLExpression) {
      guard case .bound(.blob(let bitmap)) = set else { return refuse("The set of characters must be captured.") }
      var characters = String.UnicodeScalarView()
      let set = CharacterSet(bitmapRepresentation: Data(bitmap))
      for plane in UInt8(0)...16 where set.hasMember(inPlane: plane) {
        for value in UInt32(plane) << 16..<(UInt32(plane) + 1) << 16 where value != 0 {
          guard let scalar = Unicode.Scalar(value), set.contains(scalar) else { continue }
          characters.append(scalar)
          guard characters.count <= 512 else {
            return refuse("The set has too many characters to be trimmed by PostgreSQL.")
          }
        }
      }
      text += "btrim("
      write(value, as: .text)
      text += ", "
      bind(.text(String(characters)), as: .text)
      text += ")"
    }
  }
#endif
