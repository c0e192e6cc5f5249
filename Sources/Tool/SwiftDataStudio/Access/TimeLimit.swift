// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import GRDBSQLite

/// Ends statements that take too long.
package enum TimeLimit {
  private final class Deadline {
    let time: DispatchTime
    var hasPassed = false

    init(_ seconds: Double) { time = .now() + seconds }
  }

  /// What is said about something that took longer.
  package static func error(_ seconds: Double) -> StudioError {
    StudioError(
      "This takes longer than \(seconds.formatted()) seconds, and was ended.",
      advice: "Ask for less, or sort by something that has an index.")
  }

  /// - Throws: ``StudioError`` if it took longer, otherwise what `body` throws.
  static func run<T>(_ connection: Connection, seconds: Double, _ body: () throws -> T) throws -> T {
    let deadline = Deadline(seconds)
    let pointer = Unmanaged.passUnretained(deadline).toOpaque()
    sqlite3_progress_handler(
      connection.handle, 5_000,
      { pointer in
        guard let pointer else { return 0 }
        let deadline = Unmanaged<Deadline>.fromOpaque(pointer).takeUnretainedValue()
        guard DispatchTime.now() > deadline.time else { return 0 }
        deadline.hasPassed = true
        return 1
      }, pointer)
    defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
    return try withExtendedLifetime(deadline) {
      do {
        return try body()
      } catch  where deadline.hasPassed {
        throw Self.error(seconds)
      }
    }
  }
}

extension Double {
  fileprivate func formatted() -> String { self == rounded() ? String(Int(self)) : "\(self)" }
}
