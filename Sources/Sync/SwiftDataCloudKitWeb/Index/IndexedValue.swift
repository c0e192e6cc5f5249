// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A value that a query can compare: a number, a time, a text that is not long, the name of a record.
enum IndexedValue: Hashable, Sendable {
  case integer(Int64)
  case double(Double)
  case text(String)

  /// Longer texts are not compared.
  static let longest = 1_024
  /// The words of a text, at most.
  static let mostWords = 500

  /// Nil: bytes, assets and long texts have no order.
  init?(_ field: CloudField) {
    switch field {
    case .integer(let number), .timestamp(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .text(let text), .reference(let text):
      guard text.utf8.count <= Self.longest else { return nil }
      self = .text(text)
    case .bytes, .asset, .readAsset: return nil
    }
  }

  var databaseValue: DatabaseValue {
    switch self {
    case .integer(let number): number.databaseValue
    case .double(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }

  var words: Set<String> { if case .text(let text) = self { Self.words(in: text) } else { [] } }

  /// Words without their case and their accents.
  static func words(in text: String) -> Set<String> {
    let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    let words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return Set(words.prefix(mostWords))
  }
}
