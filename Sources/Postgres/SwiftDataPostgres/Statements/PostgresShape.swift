// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// SQL without the values that are written into it, in PostgreSQL's notation.
  struct PostgresShape {
    private var rest: Substring.UnicodeScalarView
    private var result = ""
    private var last: Unicode.Scalar = " "

    /// Replaces texts, numbers and parameters by `?`, and leaves comments out. Names between double quotes stay.
    static func text(of sql: String) -> String {
      var shape = PostgresShape(rest: Substring(sql).unicodeScalars)
      shape.result.reserveCapacity(sql.utf8.count)
      while let scalar = shape.rest.first { shape.take(scalar) }
      return shape.result
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    private mutating func take(_ scalar: Unicode.Scalar) {
      let next = rest.dropFirst().first
      switch scalar {
      case "'":
        // `E'…'`, `B'…'`, `X'…'`, `N'…'`, `U&'…'`: the letters belong to the text.
        let word = result.unicodeScalars.reversed().prefix { Self.isPartOfName($0) || $0 == "&" }
        let prefix = word.map { $0.properties.lowercaseMapping }.joined()
        if ["e", "b", "x", "n", "&u"].contains(prefix) { result.unicodeScalars.removeLast(word.count) }
        skipText(escapes: prefix == "e")
        value()
      case "\"":
        repeat { keep() } while !rest.isEmpty && rest.first != "\""
        if !rest.isEmpty { keep() }
      case "$" where !Self.isPartOfName(last) && next.map(Self.isDigit) == true:
        rest.removeFirst()
        while let digit = rest.first, Self.isDigit(digit) { rest.removeFirst() }
        value()
      case "$" where !Self.isPartOfName(last):
        let tag = rest.dropFirst().prefix { Self.isPartOfName($0) }
        guard rest.dropFirst(tag.count + 1).first == "$" else { return keep() }
        skip(until: "$\(String(tag))$")
        value()
      case "-" where next == "-":
        while let scalar = rest.first, scalar != "\n" { rest.removeFirst() }
      case "/" where next == "*": skipComment()
      case _ where Self.isDigit(scalar) && !Self.isPartOfName(last):
        while let digit = rest.first, Self.isPartOfName(digit) || digit == "." { rest.removeFirst() }
        value()
      default: keep()
      }
    }

    private mutating func keep() {
      last = rest.removeFirst()
      result.unicodeScalars.append(last)
    }

    private mutating func value() {
      result.append("?")
      last = "?"
    }

    private mutating func skipText(escapes: Bool) {
      rest.removeFirst()
      while let scalar = rest.popFirst() {
        if escapes, scalar == "\\" {
          _ = rest.popFirst()
        } else if scalar == "'" {
          // Two of them are one within the text.
          guard rest.first == "'" else { return }
          rest.removeFirst()
        }
      }
    }

    /// Skips a text between marks.
    private mutating func skip(until mark: String) {
      let mark = Array(mark.unicodeScalars)
      rest.removeFirst(mark.count)
      while !rest.isEmpty, !rest.starts(with: mark) { rest.removeFirst() }
      rest.removeFirst(min(mark.count, rest.count))
    }

    private mutating func skipComment() {
      var depth = 0
      while !rest.isEmpty {
        if rest.starts(with: ["/", "*"]) {
          depth += 1
          rest.removeFirst(2)
        } else if rest.starts(with: ["*", "/"]) {
          depth -= 1
          rest.removeFirst(2)
          if depth == 0 { return }
        } else {
          rest.removeFirst()
        }
      }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar.properties.isAlphabetic || isDigit(scalar)
    }
  }
#endif
