// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation

  /// A symbol of an asset catalog: a template of many weights and sizes, of which a regular one is shown.
  enum SymbolTemplate {
    /// A drawing of the group `Regular-M` alone, or of `Regular-S` in templates that have fewer, as wide as its margins
    /// say; nil if the template has none.
    static func drawing(_ template: String) -> String? {
      ["M", "S", "L"].lazy.compactMap { drawing(template, size: $0) }.first
    }

    private static func drawing(_ template: String, size: String) -> String? {
      guard let group = group("Regular-\(size)", in: template) else { return nil }
      func guide(_ name: String, _ attribute: String) -> Double? {
        element(name, in: template).flatMap { number(attribute, in: $0) }
      }
      guard let left = guide("left-margin-Regular-\(size)", "x1"),
        let right = guide("right-margin-Regular-\(size)", "x1"),
        let top = guide("Capline-\(size)", "y1"), let base = guide("Baseline-\(size)", "y1"), right > left, base > top
      else { return nil }
      // Symbols are higher than capitals, and in their middle.
      let side = max(right - left, (base - top) * 1.5)
      let (x, y) = ((left + right - side) / 2, (top + base - side) / 2)
      return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(x) \(y) \(side) \(side)">\(group)</svg>

        """
    }

    /// The start tag of the element with an identifier.
    private static func element(_ id: String, in text: String) -> Substring? {
      guard let name = text.range(of: "id=\"\(id)\""),
        let start = text[..<name.lowerBound].lastIndex(of: "<"), let end = text[name.upperBound...].firstIndex(of: ">")
      else { return nil }
      return text[start...end]
    }

    private static func number(_ attribute: String, in element: Substring) -> Double? {
      guard let start = element.range(of: " \(attribute)=\"") else { return nil }
      return Double(element[start.upperBound...].prefix { $0 != "\"" }).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A group with what is in it, groups too.
    private static func group(_ id: String, in text: String) -> Substring? {
      guard let start = element(id, in: text), start.hasPrefix("<g"), !start.hasSuffix("/>") else { return nil }
      var depth = 1
      var rest = text[start.endIndex...]
      while let tag = rest.firstIndex(of: "<") {
        rest = rest[tag...]
        guard let end = rest.firstIndex(of: ">") else { return nil }
        let name = rest[..<end]
        if name.hasPrefix("</g") {
          depth -= 1
        } else if name == "<g" || name.hasPrefix("<g "), !name.hasSuffix("/") {
          depth += 1
        }
        if depth == 0 { return text[start.startIndex...end] }
        rest = rest[rest.index(after: end)...]
      }
      return nil
    }
  }
#endif
