// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Observation

  /// A property of an ``ObservableObject`` whose changes are announced.
  ///
  /// ```swift
  /// final class Settings: ObservableObject {
  ///   @Published var fontSize = 12
  ///   @Published var name: String
  ///   init(name: String) { self.name = name }
  /// }
  /// ```
  ///
  /// Reading it within `withObservationTracking` follows it, and `$fontSize` is a publisher for the operators of the
  /// module `CombineCompatibility`.
  @propertyWrapper
  public struct Published<Value> {
    private let storage: Storage

    fileprivate final class Storage: Observable {
      var value: Value
      let registrar = ObservationRegistrar()
      var followers: [Int: (Value) -> Void]?
      var lastFollower = 0
      var kept: [AnyObject] = []
      /// That of the property's object, once the object is followed.
      var announcer: ObservableObjectPublisher?
      init(_ value: Value) { self.value = value }

      var tracked: Value {
        get {
          registrar.access(self, keyPath: \.tracked)
          return value
        }
        set {
          announcer?.send()
          if let followers {
            // In the order in which they came; before the change, as in Apple's framework.
            for follower in followers.sorted(by: { $0.key < $1.key }) { follower.value(newValue) }
          }
          registrar.withMutation(of: self, keyPath: \.tracked) { value = newValue }
        }
      }
    }

    /// The values of the property: the present one, then each new one before it is set.
    public struct Publisher {
      fileprivate let storage: Storage

      /// Names the property, as long as somebody has the publisher.
      package var property: ObjectIdentifier { ObjectIdentifier(storage) }

      /// Calls the closure with each value until the returned closure is called.
      package func follow(_ receive: @escaping (Value) -> Void) -> () -> Void {
        let storage = storage
        receive(storage.value)
        storage.lastFollower += 1
        let id = storage.lastFollower
        storage.followers = storage.followers ?? [:]
        storage.followers?[id] = receive
        return { storage.followers?[id] = nil }
      }

      /// The setter of the property, as long as its object lives.
      package var setter: (Value) -> Void {
        { [weak storage] value in storage?.tracked = value }
      }

      /// Keeps something as long as the property's object lives.
      package func keep(_ object: AnyObject) { storage.kept.append(object) }
    }

    /// The projected value: `$fontSize`.
    public var projectedValue: Publisher {
      get { Publisher(storage: storage) }
      // Apple's has a setter, for `assign(to: &$property)`; the publisher belongs to the property all the same.
      nonmutating set {}
    }

    /// The value.
    public var wrappedValue: Value {
      get { storage.tracked }
      // Not mutating: followers may read the property while it is told of.
      nonmutating set { storage.tracked = newValue }
    }

    /// Holds a value: what `@Published var count = 1` calls.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// Holds a value: what `_count = Published(initialValue: 1)` calls.
    public init(initialValue: Value) { storage = Storage(initialValue) }
  }

  /// A property that tells its object's publisher of its changes.
  package protocol AnnouncingProperty {
    func announce(to publisher: ObservableObjectPublisher)
  }

  extension Published: AnnouncingProperty {
    package func announce(to publisher: ObservableObjectPublisher) { storage.announcer = publisher }
  }

  // Unchecked: as a stored property it belongs to its object, whose isolation says who may touch it.
  extension Published: @unchecked Sendable where Value: Sendable {}
#endif
