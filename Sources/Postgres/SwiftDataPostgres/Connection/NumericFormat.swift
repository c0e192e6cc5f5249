// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// PostgreSQL's `numeric` in binary form: digits to the base of ten thousand.
  enum NumericFormat {
    private static let notANumber: UInt16 = 0xC000
    private static let infinity: UInt16 = 0xD000
    private static let negativeInfinity: UInt16 = 0xF000
    private static let negative: UInt16 = 0x4000

    /// - Parameter text: Decimal digits, perhaps with a sign, a point and an exponent; `NaN`, `inf`.
    /// - Returns: `nil` if the text is no number.
    static func bytes(_ text: String) -> [UInt8]? {
      switch text.lowercased() {
      case "nan": return special(notANumber)
      case "inf", "infinity", "+infinity": return special(infinity)
      case "-inf", "-infinity": return special(negativeInfinity)
      default: break
      }
      var digits: [UInt8] = []
      var isNegative = false
      var fraction = 0
      var hasPoint = false
      var exponent = 0
      var rest = Substring(text)
      if rest.first == "-" || rest.first == "+" { isNegative = rest.removeFirst() == "-" }
      while let character = rest.first {
        rest.removeFirst()
        if let digit = character.wholeNumberValue, character.isASCII {
          digits.append(UInt8(digit))
          if hasPoint { fraction += 1 }
        } else if character == ".", !hasPoint {
          hasPoint = true
        } else if character == "e" || character == "E" {
          guard let value = Int(rest), abs(value) < 10_000 else { return nil }
          exponent = value
          rest = ""
        } else {
          return nil
        }
      }
      guard !digits.isEmpty else { return nil }
      var scale = fraction - exponent
      if scale < 0 {
        digits += Array(repeating: 0, count: -scale)
        scale = 0
      }
      if digits.count < scale { digits = Array(repeating: 0, count: scale - digits.count) + digits }
      return encode(digits, scale: scale, isNegative)
    }

    /// - Parameter scale: How many of the digits are after the point.
    private static func encode(_ digits: [UInt8], scale: Int, _ isNegative: Bool) -> [UInt8]? {
      var digits = digits
      // Groups of four, on both sides of the point.
      let whole = digits.count - scale
      digits =
        Array(repeating: 0, count: (4 - whole % 4) % 4) + digits + Array(repeating: 0, count: (4 - scale % 4) % 4)
      var groups: [UInt16] = stride(from: 0, to: digits.count, by: 4).map { start in
        digits[start..<start + 4].reduce(0) { $0 * 10 + UInt16($1) }
      }
      var weight = (whole + 3) / 4 - 1
      while groups.first == 0 {
        groups.removeFirst()
        weight -= 1
      }
      while groups.last == 0 { groups.removeLast() }
      if groups.isEmpty { weight = 0 }
      guard let count = Int16(exactly: groups.count), let weight = Int16(exactly: weight),
        let scale = Int16(exactly: scale)
      else { return nil }
      var bytes: [UInt8] = []
      BigEndian.append(count, to: &bytes)
      BigEndian.append(weight, to: &bytes)
      BigEndian.append(isNegative && !groups.isEmpty ? negative : 0, to: &bytes)
      BigEndian.append(scale, to: &bytes)
      for group in groups { BigEndian.append(group, to: &bytes) }
      return bytes
    }

    private static func special(_ sign: UInt16) -> [UInt8] {
      var bytes: [UInt8] = []
      for value in [0, 0, sign, 0] { BigEndian.append(value, to: &bytes) }
      return bytes
    }

    /// The number as text, with all its digits.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
      func word(_ index: Int) -> UInt16 {
        guard bytes.count >= index * 2 + 2 else { return 0 }
        return UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
      }
      let count = Int(word(0))
      let weight = Int(Int16(bitPattern: word(1)))
      let scale = Int(word(3) & 0x3FFF)
      switch word(2) {
      case notANumber: return "NaN"
      case infinity: return "Infinity"
      case negativeInfinity: return "-Infinity"
      default: break
      }
      func group(_ index: Int) -> String {
        let digits = index >= 0 && index < count ? String(word(4 + index)) : "0"
        return String(repeating: "0", count: 4 - digits.count) + digits
      }
      var whole = ""
      if weight >= 0 { for index in 0...weight { whole += group(index) } }
      let significant = whole.drop { $0 == "0" }
      var text = word(2) == negative ? "-" : ""
      text += significant.isEmpty ? "0" : String(significant)
      guard scale > 0 else { return text }
      var fraction = ""
      var index = weight + 1
      while fraction.count < scale {
        fraction += group(index)
        index += 1
      }
      return text + "." + fraction.prefix(scale)
    }
  }
#endif
