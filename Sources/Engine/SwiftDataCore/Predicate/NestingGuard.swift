// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime

/// Ends a recursive walk over a predicate's tree with an error before the stack ends the process.
///
/// How deep a tree is, the program decides: each `earlier.evaluate($0) && …` in a loop adds a level. How much stack a
/// level takes depends on the build, and how much there is on the thread. So what is measured is the stack itself.
package struct NestingGuard {
  /// A walk may use half of what it finds. The other half is for what is done with the tree afterwards, such as
  /// evaluating it, which takes less for a level, and is Foundation's.
  private var limit: UInt?
  private var depth = 0

  /// Levels that need no check of the stack.
  private static let free = 32
  /// Below this, nothing more is begun.
  private static let least: UInt = 64 * 1024

  package init() {}

  /// Goes one level down; for each call, ``leave()`` goes up again.
  ///
  /// - Parameter entity: Of the predicate, named by the error.
  package mutating func enter(_ entity: @autoclosure () -> String?) throws {
    depth += 1
    guard depth > Self.free else { return }
    let room = UInt(osd_stack_room())
    let limit = self.limit ?? max(room / 2, Self.least)
    self.limit = limit
    guard room < limit else { return }
    throw SwiftDataError(
      .unsupportedPredicate,
      "The predicate is nested too deeply for the stack of this thread: \(depth) levels of its tree.",
      entity: entity(),
      advice: "Combine conditions with Predicate(all:) or Predicate(any:) instead of nesting them.")
  }

  package mutating func leave() { depth -= 1 }
}
