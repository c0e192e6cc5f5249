// SPDX-License-Identifier: Apache-2.0

/// A value while a gesture goes on, which is the initial one again when it ends. See Apple's documentation of
/// `GestureState`.
///
/// ```swift
/// @GestureState private var offset = CGSize.zero
///
/// var body: some View {
///   Card().offset(offset).gesture(
///     DragGesture().updating($offset) { value, offset, _ in offset = value.translation })
/// }
/// ```
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
  private let initial: Value
  private let resetting: (Value, inout Transaction) -> Void
  private var location: StoredLocation<Value>?

  /// Creates a state with what it is while there is no gesture.
  public init(wrappedValue: Value) { self.init(initialValue: wrappedValue) { _, _ in } }
  /// Creates a state with what it is while there is no gesture.
  public init(initialValue: Value) { self.init(initialValue: initialValue) { _, _ in } }
  /// Creates a state whose return to the initial value is shown as a transaction says.
  public init(wrappedValue: Value, resetTransaction: Transaction) {
    self.init(initialValue: wrappedValue) { _, transaction in transaction = resetTransaction }
  }
  /// Creates a state whose return to the initial value is shown as a transaction says, which is made of the last value.
  public init(wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
    self.init(initialValue: wrappedValue, reset: reset)
  }
  /// Creates a state whose return to the initial value is shown as a transaction says, which is made of the last value.
  public init(initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
    initial = initialValue
    resetting = reset
  }

  /// The value of the gesture that goes on, or the initial one.
  public var wrappedValue: Value { location?.value ?? initial }
  /// What `updating(_:body:)` takes.
  public var projectedValue: GestureState<Value> { self }

  func change(_ body: (inout Value, inout Transaction) -> Void) {
    guard let location else { return }
    var (value, transaction) = (location.value, Transaction())
    body(&value, &transaction)
    withTransaction(transaction) { location.value = value }
  }

  func reset() {
    guard let location else { return }
    var transaction = Transaction()
    resetting(location.value, &transaction)
    withTransaction(transaction) { location.value = initial }
  }
}

extension GestureState where Value: ExpressibleByNilLiteral {
  /// Creates a state that is nil while there is no gesture.
  public init() { self.init(initialValue: nil) }
}

extension GestureState: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    let made = connection as? StoredLocation<Value> ?? StoredLocation(initial)
    connection = made
    location = made
  }
}
