// SPDX-License-Identifier: Apache-2.0

/// The name of a value that views inherit. See Apple's documentation of `EnvironmentKey`.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value
  /// The value where no view above has set one.
  static var defaultValue: Value { get }
}

/// The values that a view inherits from those above it. See Apple's documentation of `EnvironmentValues`.
public struct EnvironmentValues: CustomStringConvertible {
  /// Another object after each change: the same object means the same values.
  private var storage: Storage

  private final class Storage {
    var values: [ObjectIdentifier: Any]
    /// What was made of these values, by what was changed.
    var variants: [Int: EnvironmentValues] = [:]

    init(_ values: [ObjectIdentifier: Any]) { self.values = values }
  }

  // Unsafe: never changed, since it is never the only reference.
  nonisolated(unsafe) private static let none = Storage([:])

  /// Creates values that are all defaults.
  public init() { storage = Self.none }

  /// The value of a key: what was set last, or the key's default.
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get {
      // Nothing would count as nil where the value is an optional.
      guard let stored = storage.values[ObjectIdentifier(key)] else { return K.defaultValue }
      return stored as? K.Value ?? K.defaultValue
    }
    set { set(ObjectIdentifier(key), newValue) }
  }

  /// Objects by type.
  subscript<T: AnyObject>(object type: T.Type) -> T? {
    get { storage.values[ObjectIdentifier(type)] as? T }
    set { set(ObjectIdentifier(type), newValue) }
  }

  private mutating func set(_ key: ObjectIdentifier, _ value: Any) {
    // Values that nobody else has seen are not compared with any.
    if isKnownUniquelyReferenced(&storage) {
      storage.variants = [:]
    } else {
      storage = Storage(storage.values)
    }
    storage.values[key] = value
  }

  func isSame(as other: EnvironmentValues) -> Bool { storage === other.storage }

  /// The values with a change, made once of the same values: a thousand rows hand on one object.
  ///
  /// - Parameter variant: Tells apart the changes; each depends on nothing else.
  @MainActor func variant(_ variant: Int, _ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
    if let known = storage.variants[variant] { return known }
    var made = self
    change(&made)
    storage.variants[variant] = made
    return made
  }

  /// How many values are set, for debugging.
  public var description: String { "\(storage.values.count) values" }
}
