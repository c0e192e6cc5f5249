// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A date to choose. See Apple's documentation of `DatePicker`.
public struct DatePicker<Label: View>: View {
  let label: Label
  let selection: Binding<Date>
  let least: Date?
  let greatest: Date?
  let components: DatePickerComponents
  /// Which parts of the date can be chosen.
  public typealias Components = DatePickerComponents

  init(
    _ label: Label, _ selection: Binding<Date>, _ least: Date?, _ greatest: Date?, _ components: DatePickerComponents
  ) {
    self.label = label
    self.selection = selection
    self.least = least
    self.greatest = greatest
    self.components = components
  }

  /// The browser's own field for a date, a time or both, in the time zone of the environment: the browser's.
  public var body: some View { WithTimeZone(picker: self) }

  @MainActor fileprivate func field(_ timeZone: TimeZone) -> some View {
    let hasDate = components.contains(.date)
    let hasTime = components.contains(.hourAndMinute)
    let kind = hasDate && hasTime ? Element.Kind.dateTimeField : hasTime ? .timeField : .dateField
    let form = DateInputText(kind: kind, timeZone: timeZone)
    return InputControl(
      label: label, kind: kind, value: { form.string(selection.wrappedValue) },
      attributes: [(.minimum, least.map(form.string)), (.maximum, greatest.map(form.string))],
      take: { text, isFinal in
        let before = selection.wrappedValue
        guard let date = form.date(text, near: before) else { return false }
        // A year that is half typed is one of the first centuries; who means that leaves the field with it.
        if !isFinal, form.hasShortYear(text) { return false }
        // Never the bound instead: nobody has typed that.
        guard form.isWithin(date, least, greatest) else { return false }
        if form.string(before) != form.string(date) { selection.wrappedValue = form.clamped(date, least, greatest) }
        return true
      },
      edited: { selection.edited }, endsWithPage: selection.endsWithPage,
      meant: { form.date($0, near: selection.wrappedValue).map(form.string) })
  }
}

/// Reads the time zone for a picker.
private struct WithTimeZone<Label: View>: View {
  let picker: DatePicker<Label>
  @Environment(\.timeZone) private var timeZone

  var body: some View { picker.field(timeZone) }
}

/// Which parts of a date a ``DatePicker`` shows.
public struct DatePickerComponents: OptionSet, Sendable {
  /// The bits of the parts.
  public let rawValue: UInt
  /// Creates parts of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The time of day.
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  /// The day.
  public static let date = DatePickerComponents(rawValue: 2)
}

extension DatePicker {
  /// Creates a picker with a label of any views.
  public init(
    selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) { self.init(label(), selection, nil, nil, displayedComponents) }
  /// Creates a picker with bounds, and a label of any views. Another date than those within is not taken.
  public init(
    selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
  ) { self.init(label(), selection, range.lowerBound, range.upperBound, displayedComponents) }
  /// Creates a picker with a first date, and a label of any views.
  public init(
    selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
  ) { self.init(label(), selection, range.lowerBound, nil, displayedComponents) }
}

extension DatePicker where Label == Text {
  /// Creates a picker with a title that may contain Markdown.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(titleKey), selection, nil, nil, displayedComponents) }
  /// Creates a picker with bounds. Another date than those within is not taken.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(titleKey), selection, range.lowerBound, range.upperBound, displayedComponents) }
  /// Creates a picker with a first date.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(titleKey), selection, range.lowerBound, nil, displayedComponents) }
  /// Creates a picker with a last date.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(titleKey), selection, nil, range.upperBound, displayedComponents) }
  /// Creates a picker with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(title), selection, nil, nil, displayedComponents) }
  /// Creates a picker with bounds, and a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(title), selection, range.lowerBound, range.upperBound, displayedComponents) }
}

/// A date as the value of a field of this kind.
struct DateInputText {
  let kind: Element.Kind
  var timeZone = TimeZone.current

  private func calendar() -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  func string(_ date: Date) -> String {
    let parts = calendar().dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func digits(_ value: Int?, _ count: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    let time = "\(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
    return kind == .dateField ? day : kind == .timeField ? time : "\(day)T\(time)"
  }

  func date(_ text: String, near date: Date) -> Date? {
    let numbers = text.split(whereSeparator: { "-T:".contains($0) }).compactMap { Int($0) }
    var parts = calendar().dateComponents([.year, .month, .day, .hour, .minute], from: date)
    switch (kind, numbers.count) {
    case (.dateField, 3...): (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2])
    case (.timeField, 2...): (parts.hour, parts.minute) = (numbers[0], numbers[1])
    case (.dateTimeField, 5...):
      (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2])
      (parts.hour, parts.minute) = (numbers[3], numbers[4])
    default: return nil
    }
    guard let year = parts.year, (1...9999).contains(year) else { return nil }
    return calendar().date(from: parts)
  }

  /// Whether the year has fewer than four digits: browsers report `0020` on the way to 2027.
  func hasShortYear(_ text: String) -> Bool {
    guard kind != .timeField, let year = text.split(separator: "-").first.flatMap({ Int($0) }) else { return false }
    return year < 1000
  }

  /// Whether a date is between bounds, as far as the field shows them: the day of the lower bound is one of the dates,
  /// also before its time of day.
  func isWithin(_ date: Date, _ least: Date?, _ greatest: Date?) -> Bool {
    let text = string(date)
    if let least, date < least, text != string(least) { return false }
    if let greatest, date > greatest, text != string(greatest) { return false }
    return true
  }

  /// A date that is within, moved into its bounds by the part that the field does not show.
  func clamped(_ date: Date, _ least: Date?, _ greatest: Date?) -> Date {
    var date = date
    if let least, date < least { date = least }
    if let greatest, date > greatest { date = greatest }
    return date
  }
}

/// Not supported: shows a placeholder. See Apple's documentation of `MultiDatePicker`.
public struct MultiDatePicker: View {
  /// Accepts what a picker of days needs; nothing can be chosen.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>) {}
  /// Accepts what a picker of days within bounds needs; nothing can be chosen.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>, in bounds: Range<Date>) {}
  /// A note that names what is not supported.
  public var body: some View { UnsupportedView(name: "MultiDatePicker") }
}
