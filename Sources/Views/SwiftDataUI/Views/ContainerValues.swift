// SPDX-License-Identifier: Apache-2.0

/// A value that a view says to the container that it is in. See Apple's documentation of `ContainerValueKey`.
public protocol ContainerValueKey {
  /// The type of the value.
  associatedtype Value
  /// The value of views that say nothing.
  static var defaultValue: Value { get }
}

/// What a view says to the container that it is in. See Apple's documentation of `ContainerValues`.
///
/// ```swift
/// extension ContainerValues { @Entry var isFeatured = false }
/// Text("Rome").containerValue(\.isFeatured, true)
/// ```
public struct ContainerValues {
  private var values: [ObjectIdentifier: Any] = [:]
  fileprivate(set) var tags: [AnyHashable] = []

  init() {}

  /// The value of a key: what the view has said, or the key's default.
  public subscript<K: ContainerValueKey>(key: K.Type) -> K.Value {
    get {
      // Nothing would count as nil where the value is an optional.
      guard let stored = values[ObjectIdentifier(key)] else { return K.defaultValue }
      return stored as? K.Value ?? K.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// What the view says to a layout; nil if it says nothing.
  subscript<K: LayoutValueKey>(key: K.Type) -> K.Value? {
    get { values[ObjectIdentifier(key)] as? K.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Returns the view's innermost tag of a type; nil if it has none.
  public func tag<V: Hashable>(for type: V.Type) -> V? { tags.lazy.compactMap { $0.base as? V }.first }

  /// Returns whether the view has a tag.
  public func hasTag<V: Hashable>(_ tag: V) -> Bool { tags.contains(AnyHashable(tag)) }
}

extension Traits {
  /// What the view says, with its tags.
  var containerValues: ContainerValues {
    var values = containerEntries ?? ContainerValues()
    values.tags = tags
    return values
  }
}

extension View {
  /// Says something to the container that the view is in, which reads it from ``Subview/containerValues``; it is not
  /// handed on to what is within or further out.
  public func containerValue<V>(_ keyPath: WritableKeyPath<ContainerValues, V>, _ value: V) -> some View {
    changing { element in
      var values = element.traits.containerEntries ?? ContainerValues()
      values[keyPath: keyPath] = value
      element.traits.containerEntries = values
    }
  }
}
