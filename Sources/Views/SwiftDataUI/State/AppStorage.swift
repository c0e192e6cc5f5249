// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// A value in the user defaults. See Apple's documentation of `AppStorage`.
///
/// All pages share the standard user defaults, unless the host knows the users of pages (``PageUser``): then each user
/// has separate values. `defaultAppStorage(_:)` and the parameter `store` set other user defaults.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private var location: DefaultsLocation<Value>
  /// Whether the program has named the user defaults.
  private let isFixed: Bool

  private init(
    _ key: String, _ store: UserDefaults?, _ initial: Value, read: @escaping (Any) -> Value?,
    write: @escaping (Value) -> Any?
  ) {
    UserDefaultsKeeper.follow(store ?? .standard)
    isFixed = store != nil
    location = DefaultsLocation(key, store ?? .standard, initial, read, write)
  }

  /// The value in the user defaults, or the first one where they hold none that can be read. Views that read it are
  /// shown anew when it changes, whichever page has set it.
  public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.value = newValue }
  }

  /// A binding to the value in the user defaults.
  public var projectedValue: Binding<Value> { Binding(location: location) }
}

extension AppStorage: GraphProperty {
  static func isSame(_ lhs: Self, _ rhs: Self) -> Bool {
    lhs.location.key == rhs.location.key && lhs.isFixed == rhs.isFixed && lhs.location.store === rhs.location.store
  }

  func differs(in environment: EnvironmentValues, _ connection: AnyObject?) -> Bool {
    !isFixed && (environment.defaultAppStorage ?? .standard) !== location.store
  }

  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    guard !isFixed else { return }
    let store = node.environment.defaultAppStorage ?? .standard
    if store !== location.store { location = location.moved(to: store) }
  }
}

/// The readers of each key of user defaults.
enum DefaultsSubscribers {
  private struct Key: Hashable {
    let store: ObjectIdentifier
    let key: String
  }

  // Unchecked: user defaults may be used on any thread.
  private struct Entry: @unchecked Sendable {
    let set: SubscriberSet
    /// The identity is that of another object as soon as this one is gone.
    weak var store: UserDefaults?
  }

  private static let table = Mutex<[Key: Entry]>([:])

  /// Programs change user defaults by themselves, too.
  private static let isFollowing: Void = {
    UserDefaultsKeeper.onChange { store, key in changed(key, in: store) }
  }()

  static func of(_ key: String, in store: UserDefaults) -> SubscriberSet {
    isFollowing
    return table.withLock { table in
      let place = Key(store: ObjectIdentifier(store), key: key)
      if let known = table[place], known.store === store { return known.set }
      let made = SubscriberSet()
      table[place] = Entry(set: made, store: store)
      if table.count % 256 == 0 { table = table.filter { $0.value.store != nil } }
      return made
    }
  }

  static func changed(_ key: String, in store: UserDefaults) {
    let known = table.withLock { $0[Key(store: ObjectIdentifier(store), key: key)] }
    if let known, known.store === store { known.set.changed() }
  }
}

// Unchecked: user defaults may be used on any thread.
private final class DefaultsLocation<Value>: Location, @unchecked Sendable {
  let key: String
  let store: UserDefaults
  let initial: Value
  let read: (Any) -> Value?
  let write: (Value) -> Any?

  init(
    _ key: String, _ store: UserDefaults, _ initial: Value, _ read: @escaping (Any) -> Value?,
    _ write: @escaping (Value) -> Any?
  ) {
    self.key = key
    self.store = store
    self.initial = initial
    self.read = read
    self.write = write
  }

  var value: Value {
    get {
      DefaultsSubscribers.of(key, in: store).read()
      return current
    }
    set {
      let before = write(current)
      let after = write(newValue)
      if let after { store.set(after, forKey: key) } else { store.removeObject(forKey: key) }
      UserDefaultsKeeper.writeSoon()
      // An 'inout' argument is written back whether or not it was changed, also while a body is evaluated.
      if !isSame(before, after) { DefaultsSubscribers.changed(key, in: store) }
    }
  }

  /// A location with this key in other user defaults.
  func moved(to store: UserDefaults) -> DefaultsLocation { DefaultsLocation(key, store, initial, read, write) }

  private var current: Value { store.object(forKey: key).flatMap(read) ?? initial }

  private func isSame(_ lhs: Any?, _ rhs: Any?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    guard let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable else { return false }
    return lhs == rhs
  }
}

