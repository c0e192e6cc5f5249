// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData

/// A folder of its own with a store, removed in the end.
final class StoreFolder {
  let url: URL
  let store: URL

  init(name: String = "default.store") throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("studio-" + UUID().uuidString)
    store = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// With the log and the large values beside the file.
  convenience init(copying file: URL) throws {
    try self.init(name: file.lastPathComponent)
    let folder = file.deletingLastPathComponent()
    let base = file.deletingPathExtension().lastPathComponent
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix(file.lastPathComponent) || name == ".\(base)_SUPPORT" {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: url.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// All files, byte for byte.
  func contents() throws -> [String: Data] {
    var result: [String: Data] = [:]
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      result[String(file.path.dropFirst(url.path.count))] = (try? Data(contentsOf: file)) ?? Data()
    }
    return result
  }
}
