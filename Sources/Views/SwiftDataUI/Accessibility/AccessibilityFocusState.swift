// SPDX-License-Identifier: Apache-2.0

/// The view with the screen reader's focus: not reported by browsers. See Apple's documentation of
/// `AccessibilityFocusState`.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
  @State private var value: Value
  /// Creates a state that is false at first.
  public init() where Value == Bool { _value = State(wrappedValue: false) }
  /// Creates a state that is nil at first.
  public init<T: Hashable>() where Value == T? { _value = State(wrappedValue: nil) }
  /// The value that the program has set: neither does a screen reader change it, nor is it told.
  public var wrappedValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }
  /// What `accessibilityFocused(_:equals:)` and its like take.
  public var projectedValue: Binding { Binding(value: $value) }

  /// A way to read and set the value, for views further down.
  @propertyWrapper
  public struct Binding {
    let value: SwiftDataUI.Binding<Value>
    /// The value that the program has set.
    public var wrappedValue: Value {
      get { value.wrappedValue }
      nonmutating set { value.wrappedValue = newValue }
    }
    /// This binding, for passing to other views.
    public var projectedValue: Binding { self }
  }
}

extension View {
  /// Has no effect in the browser.
  public func accessibilityFocused<V: Hashable>(_ binding: AccessibilityFocusState<V>.Binding, equals value: V)
    -> some View
  { withoutEffect("accessibilityFocused") }
  /// Has no effect in the browser.
  public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View {
    withoutEffect("accessibilityFocused")
  }
}
