// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A country or territory: everything else hangs on it.
@Model
final class Country {
  #Unique<Country>([\.code])
  #Index<Country>([\.name], [\.part, \.name])

  /// ISO 3166: `CH`.
  var code: String
  /// In English.
  var name: String
  /// In its own main language.
  var ownName: String
  /// The part of its continent: `Western Europe`.
  var part: String
  var units: Units
  var week: Week
  /// In some languages of the world, for the search field of a phone book.
  var namesElsewhere: [String]
  var isWrittenRightToLeft: Bool
  var note: String?
  var importedAt: Date

  /// To-one; its inverse, `Continent.countries`, cascades.
  var continent: Continent?

  /// Many-to-many.
  @Relationship(inverse: \Language.countries)
  var languages: [Language] = []

  /// To-one without inverse.
  var mainLanguage: Language?

  /// To-one; its inverse, `Currency.countries`, denies the currency's deletion.
  var currency: Currency?

  /// To-many: time zones go with their country.
  @Relationship(deleteRule: .cascade, inverse: \Zone.country)
  var zones: [Zone] = []

  /// Not stored: which one the user looks at.
  @Transient var isSelected = false

  /// The code in the letters from which terminals and phones make flags.
  var flag: String {
    let letters = code.unicodeScalars.compactMap { Unicode.Scalar(127_397 + $0.value) }
    return String(String.UnicodeScalarView(letters))
  }

  init(code: String, name: String, ownName: String, part: String, units: Units, week: Week) {
    self.code = code
    self.name = name
    self.ownName = ownName
    self.part = part
    self.units = units
    self.week = week
    namesElsewhere = []
    isWrittenRightToLeft = false
    importedAt = .now
  }
}

/// How lengths and weights are given. Stored by raw value.
enum Units: String, Codable, CaseIterable {
  case metric, unitedStates, unitedKingdom
}

/// Stored by raw value, which is the day's number in Foundation's calendars.
enum Weekday: Int, Codable, CaseIterable {
  case sunday = 1
  case monday, tuesday, wednesday, thursday, friday, saturday
}

/// Stored in columns of its own, one for each property.
struct Week: Codable, Hashable {
  var firstDay: Weekday
  /// How many days of January the first week of a year has at least.
  var minimumDays: Int
  /// An array inside a struct is one column of JSON.
  var weekend: [Weekday]
}
