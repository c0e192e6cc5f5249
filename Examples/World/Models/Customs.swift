// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A language, or a variant of one: `de`, `de_CH`.
@Model
final class Language {
  @Attribute(.unique) var code: String
  /// In English.
  var name: String
  /// In itself, where Foundation knows that.
  var ownName: String?
  /// The script it is usually written in.
  var script: String?
  var isWrittenRightToLeft: Bool

  /// The other side of `Country.languages`.
  var countries: [Country] = []

  /// A relationship of the entity with itself: `de_CH` is a variant of `de`.
  var parent: Language?

  @Relationship(deleteRule: .cascade, inverse: \Language.parent)
  var variants: [Language] = []

  init(code: String, name: String, isWrittenRightToLeft: Bool) {
    self.code = code
    self.name = name
    self.isWrittenRightToLeft = isWrittenRightToLeft
  }
}

/// A currency, also one that is no longer in use.
@Model
final class Currency {
  /// ISO 4217: `CHF`.
  @Attribute(.unique) var code: String
  var name: String
  var symbol: String
  /// Whether it can be paid with today.
  var isCurrent: Bool

  /// A currency that a country uses cannot be deleted: the save throws.
  @Relationship(deleteRule: .deny, inverse: \Country.currency)
  var countries: [Country] = []

  init(code: String, name: String, symbol: String, isCurrent: Bool) {
    self.code = code
    self.name = name
    self.symbol = symbol
    self.isCurrent = isCurrent
  }
}
