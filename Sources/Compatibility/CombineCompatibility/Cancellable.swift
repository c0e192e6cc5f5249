// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An activity that can be cancelled. See Apple's documentation of `Cancellable`.
public protocol Cancellable {
  /// Ends the activity; a second call does nothing.
  func cancel()
}

/// Stops something when it is cancelled or released. See Apple's documentation of `AnyCancellable`.
// Unchecked: behind a lock.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  private let lock = NSLock()
  private var action: (() -> Void)?

  /// Calls a closure when it is cancelled or released, once.
  public init(_ cancel: @escaping () -> Void) { action = cancel }
  /// Cancels another activity when it is cancelled or released.
  public init<C: Cancellable>(_ canceller: C) { action = canceller.cancel }

  /// Calls the closure, unless it has been called before. Safe from any thread.
  public func cancel() {
    lock.lock()
    let taken = action
    action = nil
    lock.unlock()
    taken?()
  }

  deinit { action?() }

  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps the subscription in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Keeps the subscription in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }
}

/// What a chain of operators holds: cancelled together, each replaced by the next one of its kind.
// Unchecked: behind a lock.
final class Subscriptions: @unchecked Sendable {
  private let lock = NSLock()
  private var held: [AnyCancellable] = []
  private var isCancelled = false

  func add(_ subscription: AnyCancellable) {
    lock.lock()
    let late = isCancelled
    if !late { held.append(subscription) }
    lock.unlock()
    if late { subscription.cancel() }
  }

  /// Cancels what was held before.
  func replace(_ subscription: AnyCancellable) {
    lock.lock()
    let before = held
    let late = isCancelled
    held = late ? [] : [subscription]
    lock.unlock()
    before.forEach { $0.cancel() }
    if late { subscription.cancel() }
  }

  var all: AnyCancellable {
    AnyCancellable { [self] in
      lock.lock()
      isCancelled = true
      let before = held
      held = []
      lock.unlock()
      before.forEach { $0.cancel() }
    }
  }
}

/// A value behind a lock, which operators keep between values.
// Unchecked: behind a lock.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
