// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that goes away with the object.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    let program = ProcessInfo.processInfo.processName
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(program)-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A file with these bytes.
  public func file(_ name: String, _ bytes: some Collection<UInt8>) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file
  }
}
