// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Tour {
  func edit() throws {
    terminal.heading("Edit")
    let country = try country("CH")
    let euro = try currency("EUR")
    let before = euro.countries.count

    try step("Switzerland takes the euro: one side is assigned, the other follows at once") {
      country.currency = euro
      country.note = "Only in this example."
      return "the euro had \(before) countries and has \(euro.countries.count); unsaved: "
        + "\(context.changedModelsArray.count) models"
    }

    try show(
      "A fetch sees the unsaved change",
      FetchDescriptor<Country>(
        predicate: #Predicate { $0.currency?.code == "EUR" && $0.note != nil })
    ) { "\($0.flag)  \($0.name): \($0.note ?? "")" }

    try step("rollback()") {
      context.rollback()
      return "\(country.name) pays in \(country.currency?.name ?? "nothing") again, "
        + "unsaved: \(context.hasChanges ? "something" : "nothing")"
    }

    try step("The same again, saved") {
      country.currency = euro
      try context.save()
      return "in one transaction; \(country.name) is the same object as before"
    }

    let count = try context.fetchCount(FetchDescriptor<Currency>())
    try step("A second euro: the unique code makes the save an update of the first (upsert)") {
      context.insert(Currency(code: "EUR", name: "Euro (Eurozone)", symbol: "€", isCurrent: true))
      try context.save()
      let after = try context.fetchCount(FetchDescriptor<Currency>())
      return "\(count) currencies before, \(after) after; the first is now “\(euro.name)”"
    }
  }

  func refuse() throws {
    terminal.heading("Refuse")
    try step("Deleting the euro: the delete rule says deny, and the save throws") {
      context.delete(try currency("EUR"))
      defer { context.rollback() }
      do {
        try context.save()
      } catch SwiftDataError.deleteDenied {
        return "refused, nothing was written"
      }
      throw TourError(message: "The euro was deleted although countries use it.")
    }

    try step("A predicate on a property that is not stored: it throws, and says where") {
      do {
        _ = try context.fetch(FetchDescriptor<Country>(predicate: #Predicate { $0.isSelected }))
      } catch let error as SwiftDataError {
        return "\(error)"
      }
      throw TourError(message: "A predicate on a transient property did not throw.")
    }
  }

  func deleteAndRollBack() throws {
    terminal.heading("Delete")
    let oceania = try continent("Oceania")
    let before = try counts()

    try step("Oceania with its countries and their time zones, by cascade") {
      context.delete(oceania)
      return "to be deleted: \(context.deletedModelsArray.count) models"
    }
    try step("rollback()") {
      context.rollback()
      return try counts() == before ? "everything is back" : "something is missing"
    }
    try step("Again, and saved") {
      context.delete(oceania)
      try context.save()
      let after = try counts()
      return "countries: \(before.countries) → \(after.countries), "
        + "time zones: \(before.zones) → \(after.zones), "
        + "languages: \(before.languages) → \(after.languages)"
    }
    try step("Every language without a country and without relatives, in the store by predicate") {
      try context.delete(
        model: Language.self,
        where: #Predicate { $0.countries.isEmpty && $0.variants.isEmpty && $0.parent == nil })
      try context.save()
      return "languages: \(before.languages) → \(try counts().languages)"
    }
  }

  struct Counts: Equatable {
    var countries = 0
    var zones = 0
    var languages = 0
    var currencies = 0
  }

  func counts() throws -> Counts {
    Counts(
      countries: try context.fetchCount(FetchDescriptor<Country>()),
      zones: try context.fetchCount(FetchDescriptor<Zone>()),
      languages: try context.fetchCount(FetchDescriptor<Language>()),
      currencies: try context.fetchCount(FetchDescriptor<Currency>()))
  }
}
