// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Synchronization

/// Folders that are removed when the command ends, however it ends.
enum TemporaryFolders {
  private static let made = Mutex<[String]>([])
  /// Registered once.
  private static let removal: Void = {
    atexit {
      for path in TemporaryFolders.made.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
    return
  }()

  /// Removes one that is not needed until the end.
  static func remove(_ url: URL) {
    made.withLock { folders in folders.removeAll { $0 == url.path } }
    try? FileManager.default.removeItem(at: url)
  }

  static func make() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-\(UUID().uuidString)")
    do {
      // For the user only: what is in it may be readable to nobody else where it comes from.
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(
        .notWritable, "A temporary folder cannot be created.", file: url.path,
        advice: "Check the folder that TMPDIR names.")
    }
    made.withLock { $0.append(url.path) }
    _ = removal
    return url
  }
}
