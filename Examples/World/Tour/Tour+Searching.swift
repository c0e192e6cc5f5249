// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Tour {
  func search() throws {
    terminal.heading("Search")

    try show(
      "Countries with “LAND” in their name, whatever the case",
      FetchDescriptor<Country>(
        predicate: #Predicate { $0.name.localizedStandardContains("LAND") },
        sortBy: [SortDescriptor(\.name)])
    ) { "\($0.flag)  \($0.name)" }

    try show(
      "“cote” finds Côte d’Ivoire: accents do not matter either",
      FetchDescriptor<Country>(
        predicate: #Predicate { $0.name.localizedStandardContains("cote") })
    ) { "\($0.flag)  \($0.name)" }

    let arabic = "Arabic"
    try show(
      "Languages written from right to left, but not in \(arabic) script",
      FetchDescriptor<Language>(
        predicate: #Predicate {
          $0.isWrittenRightToLeft && $0.script != arabic && $0.parent == nil
        },
        sortBy: [SortDescriptor(\.name)])
    ) { "\($0.name) (\($0.script ?? "no script"))" }

    let codes = ["CH", "AT", "LI"]
    try show(
      "Three countries by a captured array of codes",
      FetchDescriptor<Country>(
        predicate: #Predicate { codes.contains($0.code) }, sortBy: [SortDescriptor(\.code)])
    ) { "\($0.flag)  \($0.name), “\($0.ownName)”" }

    try show(
      "Inside a Codable struct, and an enum: weeks that begin on Saturday, metric units",
      FetchDescriptor<Country>(
        predicate: #Predicate { $0.week.firstDay == .saturday && $0.units == .metric },
        sortBy: [SortDescriptor(\.name)])
    ) { country in
      let weekend = country.week.weekend.map { "\($0)" }.joined(separator: ", ")
      return "\(country.flag)  \(country.name), weekend: \(weekend)"
    }
  }

  func sortAndPage() throws {
    terminal.heading("Sort and page")

    var page = FetchDescriptor<Country>(
      sortBy: [SortDescriptor(\.part), SortDescriptor(\.name, order: .reverse)])
    page.fetchLimit = 5
    page.fetchOffset = 100
    try show("The 21st page of five, by part of the continent, then by name backwards", page) {
      "\($0.part): \($0.name)"
    }

    var southern = FetchDescriptor<Zone>(
      predicate: #Predicate { ($0.place?.latitude ?? 0) < -50 },
      sortBy: [SortDescriptor(\.offset), SortDescriptor(\.identifier)])
    southern.fetchLimit = 4
    try show("The time zones south of 50° S, from west to east", southern) {
      "\($0.city), \(format(hours: $0.offset))"
    }

    var byCurrency = FetchDescriptor<Country>(
      predicate: #Predicate { $0.part == "Western Europe" },
      sortBy: [SortDescriptor(\.currency?.name), SortDescriptor(\.name)])
    byCurrency.relationshipKeyPathsForPrefetching = [\.currency]
    try show("Western Europe by the names of its currencies", byCurrency) {
      "\($0.currency?.name ?? "none"): \($0.name)"
    }
  }

  func format(hours offset: Int) -> String {
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "−" : "+"
    return "GMT\(sign)\(minutes / 60)" + (minutes % 60 == 0 ? "" : ":\(minutes % 60)")
  }
}
