import Foundation
import SwiftData
import Testing

@Suite struct StringLocalizedTests {
  @Test func aKeyWithoutATableIsItself() {
    let count = 3
    #expect(String(localized: "Hello") == "Hello")
    #expect(String(localized: "\(count) trips", comment: "Title") == "3 trips")
    #expect(String(localized: "trips.title", defaultValue: "Trips") == "Trips")
  }
}
