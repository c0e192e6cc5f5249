// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Tour {
  func followRelationships() throws {
    terminal.heading("Follow relationships")

    try show(
      "To-one: countries that pay in euros",
      FetchDescriptor<Country>(
        predicate: #Predicate { $0.currency?.code == "EUR" }, sortBy: [SortDescriptor(\.name)])
    ) { "\($0.flag)  \($0.name)" }

    try show(
      "Many-to-many: French is spoken outside of Europe",
      FetchDescriptor<Country>(
        predicate: #Predicate { country in
          country.languages.contains { $0.code == "fr" } && country.continent?.name != "Europe"
        },
        sortBy: [SortDescriptor(\.name)])
    ) { country in
      "\(country.flag)  \(country.name): "
        + country.languages.map(\.name).sorted().joined(separator: ", ")
    }

    try show(
      "Two steps, and arithmetic: zones of Asia that are off by a part of an hour",
      FetchDescriptor<Zone>(
        predicate: #Predicate {
          $0.country?.continent?.name == "Asia" && $0.offset % 3600 != 0
        },
        sortBy: [SortDescriptor(\.offset)])
    ) { "\($0.city), \($0.country?.name ?? "?"), \(format(hours: $0.offset))" }

    try show(
      "Current currencies that no country uses",
      FetchDescriptor<Currency>(
        predicate: #Predicate { $0.isCurrent && $0.countries.isEmpty },
        sortBy: [SortDescriptor(\.name)])
    ) { "\($0.code)  \($0.name)" }

    try show(
      "Several time zones, and the clocks change in all of them",
      FetchDescriptor<Country>(
        predicate: #Predicate { country in
          country.zones.count > 1 && country.zones.allSatisfy { $0.nextChange != nil }
        },
        sortBy: [SortDescriptor(\.name)])
    ) { "\($0.flag)  \($0.name): \($0.zones.count) zones" }

    try show(
      "The entity with itself: languages with more than 30 variants",
      FetchDescriptor<Language>(
        predicate: #Predicate { $0.variants.count > 30 }, sortBy: [SortDescriptor(\.name)])
    ) { "\($0.name): \($0.variants.count) variants, spoken in \($0.countries.count) countries" }
  }

  func count() throws {
    terminal.heading("Count")

    for continent in try context.fetch(
      FetchDescriptor<Continent>(sortBy: [SortDescriptor(\.name)])
    ).prefix(2) {
      let code = continent.code
      try showCount(
        "Countries of \(continent.name)",
        FetchDescriptor<Country>(predicate: #Predicate { $0.continent?.code == code }))
    }
    try showCount("All languages and variants", FetchDescriptor<Language>())
  }
}
