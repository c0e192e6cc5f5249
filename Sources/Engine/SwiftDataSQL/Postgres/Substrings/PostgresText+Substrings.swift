// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import FoundationCompatibility
  import SwiftDataCore

  /// Searches for a part of a text by an index of its trigrams, where there is one.
  extension PostgresText {
    /// `contains`: a pattern that each row has which the function accepts, and the function, which has the last word.
    mutating func contains(_ arguments: [SQLExpression]) {
      guard let part = indexedPart(arguments), SubstringPattern.hasTrigrams(StandardStringFold.fold(part), isASCII)
      else {
        return helper("swiftdata_contains", arguments, as: .text)
      }
      text += "("
      fold(arguments[0])
      // Folded by the server: text and part by the same rules.
      text += " LIKE "
      fold(.bound(.text(SubstringPattern.loose(part))))
      text += " AND "
      helper("swiftdata_contains", arguments, as: .text)
      text += ")"
    }

    /// `localizedStandardContains`, whose part comes folded: the pattern says all.
    mutating func standardContains(_ arguments: [SQLExpression]) {
      guard let part = indexedPart(arguments), SubstringPattern.hasTrigrams(part, isASCII) else {
        return helper("swiftdata_standard_contains", arguments, as: .text)
      }
      text += "("
      fold(arguments[0])
      text += " LIKE "
      bind(.text(SubstringPattern.exact(part)), as: .text)
      text += ")"
    }

    private var isASCII: Bool { layout.substrings?.hasOnlyASCII == true }

    private mutating func fold(_ value: SQLExpression) { helper("swiftdata_fold", [value], as: .text) }

    /// The part that an indexed text is to have, if it is known.
    private func indexedPart(_ arguments: [SQLExpression]) -> String? {
      guard let substrings = layout.substrings, arguments.count == 2, case .column(let alias, let name) = arguments[0],
        case .table(let table) = tables[alias], substrings.contains(table.name, name),
        case .text(let part)? = arguments[1].boundValue
      else { return nil }
      return part
    }
  }

  /// Patterns of `LIKE` for a part of a text.
  enum SubstringPattern {
    /// Whether an index narrows the search: for less than three letters or digits in a row, it would be read from end to end.
    ///
    /// - Parameter isASCII: Whether letters outside ASCII do not count.
    static func hasTrigrams(_ folded: String, _ isASCII: Bool) -> Bool {
      var run = 0
      for scalar in folded.unicodeScalars {
        let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        let counts = isPart && (scalar.isASCII || !isASCII)
        run = counts ? run + 1 : 0
        if run == 3 { return true }
      }
      return false
    }

    /// Matches what contains the part, and perhaps more. Nothing in it is escaped, so it can be folded.
    static func loose(_ part: String) -> String {
      var pattern = String.UnicodeScalarView("%".unicodeScalars)
      for scalar in part.unicodeScalars { pattern.append(scalar == "%" || scalar == "\\" ? "_" : scalar) }
      pattern.append("%")
      return String(pattern)
    }

    /// Matches what contains the part.
    static func exact(_ part: String) -> String {
      var pattern = String.UnicodeScalarView("%".unicodeScalars)
      for scalar in part.unicodeScalars {
        if scalar == "%" || scalar == "\\" || scalar == "_" { pattern.append("\\") }
        pattern.append(scalar)
      }
      pattern.append("%")
      return String(pattern)
    }
  }
#endif
