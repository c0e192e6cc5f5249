// SPDX-License-Identifier: Apache-2.0

/// The view with the screen reader's focus: not reported by browsers. See Apple's documentation of
/// `AccessibilityFocusState`.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
  @State private var value: Value
  public init() where Value == Bool { _value = State(wrappedValue: false) }
  public init<T: Hashable>() where Value == T? { _value = State(wrappedValue: nil) }
  public var wrappedValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }
  public var projectedValue: Binding { Binding(value: $value) }

  @propertyWrapper
  public struct Binding {
    let value: SwiftDataUI.Binding<Value>
    public var wrappedValue: Value {
      get { value.wrappedValue }
      nonmutating set { value.wrappedValue = newValue }
    }
    public var projectedValue: Binding { self }
  }
}

extension View {
  /// Has no effect in the browser.
  public func accessibilityFocused<V: Hashable>(_ binding: AccessibilityFocusState<V>.Binding, equals value: V)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View { self }
}
