// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation
import Synchronization

/// Lets one thread at a time use a context's engine, which may enter it again from within.
///
/// A context belongs to one actor, and the compiler of the Swift 6 language mode sees to that. What the Swift 5 mode,
/// `nonisolated(unsafe)` or `@unchecked Sendable` let through waits here: without turns, two threads that save one
/// context at once end the process, or write what neither has assigned. The turn guards what the engine keeps; a value
/// that one thread reads while another one assigns it stays the program's business.
///
/// Uncontended, it costs a compare-and-swap and two stores: 1 to 2 % of the benchmark's update, nothing measurable of a
/// fetch or a save.
struct ContextTurn: ~Copyable {
  /// The thread that has the turn; zero if none.
  private let owner = Atomic<UInt>(0)
  /// How often it has entered; its own to change.
  private let depth = Atomic<Int>(0)

  @inline(__always)
  func enter() {
    let me = osd_thread()
    if owner.load(ordering: .relaxed) != me { take(me) }
    depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  @inline(__always)
  func leave() {
    let rest = depth.load(ordering: .relaxed) &- 1
    depth.store(rest, ordering: .relaxed)
    if rest == 0 { owner.store(0, ordering: .releasing) }
  }

  /// Runs code of the program's that may wait for another thread, which may use the context meanwhile.
  func interrupted(by body: () -> Void) {
    let me = osd_thread()
    guard owner.load(ordering: .relaxed) == me else { return body() }
    let entered = depth.load(ordering: .relaxed)
    depth.store(0, ordering: .relaxed)
    owner.store(0, ordering: .releasing)
    body()
    take(me)
    depth.store(entered, ordering: .relaxed)
  }

  @inline(__always)
  private func take(_ me: UInt) {
    if !owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged { wait(me) }
  }

  /// Waits for a thread that should not be there. It looks from time to time, since a queue would cost every operation of
  /// every program.
  @inline(never)
  private func wait(_ me: UInt) {
    var pause = 0.000_01
    while !owner.weakCompareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged {
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 0.000_5)
    }
  }
}
