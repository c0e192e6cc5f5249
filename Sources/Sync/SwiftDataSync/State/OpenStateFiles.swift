// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The state files that this process has open, and whose they are.
///
/// A sync that is gone keeps its file until the round that is on its way has ended. Who syncs with the file next waits for
/// that; while the other one is still kept, the file is in use.
enum OpenStateFiles {
  private struct Holder {
    let log: ObjectIdentifier
    let user: StateFileUser
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private static let holders = Mutex<[String: Holder]>([:])

  private static func key(_ file: URL) -> String { file.standardizedFileURL.path }

  static func add(_ log: StateLog, _ file: URL, of user: StateFileUser) {
    let former = holders.withLock { $0.updateValue(Holder(log: ObjectIdentifier(log), user: user), forKey: key(file)) }
    for waiting in former?.waiting ?? [] { waiting.finish() }
  }

  /// The file is closed.
  static func remove(_ log: ObjectIdentifier, _ file: URL) {
    let former = holders.withLock { holders in
      holders[key(file)]?.log == log ? holders.removeValue(forKey: key(file)) : nil
    }
    for waiting in former?.waiting ?? [] { waiting.finish() }
  }

  /// Waits until a sync that is gone lets go of the file, but not for longer than this.
  static func awaitFormer(of file: URL, atMost limit: Duration) async {
    let (key, clock) = (key(file), ContinuousClock())
    let deadline = clock.now + limit
    // Another one that was waiting, too, may have it then, and may be gone as well.
    while clock.now < deadline {
      // Not under the lock: what is asked may be the last that keeps the other sync.
      guard let holder = holders.withLock({ $0[key] }), holder.user.isGone else { return }
      let (stream, end) = AsyncStream.makeStream(of: Void.self)
      let isHeld = holders.withLock { holders in
        guard holders[key]?.log == holder.log else { return false }
        holders[key]?.waiting.append(end)
        return true
      }
      guard isHeld else { continue }
      let timer = Task {
        try? await Task.sleep(until: deadline, clock: clock)
        end.finish()
      }
      for await _ in stream {}
      timer.cancel()
    }
  }
}

/// Tells whether the sync that uses a state file is still kept by somebody.
final class StateFileUser: Sendable {
  private struct Contents { weak var sync: ModelSync? }

  private let contents = Mutex(Contents())

  func set(_ sync: ModelSync) { contents.withLock { $0.sync = sync } }

  var isGone: Bool { contents.withLock { $0.sync } == nil }
}
