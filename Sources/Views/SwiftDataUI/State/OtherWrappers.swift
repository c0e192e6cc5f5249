// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A unique namespace. See Apple's documentation of `Namespace`.
@propertyWrapper
public struct Namespace: DynamicProperty {
  public struct ID: Hashable, Sendable {
    let number: Int
  }
  private var id = ID(number: 0)
  public init() {}
  public var wrappedValue: ID { id }
}

extension Namespace: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) { id = ID(number: node.serial) }
}

/// A value during a gesture: always the initial value here, because only taps are reported. See Apple's documentation
/// of `GestureState`.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
  public var projectedValue: GestureState<Value> { self }
}

extension GestureState where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

/// A length that grows with the text size: unchanged here, because the browser zooms. See Apple's documentation of
/// `ScaledMetric`.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}

/// The name of a value of the focused view. See Apple's documentation of `FocusedValueKey`.
public protocol FocusedValueKey {
  associatedtype Value
}

/// Values of the focused view: those of the page, because a page has one focus.
public struct FocusedValues {
  init() {}
  public subscript<K: FocusedValueKey>(key: K.Type) -> K.Value? {
    get { nil }
    set {}
  }
}

/// A value of the focused view: always nil here, because the browser has the focus. See Apple's documentation of
/// `FocusedValue`.
@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<FocusedValues, Value?>) {}
  public init(_ objectType: Value.Type) where Value: AnyObject {}
  public var wrappedValue: Value? { nil }
}

/// A binding of the focused view: always nil here. See Apple's documentation of `FocusedBinding`.
@propertyWrapper
public struct FocusedBinding<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<FocusedValues, Binding<Value>?>) {}
  public var wrappedValue: Value? {
    get { nil }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value?> { .constant(nil) }
}

extension View {
  /// Has no effect in the browser.
  public func focusedValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func focusedSceneValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func focusedSceneValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> some View
  { self }
  /// Has no effect in the browser.
  public func focusedObject<T: AnyObject>(_ object: T) -> some View { self }
  /// Has no effect in the browser.
  public func focusedSceneObject<T: AnyObject>(_ object: T) -> some View { self }
}
