// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Synchronization

/// A reference to a context's engine that does not keep it alive.
///
/// Unlike a `weak` variable it gives the engine no side table, which would
/// slow down every reference count of an object that each model refers to.
final class ContextReference: Sendable {
  private let address = Mutex<UInt>(0)

  func set(_ core: ContextCore) {
    // Not retained: the engine's `deinit` clears it, and `core` asks whether the engine is still alive.
    address.withLock { $0 = UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()) }
  }

  /// Called as the engine goes: its memory is there until this returns.
  func clear() { address.withLock { $0 = 0 } }

  /// The engine, unless it is deallocated or being deallocated.
  var core: ContextCore? {
    address.withLock { address in
      guard let pointer = UnsafeMutableRawPointer(bitPattern: address),
        osd_try_retain(pointer) != nil
      else { return nil }
      // The lock keeps `clear`, and so the end of the memory, from coming between; the retain is the caller's now.
      return Unmanaged<ContextCore>.fromOpaque(pointer).takeRetainedValue()
    }
  }
}
