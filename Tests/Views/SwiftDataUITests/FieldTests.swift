// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Observable private final class Numbers {
  var count = 7
  var price = 0.0
  var single: Float = 0
  var exact = 3.456
  var rest: Double? = 1
  var name = ""
  var submitted = 0
}

private struct NumberForm: View {
  @Bindable var numbers: Numbers
  var body: some View {
    Form {
      TextField("count", value: $numbers.count, format: .number.locale(Self.english))
      TextField("price", value: $numbers.price, format: .number.locale(Self.english))
      TextField("dollars", value: $numbers.price, format: .currency(code: "USD").locale(Self.english))
      TextField("exact", value: $numbers.exact, format: Self.twoDigits)
      TextField("rest", value: $numbers.rest, format: .number.locale(Self.english))
      TextField("formatter", value: $numbers.price, formatter: Self.formatter)
      TextField("name", text: $numbers.name)
    }
    .onSubmit { numbers.submitted += 1 }
  }

  static let english = Locale(identifier: "en_US")
  static let twoDigits = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(2)).locale(english)
  static let formatter: NumberFormatter = {
    let formatter = NumberFormatter()
    formatter.locale = english
    formatter.numberStyle = .decimal
    return formatter
  }()
}

/// Numbers that a formatter reads.
private struct FormatterForm: View {
  @Bindable var numbers: Numbers
  var body: some View {
    TextField("whole", value: $numbers.count, formatter: NumberForm.formatter)
    TextField("single", value: $numbers.single, formatter: NumberForm.formatter)
    TextField("double", value: $numbers.price, formatter: NumberForm.formatter)
  }
}

@Observable private final class Days {
  var day: Date
  init(_ day: Date) { self.day = day }
}

private struct DayForm: View {
  @Bindable var days: Days
  let range: ClosedRange<Date>?
  var body: some View {
    if let range {
      DatePicker("day", selection: $days.day, in: range, displayedComponents: .date)
    } else {
      DatePicker("day", selection: $days.day, displayedComponents: .date)
    }
  }
}

/// One field, which is about the first value or the second.
private struct TwoValues: View {
  var hidesPlace = false
  @State private var isSecond = false
  @State private var first = 7.0
  @State private var second = 9.0
  @State private var early = Self.day("2026-11-20")
  @State private var late = Self.day("2027-11-20")

  static func day(_ text: String) -> Date {
    DateInputText(kind: .dateField).date(text, near: Date(timeIntervalSince1970: 1_000_000_000)) ?? .distantPast
  }

  private func place<Value>(_ binding: Binding<Value>) -> Binding<Value> {
    hidesPlace ? Binding(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 }) : binding
  }

  var body: some View {
    TextField("number", value: place(isSecond ? $second : $first), format: .number.locale(NumberForm.english))
    DatePicker("day", selection: place(isSecond ? $late : $early), displayedComponents: .date)
    Button("Switch") { isSecond.toggle() }
    let form = DateInputText(kind: .dateField)
    Text(verbatim: "numbers \(first) \(second) days \(form.string(early)) \(form.string(late))")
  }
}

@Observable private final class Later {
  var value = 0.0
  @ObservationIgnored var waiting: [Double] = []
}

/// Its setter hands the value on, and it comes later.
private struct LateForm: View {
  let later: Later
  var body: some View {
    TextField(
      "late", value: Binding(get: { later.value }, set: { later.waiting.append($0) }),
      format: .number.locale(NumberForm.english))
  }
}

@Observable private final class Shared { var names = ["b", "c"] }

private struct Chooser: View {
  let shared: Shared
  @State private var chosen = "b"
  var body: some View {
    Picker("choice", selection: $chosen) { ForEach(shared.names, id: \.self) { Text($0).tag($0) } }
    Text("chosen \(chosen)")
  }
}

/// A browser with a field that somebody types into: each key is told, and what the page says is shown.
@MainActor private struct Typist {
  let dom: ModelDOM

