// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation

  /// What a word is in a full-text search, in Swift as in the database: as FTS5's tokenizer `unicode61` has it, so that files
  /// and databases find the same.
  ///
  /// A word is a sequence of letters, digits and private characters. It is compared in lower case, without the diacritics of
  /// Latin letters, and without all others that join no letter into one composed scalar.
  enum WordFold {
    /// The marks that belong to the word that they stand in, and are not compared.
    static let marks = "\\u0300-\\u036f"
    /// The letters whose marks are not compared.
    static let latin = "\\u0001-\\u024f\\u1e00-\\u1eff"
    /// A database cuts longer words, so these are cut on both sides: no lexeme may have 2 KiB.
    static let longest = 500

    static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
    }

    static func isPart(_ scalar: Unicode.Scalar) -> Bool {
      if scalar.isASCII {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        default: return false
        }
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .privateUse:
        return true
      default: return false
      }
    }

    /// A word as it is compared.
    static func fold(_ word: some StringProtocol) -> String {
      if word.utf8.allSatisfy({ $0 < 0x80 }) { return String(word.lowercased().prefix(longest)) }
      var stripped = String.UnicodeScalarView()
      var follows = false
      for scalar in String(word).decomposedStringWithCanonicalMapping.unicodeScalars {
        if isMark(scalar), follows { continue }
        follows = isLatin(scalar)
        stripped.append(scalar)
      }
      let composed = String(stripped).precomposedStringWithCanonicalMapping.unicodeScalars.filter { !isMark($0) }
      let folded = String(String.UnicodeScalarView(composed)).lowercased().replacing("ς", with: "σ")
      return String(String.UnicodeScalarView(folded.unicodeScalars.prefix(longest)))
    }

    /// What stands between the brackets of a regular expression that matches a part of a word: the classes of this Swift, so
    /// that a database agrees with the program that has made its functions.
    static let parts: String = {
      var text = ""
      var start: UInt32?
      func escaped(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return value < 0x10000
          ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          : "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
      // What follows is unassigned, selects variants, or is for private use.
      for value in UInt32(1)...0x33480 {
        let isPart = value < 0x33480 && Unicode.Scalar(value).map(Self.isPart) == true
        if isPart, start == nil { start = value }
        if !isPart, let first = start {
          text += first == value - 1 ? escaped(first) : escaped(first) + "-" + escaped(value - 1)
          start = nil
        }
      }
      return text + "\\U000f0000-\\U000ffffd\\U00100000-\\U0010fffd"
    }()
  }
#endif
