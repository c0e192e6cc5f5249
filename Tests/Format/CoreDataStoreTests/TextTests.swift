// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

/// Dates and JSON survive being text.
@Suite struct TextTests {
  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (742_000_000.25, "2024-07-06T23:06:40.25Z"),
      (-0.5, "2000-12-31T23:59:59.5Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
      (731_947_175.405035, "2024-03-12T14:39:35.405035Z"), (0.1, "2001-01-01T00:00:00.1Z"),
      (742_000_000.1, "2024-07-06T23:06:40.1Z"), (-1.9, "2000-12-31T23:59:58.1Z"),
      (-0.1, "-0.1"), (-0.3, "-0.3"), (1e-20, "1e-20"), (-1e-20, "-1e-20"),
    ] as [(Double, String)])
  func dates(_ seconds: Double, _ text: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.text(date) == text)
    #expect(DateText.date(text) == date)
  }

  @Test func datesComeBackExactly() {
    var random = SplitMix(state: 7)
    for _ in 0..<20_000 {
      let whole = Double(Int64(truncatingIfNeeded: random.next()) % 60_000_000_000)
      let seconds = whole + Double(random.next() % 1_000_003) / 1_000_003
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(DateText.date(DateText.text(date)) == date)
    }
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 1e20)] {
      #expect(DateText.date(DateText.text(date)) == date)
    }
  }

  /// A tenth of a second, for one, has a single digit.
  @Test(arguments: [-12_219_292_800, -978_307_200, -2, -1, 0, 1, 742_000_000, 63_000_000_000] as [Double])
  func thousandthsComeBackExactly(_ whole: Double) {
    for count in 0..<1000 {
      let seconds = whole + Double(count) / 1000
      let text = DateText.text(Date(timeIntervalSinceReferenceDate: seconds))
      #expect(DateText.date(text)?.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern, "\(text)")
    }
  }

  /// From parts of a second beside 2001 to years behind 9999.
  @Test func numbersOfAnySizeComeBackExactly() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    for _ in 0..<20_000 {
      let size = pow(10, Double(random.next() % 36) - 20)
      let part = Double(Int64(truncatingIfNeeded: random.next())) / 0x1p63
      let seconds = part * size
      let text = DateText.text(Date(timeIntervalSinceReferenceDate: seconds))
      #expect(
        DateText.date(text)?.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern,
        "seed \(seed): \(seconds) is \(text)")
    }
  }

  @Test(
    arguments: [
      "2024-07-08", "2024-07-08 12:30", "2024-07-08T12:30:15", "2024-07-08T14:30:15+02:00",
      "742000000",
      "-5.5",
    ])
  func otherFormsOfDates(_ text: String) { #expect(DateText.date(text) != nil) }

  @Test(arguments: [
    "", "soon", "2024", "2024-13-01", "2024-07-08T", "2024-07-08T25:00", "2024-07-08x",
  ])
  func whatIsNoDate(_ text: String) {
    if text == "2024" {
      // A number: seconds since 2001.
      #expect(DateText.date(text) != nil)
    } else {
      #expect(DateText.date(text) == nil)
    }
  }

  @Test(
    arguments: [
      #"{"a": [1, 2.50, -3e10, true, false, null, "x\n\"\\\u0001é😀"], "b": {}}"#, "[]", "5", #""""#,
    ])
  func jsonComesBack(_ text: String) throws {
    let value = try JSONValue(parsing: Data(text.utf8))
    #expect(value.description == text)
    #expect(try JSONValue(parsing: Data(value.pretty.utf8)) == value)
  }

  @Test(
    arguments: [
      "", "{", "[1,]", #"{"a" 1}"#, "tru", "01x", "1.", #""\x""#, #""\ud800""#, "[1] 2", "\"\n\"",
      "-",
    ])
  func whatIsNoJSON(_ text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: Data(text.utf8)) }
  }

  @Test func deepJSONIsAnError() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONValue(parsing: Data(text.utf8)) }
  }

  @Test func whatSteersATerminalIsShown() {
    #expect(Store.oneLine("a\u{1B}[31mb\n") == "a\\u{1b}[31mb\\n")
  }
}

/// Random numbers that are the same in each run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
