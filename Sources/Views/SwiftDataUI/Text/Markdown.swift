// SPDX-License-Identifier: Apache-2.0

/// The few signs of Markdown that a text understands: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~` and links.
enum Markdown {
  static func runs(_ text: String) -> [Text.Run] {
    guard text.contains(where: { "*_`~[".contains($0) }) else { return text.isEmpty ? [] : [Text.Run(text)] }
    var runs: [Text.Run] = []
    var plain = ""
    var rest = Substring(text)
    func flush() {
      if !plain.isEmpty { runs.append(Text.Run(plain)) }
      plain = ""
    }
    scan: while let first = rest.first {
      for (mark, style) in marks where rest.hasPrefix(mark) {
        let inside = rest.dropFirst(mark.count)
        guard let end = inside.range(ofText: mark), !inside[..<end.lowerBound].isEmpty,
          inside.first?.isWhitespace == false
        else { continue }
        flush()
        var run = Text.Run(String(inside[..<end.lowerBound]))
        run.styles.append(style)
        runs.append(run)
        rest = inside[end.upperBound...]
        continue scan
      }
      if first == "[", let middle = rest.range(ofText: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")") {
        let address = String(rest[middle.upperBound..<end])
        if SafeAddress.mayBeOpened(address) {
          flush()
          var run = Text.Run(String(rest.dropFirst()[..<middle.lowerBound]))
          run.link = address
          runs.append(run)
          rest = rest[rest.index(after: end)...]
          continue scan
        }
      }
      plain.append(first)
      rest = rest.dropFirst()
    }
    flush()
    return runs
  }

  private static let marks: [(String, Element.Style)] = [
    ("**", .fontWeight(700)), ("__", .fontWeight(700)), ("~~", .textLines(.init(kinds: [.through]))),
    ("*", .isItalic(true)), ("`", .fontFamily(.monospaced)),
  ]
}

extension Substring {
  fileprivate func range(ofText text: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
      formIndex(after: &index)
    }
    return nil
  }
}

/// Addresses that a page may lead to.
enum SafeAddress {
  /// No scheme that runs something: `javascript:` and its like.
  static func isSafe(_ address: String) -> Bool {
    guard let colon = address.firstIndex(of: ":") else { return true }
    return ["http", "https", "mailto", "tel", "sms", "facetime", "maps"].contains(address[..<colon].lowercased())
  }
  /// Whether an action of the program's may be handed an address. Its own schemes are, what runs something is not.
  static func mayBeOpened(_ address: String) -> Bool {
    if isSafe(address) { return true }
    // Browsers drop what is no letter before they read the scheme, so such a scheme is none of a program's either.
    guard let scheme = address.split(separator: ":").first?.lowercased(), scheme.first?.isLetter == true else {
      return false
    }
    return scheme.utf8.allSatisfy { schemeCharacters.contains($0) } && !running.contains(scheme)
  }

  private static let schemeCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8)
  private static let running: Set<String> = ["javascript", "vbscript", "data", "blob", "file", "filesystem", "about"]
}
