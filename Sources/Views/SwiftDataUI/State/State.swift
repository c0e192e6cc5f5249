// SPDX-License-Identifier: Apache-2.0

/// A value that a view owns, as long as the view keeps its identity. See Apple's documentation of `State`.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StoredLocation<Value>?

  /// Creates a value with what it is when the view is first shown.
  public init(wrappedValue: Value) { initial = wrappedValue }
  /// Creates a value with what it is when the view is first shown.
  public init(initialValue: Value) { initial = initialValue }

  /// The value. Setting it shows views that have read it anew, unless it is the same as before; before the view is
  /// shown, as in its initializer, setting it has no effect.
  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(initial) }
    return Binding(location: location)
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates a value that is nil at first.
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    if let known = connection as? StoredLocation<Value> {
      location = known
    } else {
      let made = StoredLocation(initial)
      location = made
      connection = made
    }
  }
}

/// A stored property of a view whose value lives outside of it. See Apple's documentation of `DynamicProperty`.
public protocol DynamicProperty {
  /// Called before the body is evaluated.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing, for properties that need no preparation.
  public mutating func update() {}
}
