// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// How long it takes to open a container of fifty entities that exist and fit.
enum OpenMeasurement {
  /// In milliseconds; the median of twenty.
  static func milliseconds(_ clock: Clock) throws -> Double? {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent("fifty.store")
    func open() throws {
      let schema = Schema(Fifty.types)
      let container = try ModelContainer(
        for: schema, configurations: ModelConfiguration(schema: schema, url: file))
      withExtendedLifetime(container) {}
    }
    try open()
    return median(try (0..<20).map { _ in try clock.time(open) * 1000 })
  }
}
