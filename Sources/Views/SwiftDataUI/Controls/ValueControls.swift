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

  /// The browser's own field for a date, a time or both, in the time zone of the server.
  public var body: some View {
    let hasDate = components.contains(.date)
    let hasTime = components.contains(.hourAndMinute)
    let kind = hasDate && hasTime ? "datetime-local" : hasTime ? "time" : "date"
    let form = DateText(kind: kind)
    InputControl(
      label: label, type: kind, value: { form.string(selection.wrappedValue) },
      attributes: [("min", least.map(form.string)), ("max", greatest.map(form.string))],
      take: { text, isFinal in
        let before = selection.wrappedValue
        guard let date = form.date(text, near: before) else { return false }
        // A year that is half typed is one of the first centuries; who means that leaves the field with it.
        if !isFinal, form.hasShortYear(text) { return false }
        // Never the bound instead: nobody has typed that.
        guard form.isWithin(date, least, greatest) else { return false }
        if form.string(before) != form.string(date) { selection.wrappedValue = form.clamped(date, least, greatest) }
        return true
      })
  }
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

/// A date as the value of an input element.
struct DateText {
  let kind: String

  private func calendar() -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
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
    return kind == "date" ? day : kind == "time" ? time : "\(day)T\(time)"
  }

  func date(_ text: String, near date: Date) -> Date? {
    let numbers = text.split(whereSeparator: { "-T:".contains($0) }).compactMap { Int($0) }
    var parts = calendar().dateComponents([.year, .month, .day, .hour, .minute], from: date)
    switch (kind, numbers.count) {
    case ("date", 3...): (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2])
    case ("time", 2...): (parts.hour, parts.minute) = (numbers[0], numbers[1])
    case ("datetime-local", 5...):
      (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2])
      (parts.hour, parts.minute) = (numbers[3], numbers[4])
    default: return nil
    }
    guard let year = parts.year, (1...9999).contains(year) else { return nil }
    return calendar().date(from: parts)
  }

  /// Whether the year has fewer than four digits: browsers report `0020` on the way to 2027.
  func hasShortYear(_ text: String) -> Bool {
    guard kind != "time", let year = text.split(separator: "-").first.flatMap({ Int($0) }) else { return false }
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

/// A label beside an input element.
struct InputControl<Label: View>: PrimitiveView {
  let label: Label
  let type: String
  let value: () -> String
  var attributes: [(String, String?)] = []
  /// Makes a value of what was chosen, or typed so far; returns whether it was one.
  let take: (_ text: String, _ isFinal: Bool) -> Bool
  /// Somebody begins to move a slider, with true, or lets it go.
  var editingChanged: ((Bool) -> Void)?

  /// Whether somebody may be typing: such fields have a draft.
  private var isTyped: Bool { ["date", "time", "datetime-local"].contains(type) }

  /// Whether somebody is moving a slider.
  private final class Moving { var isMoving = false }

  func update(_ node: Node) { node.child(0, label) }

  func assemble(_ node: Node) -> Output {
    let input = node.element(.valueField, [.input], key: 1)
    input.attribute("type", type)
    for (name, value) in attributes { if let value { input.attribute(name, value) } }
    let shown = node.track { value() }
    let name = node.elements(0).compactMap(\.traits.plainText).joined(separator: " ")
    if !name.isEmpty { input.attribute("aria-label", name) }
    if !node.environment.isEnabled { input.attribute("disabled", "") }
    let take = take
    if isTyped {
      node.draft(input, shown: shown, take: take)
    } else {
      input.attribute("value", shown)
      let take: (String?) -> Void = { if let value = $0 { _ = take(value, true) } }
      if type != "range" {
        input.on(.change, take)
      } else if let editingChanged {
        let moving = node.remember { Moving() }
        func begin() {
          if !moving.isMoving { editingChanged(true) }
          moving.isMoving = true
        }
        input.on(.input) { value in
          begin()
          take(value)
        }
        // Told once, at the end.
        input.on(.change) { value in
          begin()
          take(value)
          moving.isMoving = false
          editingChanged(false)
        }
      } else {
        input.on(.input, take)
      }
    }
    if type == "range" { input.grows = .horizontal }
    if node.environment.labelsHidden || node.elements(0).isEmpty || type == "range" { return Output(input) }
    let label = node.element(.text, [.controlLabel], key: 2, children: node.elements(0))
    let element = node.element(.label, [.control], children: [label, input])
    element.grows = .horizontal
    return Output(element)
  }
}

/// A control that selects a number on a scale. See Apple's documentation of `Slider`.
public struct Slider<Label: View, ValueLabel: View>: View {
  let value: Binding<Double>
  let range: ClosedRange<Double>
  let step: Double?
  let label: Label
  let least: ValueLabel
  let greatest: ValueLabel
  let onEditingChanged: ((Bool) -> Void)?

  init<V: BinaryFloatingPoint>(
    _ value: Binding<V>, _ range: ClosedRange<V>, _ step: V?, _ label: Label, _ least: ValueLabel,
    _ greatest: ValueLabel,
    _ onEditingChanged: ((Bool) -> Void)?
  ) {
    self.value = Binding(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) })
    self.range = Double(range.lowerBound)...Double(range.upperBound)
    self.step = step.map { Double($0) }
    self.label = label
    self.least = least
    self.greatest = greatest
    self.onEditingChanged = onEditingChanged
  }

  /// The browser's own slider between the labels of both ends, as wide as there is room. The slider's label is for
  /// screen readers only.
  public var body: some View {
    HStack {
      least
      InputControl(
        label: label, type: "range", value: { value.wrappedValue.number },
        attributes: [
          ("min", range.lowerBound.number), ("max", range.upperBound.number), ("step", step?.number ?? "any"),
        ],
        take: { text, _ in
          guard let number = Double(text), number.isFinite else { return false }
          let bounded = min(max(number, range.lowerBound), range.upperBound)
          // The end of a movement tells the value again.
          if bounded.number != value.wrappedValue.number { value.wrappedValue = bounded }
          return true
        }, editingChanged: onEditingChanged)
      greatest
    }
  }
}

