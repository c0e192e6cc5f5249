// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A unique namespace. See Apple's documentation of `Namespace`.
@propertyWrapper
public struct Namespace: DynamicProperty {
  /// A name of a ``Namespace``.
  public struct ID: Hashable, Sendable {
    let number: Int
  }
  private var id = ID(number: 0)
  /// Creates a name, which is the view's own as soon as the view is shown.
  public init() {}
  /// The name.
  public var wrappedValue: ID { id }
}

extension Namespace: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) { id = ID(number: node.serial) }
}

/// A length that grows with the text size: unchanged here, because the browser zooms. See Apple's documentation of
/// `ScaledMetric`.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  /// The length in points as it was given: the browser scales it with all else.
  public let wrappedValue: Value
  /// Creates a length in points.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  /// Creates a length in points; the style of text has no effect.
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}

/// The name of a value of the focused view. See Apple's documentation of `FocusedValueKey`.
public protocol FocusedValueKey {
  /// The type of the value.
  associatedtype Value
}

/// The names of what the focused view says. They hold no values here: focus is the browser's.
public struct FocusedValues {
  init() {}
  /// Always nil; setting a value has no effect.
  public subscript<K: FocusedValueKey>(key: K.Type) -> K.Value? {
    get { nil }
    set {}
  }
}

/// A value of the focused view: always nil here, because the browser has the focus. See Apple's documentation of
/// `FocusedValue`.
@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
  /// Creates a value that is always nil.
  public init(_ keyPath: KeyPath<FocusedValues, Value?>) {}
  /// Creates an object that is always nil.
  public init(_ objectType: Value.Type) where Value: AnyObject {}
  /// Always nil.
  public var wrappedValue: Value? { nil }
}

/// A binding of the focused view: always nil here. See Apple's documentation of `FocusedBinding`.
@propertyWrapper
public struct FocusedBinding<Value>: DynamicProperty {
  /// Creates a binding whose value is always nil.
  public init(_ keyPath: KeyPath<FocusedValues, Binding<Value>?>) {}
  /// Always nil; setting it has no effect.
  public var wrappedValue: Value? {
    get { nil }
    nonmutating set {}
  }
  /// A binding whose value is always nil.
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
  { withoutEffect("focusedSceneValue") }
  /// Has no effect in the browser.
  public func focusedObject<T: AnyObject>(_ object: T) -> some View { withoutEffect("focusedObject") }
  /// Has no effect in the browser.
  public func focusedSceneObject<T: AnyObject>(_ object: T) -> some View { withoutEffect("focusedSceneObject") }
}
