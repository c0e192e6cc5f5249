// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Which scalars join their neighbours into one character: found out by asking Swift, so that the database cuts text as
  /// Swift does. Written as classes of regular expressions.
  struct GraphemeClasses {
    /// Belong to the character before them.
    let extending: String
    /// Begin a character with what follows.
    let prepending: String
    /// Stand alone, whatever follows.
    let control: String
    /// Join over U+200D.
    let pictographic: String
    /// Syllables of Korean without a final consonant.
    let openSyllables: String
    /// Consonants of scripts that join them by a sign, and these signs.
    let conjunctConsonants: String
    let conjunctLinkers: String

    /// A second of a debug build, once in a process that makes a store.
    static let shared = GraphemeClasses()

    private init() {
      var extending: [UInt32] = []
      var prepending: [UInt32] = []
      var control: [UInt32] = []
      var pictographic: [UInt32] = []
      func joins(_ scalars: [Unicode.Scalar]) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text).count == 1
      }
      for value in Self.candidates {
        guard let scalar = Unicode.Scalar(value) else { continue }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .modifierSymbol, .modifierLetter, .otherLetter:
          if joins(["a", scalar]) { extending.append(value) }
          if joins([scalar, "a"]) { prepending.append(value) }
        case .otherSymbol, .mathSymbol, .otherPunctuation, .unassigned, .dashPunctuation:
          if joins([scalar, "\u{200D}", "👩"]) { pictographic.append(value) }
        default: break
        }
        let category = scalar.properties.generalCategory
        if category == .control || category == .format || category == .lineSeparator || category == .paragraphSeparator
          || category == .unassigned, value != 0, !joins([scalar, "\u{301}"])
        {
          control.append(value)
        }
      }
      var consonants: [UInt32] = []
      var linkers: [UInt32] = []
      // Devanagari to Malayalam: each block has its own sign.
      for block in stride(from: UInt32(0x900), to: 0xD80, by: 0x80) {
        guard let sign = Unicode.Scalar(block + 0x4D), let first = Unicode.Scalar(block + 0x15) else { continue }
        guard joins([first, sign, first]) else { continue }
        linkers.append(sign.value)
        for value in block..<block + 0x80 {
          guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .otherLetter else { continue }
          if joins([first, sign, scalar]) { consonants.append(value) }
        }
      }
      self.extending = Self.text(extending)
      self.prepending = Self.text(prepending)
      self.control = Self.text(control)
      self.pictographic = Self.text(pictographic)
      openSyllables = Self.text(Array(stride(from: UInt32(0xAC00), through: 0xD788, by: 28)))
      conjunctConsonants = Self.text(consonants)
      conjunctLinkers = Self.text(linkers)
    }

    /// Without ideographs, syllables and private use, which join nothing.
    private static let candidates: [UInt32] =
      Array(1..<0x3400) + Array(0xA000..<0xAC00) + Array(0xD7A4..<0xD800) + Array(0xF900..<0x17000)
      + Array(0x18D00..<0x20000) + Array(0xE0000..<0xE1000)

    /// Scalars as what stands between brackets.
    private static func text(_ values: [UInt32]) -> String {
      var text = ""
      var start: UInt32?
      for (index, value) in values.enumerated() {
        if start == nil { start = value }
        guard index + 1 == values.count || values[index + 1] != value + 1 else { continue }
        let first = start ?? value
        text += first == value ? escape(value) : escape(first) + "-" + escape(value)
        start = nil
      }
      return text
    }

    private static func escape(_ value: UInt32) -> String {
      let digits = String(value, radix: 16)
      return value <= 0xFFFF
        ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        : "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// One character, as a regular expression: the longest match counts.
    var cluster: String {
      let last = "[\(extending)]*"
      let letters = "[\\u1100-\\u115f\\ua960-\\ua97c]*"
      let vowels = "[\\u1160-\\u11a7\\ud7b0-\\ud7c6]"
      let finals = "[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]*"
      let korean =
        "\(letters)(?:\(vowels)+|[\(openSyllables)]\(vowels)*|[\\uac00-\\ud7a3])\(finals)"
        + "|[\\u1100-\\u115f\\ua960-\\ua97c]+|[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]+"
      let flags = "[\\U0001f1e6-\\U0001f1ff][\\U0001f1e6-\\U0001f1ff]"
      let pictures = "[\(pictographic)](?:\(last)\\u200d[\(pictographic)])*"
      let conjuncts =
        "[\(conjunctConsonants)](?:\(last)[\(conjunctLinkers)]\(last)[\(conjunctConsonants)])*"
      return "\\r\\n|[\(control)]|[\(prepending)]*(?:\(korean)|\(flags)|\(pictures)|\(conjuncts)|[^\(control)])\(last)"
    }
  }
#endif
