import Foundation

/// Where a value lives that bindings lead to.
class Location<Value>: @unchecked Sendable {
  // Unchecked: subclasses lock what they store.
  var value: Value {
    get { fatalError("overridden") }
    set { fatalError("overridden: \(newValue)") }
  }
}

/// A value of a node's: what `@State` stands for.
final class StoredLocation<Value>: Location<Value>, @unchecked Sendable {
  private var stored: Value
  private let lock = NSLock()
  let subscribers = SubscriberSet()

  init(_ value: Value) { stored = value }

  override var value: Value {
    get {
      subscribers.read()
      return lock.withLock { stored }
    }
    set {
      let isSame = lock.withLock {
        let isSame = isSameValue(stored, newValue)
        stored = newValue
        return isSame
      }
      if !isSame { subscribers.changed() }
    }
  }
}

/// A value that closures get and set.
final class ComputedLocation<Value>: Location<Value>, @unchecked Sendable {
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  override var value: Value {
    get { get() }
    set { set(newValue) }
  }
}
