// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The state files that this process has open, or is about to open, and whose they are.
///
/// A sync that is gone keeps its file until the round that is on its way has ended. Who syncs with the file next waits for
/// that; while the other one is still kept, the file is in use. Who has waited is the next one: of several that are gone, none
/// that was waiting, too, comes in between.
enum OpenStateFiles {
  private struct Holder {
    /// Nil: the file is about to be opened.
    let log: ObjectIdentifier?
    let user: StateFileUser
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private static let holders = Mutex<[String: Holder]>([:])

  private static func key(_ file: URL) -> String { file.standardizedFileURL.path }

  /// Makes somebody the next one to open the file, until it is opened or `release` is called.
  ///
  /// - Returns: False if somebody else is next. Whether somebody has it the file's lock says.
  static func claim(_ file: URL, for user: StateFileUser) -> Bool {
    holder(of: key(file), unless: user).map { $0.log != nil } ?? true
  }

  /// Somebody does not open the file after all.
  static func release(_ file: URL, by user: StateFileUser) {
    let former = holders.withLock { holders in
      holders[key(file)].flatMap { $0.log == nil && $0.user === user ? $0 : nil }.map { holder in
        holders[key(file)] = nil
        return holder
      }
    }
    for waiting in former?.waiting ?? [] { waiting.finish() }
  }

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

  /// Waits until a sync that is gone lets go of the file, but not for longer than this. Then `user` is the next one, unless
  /// the file is in use.
  static func awaitFormer(of file: URL, for user: StateFileUser, atMost limit: Duration) async {
    let (key, clock) = (key(file), ContinuousClock())
    let deadline = clock.now + limit
    // Another one that was waiting, too, may have it then, and may be gone as well.
    while clock.now < deadline {
      // Not under the lock: what is asked may be the last that keeps the other sync.
      guard let holder = holder(of: key, unless: user), holder.user.isGone else { return }
      let (stream, end) = AsyncStream.makeStream(of: Void.self)
      let isHeld = holders.withLock { holders in
        guard let now = holders[key], now.log == holder.log, now.user === holder.user else { return false }
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

  /// Who else has the file; nil: nobody, and `user` is next.
  private static func holder(of key: String, unless user: StateFileUser) -> Holder? {
    holders.withLock { holders in
      if let holder = holders[key] { return holder.user === user ? nil : holder }
      holders[key] = Holder(log: nil, user: user)
      return nil
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