/// A type that user defaults can hold.
public protocol _DefaultsValue {
  static func _read(_ value: Any) -> Self?
  var _written: Any { get }
}

extension Bool: _DefaultsValue {
  public static func _read(_ value: Any) -> Bool? { (value as? NSNumber)?.boolValue ?? value as? Bool }
  public var _written: Any { self }
}
extension Int: _DefaultsValue {
  public static func _read(_ value: Any) -> Int? { (value as? NSNumber)?.intValue ?? value as? Int }
  public var _written: Any { self }
}
extension Double: _DefaultsValue {
  public static func _read(_ value: Any) -> Double? { (value as? NSNumber)?.doubleValue ?? value as? Double }
  public var _written: Any { self }
}
extension String: _DefaultsValue {
  public static func _read(_ value: Any) -> String? { value as? String }
  public var _written: Any { self }
}
extension URL: _DefaultsValue {
  public static func _read(_ value: Any) -> URL? { (value as? String).flatMap { URL(string: $0) } }
  public var _written: Any { absoluteString }
}
extension Data: _DefaultsValue {
  public static func _read(_ value: Any) -> Data? { value as? Data }
  public var _written: Any { self }
}
extension Date: _DefaultsValue {
  public static func _read(_ value: Any) -> Date? { value as? Date }
  public var _written: Any { self }
}
extension PersistentIdentifier: _DefaultsValue {
  public static func _read(_ value: Any) -> PersistentIdentifier? {
    (value as? Data).flatMap { try? JSONDecoder().decode(PersistentIdentifier.self, from: $0) }
  }
  public var _written: Any { (try? JSONEncoder().encode(self)) ?? Data() }
}

extension AppStorage where Value: _DefaultsValue {
  /// Creates a value with a key; `wrappedValue` is what it is as long as the user defaults hold none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(key, store, wrappedValue, read: Value._read, write: \._written)
  }
}

extension AppStorage {
  /// Creates a value that may be missing; setting nil removes the key.
  public init<T: _DefaultsValue>(_ key: String, store: UserDefaults? = nil) where Value == T? {
    self.init(key, store, nil, read: { T._read($0) }, write: { $0?._written })
  }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue: _DefaultsValue {
  /// Creates a value of an enumeration and the like, which is kept as its raw value.
  @_disfavoredOverload
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(
      key, store, wrappedValue, read: { Value.RawValue._read($0).flatMap(Value.init(rawValue:)) },
      write: { $0.rawValue._written })
  }
}

extension AppStorage {
  /// Creates a value of an enumeration and the like that may be missing; setting nil removes the key.
  @_disfavoredOverload
  public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
  where Value == R?, R.RawValue: _DefaultsValue {
    self.init(
      key, store, nil, read: { R.RawValue._read($0).flatMap(R.init(rawValue:)) }, write: { $0?.rawValue._written })
  }
}

/// A value of one page, which ends with the page: a browser that opens another page starts anew. See Apple's
/// documentation of `SceneStorage`.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
  private let initial: Value
  private let key: String
  private var location: StoredLocation<Value>?

  /// Creates a value with a key; views of a page that name the same key share the value.
  public init(wrappedValue: Value, _ key: String) {
    initial = wrappedValue
    self.key = key
  }
  /// Creates a value that may be missing; it is nil at first.
  public init<T>(_ key: String) where Value == T? {
    initial = nil
    self.key = key
  }

  /// The value of the page. Setting it before the view is shown has no effect.
  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.value = newValue }
  }
  /// A binding to the value of the page.
  public var projectedValue: Binding<Value> { location.map { Binding(location: $0) } ?? .constant(initial) }
}

extension SceneStorage: GraphProperty {
  /// What a node keeps: the value of one key.
  private final class Connection: ChangeCounting, PageConnection {
    let key: String
    let location: StoredLocation<Value>

    init(_ key: String, _ location: StoredLocation<Value>) {
      self.key = key
      self.location = location
    }

    var changeCount: Int { location.changeCount }
  }

  static func isSame(_ lhs: Self, _ rhs: Self) -> Bool { lhs.key == rhs.key }

  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    if let known = connection as? Connection, known.key == key {
      location = known.location
      return
    }
    let session = node.environment.session
    let location = session?.stored[key] as? StoredLocation<Value> ?? StoredLocation(initial)
    connection = Connection(key, location)
    session?.stored[key] = location
    self.location = location
  }
}
