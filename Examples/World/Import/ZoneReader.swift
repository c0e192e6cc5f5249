// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads what Foundation knows of time zones, and, where the system has the
/// IANA table, in which country each of them is.
struct ZoneReader {
  private struct Row {
    let country: String
    let place: Coordinate?
  }

  private let rows: [String: Row]
  private let rowsByCity: [String: Row]

  /// - Parameter table: Tab-separated: country, coordinates, zone.
  init(table: String = "/usr/share/zoneinfo/zone.tab") {
    var rows: [String: Row] = [:]
    var rowsByCity: [String: Row] = [:]
    let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count >= 3 else { continue }
      let row = Row(country: fields[0], place: Self.coordinate(fields[1]))
      rows[fields[2]] = row
      rowsByCity[Self.city(fields[2])] = row
    }
    self.rows = rows
    self.rowsByCity = rowsByCity
  }

  func entries() -> [Catalogue.ZoneEntry] {
    let cityName = DateFormatter()
    cityName.locale = Catalogue.english
    cityName.dateFormat = "VVV"
    let now = Date()
    return TimeZone.knownTimeZoneIdentifiers.compactMap { identifier in
      guard let zone = TimeZone(identifier: identifier) else { return nil }
      cityName.timeZone = zone
      let city = cityName.string(from: now)
      // Older names, such as Asia/Calcutta, are found by their city.
      let row = rows[identifier] ?? rowsByCity[city]
      return Catalogue.ZoneEntry(
        identifier: identifier,
        name: zone.localizedName(for: .generic, locale: Catalogue.english) ?? identifier,
        city: city,
        offset: zone.secondsFromGMT(for: now) - Int(zone.daylightSavingTimeOffset(for: now)),
        nextChange: zone.nextDaylightSavingTimeTransition(after: now),
        place: row?.place, country: row?.country)
    }
  }

  private static func city(_ identifier: String) -> String {
    String(identifier.split(separator: "/").last ?? "").replacing("_", with: " ")
  }

  /// ISO 6709, as in `+4723+00832` or `+404251-0740023`.
  private static func coordinate(_ text: String) -> Coordinate? {
    guard let split = text.dropFirst().lastIndex(where: { $0 == "+" || $0 == "-" }),
      let latitude = degrees(text[..<split], digits: 2),
      let longitude = degrees(text[split...], digits: 3)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func degrees(_ text: Substring, digits: Int) -> Double? {
    let number = text.dropFirst()
    guard let whole = Double(number.prefix(digits)),
      let minutes = Double(number.dropFirst(digits).prefix(2))
    else { return nil }
    let seconds = Double(number.dropFirst(digits + 2)) ?? 0
    let value = whole + minutes / 60 + seconds / 3600
    return text.hasPrefix("-") ? -value : value
  }
}
