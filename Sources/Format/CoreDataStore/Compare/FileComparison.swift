// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ExternalFile {
  private static let piece = 1 << 18

  /// Whether both files have the same bytes, or both are missing. A piece of each is in memory at a time.
  func hasSameBytes(as other: ExternalFile) throws -> Bool {
    guard size == other.size else { return false }
    // Of missing files, the names are all there is.
    guard size != nil else { return name == other.name }
    if url.resolvingSymlinksInPath().path == other.url.resolvingSymlinksInPath().path { return true }
    let (first, second) = (try Self.open(url), try Self.open(other.url))
    while true {
      let (left, right) = (try Self.read(first, url), try Self.read(second, other.url))
      guard left == right else { return false }
      if left.isEmpty { return true }
    }
  }

  private static func open(_ url: URL) throws -> FileHandle {
    guard let handle = FileHandle(forReadingAtPath: url.path) else { throw unreadable(url) }
    return handle
  }

  /// A whole piece, or the rest of the file.
  private static func read(_ handle: FileHandle, _ url: URL) throws -> Data {
    var data = Data()
    do {
      while data.count < piece, let more = try handle.read(upToCount: piece - data.count), !more.isEmpty {
        data += more
      }
    } catch {
      throw unreadable(url)
    }
    return data
  }

  private static func unreadable(_ url: URL) -> StoreError {
    StoreError(
      .unreadable, "The file of a large value cannot be read.", file: url.path, advice: "Check its permissions.")
  }
}
