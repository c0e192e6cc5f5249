// SPDX-License-Identifier: Apache-2.0

/// What views say to those above them, by key.
@MainActor struct PreferenceValues {
  private var entries: [ObjectIdentifier: Entry] = [:]

  private struct Entry {
    var value: Any
    let reduce: @MainActor (Any, Any) -> Any
  }

  subscript<K: PreferenceKey>(key: K.Type) -> K.Value {
    get {
      // Nothing would count as nil where the value is an optional.
      guard let entry = entries[ObjectIdentifier(key)] else { return K.defaultValue }
      return entry.value as? K.Value ?? K.defaultValue
    }
    set {
      entries[ObjectIdentifier(key)] = Entry(value: newValue) { first, second in
        guard var value = first as? K.Value, let next = second as? K.Value else { return first }
        K.reduce(value: &value) { next }
        return value
      }
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  func has<K: PreferenceKey>(_ key: K.Type) -> Bool { entries[ObjectIdentifier(key)] != nil }

  mutating func remove<K: PreferenceKey>(_ key: K.Type) { entries[ObjectIdentifier(key)] = nil }

  mutating func merge(_ other: PreferenceValues) {
    guard !other.entries.isEmpty else { return }
    if entries.isEmpty {
      entries = other.entries
      return
    }
    for (id, entry) in other.entries {
      if let own = entries[id] {
        entries[id]?.value = own.reduce(own.value, entry.value)
      } else {
        entries[id] = entry
      }
    }
  }
}

/// A value that views hand to those above them. See Apple's documentation of `PreferenceKey`.
@MainActor @preconcurrency public protocol PreferenceKey {
  /// The type of the value.
  associatedtype Value
  /// The value of views that set none.
  static var defaultValue: Value { get }
  /// Combines the value of the views before with that of the next one.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
  /// Nil, for optional values that name no default.
  public static var defaultValue: Value { nil }
}
