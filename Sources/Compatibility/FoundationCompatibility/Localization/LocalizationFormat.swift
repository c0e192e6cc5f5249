// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  /// Fills texts into a format, by hand: a translation is data, and `String(format:)` would read
  /// arguments that are not there.
  enum LocalizationFormat {
    /// `%@`, `%lld`, `%.2f`, `%2$@` become the text of the next argument, or of the one with that
    /// number; `%%` a percent sign. What names no argument stays as it is.
    static func fill(_ format: String, with arguments: [String]) -> String {
      var result = ""
      var next = 0
      var rest = Substring(format)
      while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        rest = rest[percent...]
        guard let specifier = Specifier(rest) else {
          result += "%"
          rest = rest.dropFirst()
          continue
        }
        if specifier.isPercent {
          result += "%"
        } else {
          let index = specifier.position.map { $0 - 1 } ?? next
          if specifier.position == nil { next += 1 }
          result +=
            arguments.indices.contains(index)
            ? arguments[index] : String(rest.prefix(specifier.length))
        }
        rest = rest.dropFirst(specifier.length)
      }
      return result + rest
    }

    private struct Specifier {
      /// The number of the argument, from 1.
      var position: Int?
      /// In characters.
      var length = 1
      var isPercent = false

      /// Reads the specifier at the start of `text`, which is a percent sign.
      init?(_ text: Substring) {
        var rest = text.dropFirst()
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        if !number.isEmpty, rest.dropFirst(number.count).first == "$" {
          position = Int(number)
          length += number.count + 1
          rest = rest.dropFirst(number.count + 1)
        }
        let modifiers = rest.prefix { "0123456789.+-# lhqzt".contains($0) }
        length += modifiers.count + 1
        guard let conversion = rest.dropFirst(modifiers.count).first,
          "@%diouxXeEfFgGaAcCsSp".contains(conversion)
        else { return nil }
        isPercent = conversion == "%"
        if isPercent, length != 2 { return nil }
      }
    }
  }
#endif
