// SPDX-License-Identifier: Apache-2.0

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
    func move(isBack: Bool) -> Change {
      Change(
        isPossible: {
          guard let bounds else { return true }
          return (step < 0) != isBack ? value.wrappedValue > bounds.lowerBound : value.wrappedValue < bounds.upperBound
        },
        action: {
          var next = Self.moved(value.wrappedValue, by: step, isBack: isBack)
          if let bounds { next = min(max(next, bounds.lowerBound), bounds.upperBound) }
          value.wrappedValue = next
        })
    }
    self.init(label, move(isBack: false), move(isBack: true), editingChanged)
  }

  /// The value a step away. Integers stop at the ends of their type, where `advanced(by:)` would end the process.
  private static func moved<V: Strideable>(_ value: V, by step: V.Stride, isBack: Bool) -> V {
    if let integer = value as? any FixedWidthInteger, let distance = step as? any BinaryInteger,
      let moved = integer.moved(by: distance, isBack: isBack) as? V
    {
      return moved
    }
    return value.advanced(by: isBack ? 0 - step : step)
  }
}

extension FixedWidthInteger {
  /// The integer that lies a distance away, or the type's last one on that side.
  fileprivate func moved(by distance: some BinaryInteger, isBack: Bool) -> Self {
    let isDown = (distance < 0) != isBack
    let length = distance.magnitude
    // A difference within the type always fits its magnitude, also where it wraps around.
    let room = Magnitude(truncatingIfNeeded: isDown ? self &- .min : .max &- self)
    if length > room { return isDown ? .min : .max }
    return isDown ? self &- Self(truncatingIfNeeded: length) : self &+ Self(truncatingIfNeeded: length)
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
