// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What somebody has set in the browser that shows a page: language, region, time zone and appearance; and how large the
/// page is.
package struct PageSettings: Equatable, Sendable {
  package var locale: Locale?
  package var timeZone: TimeZone?
  package var isDark: Bool?
  /// Whether the page is as narrow as a phone, and as low as one on its side.
  package var isNarrow: Bool?
  package var isLow: Bool?
  package var wantsLessMotion: Bool?

  package init(locale: Locale? = nil, timeZone: TimeZone? = nil, isDark: Bool? = nil) {
    self.locale = locale
    self.timeZone = timeZone
    self.isDark = isDark
  }

  /// Reads what a browser sends: a tag of a language such as `de-CH`, the name of a time zone, whether it is dark. What
  /// cannot be read counts as not said.
  package init(
    language: String?, timeZone: String?, isDark: Bool?, isNarrow: Bool? = nil, isLow: Bool? = nil,
    wantsLessMotion: Bool? = nil
  ) {
    if let language, (2...35).contains(language.utf8.count),
      language.utf8.allSatisfy({
        $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || UInt8(ascii: "a")...UInt8(ascii: "z") ~= ($0 | 0x20)
      })
    {
      locale = Locale(identifier: language.replacingOccurrences(of: "-", with: "_"))
    }
    if let timeZone, (1...64).contains(timeZone.utf8.count) { self.timeZone = TimeZone(identifier: timeZone) }
    self.isDark = isDark
    self.isNarrow = isNarrow
    self.isLow = isLow
    self.wantsLessMotion = wantsLessMotion
  }

  /// Puts them into an environment.
  func set(_ values: inout EnvironmentValues) {
    if let locale {
      values.locale = locale
      if Self.isRightToLeft(locale) { values.layoutDirection = .rightToLeft }
    }
    if let timeZone { values.timeZone = timeZone }
    if locale != nil || timeZone != nil {
      var calendar = (locale ?? .current).calendar
      if let locale { calendar.locale = locale }
      if let timeZone { calendar.timeZone = timeZone }
      values.calendar = calendar
    }
    if let isDark { values.colorScheme = isDark ? .dark : .light }
    if let isNarrow { values.horizontalSizeClass = isNarrow ? .compact : .regular }
    if let isLow { values.verticalSizeClass = isLow ? .compact : .regular }
    if let wantsLessMotion { values.accessibilityReduceMotion = wantsLessMotion }
  }

  /// Whether a language runs from right to left, and the app has texts in it: an app that has none stays as it was made.
  private static func isRightToLeft(_ locale: Locale) -> Bool {
    guard let code = locale.language.languageCode?.identifier, languages.contains(code) else { return false }
    if StringTables.shared.languages.contains(where: { $0 == code || $0.hasPrefix(code + "-") }) { return true }
    return Bundle.main.localizations.contains {
      $0.split(whereSeparator: { "-_".contains($0) }).first.map(String.init) == code
    }
  }

  private static let languages: Set<String> = ["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"]
}

/// A text that is written differently from place to place: a date, a number.
struct RegionalText: Hashable, @unchecked Sendable {
  // Unchecked: a format and what it formats are values, which nobody changes; most are not declared to be sendable.
  /// As it is written where the host runs.
  let text: String
  /// What tells it from others with the same text.
  private let kind: String
  private let input: any Equatable
  private let write: (EnvironmentValues) -> String

  /// - Parameters:
  ///   - input: What is written: what looks the same here may look different elsewhere, as the time zone has it.
  ///   - kind: How it is written.
  init(_ input: any Equatable, _ kind: String, _ write: @escaping (EnvironmentValues) -> String) {
    self.input = input
    self.kind = kind
    self.write = write
    text = write(EnvironmentValues())
  }

  func text(in environment: EnvironmentValues) -> String { environment.isElsewhere ? write(environment) : text }

  static func == (lhs: RegionalText, rhs: RegionalText) -> Bool {
    func isEqual<T: Equatable>(_ input: T) -> Bool { input == rhs.input as? T }
    return lhs.text == rhs.text && lhs.kind == rhs.kind && isEqual(lhs.input)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(kind)
  }
}

extension FormatStyle {
  /// The format of a place, where the program has not named one itself.
  func adapted(to environment: EnvironmentValues) -> Self {
    guard environment.isElsewhere else { return self }
    var format = self
    if format == format.locale(.autoupdatingCurrent) { format = format.locale(environment.locale) }
    guard var date = format as? Date.FormatStyle else { return format }
    if date.timeZone == .autoupdatingCurrent { date.timeZone = environment.timeZone }
    if date.calendar == .autoupdatingCurrent { date.calendar = environment.calendar }
    return date as? Self ?? format
  }
}
