// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  extension NSPredicate {
    /// A condition on a text: `SELF MATCHES %@`, which apps check addresses with, and its relatives `CONTAINS`,
    /// `BEGINSWITH`, `ENDSWITH` and `==`, each also with `[c]`, `[d]` or `[cd]`. Foundation has no formats on this platform.
    ///
    /// ```swift
    /// NSPredicate(format: "SELF MATCHES %@", "[0-9]+").evaluate(with: "42")  // true
    /// ```
    ///
    /// Of any other format nothing is known, and its predicate is false for all objects.
    public convenience init(format: String, _ arguments: String...) {
      let condition = TextCondition(format, arguments)
      self.init { object, _ in
        guard let condition, let text = object as? String else { return false }
        return condition.holds(for: text)
      }
    }
  }

  /// A comparison of a text with another, as `NSPredicate` writes it.
  struct TextCondition: Sendable {
    private let comparison: String
    private let operand: String
    private let options: String.CompareOptions

    /// Nil if the format is none of these.
    init?(_ format: String, _ arguments: [String]) {
      let words = format.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 3, words[0].uppercased() == "SELF", words[2] == "%@", arguments.count == 1 else {
        return nil
      }
      let parts = words[1].split(separator: "[", maxSplits: 1)
      guard let name = parts.first?.uppercased(),
        ["MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "==", "="].contains(name)
      else { return nil }
      var options: String.CompareOptions = []
      if parts.count == 2 {
        guard parts[1].hasSuffix("]") else { return nil }
        for letter in parts[1].dropLast().lowercased() {
          switch letter {
          case "c": options.insert(.caseInsensitive)
          case "d": options.insert(.diacriticInsensitive)
          default: return nil
          }
        }
      }
      comparison = name
      operand = arguments[0]
      self.options = options
    }

    func holds(for text: String) -> Bool {
      switch comparison {
      case "MATCHES":
        guard
          let expression = try? NSRegularExpression(
            pattern: "\\A(?:\(operand))\\z", options: options.contains(.caseInsensitive) ? .caseInsensitive : [])
        else { return false }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
      case "CONTAINS": return text.range(of: operand, options: options) != nil
      case "BEGINSWITH": return text.range(of: operand, options: options.union(.anchored)) != nil
      case "ENDSWITH": return text.range(of: operand, options: options.union([.anchored, .backwards])) != nil
      default: return text.compare(operand, options: options) == .orderedSame
      }
    }
  }

  extension UserDefaults {
    /// Sets a value. On Apple's platforms this is key-value coding, here it calls `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// A value by its key: `object(forKey:)` by the name that key-value coding has for it.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
  }
#endif
