// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Stores whose large values lie in the same folder: it has the name of a store without its extension, so `Model.store`
/// and `Model.sqlite` share one.
enum StoreNeighbours {
  /// Whether files in the folder of a store's large values may be those of another store.
  ///
  /// - Parameter store: with symbolic links resolved.
  static func share(_ store: URL) -> Bool {
    let folder = store.deletingLastPathComponent()
    let support = ExternalFolder.support(of: store).lastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { name in
      let file = folder.appendingPathComponent(name)
      return name != store.lastPathComponent && ExternalFolder.support(of: file).lastPathComponent == support
        && isDatabase(file)
    }
  }

  /// Logs and journals begin otherwise.
  private static func isDatabase(_ file: URL) -> Bool {
    let path = file.resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
    // Reading what is no regular file might not end.
    guard type as? FileAttributeType == .typeRegular, let handle = FileHandle(forReadingAtPath: path) else {
      return false
    }
    defer { try? handle.close() }
    let start = Data("SQLite format 3\u{0}".utf8)
    return (try? handle.read(upToCount: start.count)) == start
  }
}
