// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Makes models of the catalogue's entries and saves them.
struct Importer {
  let context: ModelContext
  let catalogue: Catalogue
  let terminal: Terminal

  private var continents: [String: Continent] = [:]
  private var languages: [String: Language] = [:]
  private var currencies: [String: Currency] = [:]
  private var countries: [String: Country] = [:]

  init(context: ModelContext, catalogue: Catalogue, terminal: Terminal) {
    self.context = context
    self.catalogue = catalogue
    self.terminal = terminal
  }

  mutating func run() throws {
    try stage("Continents", catalogue.continents) { importer, entry in
      let continent = Continent(code: entry.code, name: entry.name)
      importer.context.insert(continent)
      importer.continents[entry.code] = continent
    }
    try stage("Languages", catalogue.languages) { $0.add($1) }
    try stage("Currencies", catalogue.currencies) { importer, entry in
      let currency = Currency(
        code: entry.code, name: entry.name, symbol: entry.symbol, isCurrent: entry.isCurrent)
      importer.context.insert(currency)
      importer.currencies[entry.code] = currency
    }
    try stage("Countries", catalogue.countries) { $0.add($1) }
    try stage("Time zones", catalogue.zones) { $0.add($1) }
  }

  /// Inserts entries one by one, with a progress bar, and saves once.
  private mutating func stage<Entry>(
    _ title: String, _ entries: [Entry], _ add: (inout Importer, Entry) -> Void
  ) throws {
    var bar = ProgressBar(title, total: entries.count, terminal: terminal)
    let clock = ContinuousClock()
    let start = clock.now
    for entry in entries {
      add(&self, entry)
      bar.advance()
    }
    try context.save()
    bar.finish(clock.now - start)
  }

  private mutating func add(_ entry: Catalogue.LanguageEntry) {
    let language = Language(
      code: entry.code, name: entry.name, isWrittenRightToLeft: entry.isWrittenRightToLeft)
    language.ownName = entry.ownName
    language.script = entry.script
    context.insert(language)
    // One side is enough: `parent.variants` has it at once.
    language.parent = entry.parent.flatMap { languages[$0] }
    languages[entry.code] = language
  }

  private mutating func add(_ entry: Catalogue.CountryEntry) {
    let country = Country(
      code: entry.code, name: entry.name, ownName: entry.ownName, part: entry.part,
      units: entry.units, week: entry.week)
    country.namesElsewhere = entry.namesElsewhere
    country.isWrittenRightToLeft = entry.isWrittenRightToLeft
    country.languages = entry.languages.compactMap { languages[$0] }
    country.mainLanguage = entry.mainLanguage.flatMap { languages[$0] }
    country.currency = entry.currency.flatMap { currencies[$0] }
    // A new object that a registered one refers to need not be inserted.
    continents[entry.continent]?.countries.append(country)
    countries[entry.code] = country
  }

  private mutating func add(_ entry: Catalogue.ZoneEntry) {
    let zone = Zone(
      identifier: entry.identifier, name: entry.name, city: entry.city, offset: entry.offset)
    zone.nextChange = entry.nextChange
    zone.place = entry.place
    zone.country = entry.country.flatMap { countries[$0] }
    context.insert(zone)
  }
}
