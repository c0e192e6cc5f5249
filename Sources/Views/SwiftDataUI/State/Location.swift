// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where a value lives that bindings lead to. Whoever stores one says who may touch it.
protocol Location<Value>: AnyObject, Sendable {
  associatedtype Value
  var value: Value { get set }
}

/// Knows how often its value has changed.
protocol ChangeCounting {
  var changeCount: Int { get }
}

/// A value of a node's: what `@State` stands for.
final class StoredLocation<Value>: Location, ChangeCounting, @unchecked Sendable {
  // Unchecked: 'stored' is touched with the lock held only.
  private var stored: Value
  private let lock = Mutex(())
  let subscribers = SubscriberSet()

  init(_ value: Value) { stored = value }

  var changeCount: Int { subscribers.changeCount }

  var value: Value {
    get {
      subscribers.read()
      return lock.withLock { _ in Unchecked(value: stored) }.value
    }
    set {
      // Compared, and let go, without the lock: the program's code may run then.
      let former = lock.withLock { _ in
        let former = Unchecked(value: stored)
        stored = newValue
        return former
      }
      if !isSameValue(former.value, newValue) { subscribers.changed() }
    }
  }
}

/// A value that closures get and set.
final class ComputedLocation<Value>: Location, @unchecked Sendable {
  // Unchecked: the closures are the program's, and belong where its binding does.
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  var value: Value {
    get { get() }
    set { set(newValue) }
  }
}
