// SPDX-License-Identifier: Apache-2.0

/// The storage of one persisted property, as the `@Model` macro declares it.
///
/// A read of a loaded property is one comparison and a load. A property is
/// `absent` while its object is a fault (or was fetched without it); a
/// to-one relationship whose row is known, but whose object has not been
/// asked for, holds just the `key` of the row.
@frozen
public enum _Stored<Value> {
  /// Not loaded yet.
  case absent
  /// Loaded, or assigned.
  case value(Value)
  /// The primary key that a to-one relationship points to.
  case key(Int64)

  /// Storage for a property whose type comes from its initializer: the
  /// closure is never called.
  @inlinable
  public init(typeOf initializer: () -> Value) { self = .absent }

  /// The loaded value, if there is one.
  @inlinable
  public var loaded: Value? {
    if case .value(let value) = self { return value }
    return nil
  }

  /// Whether the property is not loaded. The key of a to-one relationship counts as something loaded.
  @inlinable
  public var isAbsent: Bool {
    if case .absent = self { return true }
    return false
  }
}

/// The storage of a property that its type shows to be no relationship: it
/// needs no room for a key, and mostly none for being absent.
@frozen
public enum _StoredAttribute<Value> {
  /// Not loaded yet.
  case absent
  /// Loaded, or assigned.
  case value(Value)

  /// The loaded value, if there is one.
  @inlinable
  public var loaded: Value? {
    if case .value(let value) = self { return value }
    return nil
  }

  /// Whether the property is not loaded.
  @inlinable
  public var isAbsent: Bool {
    if case .absent = self { return true }
    return false
  }
}

/// The operations that storage of every type has.
package protocol PropertyStorage<Value> {
  associatedtype Value
  static var absent: Self { get }
  static func value(_ value: Value) -> Self
  var isAbsent: Bool { get }
  var loaded: Value? { get }
}

extension _Stored: PropertyStorage {}
extension _StoredAttribute: PropertyStorage {}
