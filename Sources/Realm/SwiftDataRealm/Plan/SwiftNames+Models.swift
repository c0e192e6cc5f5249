// SPDX-License-Identifier: Apache-2.0

import SourceText

/// Names of Swift for names of a file.
extension SwiftNames {
  /// Names that a type cannot have, or that others in the same file mean
  /// something else by.
  static let takenTypes: Set<String> = [
    "Any", "AnyObject", "Array", "Attribute", "Bool", "CodingKey", "Codable", "Data", "Date",
    "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Error",
    "Float", "Foundation", "Hashable", "Index", "Int", "Model", "ModelContainer", "ModelContext",
    "Never", "Optional", "ListElement", "MapEntry", "PersistentModel", "Protocol", "Relationship", "Schema", "Self",
    "Sendable", "Set", "String", "Swift", "SwiftData", "Transient", "Type", "URL", "UUID",
    "Unique", "Void", "self",
  ]

  /// A name for a type.
  static func type(_ name: String, _ taken: inout Set<String>) -> String {
    // In upper case, as properties with the name of their class would hide it.
    var candidate = capitalized(identifier(name))
    if takenTypes.contains(candidate) || reserved.contains(candidate) { candidate += "Model" }
    return unused(candidate, &taken)
  }

  /// A name for a property. `@Model` keeps its value under the name with an
  /// underscore before it, which is taken then.
  ///
  /// - Parameter types: the names of types in the same file, which a property
  ///   would hide.
  static func property(
    _ name: String, _ taken: inout Set<String>, types: Set<String>
  ) -> String {
    var candidate = identifier(name)
    if types.contains(candidate) { candidate = lowercased(candidate) }
    if types.contains(candidate) { candidate += "Value" }
    if takenProperties.contains(candidate) { candidate += "Value" }
    var number = 2
    let first = candidate
    while taken.contains(candidate) || taken.contains("_" + candidate) {
      candidate = "\(first)\(number)"
      number += 1
    }
    taken.formUnion([candidate, "_" + candidate])
    return candidate
  }

  /// The name, or what is left of it without what no name may have.
  private static func identifier(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      let fits =
        scalar == "_"
        || (result.isEmpty
          ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue)
      if fits {
        result.unicodeScalars.append(scalar)
      } else if result.isEmpty, scalar.properties.isXIDContinue {
        result += "_"
        result.unicodeScalars.append(scalar)
      } else if !result.isEmpty, !result.hasSuffix("_") {
        result += "_"
      }
    }
    while result.count > 1, result.hasSuffix("_"), !name.hasSuffix("_") { result.removeLast() }
    return result.isEmpty || result.allSatisfy { $0 == "_" } ? "value" : result
  }

  /// `HTMLPage` becomes `htmlPage`.
  static func lowercased(_ name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }.count
    let count = capitals == name.count ? capitals : max(1, capitals - 1)
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }

  /// Text for a comment: on one line.
  static func comment(_ text: String) -> String {
    String(
      text.map { character in
        let isPlain = character.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isBidiControl
            && $0 != "\u{2028}" && $0 != "\u{2029}" && $0 != "\u{85}"
        }
        return isPlain ? character : " "
      })
  }
}