  func field(_ name: String) throws -> Element {
    try #require(
      dom.all.last { element in
        [.textField, .searchField, .dateField, .timeField, .dateTimeField, .colorField, .slider, .toggle, .picker]
          .contains(element.kind)
          && element.attributes.contains { [.placeholder, .label].contains($0.name) && $0.text == name }
      })
  }

  func value(_ name: String) throws -> String { try field(name).attribute(.value) ?? "" }

  /// Each key changes what the field shows at that moment.
  func type(_ keys: String, into name: String) throws {
    for key in keys {
      #expect(dom.page.handle(Event(try field(name).id, .input, value: try value(name) + String(key))))
    }
  }

  func say(_ kind: Event.Kind, _ value: String? = nil, to name: String) throws {
    #expect(dom.page.handle(Event(try field(name).id, kind, value: value)))
  }

  func clear(_ name: String) throws { try say(.input, "", to: name) }
}

/// What is typed reaches the value as it was typed, key by key.
@MainActor @Suite struct FieldTests {
  private let numbers = Numbers()
  private var typist: Typist { Typist(dom: ModelDOM(ViewPage(NumberForm(numbers: numbers)))) }

  @Test(arguments: [
    ("price", "12.75", 12.75), ("price", "-5", -5), ("price", "0.05", 0.05), ("price", "1000", 1000),
    ("dollars", "3.5", 3.5), ("dollars", "$3.50", 3.5), ("formatter", "12.75", 12.75), ("formatter", "-0.5", -0.5),
  ]) func aNumberIsTypedKeyByKey(name: String, keys: String, expected: Double) throws {
    let typist = typist
    try typist.clear(name)
    try typist.type(keys, into: name)
    // Nothing has taken the place of what was typed.
    #expect(try typist.value(name) == keys)
    try typist.say(.blur, to: name)
    #expect(numbers.price == expected)
    #expect(try typist.field(name).attribute(.isDraft) == nil)
    #expect(typist.dom.root == typist.dom.page.root)
  }

  @Test func theFormatComesBackWhenTheFieldIsLeft() throws {
    let typist = typist
    try typist.clear("dollars")
    try typist.type("3.5", into: "dollars")
    #expect(try typist.value("price") == "3.5")
    try typist.say(.blur, to: "dollars")
    #expect(try typist.value("dollars") == "$3.50")
    // And with Return.
    try typist.clear("dollars")
    try typist.type("4.5", into: "dollars")
    try typist.say(.submit, "4.5", to: "dollars")
    #expect(try typist.value("dollars") == "$4.50")
    #expect(numbers.submitted == 1)
    #expect(numbers.price == 4.5)
  }

  @Test func aMinusOverAnotherNumberIsNoNumberYet() throws {
    let typist = typist
    try typist.clear("count")
    try typist.type("-", into: "count")
    #expect(numbers.count == 7)
    #expect(try typist.field("count").attribute(.isDraft) == "true")
    try typist.type("5", into: "count")
    #expect(numbers.count == -5)
    try typist.say(.blur, to: "count")
    #expect(try typist.value("count") == "-5")
  }

  /// The text stays in the field, and the value is what it was.
  @Test(arguments: [
    ("whole", "1.5"), ("whole", "99999999999999999999"), ("whole", "-99999999999999999999"),
    ("single", "1" + String(repeating: "0", count: 60)), ("double", "1" + String(repeating: "0", count: 400)),
  ]) func aNumberThatTheTypeCannotHoldIsNotStored(name: String, text: String) throws {
    let typist = Typist(dom: ModelDOM(ViewPage(FormatterForm(numbers: numbers))))
    try typist.say(.input, "3", to: name)
    let held = ["whole": Double(numbers.count), "single": Double(numbers.single), "double": numbers.price]
    #expect(held[name] == 3)
    try typist.say(.input, text, to: name)
    #expect(["whole": Double(numbers.count), "single": Double(numbers.single), "double": numbers.price] == held)
    #expect(try typist.value(name) == text)
    #expect(try typist.field(name).attribute(.isDraft) == "true")
    try typist.say(.blur, to: name)
    #expect(try typist.value(name) == "3")
  }

