// SPDX-License-Identifier: Apache-2.0

import FoundationCompatibility

/// An activity that can be cancelled. See Apple's documentation of `Cancellable`.
public protocol Cancellable {
  /// Ends the activity; a second call does nothing.
  func cancel()
}

/// Stops something when it is cancelled or released. See Apple's documentation of `AnyCancellable`.
public final class AnyCancellable: Cancellable, Hashable, Sendable {
  private let action: Locked<(() -> Void)?>

  /// Calls a closure when it is cancelled or released, once.
  public init(_ cancel: @escaping () -> Void) { action = Locked(cancel) }
  /// Cancels another activity when it is cancelled or released.
  public init<C: Cancellable>(_ canceller: C) { action = Locked(canceller.cancel) }

  /// Calls the closure, unless it has been called before. Safe from any thread.
  public func cancel() {
    let taken = action.with { action in
      defer { action = nil }
      return action
    }
    taken?()
  }

  deinit { cancel() }

  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps the subscription in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Keeps the subscription in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }
}

/// The subscriptions of a chain of operators: cancelled together, each replaced by the next one of its kind.
final class Subscriptions: Sendable {
  private struct State {
    var held: [AnyCancellable] = []
    var isCancelled = false
  }

  private let state = Locked(State())

  func add(_ subscription: AnyCancellable) {
    let isLate = state.with { state in
      if !state.isCancelled { state.held.append(subscription) }
      return state.isCancelled
    }
    if isLate { subscription.cancel() }
  }

  /// Cancels what was held before.
  func replace(_ subscription: AnyCancellable) {
    let (before, isLate) = state.with { state in
      defer { state.held = state.isCancelled ? [] : [subscription] }
      return (state.held, state.isCancelled)
    }
    before.forEach { $0.cancel() }
    if isLate { subscription.cancel() }
  }

  var all: AnyCancellable {
    AnyCancellable { [state] in
      let before = state.with { state in
        defer { state.held = [] }
        state.isCancelled = true
        return state.held
      }
      before.forEach { $0.cancel() }
    }
  }
}
