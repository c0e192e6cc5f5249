// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// A lock around a state.
  ///
  ///     let count = OSAllocatedUnfairLock(initialState: 0)
  ///     count.withLock { $0 += 1 }
  public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Unchecked: the state is used only while the lock is held.
    private final class Storage {
      let lock = NSLock()
      var state: State
      init(_ state: State) { self.state = state }
    }

    private let storage: Storage

    /// A lock around a state that need not be sendable.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs `body` with exclusive access to the state.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
      storage.lock.lock()
      defer { storage.lock.unlock() }
      return try body(&storage.state)
    }

    /// Runs `body` with exclusive access to the state.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
      try withLockUnchecked(body)
    }

    /// Runs `body` if the state is available; otherwise returns `nil`.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
      guard storage.lock.try() else { return nil }
      defer { storage.lock.unlock() }
      return try body(&storage.state)
    }
  }

  extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock around a state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
  }

  extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() { self.init(uncheckedState: ()) }

    /// Waits for the lock, and takes it.
    public func lock() { storage.lock.lock() }
    /// Gives the lock back.
    public func unlock() { storage.lock.unlock() }
    /// Takes the lock if it is available.
    public func lockIfAvailable() -> Bool { storage.lock.try() }

    /// Runs `body` with the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
      try withLockUnchecked { _ in try body() }
    }
  }
#endif
