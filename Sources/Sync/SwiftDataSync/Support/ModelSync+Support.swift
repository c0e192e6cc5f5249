// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ModelSync {
  /// Writes what somebody who helps needs to know of this device's sync, as JSON: options, models with their
  /// properties, how many records there are of which kind, how far they are known to the server, what waits or was set
  /// aside, and the kinds of the last errors.
  ///
  /// ```swift
  /// try await sync.supportBundle(to: FileManager.default.temporaryDirectory.appendingPathComponent("sync.json"))
  /// ```
  ///
  /// It has no values, no names of records, accounts and files, and no tokens: digits stand for names, the same ones as
  /// in bundles of the server and of other devices. Nothing is sent; what was saved is read as for a round of sync. A
  /// state that cannot be used is said to be so, and why.
  ///
  /// - Throws: What writing the file throws.
  public func supportBundle(to file: URL) async throws {
    let version = schemaVersion
    let data = try await driver.exclusively { driver in
      try driver.supportBundle(schemaVersion: version).encoded()
    }
    try data.write(to: file, options: .atomic)
  }
}
