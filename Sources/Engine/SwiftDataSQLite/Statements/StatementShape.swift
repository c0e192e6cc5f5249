// SPDX-License-Identifier: Apache-2.0

/// SQL without the values that are written into it.
enum StatementShape {
  /// Replaces texts, blobs and numbers by `?`. Names between double quotes, brackets or backticks stay.
  static func text(of sql: String) -> String {
    var result = ""
    result.reserveCapacity(sql.utf8.count)
    var rest = Substring(sql).unicodeScalars
    var last: Unicode.Scalar = " "
    while let scalar = rest.first {
      if scalar == "'" {
        // A blob is a text with a letter before it.
        if last == "x" || last == "X", result.dropLast().last.map(isPartOfName) != true { result.removeLast() }
        skipText(&rest)
        result.append("?")
        last = "?"
      } else if ("0"..."9").contains(scalar), !isPartOfName(last), last != "?", last != ":", last != "@", last != "$" {
        while let next = rest.first, isPartOfName(next) || next == "." { rest.removeFirst() }
        result.append("?")
        last = "?"
      } else if let end = quote(scalar) {
        repeat { result.unicodeScalars.append(rest.removeFirst()) } while !rest.isEmpty && rest.first != end
        if !rest.isEmpty { result.unicodeScalars.append(rest.removeFirst()) }
        last = end
      } else {
        result.unicodeScalars.append(rest.removeFirst())
        last = scalar
      }
    }
    return result
  }

  private static func quote(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\"", "`": scalar
    case "[": "]"
    default: nil
    }
  }

  private static func skipText(_ rest: inout Substring.UnicodeScalarView) {
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      guard scalar == "'" else { continue }
      // Two of them are one within the text.
      guard rest.first == "'" else { return }
      rest.removeFirst()
    }
  }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { isPartOfName($0) }
  }
}
