// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Messages in the form of C's `printf`, with what `os_log` adds.
  enum FormattedMessage {
    /// The message with its arguments. A directive without an argument is left as it stands.
    static func text(
      _ format: String, _ arguments: [any CVarArg], showsPrivate: Bool = LogOutput.showsPrivate
    ) -> String {
      var text = ""
      var rest = arguments[...]
      var characters = Substring(format)
      while let character = characters.popFirst() {
        guard character == "%" else {
          text.append(character)
          continue
        }
        if characters.first == "%" {
          text.append(characters.removeFirst())
          continue
        }
        var options = ""
        if characters.first == "{", let end = characters.firstIndex(of: "}") {
          options = String(characters[characters.index(after: characters.startIndex)..<end])
          characters = characters[characters.index(after: end)...]
        }
        let directive = characters.prefix { !$0.isLetter && $0 != "@" }
        characters = characters.dropFirst(directive.count)
        let size = characters.prefix { "hlqjzt".contains($0) }
        characters = characters.dropFirst(size.count)
        guard let kind = characters.popFirst(), let argument = rest.popFirst() else {
          text += "%" + directive + size
          continue
        }
        let privacy: OSLogPrivacy =
          options.contains("public") ? .public : options.contains("private") ? .private : .auto
        text += privacy.text(
          self.text(of: argument, directive: String(directive), kind: kind),
          isPublicByDefault: kind != "@" && kind != "s", showsPrivate: showsPrivate)
      }
      return text
    }

    /// One argument. Its own type says what it is; only numbers are given to the library's formatting, with a directive
    /// that fits them, so that a wrong one reads no foreign memory.
    private static func text(of argument: any CVarArg, directive: String, kind: Character) -> String {
      let flags = directive.filter { "0123456789.+- #".contains($0) }
      if let number = argument as? any BinaryInteger {
        let wide = Int64(truncatingIfNeeded: number)
        let letter = "xXoud".contains(kind) ? String(kind) : "d"
        return String(format: "%\(flags)ll\(letter)", wide)
      }
      if let number = (argument as? Double) ?? (argument as? Float).map(Double.init) {
        let letter = "eEfFgGaA".contains(kind) ? String(kind) : "f"
        return String(format: "%\(flags)\(letter)", number)
      }
      return "\(argument)"
    }
  }
#endif
