// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility
import SwiftDataCore

extension SQLFunctions {
  static let text: [SQLFunction] = [
    SQLFunction(test: .contains) { StringSemantics.contains(utf8: $0, $1) },
    SQLFunction(test: .startsWith) { StringSemantics.starts(utf8: $0, with: $1) },
    SQLFunction(test: .endsWith) { StringSemantics.ends(utf8: $0, with: $1) },
    SQLFunction(text: .characterCount) { text in
      var text = text
      return .integer(Int64(text.withUTF8 { StringSemantics.count(utf8: $0) }))
    },
    SQLFunction(text: .lowercased) { .text($0.lowercased()) },
    SQLFunction(text: .uppercased) { .text($0.uppercased()) },
    // The characters to trim come as the set's bitmap.
    SQLFunction(.trimmed, 2) { values in
      guard let text = values[0].text, case .blob(let bitmap) = values[1] else { return .null }
      return .text(text.trimmingCharacters(in: CharacterSet(bitmapRepresentation: Data(bitmap))))
    },
    // These depend on the locale of the process.
    SQLFunction(texts: .localizedCompare, isDeterministic: false) {
      .integer(Int64(StringSemantics.localizedCompare($0, $1).rawValue))
    },
    SQLFunction(texts: .caseInsensitiveCompare) {
      .integer(Int64(StringSemantics.caseInsensitiveCompare($0, $1).rawValue))
    },
  ]

  static let search: [SQLFunction] = [
    SQLFunction(test: .standardContains) { StandardStringFold.contains(utf8: $0, folded: $1) },
    SQLFunction(text: .standardFold) { .text(StandardStringFold.fold($0)) },
    SQLFunction(texts: .regex) { text, pattern in
      guard let search = try? PatternSearch.search(pattern) else { return .null }
      return .integer(search.matches(in: text) ? 1 : 0)
    },
  ]
}
