// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing

@testable import SwiftDataUI

private struct Written: View {
  @Environment(\.locale) private var locale
  @Environment(\.timeZone) private var timeZone
  @Environment(\.colorScheme) private var colorScheme

  static let noon = Date(timeIntervalSince1970: 1_783_166_400)

  var body: some View {
    VStack {
      Text(verbatim: "\(locale.identifier) \(timeZone.identifier) \(colorScheme)")
      Text(1234.5, format: .number)
      Text(1234.5, format: .number.locale(Locale(identifier: "en_US")))
      Text("at \(Self.noon, format: .dateTime.hour().minute())")
    }
  }
}

@Observable private final class Day {
  var date: Date
  init(_ date: Date) { self.date = date }
}

private struct DayTexts: View {
  let day: Day
  var body: some View {
    Text(day.date, style: .date)
    Text(day.date...day.date.addingTimeInterval(1))
    Text("on \(day.date, format: .dateTime.day())")
  }
}

/// What views take over of the browser: language, time zone, appearance and direction.
@MainActor @Suite struct RegionTests {
  private let german = PageSettings(language: "de-DE", timeZone: "Asia/Tokyo", isDark: true)

  @Test func textsAreWrittenAsTheBrowserIsSet() {
    let page = ViewPage(Written(), settings: german)
    let dom = ModelDOM(page)
    #expect(dom.text == "de_DE Asia/Tokyo dark 1.234,5 1,234.5 at 21:00")
    // Another page at the same time.
    let other = ViewPage(Written(), settings: PageSettings(language: "fr-FR", timeZone: "Europe/Paris", isDark: false))
    #expect(ModelDOM(other).text.hasPrefix("fr_FR Europe/Paris light 1\u{202F}234,5 1,234.5 at 14:00"))
    // It is set anew while the page is shown.
    page.apply(PageSettings(language: "de-DE", timeZone: "Europe/Berlin", isDark: false))
    page.update()
    #expect(dom.text == "de_DE Europe/Berlin light 1.234,5 1,234.5 at 14:00")
  }

  /// The host would write the same.
  @Test func anotherInstantIsAnotherDayInTheTimeZoneOfThePage() throws {
    let calendar = Calendar.autoupdatingCurrent
    let start = calendar.startOfDay(for: Written.noon)
    let offset = TimeZone.autoupdatingCurrent.secondsFromGMT(for: start)
    let zone = try #require(TimeZone(secondsFromGMT: offset + (offset > 0 ? -6 : 6) * 3600))
    let day = Day(start.addingTimeInterval(3600))
    let settings = PageSettings(locale: Locale(identifier: "en_US"), timeZone: zone)
    let dom = ModelDOM(ViewPage(DayTexts(day: day), settings: settings))
    let before = dom.text
    day.date = start.addingTimeInterval(23 * 3600)
    dom.page.update()
    #expect(dom.text == ModelDOM(ViewPage(DayTexts(day: day), settings: settings)).text)
    #expect(dom.text != before)
  }

  @Test func roomAndMotionAreThoseOfTheBrowser() {
    struct Told: View {
      @Environment(\.horizontalSizeClass) private var width
      @Environment(\.verticalSizeClass) private var height
      @Environment(\.accessibilityReduceMotion) private var isCalm
      var body: some View {
        Text(verbatim: "\(width == .compact) \(height == .compact) \(isCalm)")
      }
    }
    var settings = PageSettings(
      language: nil, timeZone: nil, isDark: nil, isNarrow: true, isLow: false, wantsLessMotion: true)
    let page = ViewPage(Told(), settings: settings)
    let dom = ModelDOM(page)
    #expect(dom.text == "true false true")
    settings.isNarrow = false
    settings.isLow = true
    settings.wantsLessMotion = false
    page.apply(settings)
    page.update()
    #expect(dom.text == "false true false")
    #expect(ModelDOM(ViewPage(Told())).text == "false false false")
  }

  @Test func aViewAboveSaysOtherwise() {
    let view = Written().environment(\.locale, Locale(identifier: "en_US")).environment(\.timeZone, .gmt)
    let text = ModelDOM(ViewPage(view, settings: german)).text.replacingOccurrences(of: "\u{202F}", with: " ")
    #expect(text == "en_US GMT dark 1,234.5 1,234.5 at 12:00 PM")
  }

  @Test(arguments: ["", "x", "de_DE; q=1", String(repeating: "a", count: 100), "<script>", "\u{0}\u{0}"])
  func whatIsNoLanguageIsNotTaken(_ text: String) {
    let settings = PageSettings(language: text, timeZone: text, isDark: nil)
    #expect(settings.locale == nil && settings.timeZone == nil)
  }

  @Test func aPickerGoesByTheTimeZone() throws {
    var day = Written.noon
    let view = DatePicker("day", selection: Binding(get: { day }, set: { day = $0 }))
    let page = ViewPage(view, settings: german)
    let field = try #require(ModelDOM(page).all.first { $0.kind == .dateTimeField })
    #expect(field.attribute(.value) == "2026-07-04T21:00")
    #expect(page.handle(Event(field.id, .change, value: "2026-07-05T09:00")))
    #expect(day == Written.noon.addingTimeInterval(12 * 3600))
  }

  @Test func aFieldReadsWhatItWrites() throws {
    var amount = 1234.5
    let view = TextField("amount", value: Binding(get: { amount }, set: { amount = $0 }), format: .number)
    let page = ViewPage(view, settings: german)
    let field = try #require(ModelDOM(page).all.first { $0.kind == .textField })
    #expect(field.attribute(.value) == "1.234,5")
    #expect(page.handle(Event(field.id, .input, value: "7,25")))
    #expect(amount == 7.25)
  }

  @Test func aDirectionIsSaidOfTheElements() throws {
    let page = ViewPage(HStack { Text("a") }.environment(\.layoutDirection, .rightToLeft))
    let stack = try #require(ModelDOM(page).all(.hstack).first)
    #expect(stack.attribute(.direction) == "rtl")
    #expect(page.root.attribute(.direction) == nil)
    // An app without texts in the language stays as it was made.
    let settings = PageSettings(language: "ar-EG", timeZone: nil, isDark: nil)
    #expect(ViewPage(Text("a"), settings: settings).root.attribute(.direction) == nil)
  }
}
