// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What tells whether a store's files have changed: sizes and times, of its log and journal, too.
package struct FileState: Hashable, Sendable {
  private struct File: Hashable {
    let size: Int64
    let date: TimeInterval
    let number: UInt64
  }

  private let files: [File?]

  init(_ url: URL) {
    files = ["", "-wal", "-journal"].map { suffix in
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path + suffix) else { return nil }
      return File(
        size: (attributes[.size] as? NSNumber)?.int64Value ?? -1,
        date: (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0,
        number: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0)
    }
  }
}
