// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What Foundation's ICU data knows of the world, as plain values.
struct Catalogue {
  struct ContinentEntry {
    let code: String
    let name: String
  }

  struct CountryEntry {
    let code: String
    let name: String
    let ownName: String
    let namesElsewhere: [String]
    let continent: String
    let part: String
    let units: Units
    let week: Week
    let isWrittenRightToLeft: Bool
    let mainLanguage: String?
    let languages: [String]
    let currency: String?
  }

  struct LanguageEntry {
    let code: String
    let parent: String?
    let name: String
    let ownName: String?
    let script: String?
    let isWrittenRightToLeft: Bool
  }

  struct CurrencyEntry {
    let code: String
    let name: String
    let symbol: String
    let isCurrent: Bool
  }

  struct ZoneEntry {
    let identifier: String
    let name: String
    let city: String
    let offset: Int
    let nextChange: Date?
    let place: Coordinate?
    let country: String?
  }

  let continents: [ContinentEntry]
  let languages: [LanguageEntry]
  let currencies: [CurrencyEntry]
  let countries: [CountryEntry]
  let zones: [ZoneEntry]

  /// Names are given in this language.
  static let english = Locale(identifier: "en_US")

  /// How many rows there will be.
  var count: Int {
    continents.count + languages.count + currencies.count + countries.count + zones.count
  }

  init() {
    // Regions with members are groups; those without a continent, such as
    // the European Union, are no countries either.
    let regions = Locale.Region.isoRegions.filter {
      $0.identifier.count == 2 && $0.continent != nil && $0.subRegions.isEmpty
    }
    let continents = Set(regions.compactMap { $0.continent?.identifier })
    self.continents = continents.sorted().map {
      ContinentEntry(code: $0, name: CountryReader.name(ofRegion: $0))
    }
    countries = CountryReader().entries(regions)
    languages = LanguageReader.entries()
    currencies = Self.readCurrencies()
    zones = ZoneReader().entries()
  }

  private static func readCurrencies() -> [CurrencyEntry] {
    let current = Set(Locale.commonISOCurrencyCodes)
    let formatter = NumberFormatter()
    formatter.locale = english
    formatter.numberStyle = .currency
    return Locale.Currency.isoCurrencies.map(\.identifier).map { code in
      formatter.currencyCode = code
      return CurrencyEntry(
        code: code, name: english.localizedString(forCurrencyCode: code) ?? code,
        symbol: formatter.currencySymbol ?? code, isCurrent: current.contains(code))
    }
  }
}
