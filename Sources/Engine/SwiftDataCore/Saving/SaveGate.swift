// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Dispatch
import Foundation
import Synchronization

/// Lets the saves of one container through one after the other, in the order in which they came.
///
/// A lock of the system's would let those through first that come again and again: a save that has waited for long is
/// as likely to be next as one that has just come. Here a turn that ends is handed to the first who waits.
///
/// The thread that has the turn may take it again, as code of the program's may run within a bulk insertion.
final class SaveGate: Sendable {
  /// The purpose of the turn.
  enum Purpose: String {
    case save = "a save"
    case bulkChange = "a bulk change"
    case backup = "the beginning of a backup"
    case restore = "a restore"
    case vacuum = "vacuum()"
  }

  struct Holder {
    /// A thread, or the waiter itself until it comes back on one.
    var thread: ObjectIdentifier
    let purpose: Purpose
    let author: String?
    let isMain: Bool
    let since: ContinuousClock.Instant
    var depth = 1
  }

  /// One that waits, by blocking its thread or by being suspended.
  final class Waiter: Sendable {
    let holder: Mutex<Holder>
    /// Called once, when the turn has come.
    let wake: @Sendable () -> Void

    init(_ holder: Holder, _ wake: @escaping @Sendable () -> Void) {
      self.holder = Mutex(holder)
      self.wake = wake
    }
  }

  private struct State {
    var holder: Holder?
    /// Those that have had the turn and gave it up for a moment; they go first.
    var returning: [Waiter] = []
    var waiters: [Waiter] = []

    mutating func next() -> Waiter? {
      if !returning.isEmpty { return returning.removeFirst() }
      return waiters.isEmpty ? nil : waiters.removeFirst()
    }
  }

  private let state = Mutex(State())

  /// Waits for the turn.
  ///
  /// - Parameters:
  ///   - timeout: In seconds; `nil` to wait as long as it takes.
  ///   - isNext: For one that has had the turn and given it up for a moment: it comes before those who wait.
  /// - Throws: ``SwiftDataError/storeIsBusy`` that says who has the turn.
  func lock(
    _ purpose: Purpose, author: String? = nil, timeout: Double? = nil, isNext: Bool = false
  ) throws {
    let thread = ObjectIdentifier(Thread.current)
    let waiting: (waiter: Waiter, semaphore: DispatchSemaphore)? = state.withLock { state in
      if state.holder?.thread == thread {
        state.holder?.depth += 1
        return nil
      }
      let holder = Holder(
        thread: thread, purpose: purpose, author: author, isMain: Self.isMainThread, since: .now)
      if state.holder == nil {
        state.holder = holder
        return nil
      }
      let semaphore = DispatchSemaphore(value: 0)
      let waiter = Waiter(holder) { semaphore.signal() }
      if isNext { state.returning.append(waiter) } else { state.waiters.append(waiter) }
      return (waiter, semaphore)
    }
    guard let (waiter, semaphore) = waiting else { return }
    guard let timeout else { return semaphore.wait() }
    if semaphore.wait(timeout: .now() + timeout) == .success { return }
    if let busy = leave(waiter, purpose, timeout) { throw busy }
  }

  /// A waiter gives up.
  ///
  /// - Returns: What to throw; `nil` if it has been handed the turn in this very moment.
  func leave(_ waiter: Waiter, _ purpose: Purpose, _ timeout: Double) -> SwiftDataError? {
    state.withLock { state in
      if let index = state.waiters.firstIndex(where: { $0 === waiter }) {
        state.waiters.remove(at: index)
      } else if let index = state.returning.firstIndex(where: { $0 === waiter }) {
        state.returning.remove(at: index)
      } else {
        return nil
      }
      return Self.busy(purpose, timeout, state.holder)
    }
  }

  /// Queues a waiter that is woken by a call, behind all others.
  ///
  /// - Returns: Whether it has the turn already; it is not woken then.
  func enqueue(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      guard state.holder != nil else {
        state.holder = waiter.holder.withLock { $0 }
        return true
      }
      state.waiters.append(waiter)
      return false
    }
  }

  /// The turn of a waiter belongs to this thread from now on, until ``unlock()``.
  func adopt(_ waiter: Waiter) {
    state.withLock { $0.holder?.thread = ObjectIdentifier(Thread.current) }
  }

  func unlock() {
    let next: Waiter? = state.withLock { state in
      state.holder?.depth -= 1
      guard state.holder?.depth == 0 else { return nil }
      guard let next = state.next() else {
        state.holder = nil
        return nil
      }
      let waiting = next.holder.withLock { $0 }
      state.holder = Holder(
        thread: waiting.thread, purpose: waiting.purpose, author: waiting.author, isMain: waiting.isMain, since: .now)
      return next
    }
    next?.wake()
  }

  func withLock<R>(
    _ purpose: Purpose, author: String? = nil, timeout: Double? = nil, _ body: () throws -> R
  ) throws -> R {
    try lock(purpose, author: author, timeout: timeout)
    defer { unlock() }
    return try body()
  }

  private static var isMainThread: Bool {
    switch osd_is_main_thread() {
    case 1: return true
    case 2: return false
    default:
      let answer = Thread.isMainThread
      osd_set_main_thread(answer ? 1 : 2)
      return answer
    }
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  private static func busy(_ purpose: Purpose, _ timeout: Double, _ holder: Holder?) -> SwiftDataError {
    var text = "The container's other saves have taken longer than \(timeout.formatted()) seconds."
    if let holder {
      let author = holder.author.map { " by the author “\($0)”" } ?? ""
      let place = holder.isMain ? "on the main thread" : "on another thread"
      let seconds = (ContinuousClock.now - holder.since) / .seconds(1)
      text += " It is the turn of \(holder.purpose.rawValue)\(author), \(place), "
      text += "for \(((seconds * 10).rounded() / 10).formatted()) seconds now."
    }
    return SwiftDataError(
      .storeIsBusy, text,
      advice: "Try again; save less at a time where it takes long, and never wait for another save from within one.")
  }
}

extension ModelContainer {
  /// How long a save waits for other saves; `nil` unless set.
  ///
  /// ```swift
  /// container.saveTimeout = .seconds(2)
  /// ```
  ///
  /// Saves of one container take turns in the order of their requests, and saves of other programs that have the file
  /// open come in between. A save that has waited longer throws ``SwiftDataError/storeIsBusy``, which names the save
  /// that is running, if known. It writes nothing, and the changes stay unsaved. With `nil`, a save waits for other
  /// contexts of the container without limit, and for other programs for five seconds.
  ///
  /// This is an addition: Apple's framework has no such property.
  public var saveTimeout: Duration? {
    get { core.saveDefaults.saveTimeout }
    set {
      let timeout = newValue.map { max(.zero, $0) }
      core.saveDefaults.saveTimeout = timeout
      let seconds = timeout.map { $0 / .seconds(1) } ?? Self.defaultBusyTimeout
      for entry in core.stores { (entry.store as? any CareStore)?.setBusyTimeout(seconds) }
    }
  }

  /// How many saves wait for their turn; for tests.
  package var waitingSaves: Int { core.saveGate.waitingCount }

  /// How long to wait for other programs, in seconds.
  private static let defaultBusyTimeout = 5.0
}
