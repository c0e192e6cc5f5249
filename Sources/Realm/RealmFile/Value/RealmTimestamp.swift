// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A moment, to the nanosecond.
///
/// `Date` holds fewer digits: about a tenth of a microsecond for today's
/// dates. Both parts have the same sign.
public struct RealmTimestamp: Hashable, Sendable {
  /// Whole seconds since 1970, UTC.
  public var seconds: Int64
  /// Nanoseconds beside them: −999,999,999 … 999,999,999.
  public var nanoseconds: Int32

  /// Makes a moment of seconds since 1970 and nanoseconds of the same sign.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The nearest date.
  public var date: Date {
    // Subtracted as whole numbers while they are exact.
    let (shifted, overflow) = seconds.subtractingReportingOverflow(978_307_200)
    let whole = overflow ? Double(seconds) - 978_307_200 : Double(shifted)
    return Date(timeIntervalSinceReferenceDate: whole + Double(nanoseconds) / 1e9)
  }
}

extension RealmTimestamp: Comparable {
  public static func < (first: Self, second: Self) -> Bool {
    (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
  }
}

extension RealmTimestamp: CustomStringConvertible {
  /// ISO 8601 with as many digits as there are: `2020-01-31T12:00:00.5Z`;
  /// seconds since 1970 where the year is not one of 1 … 9999.
  public var description: String {
    var whole = seconds
    var nanos = Int64(nanoseconds)
    if nanos < 0 {
      whole &-= 1
      nanos += 1_000_000_000
    }
    guard whole >= -62_135_596_800, whole < 253_402_300_800 else {
      return "\(seconds)" + (nanoseconds == 0 ? "" : "s\(nanoseconds)ns")
    }
    let rest = ((whole % 86_400) + 86_400) % 86_400
    let (year, month, day) = Self.civil((whole - rest) / 86_400)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.pad($0, 2) }
    var text = "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(day, 2))T"
    text += time.joined(separator: ":")
    if nanos != 0 {
      var digits = Self.pad(nanos, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  private static func pad(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// A date of the Gregorian calendar, of days since 1970.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1
    )
  }
}
