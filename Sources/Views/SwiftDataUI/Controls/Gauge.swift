// SPDX-License-Identifier: Apache-2.0

/// A value within a range. See Apple's documentation of `Gauge`.
public struct Gauge<Label: View, CurrentValueLabel: View, MinimumValueLabel: View, MaximumValueLabel: View>: View {
  let value: Double
  let label: Label
  let current: CurrentValueLabel
  let minimum: MinimumValueLabel
  let maximum: MaximumValueLabel
  /// None: shown as a bar or a ring with its labels, or as what the style makes.
  public typealias Body = Never

  /// Creates a gauge with labels for the current value and for the bounds. A value beyond the bounds is shown as the
  /// nearer one.
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> MinimumValueLabel,
    @ViewBuilder maximumValueLabel: () -> MaximumValueLabel
  ) {
    let width = bounds.upperBound - bounds.lowerBound
    self.value = width == 0 ? 0 : min(max(Double((value - bounds.lowerBound) / width), 0), 1)
    self.label = label()
    current = currentValueLabel()
    minimum = minimumValueLabel()
    maximum = maximumValueLabel()
  }
}

extension Gauge where MinimumValueLabel == EmptyView, MaximumValueLabel == EmptyView {
  /// Creates a gauge with a label for the current value. A value beyond the bounds is shown as the nearer one.
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      value: value, in: bounds, label: label, currentValueLabel: currentValueLabel,
      minimumValueLabel: { EmptyView() }, maximumValueLabel: { EmptyView() })
  }
}

extension Gauge
where CurrentValueLabel == EmptyView, MinimumValueLabel == EmptyView, MaximumValueLabel == EmptyView {
  /// Creates a gauge, drawn as a bar below its label unless a style says otherwise. A value beyond the bounds is shown
  /// as the nearer one.
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    self.init(value: value, in: bounds, label: label, currentValueLabel: { EmptyView() })
  }
}

extension Gauge: PrimitiveView {
  func update(_ node: Node) {
    let isStyled = node.showStyled { part in
      GaugeStyleConfiguration(
        value: value, label: .init(view: part(label)),
        currentValueLabel: part.optional(current).map { .init(view: $0) },
        minimumValueLabel: part.optional(minimum).map { .init(view: $0) },
        maximumValueLabel: part.optional(maximum).map { .init(view: $0) })
    }
    if isStyled { return }
    if node.environment.gaugesAreRings { node.child(1, ring) } else { node.child(0, bar) }
  }

  /// The label, and a bar as wide as there is room.
  private var bar: some View {
    VStack(alignment: .leading, spacing: 4) {
      label
      if MinimumValueLabel.self == EmptyView.self, MaximumValueLabel.self == EmptyView.self {
        ProgressElement(value: value)
      } else {
        HStack {
          minimum
          ProgressElement(value: value)
          maximum
        }
      }
      current.font(.caption).foregroundStyle(.secondary)
    }
  }

  /// A ring with what says the value, or the label if nothing does.
  private var ring: some View {
    VStack(spacing: 2) {
      ProgressElement(value: value).environment(\.progressStyleName, "circular")
      if CurrentValueLabel.self == EmptyView.self { label } else { current }
    }
    .font(.caption)
  }
}