extension Slider {
  /// Creates a slider with labels at both ends.
  ///
  /// - Parameters:
  ///   - step: The distance between values that can be chosen; nil for any value.
  ///   - onEditingChanged: Called with true before the value is changed for the first time, and with false when the
  ///   slider is let go.
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V? = nil, @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(value, bounds, step, label(), minimumValueLabel(), maximumValueLabel(), onEditingChanged) }
}

extension Slider where ValueLabel == EmptyView {
  /// Creates a slider whose label only screen readers are told.
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V? = nil, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(value, bounds, step, label(), EmptyView(), EmptyView(), onEditingChanged) }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  /// Creates a slider without any label.
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V? = nil,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(value, bounds, step, EmptyView(), EmptyView(), EmptyView(), onEditingChanged) }
}

/// Buttons that increase and decrease a value. See Apple's documentation of `Stepper`.
public struct Stepper<Label: View>: View {
  let label: Label
  let increment: Change
  let decrement: Change

  /// What a button does, if it does anything now.
  struct Change {
    var isPossible: () -> Bool
    var action: () -> Void

    init(isPossible: @escaping () -> Bool, action: @escaping () -> Void) {
      self.isPossible = isPossible
      self.action = action
    }

    init(_ action: (() -> Void)?) {
      isPossible = { action != nil }
      self.action = action ?? {}
    }

    func telling(_ editingChanged: @escaping (Bool) -> Void) -> Change {
      Change(isPossible: isPossible) {
        editingChanged(true)
        action()
        editingChanged(false)
      }
    }
  }

  /// The label, and buttons with − and + at the trailing side. At a bound the button that leads beyond it is disabled.
  public var body: some View {
    HStack {
      label
      Spacer()
      HStack(spacing: 0) {
        Button(action: decrement.action) { Text(verbatim: "−") }.accessibilityLabel(Text(verbatim: "Decrement"))
          .disabled(!decrement.isPossible())
        Button(action: increment.action) { Text(verbatim: "+") }.accessibilityLabel(Text(verbatim: "Increment"))
          .disabled(!increment.isPossible())
      }
      .buttonStyle(.bordered)
      .changing { $0.add(.stepper) }
    }
  }

