// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Dates as ISO 8601 text that gives back the very same date.
///
/// `2024-07-08T12:00:00Z`, with as many digits of a second as the stored
/// number has. A date outside the years 1 to 9999 is its seconds since 2001,
/// and so is one so close to 2001 that no digits of a second lead back to it.
package enum DateText {
  private static let secondsPerDay: Int64 = 86_400
  /// From 1970 to 2001.
  private static let reference: Int64 = 978_307_200

  package static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    // Years 1 … 9999.
    guard seconds > -63_114_076_800, seconds < 252_423_993_600 else { return "\(seconds)" }
    let whole = Int64(seconds.rounded(.down))
    guard let digits = fraction(seconds - Double(whole), of: seconds) else { return "\(seconds)" }
    let days = (whole + reference).floored(by: secondsPerDay)
    let rest = (whole + reference) - days * secondsPerDay
    let (year, month, day) = civil(days)
    return pad(year, 4) + "-" + pad(month, 2) + "-" + pad(day, 2) + "T" + pad(rest / 3600, 2) + ":"
      + pad(rest / 60 % 60, 2) + ":" + pad(rest % 60, 2) + (digits.isEmpty ? "" : "." + digits)
      + "Z"
  }

  /// The fewest digits behind the point that lead back to the same number;
  /// `nil` if none do. Empty for a whole number.
  private static func fraction(_ rest: Double, of seconds: Double) -> String? {
    guard rest > 0 else { return "" }
    let whole = seconds.rounded(.down)
    for count in [3, 6, 7, 8, 9, 12, 15, 18] {
      let scale = pow(10, Double(count))
      let scaled = (rest * scale).rounded()
      if scaled >= scale { continue }
      guard scaled < 9e18, join(whole, Int64(scaled), count) == seconds else { continue }
      var text = pad(Int64(scaled), count)
      while text.hasSuffix("0") { text.removeLast() }
      return text
    }
    return nil
  }

  private static func join(_ whole: Double, _ fraction: Int64, _ count: Int) -> Double {
    whole + Double(fraction) / pow(10, Double(count))
  }

  /// Reads what `text` writes, and dates with fewer parts: `2024-07-08`,
  /// `2024-07-08 12:00`, `2024-07-08T12:00:00+02:00`, or seconds since 2001.
  package static func date(_ text: String) -> Date? {
    // No date is a number as well: in one, a minus stands in front or behind an `e`.
    if let seconds = Double(text) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    var reader = Substring(text)
    guard let year = number(&reader, 4), take("-", &reader), let month = number(&reader, 2),
      take("-", &reader), let day = number(&reader, 2), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    var seconds: Int64 = 0
    var digits = ""
    if take("T", &reader) || take(" ", &reader) {
      guard let hour = number(&reader, 2), take(":", &reader), let minute = number(&reader, 2),
        hour < 24, minute < 60
      else { return nil }
      seconds = hour * 3600 + minute * 60
      if take(":", &reader) {
        guard let second = number(&reader, 2), second < 61 else { return nil }
        seconds += second
        if take(".", &reader) {
          digits = String(reader.prefix { $0.isASCII && $0.isNumber })
          guard !digits.isEmpty else { return nil }
          reader = reader.dropFirst(digits.count)
        }
      }
    }
    guard let zone = zone(&reader), reader.isEmpty else { return nil }
    let whole = days(year, month, day) * secondsPerDay + seconds - zone - reference
    guard !digits.isEmpty else { return Date(timeIntervalSinceReferenceDate: Double(whole)) }
    let kept = String(digits.prefix(18))
    guard let fraction = Int64(kept) else { return nil }
    return Date(timeIntervalSinceReferenceDate: join(Double(whole), fraction, kept.count))
  }

  /// Seconds east of Greenwich.
  private static func zone(_ text: inout Substring) -> Int64? {
    if text.isEmpty || take("Z", &text) { return 0 }
    let sign: Int64
    if take("+", &text) {
      sign = 1
    } else if take("-", &text) {
      sign = -1
    } else {
      return nil
    }
    guard let hour = number(&text, 2) else { return nil }
    _ = take(":", &text)
    guard let minute = text.isEmpty ? 0 : number(&text, 2), hour < 24, minute < 60 else {
      return nil
    }
    return sign * (hour * 3600 + minute * 60)
  }

  private static func take(_ character: Character, _ text: inout Substring) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }

  private static func number(_ text: inout Substring, _ count: Int) -> Int64? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    text = text.dropFirst(count)
    return Int64(digits)
  }

  private static func pad(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Days since 1970 of a date of the Gregorian calendar.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.floored(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
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

extension Int64 {
  /// Division that rounds down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