  @Test func whatIsNoNumberIsNotStored() throws {
    let typist = typist
    try typist.clear("count")
    try typist.type("many", into: "count")
    #expect(try typist.value("count") == "many")
    try typist.say(.blur, to: "count")
    #expect(numbers.count == 7)
    #expect(try typist.value("count") == "7")
  }

  @Test func aValueLosesNoDigitsByBeingShown() throws {
    let typist = typist
    #expect(try typist.value("exact") == "3.46")
    try typist.say(.change, "3.46", to: "exact")
    try typist.say(.submit, "3.46", to: "exact")
    try typist.say(.blur, to: "exact")
    #expect(numbers.exact == 3.456)
    try typist.say(.input, "3.461", to: "exact")
    try typist.say(.input, "3.46", to: "exact")
    try typist.say(.blur, to: "exact")
    #expect(numbers.exact == 3.46 || numbers.exact == 3.461)
  }

  @Test func anOptionalNumberIsCleared() throws {
    let typist = typist
    try typist.clear("rest")
    #expect(numbers.rest == nil)
    try typist.type("2.5", into: "rest")
    try typist.say(.blur, to: "rest")
    #expect(numbers.rest == 2.5)
  }

  @Test func whatOthersChangeIsShownWhenNobodyTypes() throws {
    let typist = typist
    try typist.clear("count")
    try typist.type("1", into: "count")
    numbers.count = 99
    typist.dom.page.update()
    #expect(try typist.value("count") == "1")
    try typist.say(.blur, to: "count")
    // The field is left, and nothing more was typed: the later change stays.
    #expect(numbers.count == 99)
    #expect(try typist.value("count") == "99")
  }

  // MARK: What a draft is for

  @Test func whatIsTypedForOneValueDoesNotGetIntoAnother() throws {
    let dom = ModelDOM(ViewPage(TwoValues()))
    let typist = Typist(dom: dom)
    let former = try typist.field("number").id
    try typist.say(.input, "12", to: "number")
    try dom.click("Switch")
    #expect(try typist.value("number") == "9")
    // The next key was on its way: its field is not there any more.
    #expect(!dom.page.handle(Event(former, .input, value: "125")))
    #expect(dom.text.contains("numbers 12.0 9.0 "))
    #expect(notices(dom).contains { $0.contains("about something else") })
    // There and back again.
    try typist.say(.input, "x", to: "number")
    try dom.click("Switch")
    #expect(try typist.value("number") == "12")
    #expect(notices(dom).contains { $0.hasSuffix("not taken: x") })
    #expect(dom.root == dom.page.root)
  }

  @Test(arguments: [true, false]) func aDateThatIsHalfTypedIsNoDateOfAnother(hidesPlace: Bool) throws {
    let dom = ModelDOM(ViewPage(TwoValues(hidesPlace: hidesPlace)))
    let typist = Typist(dom: dom)
    try typist.say(.input, "0020-03-15", to: "day")
    try dom.click("Switch")
    #expect(try typist.value("day") == "2027-11-20")
    try typist.say(.blur, to: "day")
    #expect(dom.text.contains("days 2026-11-20 2027-11-20"))
    #expect(notices(dom).contains { $0.hasSuffix("0020-03-15") })
  }

  @Test func whereTheValueIsHiddenItsTextTells() throws {
    let dom = ModelDOM(ViewPage(TwoValues(hidesPlace: true)))
    let typist = Typist(dom: dom)
    try typist.clear("number")
    try typist.type("12.50", into: "number")
    #expect(try typist.value("number") == "12.50")
    try dom.click("Switch")
    #expect(try typist.value("number") == "9")
    #expect(dom.text.contains("numbers 12.5 9.0 "))
  }

  @Test func aValueThatComesLaterEndsNoDraft() throws {
    let later = Later()
    let dom = ModelDOM(ViewPage(LateForm(later: later)))
    let typist = Typist(dom: dom)
    try typist.clear("late")
    for key in ["1", ".", "5"] {
      try typist.type(key, into: "late")
      if let value = later.waiting.popLast() { later.value = value }
      dom.page.update()
    }
    #expect(try typist.value("late") == "1.5")
    #expect(later.value == 1.5)
  }

