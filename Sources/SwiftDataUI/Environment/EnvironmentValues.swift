/// The name of a value that views inherit. See Apple's documentation of `EnvironmentKey`.
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// The values that a view inherits from those above it. See Apple's documentation of `EnvironmentValues`.
public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]
  /// Another object after each change: the same object means the same values.
  private var stamp = Stamp()

  private final class Stamp: Sendable {}

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set {
      values[ObjectIdentifier(key)] = newValue
      stamp = Stamp()
    }
  }

  /// Objects by type.
  subscript<T: AnyObject>(object type: T.Type) -> T? {
    get { values[ObjectIdentifier(type)] as? T }
    set {
      values[ObjectIdentifier(type)] = newValue
      stamp = Stamp()
    }
  }

  func isSame(as other: EnvironmentValues) -> Bool { stamp === other.stamp }

  public var description: String { "\(values.count) values" }
}
