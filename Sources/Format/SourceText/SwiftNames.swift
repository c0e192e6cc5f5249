// SPDX-License-Identifier: Apache-2.0

/// Names for generated Swift.
package enum SwiftNames {
  /// Words of the language.
  package static let reserved: Set<String> = [
    "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension",
    "fileprivate", "func", "import", "init", "inout", "internal", "let", "nonisolated", "open",
    "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer",
    "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw",
    "where", "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super",
    "throws", "true", "try", "Type", "Protocol",
  ]

  /// Names that models have members of, or that Core Data refuses.
  package static let takenProperties: Set<String> = [
    "Protocol", "Self", "Type", "self", "_", "backingData", "debugDescription", "description",
    "entity", "hasChanges", "hash", "hashValue", "isDeleted", "isInserted", "modelContext",
    "objectID", "objectWillChange", "persistentBackingData", "persistentModelID",
    "schemaMetadata", "superclass",
  ]

  /// A name as it stands in a declaration: words of the language, and what
  /// would be no name, between backticks.
  package static func escaped(_ name: String) -> String {
    if isIdentifier(name) && !reserved.contains(name) { return name }
    let plain = name.filter { $0 != "`" && $0 != "\\" && !$0.isNewline && $0 != "\0" }
    return "`\(plain.isEmpty ? "_" : plain)`"
  }

  /// A name as the label of an argument, where most words are free.
  package static func label(_ name: String) -> String {
    ["inout", "var", "let"].contains(name) || !isIdentifier(name) ? escaped(name) : name
  }

  /// Whether a name needs no backticks but for being a word of the language.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }

  /// The first letter in upper case, without what no name may have.
  package static func capitalized(_ name: String) -> String {
    let letters = name.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return letters.prefix(1).uppercased() + letters.dropFirst()
  }

  /// A name for a case, made of a text: `Orange peel` is `orangePeel`.
  package static func caseName(_ text: String) -> String {
    var name = ""
    var beginsWord = false
    for character in text {
      if character.isLetter || (character.isNumber && character.isASCII) || character == "_" {
        name += beginsWord && !name.isEmpty ? character.uppercased() : String(character)
        beginsWord = false
      } else {
        beginsWord = true
      }
    }
    // `ABC` becomes `abc`, `Orange` becomes `orange`, and `iOS` stays.
    let capitals = name.prefix { $0.isUppercase }.count
    if capitals == name.count {
      name = name.lowercased()
    } else if capitals > 0 {
      name = name.prefix(max(1, capitals - 1)).lowercased() + name.dropFirst(max(1, capitals - 1))
    }
    if name.isEmpty { return "value" }
    return isIdentifier(name) ? name : "_" + name
  }

  /// `name`, or `name` with the first number that makes it new.
  package static func unused(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  /// A text between quotes.
  package static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isBidiControl {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
