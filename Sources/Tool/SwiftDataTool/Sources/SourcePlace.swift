// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place in a source.
struct SourcePlace: Comparable {
  let file: String
  let line: Int

  var text: String { "\(file):\(line)" }

  /// A file as it is shown: from the current folder on.
  static func name(of url: URL) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    let path = url.standardizedFileURL.path
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  static func < (a: Self, b: Self) -> Bool { (a.file, a.line) < (b.file, b.line) }
}
