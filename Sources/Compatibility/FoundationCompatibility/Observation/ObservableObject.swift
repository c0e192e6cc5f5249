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
    /// What announces the changes.
    associatedtype ObjectWillChangePublisher = ObservableObjectPublisher

    /// Announces a change before it happens.
    var objectWillChange: ObjectWillChangePublisher { get }
  }

  extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// A publisher to call `send()` on: the same one as long as the object lives.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.of(self) }
  }

  /// What an ``ObservableObject`` calls before it changes: views that have the object are evaluated again.
  public final class ObservableObjectPublisher: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// A publisher without subscribers.
    public init() {}

    private var change: Int { 0 }

    /// Tells those who follow the object.
    public func send() {
      for follower in followers.all { follower() }
      registrar.withMutation(of: self, keyPath: \.change) {}
    }

    /// Calls the closure with each ``send()`` until the returned closure is called.
    package func follow(_ receive: @escaping () -> Void) -> () -> Void {
      let (followers, id) = (followers, followers.add(receive))
      return { followers.remove(id) }
    }

    // Unchecked: behind a lock.
    private final class Followers: @unchecked Sendable {
      private let lock = NSLock()
      private var last = 0
      private var known: [Int: () -> Void] = [:]

      var all: [() -> Void] {
        lock.lock()
        defer { lock.unlock() }
        return known.isEmpty ? [] : known.sorted { $0.key < $1.key }.map(\.value)
      }

      func add(_ follower: @escaping () -> Void) -> Int {
        lock.lock()
        defer { lock.unlock() }
        last += 1
        known[last] = follower
        return last
      }

      func remove(_ id: Int) {
        lock.lock()
        defer { lock.unlock() }
        known[id] = nil
      }
    }

    private let followers = Followers()

    /// Follows the object: within `withObservationTracking`, the next ``send()`` is a change.
    package func access() { registrar.access(self, keyPath: \.change) }

    // MARK: The publishers of objects that declare none

    private struct Entry {
      weak var object: AnyObject?
      let publisher: ObservableObjectPublisher
    }

    private struct Table {
      var entries: [ObjectIdentifier: Entry] = [:]
      var limit = 64
    }

    // Unchecked: behind a lock; objects are compared only.
    private final class Known: @unchecked Sendable {
      let lock = NSLock()
      var table = Table()
    }

    private static let known = Known()

    fileprivate static func of(_ object: AnyObject) -> ObservableObjectPublisher {
      let id = ObjectIdentifier(object)
      known.lock.lock()
      defer { known.lock.unlock() }
      if let entry = known.table.entries[id], entry.object === object { return entry.publisher }
      if known.table.entries.count >= known.table.limit {
        known.table.entries = known.table.entries.filter { $0.value.object != nil }
        known.table.limit = max(64, known.table.entries.count * 2)
      }
      let publisher = ObservableObjectPublisher()
      known.table.entries[id] = Entry(object: object, publisher: publisher)
      return publisher
    }
  }
#endif
