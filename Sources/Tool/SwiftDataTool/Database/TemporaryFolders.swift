// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Synchronization

/// Folders that are removed when the command ends, however it ends.
enum TemporaryFolders {
  private static let made = Mutex<[String]>([])

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
    let isFirst = made.withLock { folders in
      folders.append(url.path)
      return folders.count == 1
    }
    if isFirst {
      atexit {
        for path in TemporaryFolders.made.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
      }
    }
    return url
  }
}
