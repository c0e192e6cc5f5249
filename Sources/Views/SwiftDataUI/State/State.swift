// SPDX-License-Identifier: Apache-2.0

/// A value that a view owns, as long as the view keeps its identity. See Apple's documentation of `State`.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StoredLocation<Value>?

  public init(wrappedValue: Value) { initial = wrappedValue }
  public init(initialValue: Value) { initial = initialValue }

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
