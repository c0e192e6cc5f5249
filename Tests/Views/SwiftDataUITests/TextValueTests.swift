// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Numbers: View {
  let count: Int
  var body: some View {
    Text("\(count) steps")
    Text("\(1.5)")
    Text("\(UInt64.max) \(-count)")
    Text("\(1234.5, specifier: "%.2f") \(7, specifier: "%03d") \(Float(0.26), specifier: "%.1f%%")")
    // What is no key stays as it is.
    Text(verbatim: "\(count)")
    Text(String(count))
  }
}

private struct Titled: View {
  var body: some View { NavigationStack { Text("a").navigationTitle("\(1234) of \(5)") } }
}

/// Values within texts: how they look, and how they are written.
@MainActor @Suite struct TextValueTests {
  private func runs(_ key: LocalizedStringKey) -> [Text.Run] { key.runs }
  private func plain(_ key: LocalizedStringKey) -> String { key.plain }

  private func isBold(_ run: Text.Run) -> Bool { run.styles.contains(.fontWeight(700)) }

  // MARK: Markdown

  @Test func aValueIsPartOfWhatIsMarked() {
    let name = "Ann"
    let found = runs("**\(name)** said *so \(name) did*")
    #expect(found.map(\.text).joined() == "Ann said so Ann did")
    #expect(found.filter(isBold).map(\.text) == ["Ann"])
    #expect(found.filter { $0.styles.contains(.isItalic(true)) }.map(\.text).joined() == "so Ann did")
  }

  @Test func aValueIsPartOfAnAddress() throws {
    let address = try #require(URL(string: "https://example.com/a_b*c"))
    let found = runs("said [more **of \("it")**](\(address)?n=\(12345))")
    #expect(found.map(\.text).joined() == "said more of it")
    let links = found.filter { $0.link != nil }
    #expect(links.map(\.text).joined() == "more of it")
    #expect(Set(links.map(\.link)) == ["https://example.com/a_b*c?n=12345"])
    #expect(links.filter(isBold).map(\.text).joined() == "of it")
  }

