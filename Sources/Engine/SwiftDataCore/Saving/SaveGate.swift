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
///
/// A save that waits by being suspended continues on the executor of its actor, which another save of the same context may
/// block meanwhile. So one that blocks goes before a suspended one of its own context, and takes over a turn that such a
/// one has been given and has not come back for.
final class SaveGate: Sendable {
  /// The purpose of the turn.
  enum Purpose: String {
    case save = "a save"
    case bulkChange = "a bulk change"
    case backup = "the beginning of a backup"
    case restore = "a restore"
    case vacuum = "vacuum()"
  }

  struct Holder: Sendable {
    /// `nil` until a suspended waiter comes back on one.
    var thread: ObjectIdentifier?
    /// The context that waits or has the turn; `nil` if it is none.
    var owner: ObjectIdentifier?
    let purpose: Purpose
    let author: String?
    let isMain: Bool
    var since: ContinuousClock.Instant
    var depth = 1
    /// The suspended one that was given the turn, until it needs it (``claim(_:)``).
    var suspended: Waiter?

    /// Of a context that is suspended until its turn.
    init(suspended owner: ObjectIdentifier, author: String?) {
      self.init(thread: nil, owner: owner, purpose: .save, author: author, isMain: false)
    }

    fileprivate init(
      thread: ObjectIdentifier?, owner: ObjectIdentifier?, purpose: Purpose, author: String?, isMain: Bool
    ) {
      self.thread = thread
      self.owner = owner
      self.purpose = purpose
      self.author = author
      self.isMain = isMain
      since = .now
    }
  }

  /// One that waits, by blocking its thread or by being suspended.
  final class Waiter: Sendable {
    fileprivate let holder: Holder
    /// Called once, when the turn has come.
    fileprivate let wake: @Sendable () -> Void

    init(_ holder: Holder, _ wake: @escaping @Sendable () -> Void) {
      self.holder = holder
      self.wake = wake
    }

    /// Whether it is a suspended save of a context.
    fileprivate func isSuspended(for owner: ObjectIdentifier) -> Bool { holder.thread == nil && holder.owner == owner }

    /// Whether a thread waits, for a context.
    fileprivate func isBlocked(for owner: ObjectIdentifier) -> Bool { holder.thread != nil && holder.owner == owner }
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

    /// Gives the turn to a waiter.
    mutating func give(to waiter: Waiter) {
      var new = waiter.holder
      new.since = .now
      if new.thread == nil { new.suspended = waiter }
      holder = new
    }

    /// Whether the turn is that of a suspended save of this context which does not need it yet.
    func isLeft(for owner: ObjectIdentifier?) -> Bool {
      guard let holder, let owner else { return false }
      return holder.suspended != nil && holder.owner == owner && holder.depth == 1
    }

    /// Queues a waiter. Of one context, those that block their threads come before those that are suspended.
    mutating func queue(_ waiter: Waiter, isNext: Bool) {
      guard let owner = waiter.holder.owner else { return append(waiter, isNext: isNext) }
      guard waiter.holder.thread != nil else {
        if isNext, let index = waiters.lastIndex(where: { $0.isBlocked(for: owner) }) {
          return waiters.insert(waiter, at: index + 1)
        }
        return append(waiter, isNext: isNext)
      }
      if let index = returning.firstIndex(where: { $0.isSuspended(for: owner) }) {
        returning.insert(waiter, at: index)
      } else if !isNext, let index = waiters.firstIndex(where: { $0.isSuspended(for: owner) }) {
        waiters.insert(waiter, at: index)
      } else {
        append(waiter, isNext: isNext)
      }
    }

    private mutating func append(_ waiter: Waiter, isNext: Bool) {
      if isNext { returning.append(waiter) } else { waiters.append(waiter) }
    }
  }

  private let state = Mutex(State())

  /// Waits for the turn.
  ///
  /// - Parameters:
  ///   - owner: The context that waits, if it is one.
  ///   - timeout: In seconds; `nil` to wait as long as it takes.
  ///   - isNext: For one that has had the turn and given it up for a moment: it comes before those who wait.
  /// - Throws: ``SwiftDataError/storeIsBusy`` that says who has the turn.
  func lock(
    _ purpose: Purpose, of owner: ObjectIdentifier? = nil, author: String? = nil, timeout: Double? = nil,
    isNext: Bool = false
  ) throws {
    let thread = ObjectIdentifier(Thread.current)
    let waiting: (waiter: Waiter, semaphore: DispatchSemaphore)? = state.withLock { state in
      if state.holder?.thread == thread {
        state.holder?.depth += 1
        return nil
      }
      let holder = Holder(
        thread: thread, owner: owner, purpose: purpose, author: author, isMain: Self.isMainThread)
      if state.holder == nil || state.isLeft(for: owner) {
        state.holder = holder
        return nil
      }
      let semaphore = DispatchSemaphore(value: 0)
      let waiter = Waiter(holder) { semaphore.signal() }
      state.queue(waiter, isNext: isNext)
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

  /// Queues a suspended waiter, which is woken by a call, behind all others.
  ///
  /// - Parameter isNext: As for ``lock(_:of:author:timeout:isNext:)``.
  /// - Returns: Whether it has the turn already; it is not woken then.
  func enqueue(_ waiter: Waiter, isNext: Bool) -> Bool {
    state.withLock { state in
      guard state.holder != nil else {
        state.give(to: waiter)
        return true
      }
      state.queue(waiter, isNext: isNext)
      return false
    }
  }

  /// A suspended waiter comes back: this thread may take the turn from now on.
  ///
  /// - Returns: `false` if another save of its context has taken it over.
  func adopt(_ waiter: Waiter) -> Bool {
    let thread = ObjectIdentifier(Thread.current)
    return state.withLock { state in
      guard state.holder?.suspended === waiter else { return false }
      state.holder?.thread = thread
      return true
    }
  }

  /// The turn of an adopted waiter is needed now, until ``unlock()``.
  ///
  /// - Returns: `false` if another save of its context has taken it over.
  func claim(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      guard state.holder?.suspended === waiter else { return false }
      state.holder?.suspended = nil
      return true
    }
  }

  /// An adopted waiter does not need the turn.
  func giveBack(_ waiter: Waiter) { if claim(waiter) { unlock() } }

  func unlock() {
    let next: Waiter? = state.withLock { state in
      state.holder?.depth -= 1
      guard state.holder?.depth == 0 else { return nil }
      guard let next = state.next() else {
        state.holder = nil
        return nil
      }
      state.give(to: next)
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
  var waitingCount: Int { state.withLock { $0.waiters.count + $0.returning.count } }

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
