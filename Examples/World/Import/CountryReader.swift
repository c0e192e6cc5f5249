// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads what Foundation knows of countries.
struct CountryReader {
  private static let elsewhere = ["ar", "de", "es", "fr", "hi", "ja", "ru", "zh"].map {
    Locale(identifier: $0)
  }

  /// The languages of each region for which there is a locale.
  private let languages: [String: Set<String>]

  init() {
    var languages: [String: Set<String>] = [:]
    for identifier in Locale.availableIdentifiers {
      let language = Locale(identifier: identifier).language
      // A region that is only likely, as Germany for `de`, says nothing.
      guard let region = language.region?.identifier, identifier.hasSuffix("_\(region)"),
        let code = language.languageCode?.identifier
      else { continue }
      languages[region, default: []].insert(code)
    }
    self.languages = languages
  }

  static func name(ofRegion code: String) -> String {
    Catalogue.english.localizedString(forRegionCode: code) ?? code
  }

  func entries(_ regions: [Locale.Region]) -> [Catalogue.CountryEntry] {
    regions.map(entry).sorted { $0.code < $1.code }
  }

  private func entry(_ region: Locale.Region) -> Catalogue.CountryEntry {
    let code = region.identifier
    let locale = Locale(identifier: "und_\(code)")
    let name = Self.name(ofRegion: code)
    // `und-CH` with everything that is likely added: `de-Latn-CH`.
    let likely = Locale.Language(
      identifier: Locale.Language(identifier: "und-\(code)").maximalIdentifier)
    let main = likely.languageCode?.identifier
    let ownLocale = main.map { Locale(identifier: "\($0)_\(code)") }
    let names = Self.elsewhere.compactMap { $0.localizedString(forRegionCode: code) }
    return Catalogue.CountryEntry(
      code: code, name: name,
      ownName: ownLocale?.localizedString(forRegionCode: code) ?? name,
      namesElsewhere: Array(Set(names).subtracting([name])).sorted(),
      continent: region.continent?.identifier ?? "",
      part: region.containingRegion.map { Self.name(ofRegion: $0.identifier) } ?? "",
      units: units(locale), week: week(locale),
      isWrittenRightToLeft: likely.characterDirection == .rightToLeft,
      mainLanguage: main,
      languages: (languages[code] ?? []).union(main.map { [$0] } ?? []).sorted(),
      currency: locale.currency?.identifier)
  }

  private func units(_ locale: Locale) -> Units {
    switch locale.measurementSystem {
    case .us: .unitedStates
    case .uk: .unitedKingdom
    default: .metric
    }
  }

  private func week(_ locale: Locale) -> Week {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    // The first of September 2024 was a Sunday.
    let weekend = Weekday.allCases.filter { day in
      let date = calendar.date(
        from: DateComponents(year: 2024, month: 9, day: day.rawValue, hour: 12))
      return date.map { calendar.isDateInWeekend($0) } ?? false
    }
    return Week(
      firstDay: Weekday(rawValue: calendar.firstWeekday) ?? .monday,
      minimumDays: calendar.minimumDaysInFirstWeek, weekend: weekend)
  }
}
