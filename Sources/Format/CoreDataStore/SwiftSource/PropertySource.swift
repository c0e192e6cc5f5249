// SPDX-License-Identifier: Apache-2.0

import SourceText

/// A property of a generated class.
struct PropertySource {
  let name: String
  /// With its question mark.
  let type: String
  /// The macro before it, with a space.
  let attribute: String
  let notes: [String]
  /// The value that it has without being given one.
  let initial: String?

  var declaration: String {
    var text = notes.map { "  // \(SwiftNames.comment($0))\n" }.joined()
    text += "  \(attribute)var \(SwiftNames.escaped(name)): \(type)"
    if let initial, initial != "nil" { text += " = \(initial)" }
    return text + "\n"
  }

  var parameter: String {
    "\(SwiftNames.escaped(name)): \(type)" + (initial.map { " = \($0)" } ?? "")
  }
}
