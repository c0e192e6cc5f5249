// SPDX-License-Identifier: Apache-2.0

/// The few signs of Markdown that a text understands: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~`, links, and
/// `^[3 item](inflect: true)`.
enum Markdown {
  /// What a text is made of: what the program has written, and values, in which nothing is a sign.
  enum Part: Hashable, Sendable {
    case literal(String)
    case value(LocalizedStringKey.Argument)
  }

  /// A part, or a character of one.
  enum Piece {
    case character(Character)
    case value(LocalizedStringKey.Argument)

    func isCharacter(_ other: Character) -> Bool { if case .character(let own) = self { own == other } else { false } }
  }

  private static let signs: Set<Character> = ["*", "_", "`", "~", "["]

  /// - Parameter language: In which the text is written.
  static func runs(_ text: String, _ language: String) -> [Text.Run] { runs([.literal(text)], language) }

  static func runs(_ parts: [Part], _ language: String) -> [Text.Run] {
    let hasSigns = parts.contains {
      if case .literal(let text) = $0 { text.contains(where: signs.contains) } else { false }
    }
    guard hasSigns else {
      return parts.flatMap { part in
        switch part {
        case .literal(let text): text.isEmpty ? [] : [Text.Run(text)]
        case .value(let value): value.runs
        }
      }
    }
    let pieces = parts.flatMap { part -> [Piece] in
      switch part {
      case .literal(let text): text.map { .character($0) }
      case .value(let value): [.value(value)]
      }
    }
    return runs(pieces[...], language)
  }

  private static func runs(_ pieces: ArraySlice<Piece>, _ language: String, readsSigns: Bool = true) -> [Text.Run] {
    var runs: [Text.Run] = []
    var plain = ""
    var rest = pieces
    // A text may have thousands of signs that nothing ends: what follows is looked through once for all of them.
    var ends = marks.map { NextPlace(of: $0.text, in: pieces) }
    var links = Links(in: pieces)
    func flush() {
      if !plain.isEmpty { runs.append(Text.Run(plain)) }
      plain = ""
    }
    scan: while let piece = rest.first {
      guard case .character(let first) = piece else {
        flush()
        if case .value(let value) = piece { runs += value.runs }
        rest = rest.dropFirst()
        continue
      }
      guard readsSigns, signs.contains(first) || first == "^" else {
        plain.append(first)
        rest = rest.dropFirst()
        continue
      }
      for (number, mark) in marks.enumerated() where rest.starts(with: mark.text) {
        let inside = rest.dropFirst(mark.text.count)
        guard !inside.startsWithSpace, let end = ends[number].after(inside.startIndex), end > inside.startIndex else {
          continue
        }
        flush()
        // Code is shown as it is.
        let marked = Self.runs(inside[..<end], language, readsSigns: mark.text != ["`"])
        runs += marked.map { mark.applied(to: $0) }
        rest = inside[(end + mark.text.count)...]
        continue scan
      }
      if first == "^", let found = links.link(rest.dropFirst()) {
        flush()
        let isInflected = found.address.filter { $0 != " " }.contains("inflect:true")
        let label = isInflected ? Inflection.agreeing(found.label, language) : found.label
        runs += Self.runs(label, language)
        rest = found.rest
        continue
      }
      if let found = links.link(rest), found.mayBeOpened {
        flush()
        runs += Self.runs(found.label, language).map { run in
          var run = run
          if run.link == nil { run.link = found.address }
          return run
        }
        rest = found.rest
        continue
      }
      plain.append(first)
      rest = rest.dropFirst()
    }
    flush()
    return runs
  }

  /// Where signs come next in a text. Positions are asked for in their order.
  private struct NextPlace {
    private let signs: [Character]
    private let pieces: ArraySlice<Piece>
    /// What was found last; nil if there was nothing more.
    private var found: Int?

    init(of signs: [Character], in pieces: ArraySlice<Piece>) {
      self.signs = signs
      self.pieces = pieces
      found = pieces.startIndex - 1
    }

    /// The first place that is not before a position.
    mutating func after(_ position: Int) -> Int? {
      guard let last = found, last < position else { return found }
      found = (position..<max(position, pieces.endIndex)).first { pieces[$0...].starts(with: signs) }
      return found
    }
  }

  /// Texts of the form `[label](address)`.
  private struct Links {
    struct Link {
      let label: ArraySlice<Piece>
      let address: String
      let mayBeOpened: Bool
      let rest: ArraySlice<Piece>
    }

    private let pieces: ArraySlice<Piece>
    private var middles: NextPlace
    private var ends: NextPlace
    /// The address after the middle that was found last.
    private var known: (middle: Int, address: String, mayBeOpened: Bool)?

    init(in pieces: ArraySlice<Piece>) {
      self.pieces = pieces
      middles = NextPlace(of: ["]", "("], in: pieces)
      ends = NextPlace(of: [")"], in: pieces)
    }

    /// The link that some of the pieces begin with: the last ones, which are fewer each time.
    mutating func link(_ rest: ArraySlice<Piece>) -> Link? {
      guard rest.first?.isCharacter("[") == true, let middle = middles.after(rest.startIndex),
        let end = ends.after(middle + 2)
      else { return nil }
      if known?.middle != middle {
        let address = pieces[(middle + 2)..<end].map { piece in
          switch piece {
          case .character(let character): String(character)
          case .value(let value): value.address
          }
        }.joined()
        known = (middle, address, SafeAddress.mayBeOpened(address))
      }
      guard let known else { return nil }
      return Link(
        label: pieces[(rest.startIndex + 1)..<middle], address: known.address, mayBeOpened: known.mayBeOpened,
        rest: pieces[(end + 1)...])
    }
  }

  private struct Mark {
    let text: [Character]
    let styles: [Element.Style]

    func applied(to run: Text.Run) -> Text.Run {
      var run = run
      for style in styles {
        if case .textLines = style { run.styles.addLine(.through, .single) } else { run.styles.add(style) }
      }
      return run
    }
  }

  // The longer ones first.
  private static let marks: [Mark] = [
    Mark(text: ["*", "*", "*"], styles: [.fontWeight(700), .isItalic(true)]),
    Mark(text: ["*", "*"], styles: [.fontWeight(700)]), Mark(text: ["_", "_"], styles: [.fontWeight(700)]),
    Mark(text: ["~", "~"], styles: [.textLines(.init(kinds: [.through]))]),
    Mark(text: ["*"], styles: [.isItalic(true)]), Mark(text: ["`"], styles: [.fontFamily(.monospaced)]),
  ]
}

extension ArraySlice<Markdown.Piece> {
  fileprivate func starts(with text: [Character]) -> Bool {
    count >= text.count && zip(self, text).allSatisfy { $0.isCharacter($1) }
  }

  fileprivate var startsWithSpace: Bool {
    if case .character(let character)? = first { character.isWhitespace } else { false }
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
