// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What tells whether a file has been written to: its size and the time of its last change.
///
/// A file that is read without locks is of one moment as long as this stays as it was. A log beside it does not matter:
/// until it is copied back, the file is what it was. One call of the system, so that each statement can ask for it.
struct FileVersion: Equatable, Sendable {
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64
  private let number: UInt64

  /// `nil` if there is no such file.
  init?(_ path: String) {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      size = Int64(status.st_size)
      seconds = Int64(time.tv_sec)
      nanoseconds = Int64(time.tv_nsec)
      number = UInt64(status.st_ino)
    #else
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      size = (attributes[.size] as? NSNumber)?.int64Value ?? -1
      seconds = Int64(date.rounded(.down))
      nanoseconds = Int64((date - date.rounded(.down)) * 1e9)
      number = 0
    #endif
  }
}
