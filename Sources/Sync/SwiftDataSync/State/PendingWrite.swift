// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An entry that is written and waits for the disk on another thread: one with all records of a first import takes a tenth of it.
///
/// Nobody else may use the log until it was waited for.
struct PendingWrite {
  private let task: Task

  init(_ log: StateLog, _ entry: StateEntry) {
    task = Task(log)
    let task = task
    // Not a queue's thread: on Linux they are those of tasks, all of which may wait here.
    Thread { task.run(entry) }.start()
  }

  /// - Throws: What writing has thrown.
  func wait() throws { try task.wait() }

  // Unchecked: the result is read after it was waited for.
  private final class Task: @unchecked Sendable {
    private let log: StateLog
    private let end = DispatchSemaphore(value: 0)
    private var result = Result<Void, any Error>.success(())

    init(_ log: StateLog) { self.log = log }

    func run(_ entry: StateEntry) {
      result = Result {
        try log.append(entry)
        try log.synchronize()
      }
      end.signal()
    }

    func wait() throws {
      end.wait()
      try result.get()
    }
  }
}
