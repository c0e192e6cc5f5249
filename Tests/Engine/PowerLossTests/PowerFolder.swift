// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for one test's files, removed when the test lets go of it.
final class PowerFolder: Sendable {
  let url: URL

  init() throws {
    // Without symbolic links, as the recorder sees paths.
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("swiftdata-power-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func folder(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: true) }
}
