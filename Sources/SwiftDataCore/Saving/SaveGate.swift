import Foundation
import Synchronization

/// A recursive lock that is handed on in the order in which it was asked for.
///
/// A lock of the system goes to whoever is awake when it is opened, mostly the thread that has just let go of it: of eight
/// actors that save in loops, one could wait for hundreds of saves of the others.
final class SaveGate: Sendable {
  private let state = Mutex(State())

  private struct State {
    var owner: ObjectIdentifier?
    var depth = 0
    /// Those who were in already, and came back; they go first.
    var returning: [Waiter] = []
    var waiting: [Waiter] = []
  }

  private final class Waiter: Sendable {
    let thread: ObjectIdentifier
    let semaphore = DispatchSemaphore(value: 0)
    init(_ thread: ObjectIdentifier) { self.thread = thread }
  }

  /// - Parameter isReturning: Whether the caller has had the lock for this purpose before, and gave it back unused.
  func lock(isReturning: Bool = false) {
    let thread = ObjectIdentifier(Thread.current)
    let waiter = state.withLock { state -> Waiter? in
      if state.owner == nil || state.owner == thread {
        state.owner = thread
        state.depth += 1
        return nil
      }
      let waiter = Waiter(thread)
      if isReturning { state.returning.append(waiter) } else { state.waiting.append(waiter) }
      return waiter
    }
    // Whoever signals has made this thread the owner.
    waiter?.semaphore.wait()
  }

  func unlock() {
    let next = state.withLock { state -> Waiter? in
      state.depth -= 1
      guard state.depth == 0 else { return nil }
      let next: Waiter?
      if !state.returning.isEmpty {
        next = state.returning.removeFirst()
      } else {
        next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      state.owner = next?.thread
      state.depth = next == nil ? 0 : 1
      return next
    }
    next?.semaphore.signal()
  }
}
