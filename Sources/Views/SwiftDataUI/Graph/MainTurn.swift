// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The part of a main actor's turn in which a page handles an event, or evaluates its views.
///
/// Not bound to the task: what an action or a body starts as a task of its own would inherit it, and go on with it on
/// another actor. It is bound to the thread, which cannot change before such a part is over.
enum MainTurn {
  /// The thread of the main actor while it is in such a part, otherwise zero.
  private static let thread = Atomic<UInt>(0)

  /// The node that is reading now.
  // Unsafe: used by that thread alone.
  nonisolated(unsafe) private static var currentReader: Subscriber?

  /// Whether the caller is part of it: then it is on the main actor.
  static var isHere: Bool { thread.load(ordering: .relaxed) == here }

  /// The node that is reading now, if that is what calls.
  static var reader: Subscriber? { isHere ? currentReader : nil }

  @MainActor static func run<R>(_ body: () -> R) -> R {
    let before = thread.exchange(here, ordering: .relaxed)
    defer { thread.store(before, ordering: .relaxed) }
    return body()
  }

  /// Notes what the body reads as read by a node.
  @MainActor static func reading<R>(by reader: Subscriber, _ body: () -> R) -> R {
    run {
      let before = currentReader
      currentReader = reader
      defer { currentReader = before }
      return body()
    }
  }

  private static var here: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: ObjectIdentifier(Thread.current))
    #endif
  }
}
