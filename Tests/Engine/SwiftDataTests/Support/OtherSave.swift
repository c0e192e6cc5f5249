// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A save on another thread that an observer waits for: it cannot have its turn while the observed save has it.
final class OtherSave: Sendable {
  private let result = Mutex<Bool?>(nil)
  private let hasBegun = Mutex(false)

  /// Whether the save has succeeded in time; `nil` if it has not run.
  var hasSaved: Bool? { result.withLock { $0 } }

  /// Runs the save and waits for it; only the first call does.
  func run(_ save: @escaping @Sendable () throws -> Void) {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst else { return }
    let end = DispatchSemaphore(value: 0)
    Thread { [self] in
      let isSaved = (try? save()) != nil
      result.withLock { $0 = isSaved }
      end.signal()
    }.start()
    // It takes milliseconds, or for ever.
    if end.wait(timeout: .now() + 20) == .timedOut { result.withLock { $0 = false } }
  }
}
