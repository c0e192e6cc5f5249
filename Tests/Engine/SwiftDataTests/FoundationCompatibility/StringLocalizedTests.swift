// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct StringLocalizedTests {
  @Test func aKeyWithoutATableIsItself() {
    let count = 3
    #expect(String(localized: "Hello") == "Hello")
    #expect(String(localized: "\(count) trips", comment: "Title") == "3 trips")
    #expect(String(localized: "trips.title", defaultValue: "Trips") == "Trips")
    #expect(String(localized: "100% of \(count), \("%d")") == "100% of 3, %d")
    #expect(String(localized: "50%") == "50%")
    #expect(String(localized: String.LocalizationValue("100%@")) == "100%@")
    #expect(String(localized: "\(2.5) \(2.5, specifier: "%.1f")") == "2.500000 2.5")
    #expect(String(localized: "\(0.5, format: .percent) \(true)") == "50% true")
  }

  /// A strings file has specifiers where the source has interpolations.
  @Test func aTableTranslates() throws {
    let folder = try TestFolder()
    let strings = """
      "%lld trips" = "%lld Reisen";
      "%@ in %@" = "%2$@: %1$@";
      "trips.title" = "Reisen";
      "broken %@" = "%3$@ 100% %@";
      """
    try strings.write(to: folder.file("Localizable.strings"), atomically: true, encoding: .utf8)
    let bundle = try #require(Bundle(url: folder.url))
    try #require(
      bundle.localizedString(forKey: "trips.title", value: nil, table: nil) == "Reisen")
    #expect(String(localized: "\(3) trips", bundle: bundle) == "3 Reisen")
    #expect(String(localized: "\("A") in \("B")", bundle: bundle) == "B: A")
    #expect(
      String(localized: "trips.title", defaultValue: "Trips", bundle: bundle) == "Reisen")
    #expect(String(localized: "broken \("A")", bundle: bundle) == "%3$@ 100% A")
    let resource = LocalizedStringResource("\(3) trips", bundle: .atURL(folder.url))
    #expect(String(localized: resource) == "3 Reisen")
  }

  @Test func resources() throws {
    let plain: LocalizedStringResource = "Work"
    #expect(plain.key == "Work")
    #expect(String(localized: plain) == "Work")
    let count: LocalizedStringResource = "\(3) trips"
    #expect(count.key == "%lld trips")
    #expect(String(localized: count) == "3 trips")
    let keyed = LocalizedStringResource("trips.title", defaultValue: "Trips", table: "More")
    #expect(keyed.table == "More")
    #expect(String(localized: keyed) == "Trips")
    #expect(String(localized: "All: \(keyed)") == "All: Trips")
    #expect(Set([plain, count, keyed]).count == 3)
    let copy = try JSONDecoder().decode(
      LocalizedStringResource.self, from: JSONEncoder().encode(count))
    #expect(copy == count)
    #expect(String(localized: copy) == "3 trips")
  }
}
