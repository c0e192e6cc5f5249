// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Text {
  /// The format of a date; running dates show the time of their evaluation.
  public struct DateStyle: Hashable, Sendable {
    let name: String
    /// A long date without a time.
    public static let date = DateStyle(name: "date")
    /// A short time without a date.
    public static let time = DateStyle(name: "time")
    /// The time from or to a date in its two largest units, such as `2 hours, 23 minutes`. In English there are months and
    /// years among them, in other languages nothing longer than a week.
    public static let relative = DateStyle(name: "relative")
    /// The time from a date after a plus, or to it after a minus, in its largest unit, such as `+2 hours`.
    public static let offset = DateStyle(name: "offset")
    /// The time from or to a date as digits.
    public static let timer = DateStyle(name: "timer")

    func string(_ date: Date, _ environment: EnvironmentValues = EnvironmentValues()) -> String {
      switch name {
      case "date": return Date.FormatStyle(date: .long, time: .omitted).adapted(to: environment).format(date)
      case "time": return Date.FormatStyle(date: .omitted, time: .shortened).adapted(to: environment).format(date)
      case "timer": return Self.digits(abs(date.timeIntervalSinceNow))
      case "relative": return Self.units(date, 2, environment)
      default: return (date.timeIntervalSinceNow < 0 ? "+" : "-") + Self.units(date, 1, environment)
      }
    }

    private static func isShown(_ seconds: Double) -> Bool { seconds.isFinite && abs(seconds) < 1e12 }

    private static func digits(_ seconds: Double) -> String {
      guard isShown(seconds) else { return "" }
      let whole = Int(seconds)
      let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// The time between now and a date, in so many of its largest units.
    private static func units(_ date: Date, _ count: Int, _ environment: EnvironmentValues) -> String {
      let now = Date.now
      guard isShown(date.timeIntervalSince(now)) else { return "" }
      if environment.locale.language.languageCode?.identifier == "en",
        let text = months(min(now, date), max(now, date), count, environment)
      {
        return text
      }
      let seconds = Int(abs(date.timeIntervalSince(now)))
      let sizes = [604_800, 86_400, 3600, 60, 1]
      let largest = sizes.firstIndex { $0 <= seconds } ?? sizes.count - 1
      // What is left over is not rounded up: a minute is over when it is.
      let smallest = sizes[min(largest + count - 1, sizes.count - 1)]
      let style = Duration.UnitsFormatStyle.units(
        allowed: [.weeks, .days, .hours, .minutes, .seconds], width: .wide, maximumUnitCount: count)
      return style.locale(environment.locale).format(.seconds(seconds / smallest * smallest))
    }

    /// Foundation has no words for units whose length differs.
    private static func months(
      _ start: Date, _ end: Date, _ count: Int, _ environment: EnvironmentValues
    ) -> String? {
      let parts = environment.calendar.dateComponents([.year, .month, .day], from: start, to: end)
      let all = [(parts.year ?? 0, "year"), (parts.month ?? 0, "month"), (parts.day ?? 0, "day")]
      guard let first = all.firstIndex(where: { $0.0 > 0 }), first < 2 else { return nil }
      return all[first...].prefix(count).filter { $0.0 > 0 }
        .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    static func string(_ dates: ClosedRange<Date>, _ environment: EnvironmentValues) -> String {
      let format = Date.FormatStyle(date: .abbreviated, time: .shortened).adapted(to: environment)
      return format.format(dates.lowerBound) + " – " + format.format(dates.upperBound)
    }
  }
}

extension RegionalText {
  init(_ date: Date, _ style: Text.DateStyle) { self.init(date, style.name) { style.string(date, $0) } }

  init(_ dates: ClosedRange<Date>) { self.init(dates, "dates") { Text.DateStyle.string(dates, $0) } }
}
