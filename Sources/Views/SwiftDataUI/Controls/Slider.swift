// SPDX-License-Identifier: Apache-2.0

/// A control that selects a number on a scale. See Apple's documentation of `Slider`.
public struct Slider<Label: View, ValueLabel: View>: View {
  let value: Binding<Double>
  /// A number as the program's type keeps it, and as the browser reads it.
  let rounded: (Double) -> Double
  let text: (Double) -> String
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
    rounded = { Double(V($0)) }
    text = { Self.text(V($0)) }
    self.range = Double(range.lowerBound)...Double(range.upperBound)
    self.step = step.map { Double($0) }
    self.label = label
    self.least = least
    self.greatest = greatest
    self.onEditingChanged = onEditingChanged
  }

  /// The shortest text that is read as the same number: fewer digits would be other values, and other steps.
  private static func text<V: BinaryFloatingPoint>(_ value: V) -> String {
    let number = Double(value)
    guard number.isFinite else { return "0" }
    if number.magnitude < 1e15, let whole = Int(exactly: number) { return String(whole) }
    return (value as? Float)?.description ?? number.description
  }

  /// The browser's own slider between the labels of both ends, as wide as there is room. The slider's label is for
  /// screen readers only.
  public var body: some View {
    HStack {
      least
      InputControl(
        label: label, kind: .slider, value: { text(value.wrappedValue) },
        attributes: [
          (.minimum, text(range.lowerBound)), (.maximum, text(range.upperBound)), (.step, step.map(text) ?? "any"),
        ],
        take: { text, _ in
          guard let number = Double(text), number.isFinite else { return false }
          let bounded = min(max(number, range.lowerBound), range.upperBound)
          // The end of a movement tells the value again.
          if rounded(bounded) != value.wrappedValue { value.wrappedValue = bounded }
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
