// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where Core Data keeps the files of large values: beside the store, in
/// `.<name>_SUPPORT/_EXTERNAL_DATA/<UUID>`.
package enum ExternalFolder {
  /// Values longer than this get a file; the longest value that was seen
  /// inside a column is a little shorter. In bytes.
  package static let inlineLimit = 100 * 1024

  /// The folder of everything that belongs to a store and is not in its file.
  ///
  /// - Parameter store: with symbolic links resolved.
  package static func support(of store: URL) -> URL {
    let base = store.deletingPathExtension().lastPathComponent
    return store.deletingLastPathComponent()
      .appendingPathComponent(".\(base)_SUPPORT", isDirectory: true)
  }

  /// The folder of the files.
  ///
  /// - Parameter store: with symbolic links resolved.
  package static func url(of store: URL) -> URL {
    support(of: store).appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }
}