  init(_ label: Label, _ increment: Change, _ decrement: Change, _ editingChanged: ((Bool) -> Void)? = nil) {
    self.label = label
    self.increment = editingChanged.map(increment.telling) ?? increment
    self.decrement = editingChanged.map(decrement.telling) ?? decrement
  }

  init<V: Strideable>(
    _ label: Label, _ value: Binding<V>, _ bounds: ClosedRange<V>?, _ step: V.Stride,
    _ editingChanged: ((Bool) -> Void)? = nil
  ) {
    func move(_ distance: V.Stride) -> Change {
      Change(
        isPossible: {
          guard let bounds else { return true }
          return distance < 0 ? value.wrappedValue > bounds.lowerBound : value.wrappedValue < bounds.upperBound
        },
        action: {
          var next = value.wrappedValue.advanced(by: distance)
          if let bounds { next = min(max(next, bounds.lowerBound), bounds.upperBound) }
          value.wrappedValue = next
        })
    }
    self.init(label, move(step), move(0 - step), editingChanged)
  }
}

extension Stepper {
  /// Creates a stepper of a value without bounds, with a label of any views.
  ///
  /// - Parameter onEditingChanged: Called with true before each change, and with false after it.
  public init<V: Strideable>(
    value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(label(), value, nil, step, onEditingChanged) }
  /// Creates a stepper of a value within bounds, with a label of any views. `onEditingChanged` is called before and after
  /// each change.
  public init<V: Strideable>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(label(), value, bounds, step, onEditingChanged) }
  /// Creates a stepper that runs actions; the button of one that is nil is disabled. `onEditingChanged` is called before
  /// and after each action.
  public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(label(), Change(onIncrement), Change(onDecrement), onEditingChanged) }
}

extension Stepper where Label == Text {
  /// Creates a stepper of a value without bounds, with a title that may contain Markdown.
  public init<V: Strideable>(_ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1) {
    self.init(Text(titleKey), value, nil, step)
  }
  /// Creates a stepper of a value within bounds, with a title that may contain Markdown.
  public init<V: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1
  ) {
    self.init(Text(titleKey), value, bounds, step)
  }
  /// Creates a stepper of a value within bounds, with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol, V: Strideable>(
    _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1
  ) {
    self.init(Text(title), value, bounds, step)
  }
  /// Creates a stepper of a value without bounds, with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol, V: Strideable>(_ title: S, value: Binding<V>, step: V.Stride = 1) {
    self.init(Text(title), value, nil, step)
  }
  /// Creates a stepper that runs actions; the button of one that is nil is disabled.
  public init(_ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?) {
    self.init(Text(titleKey), Change(onIncrement), Change(onDecrement))
  }
}

/// A control that selects a color. See Apple's documentation of `ColorPicker`.
public struct ColorPicker<Label: View>: View {
  let label: Label
  let selection: Binding<Color>

  /// Creates a picker with a label of any views. An opacity cannot be chosen, whatever `supportsOpacity` says.
  public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.selection = selection
  }

  /// The browser's own field for a colour. A colour of the system's is shown as black until another one is chosen.
  public var body: some View {
    InputControl(
      label: label, type: "color", value: { selection.wrappedValue.hexadecimal },
      take: { text, _ in
        guard text.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else { return false }
        func part(_ shift: UInt32) -> Double { Double(value >> shift & 255) / 255 }
        selection.wrappedValue = Color(red: part(16), green: part(8), blue: part(0))
        return true
      })
  }
}

extension ColorPicker where Label == Text {
  /// Creates a picker with a title that may contain Markdown. An opacity cannot be chosen.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
    self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(titleKey) }
  }
}

extension Color {
  /// As the value of an input element; system colors are black there.
  var hexadecimal: String {
    let numbers = css.split(whereSeparator: { "(,)".contains($0) }).dropFirst().prefix(3).compactMap { Int($0) }
    guard css.hasPrefix("rgba"), numbers.count == 3 else { return "#000000" }
    return "#" + numbers.map { String(format: "%02x", $0) }.joined()
  }
}
