// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation
  import Observation

  /// A class whose changes are announced, as the model classes were that were written before Observation.
  ///
  /// Foundation brings this protocol along on Apple's platforms, so files that import nothing else use it. Views follow
  /// its ``Published`` properties as they follow those of an `@Observable` class.
  ///
  /// ```swift
  /// final class Settings: ObservableObject {
  ///   @Published var fontSize = 12
  /// }
  /// ```
  public protocol ObservableObject: AnyObject {
    /// The publisher that announces the changes.
    associatedtype ObjectWillChangePublisher = ObservableObjectPublisher

    /// Announces a change before it happens.
    var objectWillChange: ObjectWillChangePublisher { get }
  }

  extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// A publisher to call `send()` on: the same one as long as the object lives.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.of(self) }
  }

  /// The publisher that an ``ObservableObject`` calls before it changes: views that use the object are evaluated again.
  public final class ObservableObjectPublisher: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// A publisher without subscribers.
    public init() {}

    private var change: Int { 0 }

    /// Notifies the observers of the object.
    public func send() {
      for follower in followers.with({ $0.all }) { follower() }
      registrar.withMutation(of: self, keyPath: \.change) {}
    }

    /// Calls the closure with each ``send()`` until the returned closure is called.
    package func follow(_ receive: @escaping () -> Void) -> () -> Void {
      let (followers, id) = (followers, followers.with { $0.add(receive) })
      return { followers.with { $0.remove(id) } }
    }

    private struct Followers {
      private var last = 0
      private var known: [Int: () -> Void] = [:]
      private weak var object: AnyObject?
      private var hasObject = false

      /// Whether an object is another one than before.
      mutating func begin(with new: AnyObject) -> Bool {
        guard !hasObject || object !== new else { return false }
        hasObject = true
        object = new
        return true
      }

      var all: [() -> Void] {
        known.isEmpty ? [] : known.sorted { $0.key < $1.key }.map(\.value)
      }

      mutating func add(_ follower: @escaping () -> Void) -> Int {
        last += 1
        known[last] = follower
        return last
      }

      mutating func remove(_ id: Int) { known[id] = nil }
    }

    private let followers = Locked(Followers())

    /// From now on changes of the object's `@Published` properties are announced here.
    ///
    /// They know nothing of their object, and few objects are followed as a whole: so it is done when code asks for the
    /// object's publisher. Looks at each stored property once.
    package func follow(propertiesOf object: AnyObject) {
      guard followers.with({ $0.begin(with: object) }) else { return }
      var mirror: Mirror? = Mirror(reflecting: object)
      while let current = mirror {
        for child in current.children { (child.value as? any AnnouncingProperty)?.announce(to: self) }
        mirror = current.superclassMirror
      }
    }

    /// Follows the object: within `withObservationTracking`, the next ``send()`` is a change.
    package func access() { registrar.access(self, keyPath: \.change) }

    // MARK: The publishers of objects that declare none

    private struct Entry {
      weak var object: AnyObject?
      let publisher: ObservableObjectPublisher
    }

    private struct Table {
      private var entries: [ObjectIdentifier: Entry] = [:]
      private var limit = 64

      mutating func publisher(of object: AnyObject) -> (ObservableObjectPublisher, isNew: Bool) {
        let id = ObjectIdentifier(object)
        if let entry = entries[id], entry.object === object { return (entry.publisher, false) }
        if entries.count >= limit {
          entries = entries.filter { $0.value.object != nil }
          limit = max(64, entries.count * 2)
        }
        let publisher = ObservableObjectPublisher()
        entries[id] = Entry(object: object, publisher: publisher)
        return (publisher, true)
      }
    }

    private static let known = Locked(Table())

    fileprivate static func of(_ object: AnyObject) -> ObservableObjectPublisher {
      let (publisher, isNew) = known.with { $0.publisher(of: object) }
      if isNew { publisher.follow(propertiesOf: object) }
      return publisher
    }
  }
#endif
