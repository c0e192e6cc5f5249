// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Deleting one deletes its countries, and with them their time zones.
@Model
final class Continent {
  /// UN M49: `150` is Europe.
  @Attribute(.unique) var code: String
  var name: String

  @Relationship(deleteRule: .cascade, inverse: \Country.continent)
  var countries: [Country] = []

  init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}

/// A time zone of the IANA database.
@Model
final class Zone {
  /// `Europe/Zurich`.
  @Attribute(.unique) var identifier: String
  /// `Central European Time`.
  var name: String
  /// The city that stands for the zone: `Zurich`.
  var city: String
  /// Seconds east of Greenwich, in winter.
  var offset: Int
  /// When the clocks change next; `nil` where they never do.
  var nextChange: Date?
  /// Where the city is.
  var place: Coordinate?
  /// `nil` for zones of no country, such as `GMT`.
  var country: Country?

  init(identifier: String, name: String, city: String, offset: Int) {
    self.identifier = identifier
    self.name = name
    self.city = city
    self.offset = offset
  }
}

/// Stored in two columns, both NULL for `nil`.
struct Coordinate: Codable, Hashable {
  var latitude: Double
  var longitude: Double
}
