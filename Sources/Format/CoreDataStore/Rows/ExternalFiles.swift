// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The files of large values beside a store (`ExternalFolder`, `ExternalColumn`).
struct ExternalFiles: Sendable {
  let folder: URL

  /// - Parameter store: with symbolic links resolved.
  init(of store: URL) { folder = ExternalFolder.url(of: store) }

  func file(_ name: String) -> ExternalFile {
    let url = folder.appendingPathComponent(name)
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
    return ExternalFile(
      name: name, url: url, size: isFile ? (attributes?[.size] as? NSNumber)?.uint64Value : nil)
  }

  /// The files that are there, by name.
  func all() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { file($0).size != nil }.sorted()
  }
}