  private func notices(_ dom: ModelDOM) -> [String] {
    dom.operations.compactMap { if case .command(.notice(let text)) = $0 { text } else { nil } }
  }

  // MARK: Dates

  private func day(_ text: String) throws -> Date {
    try #require(DateInputText(kind: .dateField).date(text, near: Date(timeIntervalSince1970: 1_000_000_000)))
  }

  @Test(arguments: [true, false]) func aYearIsTypedKeyByKey(isBounded: Bool) throws {
    let days = Days(try day("2026-11-20"))
    let range = try day("2026-01-01")...day("2028-12-31")
    let typist = Typist(dom: ModelDOM(ViewPage(DayForm(days: days, range: isBounded ? range : nil))))
    // As browsers report it: each key of the year makes a date.
    for text in ["2026-03-20", "2026-03-15", "0002-03-15", "0020-03-15", "0202-03-15"] {
      try typist.say(.input, text, to: "day")
      try typist.say(.change, text, to: "day")
      #expect(DateInputText(kind: .dateField).string(days.day).hasPrefix("2026-"), "after \(text)")
      #expect(try typist.value("day") == text)
    }
    try typist.say(.input, "2027-03-15", to: "day")
    try typist.say(.change, "2027-03-15", to: "day")
    try typist.say(.blur, to: "day")
    #expect(DateInputText(kind: .dateField).string(days.day) == "2027-03-15")
  }

  @Test func aDateOutOfBoundsIsNotReplacedByTheBound() throws {
    let days = Days(try day("2026-11-20"))
    let range = try day("2026-01-01")...day("2028-12-31")
    let typist = Typist(dom: ModelDOM(ViewPage(DayForm(days: days, range: range))))
    for text in ["0020-03-15", "2030-01-01", "", "2025-12-31"] {
      try typist.say(.input, text, to: "day")
      try typist.say(.blur, to: "day")
      #expect(DateInputText(kind: .dateField).string(days.day) == "2026-11-20", "after \(text)")
      #expect(try typist.value("day") == "2026-11-20")
    }
    // The first day is one of them, whatever the time of day.
    try typist.say(.input, "2026-01-01", to: "day")
    try typist.say(.blur, to: "day")
    #expect(DateInputText(kind: .dateField).string(days.day) == "2026-01-01")
    #expect(days.day >= range.lowerBound)
  }

  @Test func aYearOfTheFirstCenturiesIsStoredWhenTheFieldIsLeft() throws {
    let days = Days(try day("2026-11-20"))
    let typist = Typist(dom: ModelDOM(ViewPage(DayForm(days: days, range: nil))))
    try typist.say(.input, "0476-09-04", to: "day")
    #expect(DateInputText(kind: .dateField).string(days.day) == "2026-11-20")
    try typist.say(.blur, to: "day")
    #expect(DateInputText(kind: .dateField).string(days.day) == "0476-09-04")
  }

  // MARK: Choices

  @Test func aChoiceIsTheOneThatWasShown() throws {
    let shared = Shared()
    let typist = Typist(dom: ModelDOM(ViewPage(Chooser(shared: shared))))
    let options = try typist.field("choice").children
    let second = try #require(options.first { $0.text == "c" }?.attribute(.value))
    // Another page has inserted one above, which this one has not shown yet.
    shared.names.insert("a", at: 0)
    try typist.say(.change, second, to: "choice")
    #expect(typist.dom.text.contains("chosen c"))
    shared.names.removeAll { $0 == "b" }
    let first = try #require(options.first { $0.text == "b" }?.attribute(.value))
    let field = try typist.field("choice").id
    for value in [first, "0", "", "zz"] {
      #expect(!typist.dom.page.handle(Event(field, .change, value: value)), "\(value)")
    }
    #expect(typist.dom.text.contains("chosen c"))
    #expect(try typist.value("choice") == second)
    #expect(typist.dom.root == typist.dom.page.root)
  }
}
