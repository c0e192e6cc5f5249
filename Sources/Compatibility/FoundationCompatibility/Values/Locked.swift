// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock, of a type that need not be `Sendable`.
///
/// Apple's API gives closures and objects to publishers and registries of which it does not say that they can be sent.
/// `Mutex` takes no such value from its callers. It is for values that can be checked.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value is used only while the lock is held. What it refers to is its owner's affair.
  @usableFromInline let lock = NSLock()
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @inlinable
  package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A value that a closure carries to another task, queue or observer, although its type is not `Sendable`.
// Unchecked: as with Apple's API, a scheduler or a center decides where it is used. The sender does not use it any more.
package struct Carried<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
