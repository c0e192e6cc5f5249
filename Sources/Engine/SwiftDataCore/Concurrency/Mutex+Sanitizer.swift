// SPDX-License-Identifier: Apache-2.0

#if SANITIZE_THREAD
  import Foundation

  /// Stands in for Synchronization's `Mutex` while the thread sanitizer looks on.
  ///
  /// That one waits with futexes of its own where it is contended, which the sanitizer of Swift 6.3 does not see: each
  /// value that such a lock guards would be reported as a race. It knows POSIX's. See `Scripts/sanitize`.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Unchecked: `value` is touched with the lock held only.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initial: consuming sending Value) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initial)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#endif