  @Test func aValueHasNoMarkdownOfItsOwn() {
    let value = "**x** [a](https://b) *"
    #expect(runs("*\(value)*").map(\.text) == [value])
    #expect(runs("\(value) and \(value)").allSatisfy { $0.styles.isEmpty && $0.link == nil })
    #expect(runs("**\(value)").map(\.text).joined() == "**" + value)
    // Its parentheses end no address.
    let link = runs("[x](https://a/\("b)c"))").first
    #expect(link?.text == "x" && link?.link == "https://a/b)c")
    // What a value makes of an address must be one that may be opened.
    let script = "javascript:alert(1)"
    #expect(runs("[x](\(script))").allSatisfy { $0.link == nil })
  }

  @Test func aTextKeepsItsStylesWithinAMark() {
    let found = runs("**a \(Text("b").italic()) `*c*`**")
    #expect(found.allSatisfy(isBold))
    #expect(found.first { $0.text == "b" }?.styles.contains(.isItalic(true)) == true)
    // Code is shown as it is.
    #expect(found.last?.text == "*c*")
  }

  @Test func marksWithinMarks() {
    let found = runs("***a*** **b ~~c~~**")
    #expect(found.map(\.text).joined() == "a b c")
    #expect(found.first.map { isBold($0) && $0.styles.contains(.isItalic(true)) } == true)
    #expect(found.last.map { isBold($0) && $0.styles.count == 2 } == true)
    for text in ["**", "** a **", "a * b", "*[", "[](", "^[", "^[a", "[a]", "snake_case_name"] {
      #expect(Markdown.runs(text, "en").map(\.text).joined() == text)
    }
  }

  /// All that follows is looked through once for all of them, not once for each.
  @Test(arguments: [("[", ""), ("^[", ""), ("[a](", ""), ("[", "](javascript:run)"), ("** ", ""), ("`` ", "")])
  func aTextMayHaveManySignsThatNothingEnds(_ sign: String, _ end: String) {
    let text = String(repeating: sign, count: 20_000) + end
    #expect(Markdown.runs(text, "en").map(\.text).joined() == text)
  }

  @Test func linksAreFoundAmongSignsThatNothingEnds() {
    let found = Markdown.runs("[a [b](https://b.example) ^[c [d](e) [f](javascript:g) *h [i](j)*", "en")
    #expect(found.filter { $0.link != nil }.map(\.text) == ["a [b", "i"])
    #expect(found.map(\.text).joined() == "a [b c [d [f](javascript:g) h i")
  }

  // MARK: Inflection

  @Test(arguments: [(0, "0 items"), (1, "1 item"), (3, "3 items")])
  func aNounAgreesWithItsNumber(_ number: Int, _ expected: String) {
    #expect(plain("^[\(number) item](inflect: true)") == expected)
  }

  @Test func theNounIsTheWordThatIsCounted() {
    let two = 2
    #expect(plain("see ^[\(two) unread **message**](inflect: true)!") == "see 2 unread messages!")
    #expect(plain("^[\(two) story of ours](inflect:true)") == "2 stories of ours")
    #expect(plain("^[\(two) \("box")](inflect: true)") == "2 boxes")
    #expect(plain("^[many](inflect: true) ^[x](morphology: {})") == "many x")
    for (one, several) in [
      ("Person", "People"), ("bus", "buses"), ("class", "classes"), ("day", "days"), ("items", "items"),
      ("PHOTO", "PHOTOS"), ("match", "matches"), ("analysis", "analyses"),
    ] {
      #expect(Inflection.plural(one) == several)
    }
    // Other languages have catalogs for that.
    let parts: [Markdown.Part] = [
      .literal("^["), .value(.init(runs: [.init("2")], number: 2)), .literal(" Ding](inflect: true)"),
    ]
    #expect(Markdown.runs(parts, "de").map(\.text).joined() == "2 Ding")
  }

  // MARK: Numbers

  private func shown(_ view: some View, _ language: String) -> String {
    ModelDOM(ViewPage(view, settings: PageSettings(language: language, timeZone: nil, isDark: nil))).text
  }

  @Test func numbersAreThoseOfTheRegion() {
    #expect(
      shown(Numbers(count: 12345), "en-US")
        == "12,345 steps 1.500000 18,446,744,073,709,551,615 -12,345 1,234.50 007 0.3% 12345 12345")
    #expect(
      shown(Numbers(count: 12345), "de-DE")
        == "12.345 steps 1,500000 18.446.744.073.709.551.615 -12.345 1.234,50 007 0,3% 12345 12345")
    #expect(shown(Text("\(7) \(999)"), "ar-EG") == "٧ ٩٩٩")
  }

  @Test func aTitleIsWrittenAsOnItsPage() throws {
    let page = ViewPage(Titled(), settings: PageSettings(language: "de-DE", timeZone: nil, isDark: nil))
    let dom = ModelDOM(page)
    #expect(dom.text.contains("1.234 of 5"))
    // The browser says another language.
    page.apply(PageSettings(language: "en-US", timeZone: nil, isDark: nil))
    page.update()
    #expect(dom.text.contains("1,234 of 5"))
  }

  // MARK: Dates

  @Test func aSpanHasWords() {
    var english = EnvironmentValues()
    english.locale = Locale(identifier: "en_US")
    func relative(_ seconds: Double) -> String {
      Text.DateStyle.relative.string(Date.now.addingTimeInterval(seconds), english)
    }
    #expect(relative(-(2 * 3600 + 23 * 60 + 30)) == "2 hours, 23 minutes")
    #expect(relative(8 * 86_400 + 1800) == "1 week, 1 day")
    #expect(relative(-(800 * 86_400)).hasPrefix("2 years, 2 months"))
    #expect(relative(.infinity) == "" && relative(.nan) == "")
    let offset = Text.DateStyle.offset
    #expect(offset.string(Date.now.addingTimeInterval(-2.9 * 3600), english) == "+2 hours")
    #expect(offset.string(Date.now.addingTimeInterval(2.9 * 3600), english) == "-2 hours")
    var german = EnvironmentValues()
    german.locale = Locale(identifier: "de_DE")
    #expect(offset.string(Date.now.addingTimeInterval(-3 * 3600 - 5), german) == "+3 Stunden")
  }
}
