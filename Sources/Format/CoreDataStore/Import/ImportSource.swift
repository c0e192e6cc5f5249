// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the objects of an import come from.
protocol ImportSource {
  /// Of all files, in bytes.
  var size: Int { get }

  /// Reads the objects, one after the other; it may be called several times.
  ///
  /// - Parameters:
  ///   - isWanted: which entities; the others are passed over.
  ///   - body: takes an object, and how many bytes have been read.
  func forEach(
    where isWanted: (String) -> Bool, _ body: (ImportObject, Int) throws -> Void
  ) throws
}

extension URL {
  /// The size of a file; 0 if there is none.
  var fileSize: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
