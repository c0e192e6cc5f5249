// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A folder for one test's files, removed when the test lets go of it.
final class TestFolder {
  let url: URL

  /// - Parameter test: Part of the folder's name, so that one that is left
  ///   says whose it was.
  init(_ test: String = #function) throws {
    let name = test.prefix { $0.isLetter || $0.isNumber }
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftdata-tests-\(name)-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "test.store") -> URL { url.appendingPathComponent(name) }

  func container(_ types: any PersistentModel.Type..., name: String = "test.store") throws
    -> ModelContainer
  {
    let schema = Schema(types)
    return try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: file(name))])
  }
}
