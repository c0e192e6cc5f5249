// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// The pictures of `Image(systemName:)`.
  ///
  /// An element names a system image (`Element.Attribute.Name.symbol`); the host makes it show a symbol of the set in
  /// `Client/icons.svg`. Names that the set does not have get a neutral picture.
  struct Icons: Sendable {
    /// Where the common symbols are fetched from.
    let address: String
    /// Where the others are.
    let otherAddress: String

    /// The names of the common symbols.
    let names: Set<String>
    /// Those of the others.
    let otherNames: Set<String>

    init(address: String, source: String, otherAddress: String = "", otherSource: String = "") {
      self.address = address
      self.otherAddress = otherAddress
      names = Self.names(in: source)
      otherNames = Self.names(in: otherSource)
    }

    private static func names(in source: String) -> Set<String> {
      var names: Set<String> = []
      var rest = Substring(source)
      while let start = rest.range(of: "<symbol id=\"") {
        rest = rest[start.upperBound...]
        guard let end = rest.firstIndex(of: "\"") else { break }
        names.insert(String(rest[..<end]))
        rest = rest[end...]
      }
      return names
    }

    /// The symbol for a system image: a name in the set of the common ones, or an address in the other one.
    ///
    /// A variant that the set does not draw is shown as the plain picture: `star.square` as `star`, and
    /// `star.square.fill` as `star.fill`.
    func symbol(_ name: String) -> String {
      let isFilled = name.hasSuffix(".fill")
      var plain = Substring(name)
      while true {
        if isFilled, let found = known("\(plain).fill") ?? known(String(plain)) { return found }
        if !isFilled, let found = known(String(plain)) { return found }
        guard let dot = plain.lastIndex(of: ".") else { return "unknown" }
        plain = plain[..<dot]
      }
    }

    private func known(_ name: String) -> String? {
      if names.contains(name) { return name }
      return otherNames.contains(name) ? "\(otherAddress)#\(name)" : nil
    }

    /// The address of what ``symbol(_:)`` gives.
    func address(of symbol: String) -> String { symbol.contains("#") ? symbol : "\(address)#\(symbol)" }
  }

  /// The set of symbols as two files: most pages do well with the common ones, and the others are fetched where one is
  /// shown.
  struct IconFiles {
    let common: String
    let others: String

    /// - Parameter source: The whole set, with a comment before the others.
    init(_ source: String) {
      guard let mark = source.range(of: "<!--"),
        let end = source.range(of: "-->\n", range: mark.upperBound..<source.endIndex)
      else {
        common = source
        others = ""
        return
      }
      common = source[..<mark.lowerBound] + "</svg>\n"
      let start = source[..<(source.firstIndex(of: "\n").map(source.index(after:)) ?? source.startIndex)]
      let own = source[end.upperBound...]
      others = start + (own.range(of: "</svg>").map { own[..<$0.lowerBound] } ?? own) + Self.figures + "</svg>\n"
    }

    /// Numbers and letters in circles and squares: `1.circle`, `a.square.fill`.
    private static var figures: String {
      let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
      var text = ""
      for figure in (0...50).map(String.init) + letters {
        for (form, shape) in [
          ("circle", "<circle cx=\"12\" cy=\"12\" r=\"9.2\""),
          ("square", "<rect x=\"3.2\" y=\"3.2\" width=\"17.6\" height=\"17.6\" rx=\"3.2\""),
        ] {
          for isFilled in [false, true] {
            let ink = isFilled ? "var(--s-plain-page,#fff)" : "currentColor"
            text += "<symbol id=\"\(figure).\(form)\(isFilled ? ".fill" : "")\" viewBox=\"0 0 24 24\">\(shape)"
            text += isFilled ? " fill=\"currentColor\"/>" : "/>"
            text += "<text x=\"12\" y=\"16.2\" font-size=\"\(figure.count > 1 ? "10" : "12")\" font-weight=\"600\" "
            text += "text-anchor=\"middle\" fill=\"\(ink)\" stroke=\"none\">\(figure.uppercased())</text></symbol>\n"
          }
        }
      }
      return text
    }
  }
#endif
